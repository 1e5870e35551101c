"""Who sits where: each seat that people drive has one page at most, and one that says nothing for long is away.

A page sends what its driver does several times a second, also while nothing changes. So a browser that sleeps, or a
computer whose lid was closed, is told from a driver who sits still.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from seahaven.errors import InputError
from seahaven.studio.commands import Sit

__all__ = ["AWAY", "Seating"]

AWAY: Final = 2.5
"""s without a word after which the driver of a page counts as away."""


@dataclass(slots=True)
class _Place:
    """A seat that is taken: by which page, and when that was heard last."""

    viewer: int
    page: str
    heard: float
    is_away: bool = False


class Seating:
    """The seats of one run. `clock` gives seconds; each method that changes something says so."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._names: dict[int, str] = {}
        self._places: dict[int, _Place] = {}

    def furnish(self, names: dict[int, str]) -> None:
        """Have these seats, by vehicle, and nobody in them."""
        self._names, self._places = names, {}

    @property
    def attended(self) -> list[int]:
        """The vehicles whose drivers are there."""
        return sorted(vehicle for vehicle, place in self._places.items() if not place.is_away)

    def told(self) -> dict[str, Any]:
        """The message about all seats; `page` is the number of the page that has one, 0 of none."""
        seats = []
        for vehicle, name in self._names.items():
            place = self._places.get(vehicle)
            page, is_away = (place.viewer, place.is_away) if place else (0, False)
            seats.append({"vehicle": vehicle, "name": name, "page": page, "away": is_away})
        return {"type": "seats", "seats": seats}

    def sit(self, viewer: int, command: Sit) -> None:
        """Give a page a seat, and free the one that it had; refused while another page has it."""
        vehicle = command.vehicle
        if vehicle not in self._names:
            raise InputError(f"nobody can sit down in vehicle {vehicle}: {self._offer()}")
        place = self._places.get(vehicle)
        if place and place.viewer != viewer and place.page != command.page and not command.take:
            raise InputError(
                f"page {place.viewer} drives '{self._names[vehicle]}' already; close it, or take the wheel from it"
            )
        self.rise(viewer)
        self._places[vehicle] = _Place(viewer, command.page, self._clock())

    def _offer(self) -> str:
        if not self._names:
            return "this run was opened without people at the wheel; choose 'Drive' on the home page"
        return "people drive " + " and ".join(f"'{name}' ({vehicle})" for vehicle, name in self._names.items())

    def rise(self, viewer: int) -> bool:
        """Free the seats of a page."""
        left = [vehicle for vehicle, place in self._places.items() if place.viewer == viewer]
        for vehicle in left:
            del self._places[vehicle]
        return bool(left)

    def hear(self, viewer: int, vehicle: int) -> bool | None:
        """Note that a page drives a vehicle; None where it does not have that seat."""
        place = self._places.get(vehicle)
        if place is None or place.viewer != viewer:
            return None
        was_away, place.heard, place.is_away = place.is_away, self._clock(), False
        return was_away

    def watch(self) -> bool:
        """Find those who have not been heard for long."""
        now, changed = self._clock(), False
        for place in self._places.values():
            if not place.is_away and now - place.heard > AWAY:
                place.is_away = changed = True
        return changed
