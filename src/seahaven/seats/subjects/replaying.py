"""A person whose speed over the distance is a recorded one, whatever happens around it."""

from __future__ import annotations

from math import sqrt

from seahaven.kernel import State, Tick
from seahaven.seats.subjects.pedals import Pedals, Perceived, clip
from seahaven.seats.subjects.profile import profile

__all__ = ["Replaying"]

GENTLY = 1.8
"""Braking (m/s²) before a recorded stop."""
CLEAR = 40.0
"""Metres before a junction from which on a recorded stop is left out."""
STANDS = 0.1
"""Speed (m/s) below which it stands."""
LOOSELY = 0.6
"""Time gap (s) that it keeps."""
REINS, REGAINS, EASILY = 0.8, 0.3, 4.0
"""How fast (1/s) a difference in speed, and one in the gap, is made good, and with how much braking (m/s²) at most."""


class Replaying(Pedals):
    """Replays shares of its usual speed over the distance, and stops where there were some.

    It heeds others only when it is about to run into them; if it `ploughs`, not even then.
    """

    driven: State[float] = 0.0
    stops: State[int] = 0
    stood: State[float] = 0.0

    def pushed(self, tick: Tick, view: Perceived) -> float:
        """Keep to the recorded speed."""
        self.driven += view.speed * tick.dt
        recorded = profile(self.person.number)
        at, seconds = recorded.stop(self.stops)
        wanted = view.liked * recorded.share(self.driven)
        if at - self.driven < 0.5 * wanted * wanted / GENTLY:
            wanted = min(wanted, self._before_stop(tick, view, at - self.driven, seconds))
        tracked = clip(1.5 * (wanted - view.speed), -3.5, self.trait("liveliness"))
        return tracked if self.person.ploughs else min(tracked, self._behind(view))

    def _behind(self, view: Perceived) -> float:
        """Go along with the one ahead, once that one is close, and make good a gap that is too small."""
        spare = view.gap - self.trait("standstill") - LOOSELY * view.speed
        return max(REINS * (REGAINS * spare - view.closing), -EASILY)

    def _before_stop(self, tick: Tick, view: Perceived, left: float, seconds: float) -> float:
        """The speed from which it comes to a stand there in comfort; none while it stands; the stop ends in time."""
        junction = self.seen.junction
        self.stood += tick.dt if view.speed < STANDS else 0.0
        if self.stood > seconds or (self.stood == 0.0 and junction is not None and junction < CLEAR):
            self.stops, self.stood = self.stops + 1, 0.0
        return sqrt(max(2.0 * GENTLY * (left - 1.0), 0.0))
