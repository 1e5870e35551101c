"""A scene in production: the master director casts it, calls for its shots, and ends it (T6 to T8, T13)."""

from __future__ import annotations

from math import isfinite
from typing import Any, Final, Literal, TypeAlias

from seahaven.stage.actors import Actor, Orders, Stage
from seahaven.stage.crew.directors import MASTER, Directors, casting_director, director
from seahaven.stage.crew.log import Outcome, RoleCast, SceneBegun, SceneEnded, ShotTaken
from seahaven.stage.scene import CastRole, Scene, Shot
from seahaven.stage.scout import Prospect

__all__ = ["Production"]

Ending: TypeAlias = tuple[Outcome, str, str]
GOES_ON: Final = 3.0
"""s after the last shot for which actors stay in their roles: what happens then is the outcome."""
RECAST_BEFORE: Final = 5.0
"""s before a shot until which a role may still be handed over."""
CHECKS_EVERY, ASKS_AGAIN = 0.5, 3.0
"""s from one look at whether actors can still play to the next, and after which others are asked again for a role."""
WAITS: Final = 90.0
"""s for which a student may stand before the scene is stopped."""
How: TypeAlias = Literal["cast", "handed over"]
Phase: TypeAlias = Literal["shooting", "ending", "over"]


class Production:
    """One scene at one place, from "action" to its end; its state is plain data."""

    def __init__(self, number: int, scene: Scene, prospect: Prospect, directors: Directors) -> None:
        self.number, self.scene, self.prospect = number, scene, prospect
        self.actors: dict[str, Actor] = {}
        self.phase: Phase = "shooting"
        self.ending: Ending | None = None
        self.hands_over = True
        self._directors = directors
        self._next = 0
        self._since_shot = self._stood = self._until_check = self._until_asking = 0.0

    # --- casting --------------------------------------------------------------------------------------------------

    def cast(self, stage: Stage) -> str:
        """Cast all roles; empty if that worked, or the role that nobody can play."""
        taken: set[int] = set()
        for name, role in self.scene.cast.items():
            actor = next((one for one in self._candidates(role, stage) if one.entity not in taken), None)
            if actor is None:
                self._directors.say(
                    self.number, casting_director(role.type), MASTER, f"nobody here can play '{name}', {role.words()}"
                )
                return name
            if not actor.is_fixed:
                taken.add(actor.entity)
            self.actors[name] = actor
        return ""

    def _candidates(self, role: CastRole, stage: Stage) -> Any:
        return self._directors.cast(self.number, role, self.scene, stage)

    def action(self, stage: Stage, orders: Orders) -> None:
        """Begin: tell all actors their roles."""
        x, y = self.prospect.place.position
        about = self.prospect.place.kind, self.prospect.place.name
        orders.log.append(
            SceneBegun(
                self.number, self.scene.name, self.scene.title, " ".join(about), x, y, self.prospect.likely,
                self.prospect.probability,
            )
        )  # fmt: skip
        for name, actor in self.actors.items():
            self._engage(name, actor, "cast", stage, orders)

    def _engage(
        self, name: str, actor: Actor, how: Literal["cast", "handed over"], stage: Stage, orders: Orders
    ) -> None:
        metres = actor.begin(stage, orders)
        role = self.scene.cast[name]
        orders.log.append(RoleCast(self.number, name, role.type.name, actor.entity, how, metres))
        self._directors.say(self.number, director(role.type), f"{name} ({actor.entity})", "action")
        self._directors.ask_student(self.number, role, self._shot.student, stage)

    # --- shots ----------------------------------------------------------------------------------------------------

    @property
    def _shot(self) -> Shot:
        return self.scene.shots[min(self._next, len(self.scene.shots) - 1)]

    @property
    def _following(self) -> Shot | None:
        after = self._next + 1
        return self.scene.shots[after] if after < len(self.scene.shots) else None

    def step(self, stage: Stage, controllers: Any, orders: Orders, *, is_lost: bool) -> None:
        """One step: shots that are due are taken, and actors play on towards the next one."""
        self._since_shot += stage.dt
        self._stood = self._stood + stage.dt if stage.student.outlook.stood > 0.0 else 0.0
        if self.phase == "ending":
            if self._since_shot >= GOES_ON or is_lost:
                self._end("completed", "", "", stage, orders)
            return
        if is_lost:
            self._end("stopped", "", "the student went elsewhere", stage, orders)
            return
        if self._stood > WAITS:
            self._end("stopped", "", f"the student stood for {WAITS:g} s", stage, orders)
            return
        while self._is_due(stage):
            self._take(stage, controllers, orders)
        if not self._is_shooting:
            return
        if self._since_shot > self._shot.within:
            self._end(
                "failed", "assistant director",
                f"'{self._shot.title}' did not come within {self._shot.within:g} s: the student was too slow for it",
                stage, orders,
            )  # fmt: skip
            return
        self._until_check -= stage.dt
        if self._until_check <= 0.0:
            self._until_check = CHECKS_EVERY
            for name in list(self.actors):
                if self._is_shooting:
                    self._keep(name, stage, orders)
        if self._is_shooting:
            for actor in self.actors.values():
                actor.play(stage, self._shot, self._following, controllers, orders)

    @property
    def _is_shooting(self) -> bool:
        return self.phase == "shooting"

    def _is_due(self, stage: Stage) -> bool:
        """Whether the student is where the next shot is taken."""
        return self._is_shooting and stage.student.time(self._shot.student) <= 0.0

    def _take(self, stage: Stage, controllers: Any, orders: Orders) -> None:
        """Take the shot: look whether everybody is where they should be, and have them go on."""
        shot, tolerance = self._shot, self.scene.tolerance
        off = {name: actor.off(stage, shot, controllers) for name, actor in self.actors.items()}
        known = {name: value for name, value in off.items() if value is not None and name in shot.states}
        bad = {
            name: value
            for name, value in known.items()
            if abs(value)
            > (tolerance.time if (mark := shot.states[name].mark) and mark.is_time else tolerance.distance)
        }
        told = {name: value if isfinite(value) else 1e9 for name, value in known.items()}
        orders.log.append(ShotTaken(self.number, self._next, shot.title, not bad, told))
        if bad:
            name = max(bad, key=lambda one: (abs(bad[one]), one))
            why = self.actors[name].excuse(stage, shot) or self._missed(name, shot, bad[name])
            self._end("failed", f"actor of '{name}'", f"'{shot.title}': {why}", stage, orders)
            return
        for actor in self.actors.values():
            actor.act(stage, shot, orders)
        self._next += 1
        self._since_shot = 0.0
        if self._next == len(self.scene.shots):
            self.phase = "ending"

    def _missed(self, name: str, shot: Shot, off: float) -> str:
        if not isfinite(off):
            return f"the {name} was not {shot.states[name].words().removeprefix('is ') or 'there'}"
        mark = shot.states[name].mark
        unit = "s" if mark is not None and mark.is_time else "m"
        return f"the {name} was {abs(off):.1f} {unit} too {'far away' if off > 0.0 else 'near'}"

    def _keep(self, name: str, stage: Stage, orders: Orders) -> None:
        """See whether an actor can still play; its role goes to an extra that can, as long as there is time (T8)."""
        actor = self.actors[name]
        shot = next((one for one in self.scene.shots[self._next :] if name in one.states), None)
        excuse = actor.excuse(stage, shot) if shot is not None else ""
        if not excuse or shot is None:
            return
        role = self.scene.cast[name]
        self._directors.say(self.number, f"{name} ({actor.entity})", director(role.type), f"I cannot make it: {excuse}")
        time = stage.student.time(shot.student)
        self._until_asking -= CHECKS_EVERY
        if self.hands_over and time > RECAST_BEFORE and self._until_asking <= 0.0:
            self._until_asking = ASKS_AGAIN
            others = {one.entity for one in self.actors.values()}
            found = next((one for one in self._candidates(role, stage) if one.entity not in others), None)
            if found is not None:
                actor.end(stage, orders)
                self.actors[name] = found
                self._engage(name, found, "handed over", stage, orders)
                return
        if time < 1.0 or excuse in ("it has left the roads", "it has collided"):
            self._end("failed", f"actor of '{name}'", f"'{shot.title}': {excuse}", stage, orders)

    @property
    def entities(self) -> list[int]:
        """The vehicles that have roles."""
        return [actor.entity for actor in self.actors.values() if not actor.is_fixed]

    # --- the end --------------------------------------------------------------------------------------------------

    def stop(self, why: str, stage: Stage, orders: Orders) -> None:
        """Stop it from outside."""
        if self.phase != "over":
            self._end("stopped", "", why, stage, orders)

    def _end(self, outcome: Outcome, blame: str, why: str, stage: Stage, orders: Orders) -> None:
        for name, actor in self.actors.items():
            actor.end(stage, orders)
            self._directors.say(self.number, MASTER, f"{name} ({actor.entity})", "cut")
        self.phase, self.ending = "over", (outcome, blame, why)
        orders.log.append(SceneEnded(self.number, self.scene.name, outcome, blame, why))

    # --- state ----------------------------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """All that has to be known to go on from here, as plain data; the prospect is found again by its place."""
        return {
            "number": self.number,
            "scene": self.scene.name,
            "phase": self.phase,
            "next": self._next,
            "since_shot": self._since_shot,
            "stood": self._stood,
            "until": [self._until_check, self._until_asking],
            "actors": {name: {**one.state(), "type": self._type(one)} for name, one in self.actors.items()},
        }

    def _type(self, actor: Actor) -> str:
        """The type of roles whose actor this is: of an abstract role, the kind that plays it."""
        kinds = self._directors.types.kinds_of(actor.role.type)
        return next(kind.name for kind in kinds if kind.actor is type(actor))

    def load(self, state: dict[str, Any]) -> None:
        """Go on from a state."""
        self.phase, self._next = state["phase"], state["next"]
        self._since_shot, self._stood = state["since_shot"], state["stood"]
        self._until_check, self._until_asking = state["until"]
        for name, kept in state["actors"].items():
            kind = self._directors.types.known[kept["type"]]
            assert kind.actor is not None
            actor = kind.actor(self.scene.cast[name], kept["entity"])
            actor.load(kept)
            self.actors[name] = actor
