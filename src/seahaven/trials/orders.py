"""What somebody was told, in words with units: the orders of a log of direction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, Final

from seahaven.trials.episode import Entry
from seahaven.trials.numbers import short_number

__all__ = ["order_lines", "order_text"]

_SAID: Final = {
    "adjust_speed": "drive at {} m/s",
    "ask": "show phase {}",
    "brake": "brake with {} m/s²",
    "brake_for": "for {} s",
    "closeness": "keep {} of the usual distance to others",
    "ease": "with {} m/s² at most",
    "exchange": "exchange roles",
    "gap": "open a gap of {} s",
    "gap_every": "then one every {} s",
    "gap_in": "in {} s",
    "hold_beside": "keep beside the subject, {} m ahead of it",
    "hold_for": "for {} s",
    "hold_back": "drive no faster than {} m/s before the subject",
    "hold_gap": "hold a gap of {} m before the subject",
    "hold_headway": "hold a headway of {} s before the subject",
    "hurry": "go at {} times the usual pace",
    "meet": "meet the subject at the place, at {} m/s",
    "meet_beyond": "{} m beyond the place",
    "meet_early": "{} s early",
    "meet_lag": "when the subject has {} m to go",
    "meet_short": "{} m before the place",
    "pace": "drive at {} m/s",
    "stray": "drift {} m to the left",
    "stray_for": "come back after {} s",
}
"""Orders that have a quantity."""
_NAMED: Final = {
    ("brake", 0.0): "brake no more",
    ("brake_lights", 0.0): "brake without brake lights",
    ("brake_lights", 1.0): "brake with brake lights",
    ("change_lane", -1.0): "change lanes to the right",
    ("change_lane", 0.0): "stay in the lane",
    ("change_lane", 1.0): "change lanes to the left",
    ("ease", 0.0): "",
    ("either_side", 1.0): "on either side",
    ("is_reckless", 0.0): "heed others",
    ("is_reckless", 1.0): "heed nobody",
    ("lights_up", 0.0): "drive without light",
    ("lights_up", 1.0): "drive with light when it is dark",
    ("meet", 0.0): "meet the subject at the place",
    ("meet_early", 0.0): "",
    ("meet_short", 0.0): "",
    ("meet_short", -1.0): "",
    ("runs_lights", 1.0): "run the red light",
    ("signal", -1.0): "signal to the right",
    ("signal", 1.0): "signal to the left",
    ("stay_aside", 0.0): "come over into the subject's lane",
    ("stay_aside", 1.0): "stay on the lane beside for now",
    ("steady", 1.0): "keep the speed that it has",
    ("turn_next", -1.0): "turn right",
    ("turn_next", 0.0): "go straight on",
    ("turn_next", 1.0): "turn left",
}
"""Orders whose value says which, and those that say nothing beside others."""
_OFTEN: Final = 3
"""So many orders of the same kind, one after the other, are told as one that was corrected."""

Line = tuple[float, str]


def order_text(item: str, value: float) -> str:
    """One order, as one would say it; a button that only is pressed has no number.

    >>> order_text("hold_gap", 30.0), order_text("change_lane", 1.0), order_text("stop_on_shoulder", 1.0)
    ('hold a gap of 30 m before the subject', 'change lanes to the left', 'stop on shoulder')
    """
    if (item, value) in _NAMED:
        return _NAMED[item, value]
    if item == "hold_beside" and value < 0.0:
        return f"keep beside the subject, {short_number(-value)} m behind it"
    if item in _SAID:
        return _SAID[item].format(short_number(value))
    words = item.replace("_", " ")
    return words if value == 1.0 else f"{words} {short_number(value)}"


def order_lines(entries: Sequence[Entry]) -> Iterator[Line]:
    """Orders that follow each other, in time: what one is told at once is a line, and corrections are told together."""
    told = [list(same) for _, same in groupby(entries, lambda entry: (entry.time, entry.what.role))]
    for _, run in groupby(told, _kind):
        group = list(run)
        if len(group) < _OFTEN:
            yield from (_line(orders, "is told") for orders in group)
        else:
            yield _line(group[0], "is told")
            yield _line(group[-1], f"is corrected, {len(group) - 1} times until now")


def _kind(orders: list[Entry]) -> tuple[Any, ...]:
    return orders[0].what.role, *(entry.what.item for entry in orders)


def _line(orders: list[Entry], verb: str) -> Line:
    phrases = [order_text(entry.what.item, entry.what.value) for entry in orders]
    return orders[0].time, f"{orders[0].what.role} {verb}: {', '.join(filter(None, phrases))}"
