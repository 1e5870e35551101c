"""Places in words: "T-junction with lights", "straight of at least 300 m without crosswalk"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from seahaven.errors import InputError, UnitError, nearest
from seahaven.files import Dimension, parse_quantity
from seahaven.roads.places.vocabulary import AMBIGUOUS, ARRIVALS, BOUNDS, CONTROLS, HEADS, LANES, NUMBERS, UNITS, Bound
from seahaven.roads.places.wanted import (
    Control,
    Wanted,
    WantedCrosswalk,
    WantedCurve,
    WantedHill,
    WantedJunction,
    WantedRoad,
    WantedStraight,
)

T = TypeVar("T")

_BOUND = "|".join(sorted(BOUNDS, key=len, reverse=True))
_SPLIT = re.compile(r"\s+(and without|and with|and on|and of|without|with|and|on|of)\s+", re.IGNORECASE)
_PLAINER = (
    (re.compile(r"\s*,\s*(?:and\s+)?", re.IGNORECASE), " and "),
    (re.compile(r"\bwith no\b", re.IGNORECASE), "without"),
    # "straight longer than 300 m" says no "of"; "with at least" and "of at least" need none.
    (re.compile(rf"(?<!\bof)(?<!\bwith)(?<!\band)\s+({_BOUND})\s+(?=[-\d.])", re.IGNORECASE), r" of \1 "),
    (re.compile(r"\b(limit|radius|length|change) of\b", re.IGNORECASE), r"\1"),
)
_OR = re.compile(r"\s+or\s+", re.IGNORECASE)
_ARTICLE = re.compile(r"^(?:a|an|the|some)\s+", re.IGNORECASE)
_MEASURE = re.compile(rf"^(length |radius |change |)({_BOUND}|)\s*([-\d.].*)$", re.IGNORECASE)
_SPELLED = re.compile("|".join(rf"\b{unit}\b" for unit in UNITS), re.IGNORECASE)


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

    >>> parse("T-junction with traffic lights") == parse("T-junction with lights")
    True
    >>> parse("straight of at least 300 m").least
    300.0
    """
    if not text.strip():
        raise InputError('a wish got no words; begin with a kind of place, as in "T-junction with lights"')
    if _OR.search(text):
        raise InputError(f'"{text}" says "or", which a wish cannot; ask for each by itself and join what is found')
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
        _refuse_ambiguous(head)
        raise head.unknown("kind of place", HEADS)
    for clause in clauses:
        wanted = _extended(wanted, clause)
    return wanted


def _refuse_ambiguous(clause: _Clause) -> None:
    better = _lookup(clause.phrase, AMBIGUOUS)
    if better is not None:
        raise InputError(f"'{clause.phrase}' in \"{clause.text}\" may mean several things; say {better}")


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
    value = _amount(clause, amount, dimension)
    upper, own = BOUNDS.get(" ".join(bound.lower().split()), Bound(is_upper=False))
    name = what.strip().lower() or own
    if isinstance(wanted, WantedHill) and name in ("", "change") and not upper:
        return replace(wanted, change=value)
    if isinstance(wanted, WantedCurve) and name in ("", "radius"):
        return replace(wanted, most=value) if upper else replace(wanted, least=value)
    if isinstance(wanted, WantedStraight) and name in ("", "length"):
        return replace(wanted, most=value) if upper else replace(wanted, least=value)
    if isinstance(wanted, WantedRoad) and name in ("", "length") and not upper:
        return replace(wanted, least=value)
    raise InputError(f"'{clause.phrase}' in \"{clause.text}\" measures nothing that this place has{_measures(wanted)}")


def _measures(wanted: Wanted) -> str:
    """What a place is measured by, to end a message with."""
    known = (
        (WantedCurve, "a curve has a radius: 'of at most 80 m'"),
        (WantedStraight, "a straight has a length: 'of at least 300 m'"),
        (WantedRoad, "a road has a least length: 'of at least 300 m'"),
        (WantedHill, "crests and sags have a least change of grade: 'of change at least 6 %'"),
    )
    return next((f"; {text}" for kind, text in known if isinstance(wanted, kind)), "; it has no measures")


def _amount(clause: _Clause, amount: str, dimension: Dimension) -> float:
    try:
        return parse_quantity(_SPELLED.sub(lambda unit: UNITS[unit[0].lower()], amount), dimension)
    except UnitError as error:
        raise InputError(f'"{clause.text}": {error}') from None


def _counted(wanted: Wanted, clause: _Clause) -> Wanted | None:
    match = re.fullmatch(r"(\d+|[a-z]+) (arms?|lanes?)", clause.phrase.lower())
    count = match and (int(match[1]) if match[1].isdecimal() else NUMBERS.get(match[1]))
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
    if re.fullmatch(r"[\d.]+", match[1]):
        raise InputError(
            f"the speed limit {match[1]} in \"{clause.text}\" has no unit; write '{match[1]} km/h' or '{match[1]} mph'"
        )
    limit = _amount(clause, match[1], "speed")
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
        _refuse_ambiguous(clause)
        own: Mapping[str, object] = CONTROLS if isinstance(wanted, WantedJunction) else {}
        raise clause.unknown("feature of a place", {**HEADS, **LANES, **own})
    return wanted.having(other) if clause.word == "with" else wanted.lacking(other)
