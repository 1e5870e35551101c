import copy
from enum import Enum
from typing import Annotated, Literal

import pytest

from seahaven.errors import InputError, Position
from seahaven.files import (
    Document,
    DocumentError,
    Duration,
    Field,
    Length,
    Ratio,
    Schema,
    Speed,
    field_validator,
    model_validator,
    parse_toml,
    parse_yaml,
    validate,
)


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


class Cut(Schema):
    kind: Literal["cut"]
    speed: Annotated[Speed, Field(gt=1)]
    cut: int = 0


class Pan(Schema):
    kind: Literal["pan", "tilt"]
    after: Duration = 0

    @field_validator("after")
    @classmethod
    def _is_even(cls, value: int) -> int:
        if value % 2:
            raise ValueError(f"{value} ns is odd")
        return value


class Scene(Schema):
    name: str
    shots: tuple[Annotated[Cut | Pan, Field(discriminator="kind")], ...] = ()
    limits: dict[str, Speed] = Field(default_factory=dict)
    colour: Colour = Colour.RED
    pair: tuple[int, Length] = (0, 0.0)
    pace: Speed | Literal["limit"] | Cut = "limit"
    count: int | None = None
    share: float = Field(0.5, alias="from", le=1)
    tags: list[str] = Field(default_factory=list, max_length=2)
    few: tuple[int, ...] = Field((1,), min_length=1)
    is_open: bool = False
    wet: Ratio = Field(0.0, le=1)

    @model_validator(mode="after")
    def _has_shots(self) -> "Scene":
        if self.is_open and not self.shots:
            raise ValueError("an open scene needs shots")
        return self


def test_document_becomes_an_instance() -> None:
    text = (
        "name: x\nshots:\n  - {kind: cut, speed: 55 mph}\n  - {kind: tilt, after: 2}\npair: [1, 2 ft]\ncolour: blue\n"
    )
    scene = validate(parse_yaml(text), Scene)
    assert scene.shots == (Cut(kind="cut", speed=24.5872), Pan(kind="tilt", after=2))
    assert (scene.pair, scene.colour, scene.pace) == ((1, 0.6096), Colour.BLUE, "limit")


def test_toml_and_yaml_say_the_same() -> None:
    toml = parse_toml("name = 'x'\nfrom = 0.25\n[[shots]]\nkind = 'cut'\nspeed = 3\n")
    yaml = parse_yaml("name: x\nfrom: 0.25\nshots: [{kind: cut, speed: 3}]\n")
    assert validate(toml, Scene) == validate(yaml, Scene)


