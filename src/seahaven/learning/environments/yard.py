"""Where agents drive: the world of a run, with the agents' vehicles in their hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, cast

import numpy as np

from seahaven.errors import InputError, nearest
from seahaven.geometry import Integers
from seahaven.kernel import Module
from seahaven.learning.environments.reins import REINS, Reins
from seahaven.learning.environments.task import Task
from seahaven.roads.routing import Tracks
from seahaven.takes import Run, Take, load_production
from seahaven.traffic import Traffic
from seahaven.world import Table, World

__all__ = ["RunYard", "Yard", "agents_of", "steps_of", "traffic_of"]


class Yard(Protocol):
    """Some vehicles of agents, and the tables of all others, in one world or in several side by side."""

    @property
    def world(self) -> World:
        """All that exists."""
        ...

    @property
    def tracks(self) -> Tracks:
        """The routes of all vehicles."""
        ...

    @property
    def reins(self) -> Reins:
        """What the agents drive with."""
        ...

    @property
    def vehicles(self) -> Table:
        """All vehicles, as they are now."""
        ...

    @property
    def rows(self) -> Integers:
        """The rows of the agents' vehicles, in the order of the agents."""
        ...

    @property
    def spans(self) -> tuple[Integers, Integers]:
        """Of each agent, the first row of its own world, and the row after the last."""
        ...

    def advance(self) -> None:
        """Go on by one period."""
        ...


class RunYard:
    """A run of a study whose subjects are driven by agents.

    yard = RunYard(task)
    yard.reset(seed=3)
    yard.reins.at_work.orders[:] = ...
    yard.advance()
    """

    def __init__(self, task: Task) -> None:
        self.task = task
        self._production = load_production(task.study, allow=("seahaven", *task.allow))
        take = self._seated(self._production.take(self._production.study.seed))
        names = {entity: name for name, entity in take.world.names.items()}
        self.names = tuple(names[entity] for entity in cast(Reins, _child(take.root, REINS)).agents.tolist())
        self.run = Run(take, again=self._take)
        self._steps = steps_of(task.period, traffic_of(take.root))
        self.period = task.period
        self._ids: Integers | None = None
        self._rows: Integers = np.empty(0, np.int64)

    def _take(self, seed: int, before: object) -> Take:
        """A take of the study under another seed."""
        return self._seated(self._production.bare_take(seed, cast("Take | None", before)))

    def _seated(self, take: Take) -> Take:
        """The take with reins on its agents, if it has none yet."""
        if _child(take.root, REINS) is None:
            ids = agents_of(take, self.task.agents)
            take.root.add(Reins(REINS, rate=traffic_of(take.root).rate_hz, agents=np.array(ids, np.int64)))
            take.world.grant(REINS, "vehicle", ids=ids)
        return take

    @property
    def world(self) -> World:
        """The world of the run."""
        return self.run.world

    @property
    def tracks(self) -> Tracks:
        """The routes of all vehicles."""
        return traffic_of(self.run.controller.root).tracks

    @property
    def reins(self) -> Reins:
        """What the agents drive with."""
        return cast(Reins, self.run.controller[REINS])

    @property
    def vehicles(self) -> Table:
        """All vehicles, as they are now."""
        return self.run.world.family("vehicle")

    @property
    def rows(self) -> Integers:
        """The rows of the agents' vehicles; refused once one of them has left the world."""
        ids = self.vehicles.ids
        if ids is not self._ids:
            agents = self.reins.agents
            self._rows = np.minimum(ids.searchsorted(agents), len(ids) - 1).astype(np.int64)
            if (ids[self._rows] != agents).any():
                raise InputError(f"a vehicle of {', '.join(self.names)} has left the world; reset the environment")
            self._ids = ids
        return self._rows

    @property
    def spans(self) -> tuple[Integers, Integers]:
        """All rows, for each agent."""
        count = len(self._rows)
        return np.zeros(count, np.int64), np.full(count, len(self.vehicles), np.int64)

    @property
    def is_over(self) -> bool:
        """Whether the study has come to its end."""
        return self.run.is_over or self.run.duration - self.run.time < self.period

    def advance(self) -> None:
        """Go on by one period."""
        self.run.step(self._steps)

    def reset(self, seed: int) -> None:
        """Begin anew under a seed, and let all drivers perceive once, so that there is something to observe."""
        self.run.reset(seed)
        self._ids = None
        self.run.begin()

    def close(self) -> None:
        """End the run."""
        self.run.close()


def steps_of(period: float, traffic: Traffic) -> int:
    """How many steps of the traffic a period is; refused if that is no whole number."""
    rate = float(traffic.rate_hz)
    steps = round(period * rate)
    if steps < 1 or abs(steps - period * rate) > 1e-9:
        raise InputError(
            f"period got {period!r} s; expected a whole number of steps of the traffic, which moves at {rate:g} Hz; "
            "change one of the two"
        )
    return steps


def traffic_of(root: Module) -> Traffic:
    """What moves the vehicles of a study."""
    found = next((child for child in root.children if isinstance(child, Traffic)), None)
    if found is None:
        raise InputError("the study has no roads, so no agent can drive in it; add 'roads' and a 'subject'")
    return found


def _child(root: Module, name: str) -> Module | None:
    return next((child for child in root.children if child.name == name), None)


def agents_of(take: Take, wanted: Sequence[str]) -> list[int]:
    """The ids of the agents' vehicles: subjects whom nobody else drives."""
    named = {name: entity for name, entity in take.world.names.items() if entity in take.world.subjects}
    if not named:
        raise InputError(f"'{take.name}' has no subject for an agent to drive; add 'subject' or 'subjects'")
    for name in wanted:
        if name not in named:
            raise InputError(f"'{take.name}' has no subject '{name}'{nearest(name, named)}")
    ids = [named[name] for name in wanted or named]
    turnout = take.turnout
    members = zip(turnout.ways.screenplay.actors.members, turnout.persons, strict=True) if turnout else ()
    for actor, person in members:
        is_agent = actor.is_subject and take.world.names[actor.name] in ids
        if is_agent and (actor.seating or actor.script or person):
            raise InputError(
                f"'{actor.name}' of '{take.name}' has a driver or a script of its own, and an agent needs the seat; "
                "leave 'driver', 'virtual' and 'motion' out"
            )
    return ids
