"""The location scout: places for scenes along all ways that the student may take (T4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from seahaven.direction import Outlook
from seahaven.errors import InputError
from seahaven.roads.model import Turn
from seahaven.roads.places import Onward, Place, Survey, Wanted, find
from seahaven.stage.chances import chances

__all__ = ["Prospect", "Scout"]

UNLIKELY: Final = 0.02
"""Places to which the student comes less likely than this are not kept."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """A place to which the student may come: how far it is, when that is, and how likely."""

    place: Place
    way: float
    """m to its line, by the shortest way."""
    earliest: float
    likely: float
    latest: float
    """s until the student is there; infinite for one that stands."""
    probability: float

    @property
    def key(self) -> tuple[str, str, int]:
        """By what its place is found again: kind and name, and the arm of arrival (-1 without arms)."""
        return _key(self.place)


class _Found(NamedTuple):
    """A place as seen from the beginning of a lane."""

    place: Place
    shortest: float
    longest: float
    probability: float


class Scout:
    """Looks for places of several kinds ahead of the student, up to `reach` metres.

    Ways are looked for once for each lane that the student comes to. From second to second, only times change.
    """

    def __init__(self, survey: Survey, wanted: Sequence[Wanted], reach: float) -> None:
        self._survey, self._reach = survey, reach
        self._wanted = tuple(dict.fromkeys(wanted))
        self._known: dict[tuple[int, Turn | None], dict[Wanted, tuple[_Found, ...]]] = {}

    def look(self, lane: int, s: float, outlook: Outlook, leaning: Turn | None = None) -> dict[Wanted, list[Prospect]]:
        """The prospects of each kind of place, nearest first, for a student at s on a lane.

        `leaning` is the turn that the student shows by its signals or was asked to take at the next junction.
        """
        known = self._from(lane, leaning)
        return {wanted: [_at(one, s, outlook) for one in known[wanted] if one.shortest >= s] for wanted in self._wanted}

    def way(self, lane: int, s: float, wanted: Wanted, place: tuple[str, str, int]) -> float | None:
        """Metres by the shortest way to a place, by its kind, name and arm of arrival; None where none leads there."""
        known = (one.shortest - s for one in self._from(lane, None)[wanted] if _key(one.place) == place)
        return next((metres for metres in known if metres >= 0.0), None)

    def place(self, wanted: Wanted, place: tuple[str, str, int]) -> Place:
        """The place of this kind, name and arm of arrival."""
        kind, name, arm = place
        for found in self._survey.all(wanted):
            if (found.kind, found.name) == (kind, name):
                return replace(found, arrival=found.arms[arm] if arm >= 0 else None)
        raise InputError(f"there is no {kind} '{name}' among the places of this scene")

    def _from(self, lane: int, leaning: Turn | None) -> dict[Wanted, tuple[_Found, ...]]:
        """All that is found from the beginning of a lane."""
        if (lane, leaning) not in self._known:
            length = float(self._survey.lane_map.length[lane])
            onward = Onward(self._survey.lane_map, lane, 0.0, self._reach + length)
            likely = chances(self._survey.logic, onward, leaning)
            self._known[lane, leaning] = {
                wanted: tuple(
                    _Found(place, place.earliest, place.latest, chance)
                    for place in find(self._survey, wanted, ahead=onward)
                    if (chance := max((likely.get(one, 0.0) for one in _ways_in(place)), default=0.0)) >= UNLIKELY
                )
                for wanted in self._wanted
            }
        return self._known[lane, leaning]


def _key(place: Place) -> tuple[str, str, int]:
    """By what a place is found again."""
    return place.kind, place.name, place.arrival.index if place.arrival else -1


def _ways_in(place: Place) -> list[int]:
    """The lanes on which one comes to a place: those of the arm of arrival, or at which a stretch begins."""
    if place.arrival is not None:
        return [stop.lane for stop in place.arrival.stops]
    return [spot.lane for spot in place.entries] + [piece.lane for piece in place.extent]


def _at(one: _Found, s: float, outlook: Outlook) -> Prospect:
    shortest, longest = one.shortest - s, max(one.longest, one.shortest) - s
    return Prospect(
        one.place, shortest, outlook.earliest(shortest), outlook.likely(shortest), outlook.latest(longest),
        one.probability,
    )  # fmt: skip
