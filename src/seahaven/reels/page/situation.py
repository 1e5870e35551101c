"""The situations of a directed drive as a page lists them: when each was open, its cast, and its outcome."""

from __future__ import annotations

import json
from typing import Any, Final

from seahaven.reels.reel import Reel

__all__ = ["situations_of"]

PLANNED: Final = "Planned"
OPENED: Final = "Opened"
CAST: Final = "CastMember"
CRITICAL: Final = "Critical"
CLOSED: Final = "Closed"
POSTPONED: Final = "Postponed"
RESITED: Final = "Resited"
UNOPENED: Final = ("unopened", "the drive ended before the subject came near")
UNENDED: Final = ("unended", "the drive ended before it was over")

_Value = dict[str, Any]


def situations_of(reel: Reel, *, start: float, end: float) -> list[dict[str, Any]]:
    """All situations of a drive by their numbers, as its direction logged them, for a page from `start` to `end` (s).

    Each has its `number`, counted from 1, and its `name`; `place`, how far along the drive it lies (m); `from` and
    `to`, when it was open, cut to the page; `at`, its critical moment; `outcome` (*met*, *missed*, *played*, *failed*,
    *dropped*, *postponed*, *unended* or *unopened*) and `text`; `role`, which its criterion is about; and its `cast`:
    which role was given to `who` at which time (`from`). What is not known is null. A situation that never opened, or
    was open outside the part that the page shows, is listed with `is_shown` false.
    """
    entries: dict[int, list[tuple[float, str, _Value]]] = {}
    for event in reel.events().to_pylist():
        if event["kind"] in (PLANNED, OPENED, CAST, CRITICAL, CLOSED, POSTPONED, RESITED):
            value = json.loads(event["value"])
            if isinstance(value, dict) and {"situation", "number"} <= value.keys():
                entries.setdefault(value["number"], []).append((event["time"], event["kind"], value))
    last = float(reel.times[-1]) if len(reel.times) else end
    return [_cut(_situation(entries[number], last), start, end) for number in sorted(entries)]


def _situation(entries: list[tuple[float, str, _Value]], last: float) -> dict[str, Any]:
    """One situation from its entries in the log of a drive that ended at `last` (s); of several attempts, the last."""
    _, planned = next(((time, value) for time, kind, value in entries if kind in (PLANNED, OPENED)), (0.0, {}))
    moves = [k for k, (_, kind, _) in enumerate(entries) if kind == RESITED]
    number, name = entries[0][2]["number"] + 1, entries[0][2]["situation"]
    if moves:
        planned = {**planned, "at": entries[moves[-1]][2]["at"]}
        entries = entries[moves[-1] :]
    first = {kind: (time, value) for time, kind, value in reversed(entries)}
    opened = next((time for time, kind, _ in entries if kind in (OPENED, CRITICAL, CLOSED)), None)
    closed, critical = first.get(CLOSED) or first.get(POSTPONED), first.get(CRITICAL)
    outcome, text = _outcome(planned, critical and critical[1], closed and closed[1], is_opened=opened is not None)
    return {
        "number": number,
        "name": name,
        "place": planned.get("at"),
        "from": opened,
        "at": critical and critical[0],
        "to": None if opened is None else closed[0] if closed else last,
        "outcome": outcome,
        "text": text,
        "role": (critical[1] if critical else planned).get("role", ""),
        "cast": _cast(entries),
    }


def _cast(entries: list[tuple[float, str, _Value]]) -> list[dict[str, Any]]:
    """Which entity was given which role, and when; the critical role's at the critical moment, if not before."""
    cast: list[dict[str, Any]] = []
    for time, kind, value in entries:
        is_new = kind == CRITICAL and all(member["who"] != value["entity"] for member in cast)
        if kind == CAST or is_new:
            cast.append({"role": value["role"], "who": value["entity"], "from": time})
    return cast


def _outcome(
    planned: _Value, critical: _Value | None, closed: _Value | None, *, is_opened: bool
) -> tuple[str, str]:  # fmt: skip
    """A situation's outcome in one word, and what was reached and wanted."""
    asked = f"wanted: {planned['criterion']} {_wanted(planned)}" if planned.get("criterion") else ""
    ending = UNENDED if is_opened else UNOPENED
    outcome, why = (closed.get("outcome", "postponed"), closed["why"]) if closed else ending
    if critical is not None:
        outcome = "met" if critical["is_met"] else "missed"
        reached = f"{critical['criterion']} {_number(critical['reached'])} {critical['unit']}".strip()
        asked = f"{reached}, wanted {_wanted(critical)}"
        why = why if closed else ""
    return outcome, "; ".join(part for part in (asked, why, closed.get("lacked") if closed else "") if part)


def _cut(situation: dict[str, Any], start: float, end: float) -> dict[str, Any]:
    """The situation with the time for which it was open cut to the page, and whether the page shows any of it."""
    opened, closed = situation["from"], situation["to"]
    if opened is None or closed < start or opened > end:
        return {**situation, "is_shown": False}
    return {**situation, "from": max(opened, start), "to": min(closed, end), "is_shown": True}


def _wanted(value: _Value) -> str:
    return f"{_number(value['wanted'])} ± {_number(value['tolerance'])} {value['unit']}".strip()


def _number(value: float | str) -> str:
    """A number as people read it; an infinite one was recorded as text."""
    return f"{value:.3g}" if isinstance(value, int | float) else value
