"""Wishes told in words, as `parse` takes them."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite

from seahaven.roads.places.vocabulary import HEADS, LANES
from seahaven.roads.places.wanted import (
    Arrival,
    Wanted,
    WantedCrosswalk,
    WantedCurve,
    WantedHill,
    WantedJunction,
    WantedRoad,
    WantedStraight,
)

_LANE_NAMES = {kind: name for name, kind in reversed(tuple(LANES.items()))}


def describe(wanted: Wanted) -> str:
    """The text of a wish; parsing it gives the wish again.

    >>> from seahaven.roads.places.words import parse
    >>> describe(parse("the T-junction with traffic lights, on the stem"))
    'T-junction with lights on the stem'
    """
    head = next(name for name, value in HEADS.items() if value == _head(wanted))
    clauses = [*_own(wanted), *(f"with {_nested(one)}" for one in wanted.others)]
    return " ".join((head, *clauses, *(f"without {_nested(one)}" for one in wanted.never)))


def _nested(wanted: Wanted) -> str:
    text = describe(wanted)
    return text if text in HEADS else f"({text})"


def _head(wanted: Wanted) -> Wanted:
    """A wish with what its first words can say, and nothing else."""
    if isinstance(wanted, WantedJunction):
        return WantedJunction(shape=wanted.shape)
    if isinstance(wanted, WantedRoad):
        return WantedRoad(kind=wanted.kind)
    if isinstance(wanted, WantedCurve):
        return WantedCurve(side=wanted.side)
    if isinstance(wanted, WantedHill):
        return WantedHill(is_crest=wanted.is_crest)
    return type(wanted)()


def _own(wanted: Wanted) -> Iterator[str]:
    if isinstance(wanted, WantedJunction):
        yield from _of_junction(wanted)
    elif isinstance(wanted, WantedRoad):
        yield from _of_road(wanted)
    elif isinstance(wanted, WantedStraight):
        yield from _between("of", wanted.least if wanted.least != WantedStraight().least else None, wanted.most)
    elif isinstance(wanted, WantedCurve):
        yield from _between("with radius", wanted.least or None, wanted.most)
    elif isinstance(wanted, WantedHill) and wanted.change != WantedHill().change:
        yield f"of change at least {wanted.change!r}"
    elif isinstance(wanted, WantedCrosswalk):
        for value, name in ((wanted.lights, "lights"), (wanted.at_junction, "junction")):
            if value is not None:
                yield f"{'with' if value else 'without'} {name}"


def _of_junction(wanted: WantedJunction) -> Iterator[str]:
    if wanted.arms is not None:
        yield f"with {wanted.arms} arms"
    yield from (f"with {control.value}" for control in wanted.controls)
    yield from (f"without {control.value}" for control in wanted.no_controls)
    if wanted.arriving is not None:
        yield f"on the {wanted.arriving.value}{'' if isinstance(wanted.arriving, Arrival) else ' arm'}"


def _of_road(wanted: WantedRoad) -> Iterator[str]:
    if wanted.least:
        yield f"of at least {wanted.least!r} m"
    if wanted.lanes is not None:
        yield f"with {wanted.lanes} lanes"
    if wanted.limit is not None:
        yield f"with speed limit {wanted.limit!r} m/s"
    yield from (f"with {_LANE_NAMES[kind]}" for kind in wanted.beside)
    yield from (f"without {_LANE_NAMES[kind]}" for kind in wanted.not_beside)


def _between(what: str, least: float | None, most: float) -> Iterator[str]:
    if least is not None:
        yield f"{what} at least {least!r} m"
    if isfinite(most):
        yield f"{what} at most {most!r} m"
