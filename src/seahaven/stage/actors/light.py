"""The actor that is a traffic light: it asks its controller for a phase, and never skips an amber."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import TYPE_CHECKING, Any, Final, Self

from seahaven.stage.actors.actor import Actor, Orders
from seahaven.stage.actors.stage import Stage
from seahaven.world import Press, Table

if TYPE_CHECKING:
    from seahaven.stage.scene import CastRole, Scene, Shot

__all__ = ["LightActor"]

ASKS, HOLDS = 20.0, 40.0
"""s before the shot from which it asks for its phase; and how long that stays at most."""
LETTERS: Final = {"green": "Gg", "amber": "yu", "red": "r"}


class LightActor(Actor):
    """A traffic light with a role: that of the controller's letters that hold for the student."""

    is_fixed = True

    def __init__(self, role: CastRole, entity: int) -> None:
        super().__init__(role, entity)
        self._asked = -1

    @classmethod
    def candidates(cls, role: CastRole, scene: Scene, stage: Stage) -> Iterator[Self]:
        """The light at the place, if it can show all that the scene wants."""
        found = stage.own_letters()
        if found is None:
            return
        actor = cls(role, found[0])
        wanted = {str(getattr(shot.states[role.name], "shows", "")) for shot in scene.shots if role.name in shot.states}
        if all(actor._phase(stage, shows) is not None for shows in wanted):
            yield actor

    def _phase(self, stage: Stage, shows: str, program: int = 0) -> int | None:
        """The number of a phase in which the student sees this; None where there is none."""
        found = stage.own_letters()
        if found is None:
            return None
        controller, letters = found
        phases = stage.plan.controllers[controller].programs[program].phases
        fits = (k for k, phase in enumerate(phases) if self._shows(phase.states, letters.tolist(), shows))
        return next(fits, None)

    @staticmethod
    def _shows(states: str, letters: list[int], shows: str) -> bool:
        """Whether a phase shows a colour: green if any letter is, since left turns may have a phase of their own."""
        seen = [states[letter] in LETTERS[shows] for letter in letters]
        return any(seen) if shows == "green" else all(seen)

    def begin(self, stage: Stage, orders: Orders) -> float:
        """Wait."""
        return 0.0

    def play(self, stage: Stage, shot: Shot, following: Shot | None, controllers: Table, orders: Orders) -> None:
        """Ask for the phase of the next shot in which it has a state, when that is near."""
        for one in (shot, following):
            if one is None or self.role.name not in one.states:
                continue
            shows = str(getattr(one.states[self.role.name], "shows", ""))
            phase = self._phase(stage, shows, int(controllers.program[self.entity]))
            if phase is not None and phase != self._asked and stage.student.time(one.student) < ASKS:
                panel = (int(controllers.ids[self.entity]),)
                orders.to_lights += [Press(panel, "hold_for", HOLDS), Press(panel, "ask", float(phase))]
                self._asked = phase
            return

    def off(self, stage: Stage, shot: Shot, controllers: Table) -> float | None:
        """None if it shows what it has to, infinite if not."""
        found = stage.own_letters()
        if self.role.name not in shot.states or found is None:
            return None
        program, phase = int(controllers.program[self.entity]), int(controllers.phase[self.entity])
        states = stage.plan.controllers[self.entity].programs[program].phases[phase].states
        shows = str(getattr(shot.states[self.role.name], "shows", ""))
        is_right = self._shows(states, found[1].tolist(), shows) and not bool(controllers.is_changing[self.entity])
        return None if is_right else inf

    def excuse(self, stage: Stage, shot: Shot) -> str:
        """A light has none."""
        return ""

    def end(self, stage: Stage, orders: Orders) -> None:
        """Let the program go on."""
        if self._asked >= 0:
            orders.to_lights.append(Press((stage.controller_id(self.entity),), "release"))

    def state(self) -> dict[str, Any]:
        """The role, the controller, and the phase that it has asked for."""
        return {**super().state(), "asked": self._asked}

    def load(self, state: dict[str, Any]) -> None:
        """Go on from a state."""
        self._asked = state["asked"]
