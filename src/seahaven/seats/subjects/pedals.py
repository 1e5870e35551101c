"""People who drive by rules unlike our driver's: their own feet on the pedals, their own hands at the wheel."""

from __future__ import annotations

from math import inf
from typing import NamedTuple

from seahaven.kernel import Tick
from seahaven.seats.controls import AssistedControls
from seahaven.seats.subjects.occupant import VirtualOccupant
from seahaven.world import reads

__all__ = ["Pedals", "Perceived", "clip"]

UNLIMITED = 36.0
"""Speed (m/s) that counts as the limit where there is none."""
NEAREST = 1.0
"""Metres that an emergency brake leaves."""
EMERGENCY, BEYOND = 2.5, 1.25
"""Braking (m/s²) that has to be needed for anybody to hit the brake, and how much harder than needed that is."""
HARDEST, BRISKEST = 9.0, 3.0
"""What pedals give (m/s²)."""
SLOWING = 0.5
"""Braking (m/s²) of the one ahead that is noticed."""
WIDEST = 0.4
"""Metres from the middle of the lane that nobody strays beyond."""


class Perceived(NamedTuple):
    """What a person goes by: its own speed and the one it likes here in this weather, and the vehicle ahead.

    Gaps are seen as they are. What that one does is known a reaction time late; so it is reckoned with that it has gone
    on braking.
    """

    speed: float
    liked: float
    gap: float
    closing: float
    slowing: float
    """Braking of the vehicle ahead (m/s²)."""

    @property
    def leader_speed(self) -> float:
        """Of the vehicle ahead."""
        return max(self.speed - self.closing, 0.0)


class Pedals(VirtualOccupant):
    """A foot on the pedals: `pushed` says what acceleration it asks for, `steered` where in the lane it drives.

    Before a collision it brakes as hard as it has to, once that is more than anybody would call comfortable. The driver
    machine still finds its way: lanes, curves, junctions and people.
    """

    seen = reads("vehicle", "gap", "closing", "leader_acceleration", "limit", "weather_pace", "junction", single=True)

    rate_hz = None
    controls = "assisted"

    def act(self, tick: Tick) -> None:
        """Push a pedal and turn the wheel."""
        view = self._view()
        wanted = self.pushed(tick, view)
        if not self.person.ploughs:
            wanted = self._saved(view, wanted)
        self.put(AssistedControls(clip(wanted, -HARDEST, BRISKEST), clip(self.steered(tick), -WIDEST, WIDEST)))

    def pushed(self, tick: Tick, view: Perceived) -> float:
        """The acceleration that it asks for."""
        raise NotImplementedError

    def steered(self, tick: Tick) -> float:
        """How far to the left of the middle of its lane it drives."""
        return 0.0

    def trait(self, name: str) -> float:
        """What was drawn for the person of one of the traits that all drivers have."""
        return self.person.traits[name]

    def _view(self) -> Perceived:
        seen, speed = self.seen, self.own.speed
        limit = seen.limit
        liked = min(self.trait("speed_factor") * (UNLIMITED if limit is None else limit), self.trait("top_speed"))
        liked *= seen.weather_pace
        if seen.gap is None:
            return Perceived(speed, liked, inf, 0.0, 0.0)
        slowing = max(-(seen.leader_acceleration or 0.0), 0.0)
        return Perceived(speed, liked, seen.gap, (seen.closing or 0.0) + self.trait("reaction") * slowing, slowing)

    def _saved(self, view: Perceived, wanted: float) -> float:
        """What it asks for, or to brake, if it would have to brake hard or is all but there."""
        if view.gap == inf or view.closing <= 0.0:
            return wanted
        room, leader = max(view.gap - NEAREST, 0.3), view.leader_speed
        needed = view.closing * view.closing / (2.0 * room)
        if view.slowing > SLOWING:
            needed = max(needed, view.speed * view.speed / (2.0 * room + leader * leader / view.slowing))
        if view.gap < 2.0 * NEAREST:
            needed = max(needed + view.slowing, EMERGENCY)
        return min(wanted, -BEYOND * needed) if needed >= EMERGENCY else wanted


def clip(value: float, low: float, high: float) -> float:
    """The value, no lower and no higher than these."""
    return min(max(value, low), high)
