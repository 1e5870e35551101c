"""A deliberately crude director: what ours tells its cast is carried out by stamping on the pedals."""

from __future__ import annotations

from seahaven.kernel import Controller, Emits, Hears, Module, State, Tick, port
from seahaven.world import Press, reads

__all__ = ["Stamping", "stamp"]

HARDNESS = 3.0
"""With which it accelerates and brakes (m/s²)."""
FURTHER, HOLD = 15.0, 8
"""By how much (m/s) faster than it was told it means to become, and for how many steps it stays on a pedal."""
LET_GO = frozenset({"release", "brake", "stop", "stop_on_shoulder", "follow", "lead", "beside"})
"""What ends that a driver keeps to a speed that it was told."""


class Stamping(Module):
    """Sits between direction and drivers, and turns every told speed into one pedal after the other, all the way down,
    each for most of a second, as long as it holds."""

    heard: Hears[Press]
    pressed: Emits[Press]
    told: State[dict[int, float]] = port({}, doc="who was told which speed (m/s)")
    since: State[dict[int, int]] = port({}, doc="the step since which somebody has been on a pedal")
    seen = reads("vehicle", "speed")

    def step(self, tick: Tick) -> None:
        """Pass on what was pressed."""
        for event in self.heard:
            press = event.value
            if press.item == "adjust_speed":
                self.told |= dict.fromkeys(press.entities, press.value)
            elif press.item != "adjust_acceleration":
                self._pass_on(press)
        due = [one for one in sorted(self.told) if tick.index - self.since.get(one, -HOLD) >= HOLD]
        if due:
            self.pressed.append(Press(tuple(due), "adjust_acceleration", HARDNESS))
        for entity in due:
            self._stamp(entity, self.told[entity], HOLD * tick.dt if tick.index // HOLD % 2 else 0.0)
        self.since |= dict.fromkeys(due, tick.index)

    def _pass_on(self, press: Press) -> None:
        if press.item in LET_GO:
            self.told = {entity: speed for entity, speed in self.told.items() if entity not in press.entities}
        self.pressed.append(press)

    def _stamp(self, entity: int, told: float, braking: float) -> None:
        """The one pedal, the more so the faster it was told to be, or the other one for so many seconds."""
        row = self.seen.row(entity)
        speed = float(self.seen.speed[row]) if row >= 0 else told
        self.pressed.append(Press((entity,), "adjust_speed", max(speed, told) + FURTHER))
        if braking:
            self.pressed.append(Press((entity,), "brake_for", braking * (0.5 if told > speed else 1.0)))
            self.pressed.append(Press((entity,), "brake", HARDNESS))


def stamp(run: Controller) -> None:
    """Let the cast of a run stamp on its pedals from now on."""
    run.disconnect("traffic/drivers.presses", "direction.pressed")
    run.root.link("direction.pressed", "stamping.heard")
    run.root.link("stamping.pressed", "traffic/drivers.presses")
    run.add(Stamping("stamping", rate=10))
