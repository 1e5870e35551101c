from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from enum import Enum
from typing import Any, Literal, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from seahaven.errors import SnapshotError
from seahaven.kernel.values import Misfit, checker, copied, fits

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@pytest.mark.parametrize(
    ("produced", "wanted"),
    [
        (float, float), (bool, bool), (int, object), (float, Any), (int, int | None), (float | None, float | None),
        (Misfit, TypeError), (Floats, Floats), (Floats, np.ndarray), (np.ndarray, Ints),
        (tuple[int, int], tuple[int, int]),
    ],
)  # fmt: skip
def test_types_that_fit(produced: Any, wanted: Any) -> None:
    assert fits(produced, wanted)


@pytest.mark.parametrize(
    ("produced", "wanted"),
    [
        (int, float), (bool, int), (float, int), (str, float), (float | None, float), (TypeError, Misfit),
        (Ints, Floats), (tuple[int, int], tuple[float, float]), (Literal["a"], Literal["b"]), (Floats, float),
    ],
)  # fmt: skip
def test_types_are_never_mixed_silently(produced: Any, wanted: Any) -> None:
    assert not fits(produced, wanted)


@pytest.mark.parametrize(
    ("hint", "value", "plain"),
    [
        (float, 3, 3.0), (float, np.float32(0.5), 0.5), (int, np.int16(4), 4), (bool, np.True_, True),
        (float | None, None, None), (float | None, 2, 2.0), (Literal["a", "b"], "b", "b"),
        (tuple[int, int], (1, 2), (1, 2)),
    ],
)  # fmt: skip
def test_values_come_in_their_plain_form(hint: Any, value: Any, plain: Any) -> None:
    assert checker(hint)(value) == plain
    assert type(checker(hint)(value)) is type(plain)


@pytest.mark.parametrize(
    ("hint", "value", "message"),
    [
        (float, True, "expected float, got bool True"), (int, 1.0, "expected int, got float 1.0"),
        (bool, 1, "expected bool, got int 1"), (float | None, "x", "got str 'x'"), (Floats, [1.0], "got list"),
        (Literal["a"], "b", "got str 'b'"), (str, None, "expected str, got NoneType None"),
    ],
)  # fmt: skip
def test_values_of_the_wrong_type_are_refused(hint: Any, value: Any, message: str) -> None:
    with pytest.raises(Misfit, match=message):
        checker(hint)(value)


def test_an_array_that_was_handed_over_cannot_be_changed_by_anybody() -> None:
    own = np.zeros(3)
    assert checker(Floats)(own) is own
    assert not own.flags.writeable
    base = np.zeros(3)
    for view in (base[:2], np.broadcast_to(base, (2, 3))):
        handed = checker(Floats)(view)
        base[:] += 1.0
        assert not handed.flags.writeable
        assert handed.max() < base.max()


def test_a_read_only_view_of_a_read_only_array_needs_no_copy() -> None:
    base = np.zeros(3)
    base.flags.writeable = False
    view = base[:2]
    assert checker(Floats)(view) is view


class Colour(Enum):
    RED = 1


class Pair(NamedTuple):
    first: Any
    second: Any


@dataclass(frozen=True, slots=True)
class Record:
    items: Any
    colour: Colour = Colour.RED


@pytest.mark.parametrize(
    "value", [1, 2.5, "x", b"x", None, Colour.RED, np.int64(3), (1, (2, "x")), Pair(1, 2), Record(1)]
)
def test_what_cannot_change_is_shared(value: Any) -> None:
    assert copied(value, "here") is value


@pytest.mark.parametrize("wrap", [list, tuple, lambda v: {"k": v[0]}, lambda v: Pair(*v, 1), lambda v: Record(v[0])])
def test_what_can_change_is_copied_however_deep_it_lies(wrap: Any) -> None:
    for inner in ([1, 2], np.zeros(2), {"a": [1]}):
        original = wrap([inner])
        twin = copied(original, "here")
        assert type(twin) is type(original)
        assert repr(twin) == repr(original)
        if isinstance(inner, dict):
            inner["a"].append(2)
        else:
            inner[0] = 9
        assert repr(twin) != repr(original)


@dataclass
class Loose:
    x: int = 0


@pytest.mark.parametrize(
    "value", [Loose(), object(), {1, 2}, defaultdict(int), np.array([object()]), Record([object()])]
)
def test_what_cannot_be_copied_faithfully_is_refused_with_its_place(value: Any) -> None:
    with pytest.raises(SnapshotError, match=r"car/engine\.map holds a \w+, which cannot be copied; keep numbers, text"):
        copied(value, "car/engine.map")
