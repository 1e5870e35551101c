"""The log of a direction in words, as people read it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from seahaven.direction import (
    CastMember,
    Closed,
    Contradicted,
    Critical,
    DriveLaid,
    Forecast,
    Intervention,
    Marker,
    Opened,
    Ordered,
    Planned,
    Postponed,
    Resited,
    Told,
)
from seahaven.trials.episode import Episode, Log
from seahaven.trials.numbers import quantity, short_number
from seahaven.trials.orders import order_lines
from seahaven.world import entity_label

__all__ = ["entry_text", "laid_text", "log_lines"]
_ORDINALS = {1: "first", 2: "second", 3: "third"}


def log_lines(
    log: Log, *, names: Mapping[str, int], watched: int | None = None, resumed: Iterable[float] = ()
) -> list[tuple[float, int, str]]:  # fmt: skip
    """All entries in order of time: when (s), the number of their situation, from 1 (0 for none), and what.

    `watched` is the subject, `resumed` are the times at which the drive went on after it had broken off.
    """
    called = {entity: name for name, entity in names.items()}
    seen = "" if watched is None else f"; {entity_label(watched, called)} is watched"
    lines = [(time, 0, laid_text(laid)) for time, laid in log.laid]
    lines += [
        (time, episode.number + 1, text)
        for episode in log.episodes
        for time, text in _episode_lines(episode, called, seen)
    ]
    remarks = (entry for entry in log.remarks if not isinstance(entry.what, DriveLaid))
    lines += [(entry.time, 0, entry_text(entry.what, called)) for entry in remarks]
    lines += [(time, 0, "the drive broke off, and goes on from here") for time in resumed]
    return sorted(lines, key=lambda line: line[0])


def _episode_lines(episode: Episode, called: Mapping[int, str], seen: str) -> Iterator[tuple[float, str]]:
    """The lines of one situation from when it opens; `seen` says who is watched from then on."""
    told = (entry for entry in episode.entries if type(entry.what) is not Planned)
    for is_order, entries in groupby(told, lambda entry: isinstance(entry.what, Ordered)):
        if is_order:
            yield from order_lines(list(entries))
        else:
            for time, what in entries:
                yield time, entry_text(what, called) + (seen if isinstance(what, Opened) else "")


def entry_text(what: Any, called: Mapping[int, str]) -> str:
    """One entry as a sentence; `called` are the names of entities that have one."""
    match what:
        case Opened():
            return f"{what.situation} opens, {what.at / 1000:.1f} km along the drive{_asked(what)}"
        case CastMember():
            return f"{entity_label(what.entity, called)} plays {what.role}: {what.how}, {_ordinal(what.choice)} choice"
        case Forecast():
            return " ".join(_forecast(what))
        case Critical():
            return f"critical: {critical_text(what)}"
        case Closed():
            told = "; ".join(filter(None, (what.why, f"last seen: {what.lacked}" if what.lacked else "")))
            return f"{what.situation} {what.outcome}{f': {told}' if told else ''}"
        case DriveLaid():
            return laid_text(what)
        case Resited():
            where = "keeps its place" if what.is_kept else "has another place"
            return f"{what.situation} {where}, {what.at / 1000:.1f} km along the new drive{_again(what.attempt)}"
        case Postponed():
            return f"{what.situation} is postponed: {what.why}"
        case Contradicted():
            held, lost = (
                f"{item.replace('_', ' ')} {short_number(value)} by {by}" for item, value, by in _told_twice(what)
            )
            return f"{entity_label(what.entity, called)} is told {held} and {lost}; the former holds"
        case Intervention():
            return _by_hand(what, called)
        case Told():
            return f"subject is told: {what.text}"
        case Marker():
            return f"marker: {what.text}"
    raise TypeError(f"a {type(what).__name__} is no entry of a log")


def _by_hand(what: Intervention, called: Mapping[int, str]) -> str:
    match what.act:
        case "cue":
            return f"by hand: {what.situation} is cued"
        case "stop":
            return f"by hand: {what.situation} is stopped"
    return f"by hand: {entity_label(what.entity, called)} is to play {what.role} in {what.situation}"


def laid_text(what: DriveLaid) -> str:
    """Why the drive was laid anew, and from where to where."""
    drive = f"from {what.road} to {what.to}, {what.length / 1000:.1f} km"
    return f"the subject {what.why}; the drive is laid anew {drive}" + (
        "" if what.is_to_goal else ", since no way leads to the goal"
    )


def _again(attempt: int) -> str:
    return f", attempt {attempt}" if attempt > 1 else ""


def critical_text(what: Critical) -> str:
    """What was reached at a critical moment, and what was wanted."""
    verdict = "met" if what.is_met else "missed"
    return f"{what.criterion} {quantity(what.reached, what.unit)}, wanted {_wanted(what)}: {verdict}"


def _asked(what: Opened) -> str:
    """What is to be reached, if the reel tells that."""
    return f"; wanted: {what.criterion} {_wanted(what)}" if what.criterion else ""


def _wanted(what: Opened | Critical) -> str:
    return f"{short_number(what.wanted)} ± {short_number(what.tolerance)} {what.unit}".strip()


def _told_twice(what: Contradicted) -> tuple[tuple[str, float, str], tuple[str, float, str]]:
    return (what.item, what.value, what.by), (what.other_item, what.other_value, what.other_by)


def _forecast(what: Forecast) -> Iterator[str]:
    if not what.feasible:
        yield f"cannot come about as things are{f': {what.why}' if what.why else ''}"
        return
    if what.latest <= 0.0:
        yield "can come about; the subject is at the place"
        return
    yield f"can come about; the subject is expected at the place in {short_number(what.likely)} s"
    yield f"({short_number(what.earliest)} to {short_number(what.latest)} s)"


def _ordinal(choice: int) -> str:
    return _ORDINALS.get(choice, f"{choice}th")