REFUSED = [
    ("3", "f.yaml:1:1: expected a mapping, found 3"),
    ("{}", "f.yaml:1:1: missing key 'name'"),
    (
        "nme: x",
        "f.yaml:1:1: missing key 'name'; is it meant by 'nme'?\nf.yaml:1:1: unknown key 'nme'; did you mean 'name'?",
    ),
    ("name: 3", "f.yaml:1:7: name: expected text, found 3"),
    ("name:", "f.yaml:1:1: name: expected text, found null"),
    ("name: x\nshots: 3", "f.yaml:2:8: shots: expected a list, found 3"),
    ("name: x\nshots: [3]", "f.yaml:2:9: shots[0]: expected a mapping, found 3"),
    (
        "name: x\nshots:\n- kind: cut\n  speed: 2\n  spee: 3",
        "f.yaml:5:3: unknown key 'spee' in shots[0]; did you mean 'speed'?",
    ),
    (
        "name: x\nshots:\n- kind: pan\n  speed: 2",
        "f.yaml:4:3: unknown key 'speed' in shots[0]; valid names are after, kind",
    ),
    ("name: x\nshots:\n- kind: cut", "f.yaml:3:3: missing key 'speed' in shots[0]"),
    ("name: x\nshots:\n- {}", "f.yaml:3:3: missing key 'kind' in shots[0]"),
    (
        "name: x\nshots:\n- kind: tlt",
        "f.yaml:3:9: shots[0].kind: expected 'cut', 'pan', 'tilt', found 'tlt'; did you mean 'tilt'?",
    ),
    ("name: x\nshots:\n- kind: 7", "f.yaml:3:9: shots[0].kind: expected 'cut', 'pan', 'tilt', found 7"),
    (
        "name: x\nshots:\n- {kind: cut, speed: 1 km/h}",
        "f.yaml:3:22: shots[0].speed: should be greater than 1 m/s; found '1 km/h'",
    ),
    (
        "name: x\nshots:\n- {kind: cut, speed: 30 s}",
        "f.yaml:3:22: shots[0].speed: '30 s' is a time; expected a speed (m/s, km/h, kph, mph, ft/s, kn)",
    ),
    (
        "name: x\nshots:\n- {kind: cut, cut: 1, speed: 30 s}",
        "f.yaml:3:30: shots[0].speed: '30 s' is a time; expected a speed (m/s, km/h, kph, mph, ft/s, kn)",
    ),
    ("name: x\nshots:\n- {kind: cut, cut: 1}", "f.yaml:3:3: missing key 'speed' in shots[0]"),
    ("name: x\nshots:\n- {kind: pan, after: 3 ns}", "f.yaml:3:22: shots[0].after: 3 ns is odd"),
    (
        "name: x\nlimits:\n  Main Street: 55 mhp",
        "f.yaml:3:16: limits['Main Street']: '55 mhp': unknown unit 'mhp' for a speed; did you mean 'mph'?",
    ),
    ("name: x\ncolour: rd", "f.yaml:2:9: colour: expected 'red' or 'blue', found 'rd'; did you mean 'red'?"),
    ("name: x\npair: [1]", "f.yaml:2:7: pair: item [1] is missing; found 1"),
    ("name: x\npair: [1, 2, 3]", "f.yaml:2:7: pair: expected at most 2 in the list, found 3"),
    ("name: x\nfew: []", "f.yaml:2:6: few: expected at least 1 in the list, found 0"),
    ("name: x\ntags: [a, b, c]", "f.yaml:2:7: tags: expected at most 2 in the list, found 3"),
    (
        "name: x\npace: limt",
        (
            "f.yaml:2:7: pace: 'limt' is not a speed; expected a number, or a number and a unit such as '0.5 mph'; "
            "or: expected 'limit', found 'limt'; did you mean 'limit'?; or: expected a mapping, found 'limt'"
        ),
    ),
    ("name: x\npace: {kind: cut}", "f.yaml:2:7: missing key 'speed' in pace"),
    ("name: x\ncount: 3.0", "f.yaml:2:8: count: expected a whole number, found 3.0"),
    ("name: x\ncount: '3'", "f.yaml:2:8: count: expected a whole number, found '3'"),
    ("name: x\nfrom: .nan", "f.yaml:2:7: from: expected a finite number, found nan"),
    ("name: x\nfrom: 1:30", "f.yaml:2:7: from: expected a number, found '1:30'"),
    ("name: x\nfrom: 2", "f.yaml:2:7: from: should be less than or equal to 1; found 2"),
    ("name: x\nshots: []\nshot: 1", "f.yaml:3:1: unknown key 'shot'; did you mean 'shots'?"),
    ("name: x\nwet: 150 %", "f.yaml:2:6: wet: should be less than or equal to 1; found '150 %'"),
    ("name: x\nis_open: yes", "f.yaml:2:10: is_open: expected true or false, found 'yes'"),
    ("name: x\nis_open: true", "f.yaml:1:1: an open scene needs shots"),
]


@pytest.mark.parametrize(("text", "message"), REFUSED, ids=[case[0][-30:] for case in REFUSED])
def test_refusal_names_place_found_expected_and_nearest(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        validate(parse_yaml(text, file="f.yaml"), Scene)
    assert str(caught.value) == message


def test_all_problems_are_listed_in_order_of_place() -> None:
    text = "count: x\nshots:\n  - kind: cut\n    speed: fast\n    sped: 1\nname: 3\nshot: 1\n"
    with pytest.raises(DocumentError) as caught:
        validate(parse_yaml(text, file="f.yaml"), Scene)
    expected = "expected a number, or a number and a unit such as '0.5 mph'"
    assert str(caught.value).split("\n") == [
        "f.yaml:1:8: count: expected a whole number, found 'x'",
        f"f.yaml:4:12: shots[0].speed: 'fast' is not a speed; {expected}",
        "f.yaml:5:5: unknown key 'sped' in shots[0]; did you mean 'speed'?",
        "f.yaml:6:7: name: expected text, found 3",
        "f.yaml:7:1: unknown key 'shot'; did you mean 'shots'?",
    ]
    assert [problem.at.line for problem in caught.value.problems] == [1, 4, 5, 6, 7]
    assert caught.value.at == Position("f.yaml", 1, 8)


def test_copied_error_says_the_same() -> None:
    with pytest.raises(DocumentError) as caught:
        validate(parse_yaml("name: 3\nshots: 3"), Scene)
    again = copy.copy(caught.value)
    assert (str(again), again.problems) == (str(caught.value), caught.value.problems)


def test_problems_in_toml_have_their_places() -> None:
    with pytest.raises(DocumentError) as caught:
        validate(parse_toml("name = 3\n[[shots]]\nkind = 'cut'\nsped = 1\n", file="f.toml"), Scene)
    assert str(caught.value).split("\n") == [
        "f.toml:1:8: name: expected text, found 3",
        "f.toml:2:1: missing key 'speed' in shots[0]; is it meant by 'sped'?",
        "f.toml:4:1: unknown key 'sped' in shots[0]; did you mean 'speed'?",
    ]


def test_data_without_a_file_is_refused_by_name() -> None:
    with pytest.raises(DocumentError, match=r"^<study>: name: expected text, found 3$"):
        validate(Document("<study>", {"name": 3}), Scene)
