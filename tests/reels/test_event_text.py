from __future__ import annotations

import json
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seahaven.errors import ReelError
from seahaven.kernel import Event
from seahaven.reels.event_text import event_text


class Mood(Enum):
    CALM = 1


@dataclass(frozen=True)
class Crash:
    speed: float
    between: tuple[int, int]
    mood: Mood


def text_of(value: Any) -> str:
    return event_text(Event(0, "car.crash", 0, value))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1.5, "1.5"),
        (True, "true"),
        (None, "null"),
        ("für", '"für"'),
        ("\ud800", '"?"'),
        ((1, 2.0), "[1, 2.0]"),
        (Fraction(1, 3), '"1/3"'),
        (Mood.CALM, '"CALM"'),
        (np.float64(2.5), "2.5"),
        (np.array([1, 2], np.int8), "[1, 2]"),
        ({"b": 1, "a": float("inf")}, '{"a": "inf", "b": 1}'),
        ({2: "x", Mood.CALM: float("nan")}, '{"2": "x", "CALM": "nan"}'),
        (Crash(3.0, (1, 2), Mood.CALM), '{"between": [1, 2], "mood": "CALM", "speed": 3.0}'),
    ],
)
def test_a_value_is_told_as_json(value: Any, text: str) -> None:
    assert text_of(value) == text


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
                    | st.text(st.characters(exclude_categories=["Cs"])),
                    lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=3), inner)))  # fmt: skip
def test_plain_values_read_back_as_they_were(value: Any) -> None:
    read = json.loads(text_of(value))
    assert json.dumps(read, sort_keys=True, ensure_ascii=False) == text_of(value)


def test_a_value_that_would_read_differently_in_every_run_is_refused() -> None:
    with pytest.raises(
        ReelError, match=r"the event of car\.crash holds a object, which cannot be recorded; emit numbers"
    ):
        text_of([object()])
