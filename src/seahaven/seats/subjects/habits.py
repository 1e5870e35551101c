"""Habits of people who otherwise drive as our drivers do: they change lanes, stop, dither and look away."""

from __future__ import annotations

from enum import IntEnum

from seahaven.kernel import State, Tick, port
from seahaven.seats.controls import AssistedControls
from seahaven.seats.subjects.occupant import VirtualOccupant, wandered
from seahaven.world import reads

__all__ = ["Dithering", "Dreaming", "LaneHopping", "Stopping"]

CLEAR = 60.0
"""Metres before a junction from which on nobody does anything of the kind."""
ON = 400.0
"""Metres that a lane has to follow the route for somebody to change to it on a whim."""
ROLLING = 3.0
"""Speed (m/s) below which nobody has whims."""
GIVEN_UP = 25.0
"""Seconds that it may take to stop; then it drives on."""
WIDEST, STEADY = 1.8, 0.2
"""How many deviations a wandering speed goes at most, and below which share of its own speed it never falls."""
SMOOTHLY = 5.0
"""Seconds over which another speed is taken to."""
LOOMING = 2.5
"""Seconds before a collision in which it looks up all the same."""
NEAR_ENOUGH = 1.0
"""Time gap (s) below which it does not look away."""
HELD = (-0.4, 0.6)
"""Within which acceleration (m/s²) the pedal is held."""
STRAYS = 0.35
"""Metres that it strays in its lane while it looks away."""


class LaneHopping(VirtualOccupant):
    """Changes lanes every so often where it may, for no reason."""

    left: State[float] = 5.0

    seen = reads("vehicle", "left_open", "right_open", "left_drop", "right_drop", "shift", "junction", single=True)

    def act(self, tick: Tick) -> None:
        """Ask for a change to a side that is open, once it is time."""
        self.left -= tick.dt
        if self.left > 0.0 or not self._is_calm():
            return
        sides = [side for side, is_open in ((1.0, self._leads("left")), (-1.0, self._leads("right"))) if is_open]
        if sides:
            self.press("change_lane", sides[int(tick.random.uniform() * len(sides))])
            self.left = self.way("pause") * tick.random.uniform(0.5, 1.5)

    def _is_calm(self) -> bool:
        seen = self.seen
        return seen.shift == 0 and self.own.speed > ROLLING and (seen.junction is None or seen.junction > CLEAR)

    def _leads(self, side: str) -> bool:
        drop = getattr(self.seen, f"{side}_drop")
        return bool(getattr(self.seen, f"{side}_open")) and (drop is None or drop > ON)


class Deed(IntEnum):
    """What somebody who stops now and then is about."""

    DRIVING = 0
    STOPPING = 1
    STANDING = 2


class Stopping(VirtualOccupant):
    """Comes to a stand on the road now and then, and drives on after a while."""

    left: State[float] = 20.0
    deed: State[int] = int(Deed.DRIVING)

    seen = reads("vehicle", "junction", "hold", "shift", "drop", single=True)

    def act(self, tick: Tick) -> None:
        """Stop, stand, drive on."""
        self.left -= tick.dt
        if self.deed == Deed.STOPPING and self.own.speed < 0.1:
            self._begin(Deed.STANDING, tick.random.uniform(3.0, 20.0))
        elif self.left > 0.0:
            return
        elif self.deed != Deed.DRIVING:
            self.press("go")
            self._begin(Deed.DRIVING, self.way("pause") * tick.random.uniform(0.5, 1.5))
        elif self._is_calm():
            self.press("stop")
            self._begin(Deed.STOPPING, GIVEN_UP)

    def _begin(self, deed: Deed, seconds: float) -> None:
        self.deed, self.left = int(deed), seconds

    def _is_calm(self) -> bool:
        """Whether it stops nowhere in a junction, nor where it would have to leave its lane."""
        seen = self.seen
        is_off = seen.hold is None and (seen.junction is None or seen.junction > CLEAR)
        return is_off and seen.shift == 0 and (seen.drop is None or seen.drop > ON) and self.own.speed > ROLLING


class Dithering(VirtualOccupant):
    """Does not know how fast to drive: its speed wanders slowly."""

    whim: State[float] = 0.0
    wander: State[float] = 0.0

    def act(self, tick: Tick) -> None:
        """Like another speed."""
        self.whim = wandered(self.whim, tick, memory=self.way("memory"))
        self.wander += (self.whim - self.wander) * tick.dt / SMOOTHLY
        most = min(max(self.wander, -WIDEST), WIDEST)
        self.traits.speed_factor = self.person.traits["speed_factor"] * max(1.0 + self.way("spread") * most, STEADY)


class Dreaming(VirtualOccupant):
    """Looks away for some seconds every so often: holds the pedal, strays in its lane and does not react.

    Nobody does so close behind others or before junctions; whoever comes up very fast ahead is noticed all the same.
    """

    left: State[float] = 8.0
    is_away: State[bool] = False
    held: State[float] = port(0.0, unit="m/s²", doc="acceleration that it holds while it looks away")
    strays: State[float] = port(0.0, unit="m", doc="how far to the left of the lane's centre it strays meanwhile")

    seen = reads("vehicle", "acceleration", "gap", "closing", "junction", "walker", "shift", single=True)

    rate_hz = None
    controls = "assisted"

    def act(self, tick: Tick) -> None:
        """Look away, or back."""
        self.left -= tick.dt
        if self.is_away and (self.left <= 0.0 or self._is_startled()):
            self.is_away, self.left = False, self.way("pause") * tick.random.uniform(0.5, 1.5)
        elif not self.is_away and self.left <= 0.0 and self._is_calm():
            self.is_away, self.left = True, tick.random.uniform(2.0, 4.0)
            self.held = min(max(self.seen.acceleration, HELD[0]), HELD[1])
            self.strays = tick.random.uniform(-STRAYS, STRAYS)
        self.put(AssistedControls(self.held, self.strays) if self.is_away else AssistedControls())

    def _is_calm(self) -> bool:
        seen, speed = self.seen, self.own.speed
        is_apart = seen.gap is None or seen.gap > NEAR_ENOUGH * speed + 5.0
        is_off = seen.junction is None or seen.junction > CLEAR + 3.0 * speed
        return is_apart and is_off and seen.walker is None and seen.shift == 0 and speed > ROLLING

    def _is_startled(self) -> bool:
        gap, closing = self.seen.gap, self.seen.closing or 0.0
        return gap is not None and closing > 0.0 and gap < LOOMING * closing
