"""Objects that stand on the roads, such as cones, barriers and vehicles that nobody drives, and are struck there."""

from __future__ import annotations

from math import atan2, cos, hypot, sin
from typing import Any, Final

from seahaven.kernel import ASLEEP, Hears, Module, Part, State, Tick, port
from seahaven.motion.chassis import GRAVITY
from seahaven.motion.collision import Collision
from seahaven.motion.columns import Cells
from seahaven.motion.fleet import OBJECT_MASSES
from seahaven.world import VEHICLE, reads, writes

__all__ = ["OBJECTS_ROW", "Objects"]

SLIDING: Final = 0.6
"""Friction of plastic and rubber on asphalt, over the whole way of a cone that tumbles: 0.5 to 0.7."""
LAMPS: Final = ("turn_light", "brake_light", "headlamps", "horn")
_KINDS: Final = VEHICLE.columns["kind"].kinds
OBJECTS_ROW: Final = {"lane": -1, "route": -1, "entry": -1, "pilot": "idle", "turn_light": "hazard"}
"""Columns of a cone or a barrier: off all lanes, so that its box alone counts, and known for what it is from afar."""


class Objects(Module):
    """Has what stands on the roads stand there: nobody else moves it, whatever its driver machine wishes.

        world.grant("objects", "vehicle", ids=cones)
        root.add(Objects("objects", rate=100))
        root.link("free.collided", "objects.collided")

    They are rows of the family of vehicles. So drivers, views, sensors, pictures and recordings show them as they show
    everything else that has a box. Cones and barriers that are struck are thrown in the direction in which the body
    that struck them drove, and slide until friction stops them. Vehicles are claimed by `FreeMotion` when they are
    struck, if it is told that they are unmanned.
    """

    collided: Hears[Collision]
    thrown: State[dict[int, tuple[float, float]]] = port({}, doc="velocities (m/s) of those that slide, east and north")

    seen = reads("vehicle", "kind", "x", "y", "heading", "speed")
    body = writes("vehicle", *Cells._fields, "pilot", *LAMPS)

    def part(self, tick: Tick) -> Part | None:
        """Sleep while nothing moves."""
        return None if self.thrown else ASLEEP

    def step(self, tick: Tick) -> None:
        """Throw what was struck, and slide what was thrown."""
        moving = dict(self.thrown)
        for event in self.collided:
            moving |= self._struck(event.value)
        self.thrown = {
            entity: left
            for entity, velocity in sorted(moving.items())
            if entity in self.body.ids and (left := self._slide(entity, velocity, tick.dt)) is not None
        }

    def _struck(self, collision: Collision) -> dict[int, tuple[float, float]]:
        """The velocities of what was struck in a collision, if it is light enough to be thrown."""
        found = {}
        for entity, other in (collision.entities, collision.entities[::-1]):
            row = int(self.seen.ids.searchsorted(entity))
            mass = OBJECT_MASSES.get(_KINDS[self.seen.kind[row]]) if entity in self.body.ids else None
            if mass is not None:
                east, north = self._direction(row, other)
                speed = collision.impulse / mass if collision.impulse > 0.0 else collision.speed
                found[entity] = (speed * east, speed * north)
        return found

    def _direction(self, row: int, by: int) -> tuple[float, float]:
        """Where something is thrown: as the body drives that struck it, or away from that if it stands."""
        seen: Any = self.seen
        at = int(seen.ids.searchsorted(by))
        if at == len(seen.ids) or seen.ids[at] != by:
            return cos(seen.heading[row]), sin(seen.heading[row])
        if abs(seen.speed[at]) > 0.5:
            way = 1.0 if seen.speed[at] > 0.0 else -1.0
            return way * cos(seen.heading[at]), way * sin(seen.heading[at])
        dx, dy = float(seen.x[row] - seen.x[at]), float(seen.y[row] - seen.y[at])
        far = max(hypot(dx, dy), 1e-6)
        return dx / far, dy / far

    def _slide(self, entity: int, velocity: tuple[float, float], dt: float) -> tuple[float, float] | None:
        """Put it where it is a step later; gives its velocity then, or None once it lies still."""
        row = int(self.seen.ids.searchsorted(entity))
        speed, slows = hypot(*velocity), SLIDING * GRAVITY
        for_how_long = min(speed / slows, dt)
        way = (speed - 0.5 * slows * for_how_long) * for_how_long
        left = speed - slows * for_how_long
        east, north = velocity[0] / max(speed, 1e-9), velocity[1] / max(speed, 1e-9)
        self.body.put("x", float(self.seen.x[row]) + way * east, ids=entity)
        self.body.put("y", float(self.seen.y[row]) + way * north, ids=entity)
        self.body.put("heading", atan2(north, east), ids=entity)
        self.body.put("speed", max(left, 0.0), ids=entity)
        return (left * east, left * north) if left > 1e-6 else None
