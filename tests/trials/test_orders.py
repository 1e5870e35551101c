"""What the log says that somebody was told."""

from __future__ import annotations

import re
from inspect import getsource

import pytest

from seahaven.direction.library import LIBRARY
from seahaven.direction.log import Closed, Forecast, Opened, Ordered
from seahaven.trials.episode import Entry, Episode, Log
from seahaven.trials.numbers import quantity
from seahaven.trials.orders import order_lines, order_text
from seahaven.trials.wording import entry_text, log_lines


def ordered(time: float, role: str, **items: float) -> list[Entry]:
    return [Entry(time, Ordered("turn", 0, role, 7, item, value)) for item, value in items.items()]


@pytest.mark.parametrize(
    ("item", "value", "text"),
    [
        ("brake", 5.886, "brake with 5.89 m/s²"),
        ("brake", 0.0, "brake no more"),
        ("hold_beside", 6.0, "keep beside the subject, 6 m ahead of it"),
        ("hold_beside", -12.0, "keep beside the subject, 12 m behind it"),
        ("turn_next", 1.0, "turn left"),
        ("stop_on_shoulder", 1.0, "stop on shoulder"),
        ("exchange", 5000045.0, "exchange roles"),
        ("stay_aside", 0.0, "come over into the subject's lane"),
        ("something_of_yours", 3.0, "something of yours 3"),
    ],
)
def test_orders_are_told_in_words_with_units(item: str, value: float, text: str) -> None:
    assert order_text(item, value) == text


def test_whatever_the_library_sends_with_a_quantity_has_words() -> None:
    sources = [getsource(situation) for situation in LIBRARY.values()]
    sent = {item for source in sources for item in re.findall(r'send\(m\.\w+, "(\w+)", (?!1\.0\))', source)}
    assert {"hold_gap", "stray", "closeness"} <= sent
    plain = [item for item in sent if order_text(item, 0.6) == f"{item.replace('_', ' ')} 0.6"]
    assert not [item for item in plain if order_text(item, 1.0) == item.replace("_", " ")]


def test_what_one_is_told_at_once_is_one_line() -> None:
    entries = ordered(3.0, "lead", change_lane=1.0, let_go=1.0) + ordered(3.0, "merger", meet=0.0, meet_short=-1.0)
    assert list(order_lines(entries)) == [
        (3.0, "lead is told: change lanes to the left, let go"),
        (3.0, "merger is told: meet the subject at the place"),
    ]


def test_an_order_that_is_given_again_and_again_is_told_as_corrected() -> None:
    entries = [entry for k in range(40) for entry in ordered(0.5 * k, "oncoming", gap=10.0, gap_in=25.0 - 0.5 * k)]
    entries += ordered(20.0, "car", go=1.0)
    assert list(order_lines(entries)) == [
        (0.0, "oncoming is told: open a gap of 10 s, in 25 s"),
        (19.5, "oncoming is corrected, 39 times until now: open a gap of 10 s, in 5.5 s"),
        (20.0, "car is told: go"),
    ]


def test_a_log_says_who_is_watched_and_where_the_drive_broke_off() -> None:
    opened = Opened("turn", 0, 700.0, "delay", "s", 8.0, 0.25, "car")
    log = Log((Episode(0, "turn", [Entry(1.0, opened), *ordered(2.0, "car", go=1.0)]),), ())
    assert log_lines(log, names={"ada": 1}, watched=1, resumed=[1.5]) == [
        (1.0, 1, "turn opens, 0.7 km along the drive; wanted: delay 8 ± 0.25 s; ada is watched"),
        (1.5, 0, "the drive broke off, and goes on from here"),
        (2.0, 1, "car is told: go"),
    ]


def test_a_forecast_speaks_of_the_place_and_not_of_the_moment() -> None:
    assert entry_text(Forecast("turn", 0, True, 3.0, 4.0, float("inf")), {}) == (
        "can come about; the subject is expected at the place in 4 s (3 to ∞ s)"
    )
    assert entry_text(Forecast("turn", 0, True, 0.0, 0.0, 0.0), {}) == "can come about; the subject is at the place"
    forecast = Forecast("turn", 0, False, 3.0, 4.0, 5.0, "car 3.2 s too late")
    assert entry_text(forecast, {}) == "cannot come about as things are: car 3.2 s too late"


def test_a_failure_says_who_lacked_how_much() -> None:
    closed = Closed("turn", 0, "failed", "the subject came past", 14.0, "car 20 m too far ahead")
    assert entry_text(closed, {}) == "turn failed: the subject came past; last seen: car 20 m too far ahead"


def test_reels_of_before_that_tell_less_are_read() -> None:
    assert entry_text(Opened("turn", 0, 700.0), {}) == "turn opens, 0.7 km along the drive"
    assert entry_text(Closed("turn", 0, "failed", "the subject came past"), {}) == "turn failed: the subject came past"


def test_quantities_are_told_as_finely_as_they_matter() -> None:
    assert [quantity(value, "s") for value in (-0.0273, -0.001, 3.7, None)] == ["−0.03 s", "0.00 s", "3.70 s", "–"]
    assert quantity(203.0, "s", most=20.0) == "> 20 s"
    assert quantity(0.257, "m", sign=True) == "+0.3 m"
