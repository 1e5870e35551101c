from __future__ import annotations

import json
from dataclasses import dataclass, field
from enum import Enum, Flag, auto
from fractions import Fraction
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seahaven.errors import SnapshotError
from seahaven.kernel.codec import decode, encode, kinds_in

T = TypeVar("T")


class Colour(Enum):
    RED = "r"
    BLUE = "b"


class Bits(Flag):
    A = auto()
    B = auto()


@dataclass(frozen=True)
class Point:
    x: float
    colour: Colour = Colour.RED
    length: float = field(init=False, default=0.0)

    def __post_init__(self) -> None:
        object.__setattr__(self, "length", abs(self.x))


@dataclass(frozen=True)
class Path:
    points: tuple[Point, ...]
    label: str | None = None


@dataclass(frozen=True)
class Box(Generic[T]):
    content: T


class Pair(NamedTuple):
    a: int
    b: int


KINDS = kinds_in(Path, kinds_in(Box[Colour], kinds_in(Bits)))


def there_and_back(value: Any) -> Any:
    arrays: list[np.ndarray] = []
    text = json.dumps(encode(value, arrays, KINDS))
    return decode(json.loads(text), arrays, KINDS)


plain = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | st.binary() | st.fractions()
)
keys = st.text() | st.integers() | st.tuples(st.integers(), st.text())
values = st.recursive(
    plain | st.sampled_from(Colour) | st.builds(Point, st.floats(allow_nan=False), st.sampled_from(Colour)),
    lambda inner: st.lists(inner) | st.lists(inner).map(tuple) | st.dictionaries(keys, inner) | inner.map(Box),
)


@given(values)
def test_property_there_and_back_gives_the_same_value_of_the_same_type(value: Any) -> None:
    back = there_and_back(value)
    assert back == value
    assert repr(back) == repr(value)


@pytest.mark.parametrize("value", [np.float32(0.1), np.int64(-3), np.float64(0.1), np.bool_(True)])
def test_numpy_scalars_keep_their_precision(value: Any) -> None:
    back = there_and_back(value)
    assert type(back) is type(value)
    assert back == value


@pytest.mark.parametrize(
    "array",
    [np.arange(6).reshape(2, 3), np.zeros((0, 3)), np.array(2.5), np.zeros(2, dtype=[("x", "f8"), ("id", "i4")])],
)
def test_arrays_go_beside_the_text(array: np.ndarray) -> None:
    arrays: list[np.ndarray] = []
    assert encode([1, array], arrays, {}) == [1, {"$array": 0}]
    assert there_and_back((array,))[0] is not None
    assert arrays[0] is array


def test_special_floats_survive() -> None:
    inf, nan, zero = there_and_back([float("inf"), float("nan"), -0.0])
    assert (inf, nan != nan, str(zero)) == (float("inf"), True, "-0.0")


@pytest.mark.parametrize("value", [object(), {1, 2}, Pair(1, 2), np.array([object()]), Bits.A | Bits.B, lambda: 0, 1j])
def test_what_would_not_come_back_as_it_was_is_refused(value: Any) -> None:
    with pytest.raises(SnapshotError, match=r"cannot be written to a file|which nothing here declares"):
        encode(value, [], KINDS)


def test_what_the_reader_does_not_name_is_refused_by_both_sides() -> None:
    @dataclass(frozen=True)
    class Stranger:
        x: int = 0

    with pytest.raises(SnapshotError, match=r"the data holds a '.*Stranger', which nothing here declares"):
        encode(Stranger(), [], KINDS)
    with pytest.raises(SnapshotError, match="the data holds a 'os:system', which nothing here declares"):
        decode({"$data": ["os:system", {"command": "true"}]}, [], KINDS)


@pytest.mark.parametrize(
    "data",
    [
        {}, {"a": 1, "b": 2}, {"$evil": ["x", {}]}, {"$array": 3}, {"$array": "x"}, {"$tuple": 1}, {"$fraction": "one"},
        {"$bytes": "zz"}, {"$dict": [[1]]}, {"$dict": [[[1], 2]]}, {"$enum": 1},
        {"$enum": ["tests.kernel.test_codec:Colour", "GREEN"]}, {"$enum": ["tests.kernel.test_codec:Point", "RED"]},
        {"$data": ["tests.kernel.test_codec:Point", {"y": 1}]}, {"$data": ["tests.kernel.test_codec:Colour", {}]},
        {"$data": ["tests.kernel.test_codec:Point", [1]]},
    ],
)  # fmt: skip
def test_damaged_data_is_refused_and_runs_nothing(data: Any) -> None:
    kinds = {label.replace(Colour.__module__, "tests.kernel.test_codec"): kind for label, kind in KINDS.items()}
    with pytest.raises(SnapshotError, match=r"the data is damaged: .* means nothing"):
        decode(data, [], kinds)


def test_kinds_are_found_inside_others() -> None:
    names = {label.partition(":")[2] for label in kinds_in(dict[str, list[Path | None]])}
    assert names == {"Path", "Point", "Colour"}
    assert [label.partition(":")[2] for label in kinds_in(Box[Fraction])] == ["Box"]


def test_kinds_with_types_that_only_a_function_knew_are_still_found() -> None:
    @dataclass(frozen=True)
    class Hidden:
        x: int

    @dataclass(frozen=True)
    class Holder:
        hidden: Hidden

    assert len(kinds_in(Holder)) == 1
