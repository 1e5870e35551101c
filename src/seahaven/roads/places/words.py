"""Places in words: "T-junction with lights", "straight of at least 300 m without crosswalk"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeVar

from seahaven.errors import InputError, UnitError, nearest
from seahaven.files import Dimension, parse_quantity
from seahaven.roads.model import LaneKind, RoadKind
from seahaven.roads.places.wanted import (
    Arrival,
    Bend,
    Control,
    Shape,
    Wanted,
    WantedCrosswalk,
    WantedCurve,
    WantedDeadEnd,
    WantedHill,
    WantedJunction,
    WantedLaneDrop,
    WantedRoad,
    WantedStraight,
)

T = TypeVar("T")

HEADS: Mapping[str, Wanted] = MappingProxyType(
    {
        "junction": WantedJunction(),
        "T-junction": WantedJunction(shape=Shape.T),
        "Y-junction": WantedJunction(shape=Shape.Y),
        "crossing": WantedJunction(shape=Shape.CROSSING),
        "crossroads": WantedJunction(shape=Shape.CROSSING),
        "intersection": WantedJunction(),
        "roundabout": WantedJunction(shape=Shape.ROUNDABOUT),
        "exit": WantedJunction(shape=Shape.EXIT),
        "entry": WantedJunction(shape=Shape.ENTRY),
        "joint": WantedJunction(shape=Shape.JOINT),
        "turning circle": WantedJunction(shape=Shape.END),
        "road": WantedRoad(),
        "motorway": WantedRoad(kind=RoadKind.MOTORWAY),
        **{f"{kind.value} road": WantedRoad(kind=kind) for kind in RoadKind if kind is not RoadKind.MOTORWAY},
        "straight": WantedStraight(),
        "curve": WantedCurve(),
        "left curve": WantedCurve(side=Bend.LEFT),
        "right curve": WantedCurve(side=Bend.RIGHT),
        "crest": WantedHill(is_crest=True),
        "sag": WantedHill(is_crest=False),
        "crosswalk": WantedCrosswalk(),
        "lane drop": WantedLaneDrop(),
        "dead end": WantedDeadEnd(),
    }
)
"""The words with which a wish may begin, and that may follow "with" and "without"."""
LANES: Mapping[str, LaneKind] = MappingProxyType(
    {
        "entry lane": LaneKind.ENTRY,
        "exit lane": LaneKind.EXIT,
        "parking lane": LaneKind.PARKING,
        "bike lane": LaneKind.BIKING,
        "bus lane": LaneKind.BUS,
        "pavement": LaneKind.SIDEWALK,
        "sidewalk": LaneKind.SIDEWALK,
        "shoulder": LaneKind.SHOULDER,
        **{f"{kind.value.removesuffix(' lane')} lane": kind for kind in LaneKind},
    }
)
"""Lanes beside a road."""
CONTROLS: Mapping[str, Control] = MappingProxyType(
    {
        "traffic lights": Control.LIGHTS,
        "stop sign": Control.STOP,
        "yield sign": Control.YIELD,
        "give way": Control.YIELD,
        "priority road": Control.PRIORITY,
        **{control.value: control for control in Control},
    }
)
"""What may follow "with" and "without" at a junction."""
ARRIVALS: Mapping[str, Arrival | Control] = MappingProxyType(
    {**{one.value: one for one in Arrival}, **{f"{one.value} arm": one for one in Control}}
)
"""What may follow "on"."""

_NUMBERS = {word: k for k, word in enumerate(("one", "two", "three", "four", "five", "six", "seven", "eight"), 1)}
_SPLIT = re.compile(r"\s+(and without|and with|and on|and of|without|with|and|on|of)\s+", re.IGNORECASE)
_PLAINER = (
    (re.compile(r"\s*,\s*(?:and\s+)?", re.IGNORECASE), " and "),
    (re.compile(r"\bwith no\b", re.IGNORECASE), "without"),
    (re.compile(r"\b(limit|radius|length|change) of\b", re.IGNORECASE), r"\1"),
)
_ARTICLE = re.compile(r"^(?:a|an|the|some)\s+", re.IGNORECASE)
_MEASURE = re.compile(
    r"^(length |radius |change |)(at least|at most|above|below|over|under|)\s*([-\d.].*)$", re.IGNORECASE
)


_GROUP = re.compile(r"\(([^()]*)\)")
_HELD = re.compile(r"#(\d+)")


@dataclass(frozen=True, slots=True)
class _Clause:
    """A part of a wish: the word that begins it, what follows, the whole text, and what stood in parentheses there."""

    word: str
    phrase: str
    text: str
    groups: tuple[str, ...]

    def unknown(self, what: str, known: Mapping[str, object]) -> InputError:
        return InputError(f"no {what} is called '{self.phrase}' in \"{self.text}\"{nearest(self.phrase, known)}")


def parse(text: str) -> Wanted:
    """The kind of place that a text describes.

    A text begins with a kind of place; then may follow, in any order, "with", "without" and "and", "on" for the arm
    on which one arrives, and "of" for a length or radius with its unit. Parentheses hold a place that has
    such words of its own: "junction with (crosswalk without lights)".

    >>> parse("T-junction with lights") == WantedJunction(shape=Shape.T, controls=(Control.LIGHTS,))
    True
    >>> parse("straight of at least 300 m").least
    300.0
    """
    groups: list[str] = []
    plain = text
    while match := _GROUP.search(plain):
        groups.append(match[1])
        plain = f"{plain[: match.start()]}#{len(groups) - 1}{plain[match.end() :]}"
    if "(" in plain or ")" in plain:
        raise InputError(f'"{text}" has a parenthesis without its partner; expected pairs')
    return _parse(plain, text, tuple(groups))


def _parse(plain: str, text: str, groups: tuple[str, ...]) -> Wanted:
    head, *clauses = _clauses(plain, text, groups)
    wanted = _lookup(head.phrase, HEADS)
    if wanted is None:
        raise head.unknown("kind of place", HEADS)
    for clause in clauses:
        wanted = _extended(wanted, clause)
    return wanted


def _clauses(plain: str, text: str, groups: tuple[str, ...]) -> Iterator[_Clause]:
    plain = " ".join(plain.split())
    for pattern, words in _PLAINER:
        plain = pattern.sub(words, plain)
    parts = _SPLIT.split(plain)
    yield _Clause("", _bare(parts[0]), text, groups)
    word = "with"
    for joint, phrase in zip(parts[1::2], parts[2::2], strict=True):
        said = joint.lower().removeprefix("and ")
        word = word if said == "and" else said
        yield _Clause(word, _bare(phrase), text, groups)


def _bare(phrase: str) -> str:
    return _ARTICLE.sub("", phrase.strip())


def _lookup(phrase: str, known: Mapping[str, T]) -> T | None:
    """What a phrase stands for, whatever its case, hyphens and plural."""
    plain = {_plain(name): value for name, value in known.items()}
    return plain.get(_plain(phrase))


def _plain(phrase: str) -> str:
    return phrase.lower().replace("-", " ").removesuffix("s")


def _extended(wanted: Wanted, clause: _Clause) -> Wanted:
    measured = _MEASURE.match(clause.phrase)
    if clause.word == "on":
        return _arriving(wanted, clause)
    if measured and clause.word in ("of", "with") and (clause.word == "of" or measured[1] or measured[2]):
        return _measured(wanted, clause, *measured.groups())
    if clause.word == "of":
        raise InputError(f"'of {clause.phrase}' in \"{clause.text}\" is no measure; write one like 'of at least 300 m'")
    for extend in (_counted, _limited, _controlled, _lit, _laned):
        longer = extend(wanted, clause)
        if longer is not None:
            return longer
    return _having(wanted, clause)


def _arriving(wanted: Wanted, clause: _Clause) -> Wanted:
    arm = _lookup(clause.phrase, ARRIVALS)
    if arm is None:
        raise clause.unknown("arm", ARRIVALS)
    if not isinstance(wanted, WantedJunction):
        raise InputError(f"'on {clause.phrase}' in \"{clause.text}\" says how one arrives; only junctions have arms")
    return replace(wanted, arriving=arm)


def _measured(wanted: Wanted, clause: _Clause, what: str, bound: str, amount: str) -> Wanted:
    dimension: Dimension = "ratio" if isinstance(wanted, WantedHill) else "length"
    try:
        value = parse_quantity(amount, dimension)
    except UnitError as error:
        raise InputError(f'"{clause.text}": {error}') from error
    upper, name = bound.lower() in ("at most", "below", "under"), what.strip().lower()
    if isinstance(wanted, WantedHill) and name in ("", "change") and not upper:
        return replace(wanted, change=value)
    if isinstance(wanted, WantedCurve) and name in ("", "radius"):
        return replace(wanted, most=value) if upper else replace(wanted, least=value)
    if isinstance(wanted, WantedStraight) and name in ("", "length"):
        return replace(wanted, most=value) if upper else replace(wanted, least=value)
    if isinstance(wanted, WantedRoad) and name in ("", "length") and not upper:
        return replace(wanted, least=value)
    raise InputError(f"'{clause.phrase}' in \"{clause.text}\" measures nothing that this place has")


def _counted(wanted: Wanted, clause: _Clause) -> Wanted | None:
    match = re.fullmatch(r"(\d+|[a-z]+) (arms?|lanes?)", clause.phrase.lower())
    count = match and (int(match[1]) if match[1].isdecimal() else _NUMBERS.get(match[1]))
    if not (match and count) or clause.word != "with":
        return None
    if match[2].startswith("arm") and isinstance(wanted, WantedJunction):
        return replace(wanted, arms=count)
    if match[2].startswith("lane") and isinstance(wanted, WantedRoad):
        return replace(wanted, lanes=count)
    return None


def _limited(wanted: Wanted, clause: _Clause) -> Wanted | None:
    match = re.fullmatch(r"(?:speed )?limit (?:of )?(.+)", clause.phrase, re.IGNORECASE)
    if not match or clause.word != "with":
        return None
    try:
        limit = parse_quantity(match[1], "speed")
    except UnitError as error:
        raise InputError(f'"{clause.text}": {error}') from error
    return replace(wanted, limit=limit) if isinstance(wanted, WantedRoad) else wanted.having(WantedRoad(limit=limit))


def _controlled(wanted: Wanted, clause: _Clause) -> Wanted | None:
    control = _lookup(clause.phrase, CONTROLS)
    if control is None or not isinstance(wanted, WantedJunction):
        return None
    if clause.word == "without":
        return replace(wanted, no_controls=(*wanted.no_controls, control))
    return replace(wanted, controls=(*wanted.controls, control))


def _lit(wanted: Wanted, clause: _Clause) -> Wanted | None:
    if not isinstance(wanted, WantedCrosswalk):
        return None
    if _lookup(clause.phrase, CONTROLS) is Control.LIGHTS:
        return replace(wanted, lights=clause.word == "with")
    if _plain(clause.phrase) == "junction":
        return replace(wanted, at_junction=clause.word == "with")
    return None


def _laned(wanted: Wanted, clause: _Clause) -> Wanted | None:
    kind = _lookup(clause.phrase, LANES)
    if kind is None:
        return None
    if not isinstance(wanted, WantedRoad):
        other = WantedRoad(beside=(kind,))
        return wanted.having(other) if clause.word == "with" else wanted.lacking(other)
    if clause.word == "without":
        return replace(wanted, not_beside=(*wanted.not_beside, kind))
    return replace(wanted, beside=(*wanted.beside, kind))


def _having(wanted: Wanted, clause: _Clause) -> Wanted:
    held = _HELD.fullmatch(clause.phrase)
    other = _parse(clause.groups[int(held[1])], clause.text, clause.groups) if held else _lookup(clause.phrase, HEADS)
    if other is None:
        own: Mapping[str, object] = CONTROLS if isinstance(wanted, WantedJunction) else {}
        raise clause.unknown("feature of a place", {**HEADS, **LANES, **own})
    return wanted.having(other) if clause.word == "with" else wanted.lacking(other)
