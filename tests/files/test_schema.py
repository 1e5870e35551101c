import json
import re
from fractions import Fraction
from typing import Annotated, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seahaven.files import (
    Document,
    Duration,
    Field,
    Length,
    Plain,
    Rate,
    Schema,
    Speed,
    json_schema,
    parse_duration,
    validate,
)
from seahaven.files.schema import published_at


class Drive(Schema):
    """One drive."""

    speed: Annotated[Speed, Field(gt=0)]
    """How fast."""
    hold: Duration = parse_duration("2 s")
    pause: Duration | None = None
    rate: Rate = Fraction(30)
    offset: tuple[Length, Length] = (0.0, 0.0)


class Stop(Schema):
    kind: Literal["stop"]
    after: Duration


class Turn(Schema):
    kind: Literal["left", "right"]
    radius: Length
    then: "Turn | None" = None


class Route(Schema):
    steps: tuple[Annotated[Stop | Turn, Field(discriminator="kind")], ...]
    named: dict[str, Turn] = Field(default_factory=dict)


def test_instances_are_frozen() -> None:
    with pytest.raises(ValueError, match="frozen"):
        Drive(speed=3.0).speed = 4.0


def test_published_schema_describes_quantities_for_editors() -> None:
    published = json_schema(Drive)
    number, text = published["properties"]["speed"]["anyOf"]
    assert number == {"type": "number"}
    assert re.search(text["pattern"], "55 mph")
    assert not re.search(text["pattern"], "55 s")
    assert published["properties"]["speed"]["unit"] == "m/s"
    assert published["properties"]["speed"]["description"] == "How fast."
    assert published["description"] == "One drive."
    assert published["required"] == ["speed"]
    assert published["additionalProperties"] is False


def test_published_defaults_are_what_a_file_would_write() -> None:
    properties = json_schema(Drive)["properties"]
    assert properties["hold"]["default"] == "2000000000 ns"
    assert properties["rate"]["default"] == "30 Hz"
    assert properties["pause"]["default"] is None


def test_published_schema_is_the_same_bytes_every_time() -> None:
    assert json.dumps(json_schema(Route)) == json.dumps(json_schema(Route))


@given(st.integers(0, 2**63), st.fractions(min_value=0), st.floats(1e-9, 1e9))
def test_what_is_written_as_json_reads_back_equal(hold: int, rate: Fraction, speed: float) -> None:
    drive = Drive.model_construct(speed=speed, hold=hold, pause=hold, rate=rate, offset=(1.0, 2.0))
    assert validate(Document("<data>", json.loads(drive.model_dump_json())), Drive) == drive


@pytest.mark.parametrize(
    ("data", "path", "keys"),
    [
        ({"steps": []}, (), {"steps", "named"}),
        ({"steps": [{"kind": "stop"}]}, ("steps", 0), {"kind", "after"}),
        ({"steps": [{"kind": "left"}]}, ("steps", 0), {"kind", "radius", "then"}),
        ({"steps": [{}]}, ("steps", 0), {"kind", "radius", "then", "after"}),
        ({"named": {"x": {"then": {"then": {}}}}}, ("named", "x", "then", "then"), {"kind", "radius", "then"}),
    ],
)
def test_keys_are_known_at_every_depth(data: Plain, path: tuple[str | int, ...], keys: set[str]) -> None:
    nodes = published_at(json_schema(Route), data, path)
    assert {key for node in nodes for key in node.get("properties", {})} == keys


class Named(Schema):
    """With a docstring below a field."""

    name: str
    """What it is called."""
    size: float = 1.0


class Renamed(Named):
    """A field that is annotated again, and one with an alias."""

    size: float = 2.0
    """In metres."""
    origin: str = Field("here", alias="from")
    """Where it comes from."""


class Untold(Named):
    """A field that is annotated again, without a docstring."""

    name: str = "nobody"


def described(schema: type[Schema]) -> dict[str, str | None]:
    return {name: field.get("description") for name, field in json_schema(schema)["properties"].items()}


def test_docstrings_below_fields_are_published_and_inherited() -> None:
    assert described(Named) == {"name": "What it is called.", "size": None}
    assert described(Renamed) == {
        "name": "What it is called.", "size": "In metres.", "from": "Where it comes from."
    }  # fmt: skip
    assert described(Untold) == {"name": None, "size": None}


def test_a_schema_without_a_source_is_published_without_descriptions() -> None:
    scope: dict[str, type[Schema]] = {}
    exec("from seahaven.files import Schema\nclass Made(Schema):\n    x: int\n    'a docstring'\n", scope)
    assert described(scope["Made"]) == {"x": None}
