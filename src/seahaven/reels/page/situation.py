"""The situations of a directed drive as a page tells them: when they were open, and what they came to."""

from __future__ import annotations

import json
from typing import Any, Final

from seahaven.reels.reel import Reel

__all__ = ["situations_of"]

OPENED: Final = "Opened"
CRITICAL: Final = "Critical"
CLOSED: Final = "Closed"


def situations_of(reel: Reel, *, start: float, end: float) -> list[dict[str, Any]]:
    """The situations that are seen between two dates (s), by their numbers, as the direction of the drive told them.

    Each has its `number`, counted from 1, its `name`, `from` and `to` when it was open, cut to these dates, `at` for
    its critical moment or null, `outcome` (*met*, *missed*, *played*, *failed* or *open*), `text`, and `who` brought it
    about.
    """
    told: dict[int, dict[str, Any]] = {}
    for event in reel.events().to_pylist():
        if event["kind"] in (OPENED, CRITICAL, CLOSED):
            value = json.loads(event["value"])
            if isinstance(value, dict) and {"situation", "number"} <= value.keys():
                _take_in(told, event["kind"], event["time"], value, end)
    seen = (one for _, one in sorted(told.items()) if one["from"] <= end and one["to"] >= start)
    return [{**one, "from": max(one["from"], start), "to": min(one["to"], end)} for one in seen]


def _take_in(told: dict[int, dict[str, Any]], kind: str, time: float, value: dict[str, Any], end: float) -> None:
    fresh = {"number": value["number"] + 1, "name": value["situation"], "from": time, "to": end, "at": None}
    one = told.setdefault(value["number"], {**fresh, "outcome": "open", "text": "", "who": []})
    if kind == OPENED and value.get("criterion"):
        one["text"] = f"wanted: {value['criterion']} {_wanted(value)}"
    if kind == CRITICAL:
        one["at"], one["who"] = time, [value["entity"]]
        one["outcome"] = "met" if value["is_met"] else "missed"
        one["text"] = f"{value['criterion']} {_number(value['reached'])} {value['unit']}".strip()
        one["text"] += f", wanted {_wanted(value)}"
    if kind == CLOSED:
        one["to"] = time
        one["outcome"] = value["outcome"] if one["at"] is None else one["outcome"]
        one["text"] = "; ".join(part for part in (one["text"], value["why"], value.get("lacked")) if part)


def _wanted(value: dict[str, Any]) -> str:
    return f"{_number(value['wanted'])} ± {_number(value['tolerance'])} {value['unit']}".strip()


def _number(value: float | str) -> str:
    """A number as people read it; what JSON has no number for is text already."""
    return f"{value:.3g}" if isinstance(value, int | float) else value
