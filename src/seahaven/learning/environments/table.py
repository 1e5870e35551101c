"""Many small worlds as one table, all moved by one compiled step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from seahaven.errors import InputError
from seahaven.geometry import Integers
from seahaven.kernel import Controller, Module, Snapshot, restart, take_blank
from seahaven.learning.environments.copies import TracksSideBySide, copied_network
from seahaven.learning.environments.reins import REINS, Reins
from seahaven.learning.environments.task import Task
from seahaven.learning.environments.worlds import Worlds, WorldWhims
from seahaven.learning.environments.yard import agents_of, steps_of, traffic_of
from seahaven.roads import LaneMap
from seahaven.roads.routing import Tracks
from seahaven.takes import Take, load_production
from seahaven.traffic import Ambient, Traffic
from seahaven.world import Table, World

__all__ = ["TableYard"]

_STANDING: Final = ("traffic", "ambient", "free")
"""The modules of a study that a table of many worlds can stand in for."""


class TableYard:
    """So many worlds of a study in one table, each with roads of its own.

        yard = TableYard(task, 256)
        yard.begin(seeds)
        yard.advance(yard.steps)
        yard.replace(np.array([7]), [seed])

    A world moves as it would in a run of its own: its vehicles have the same bytes, but for the numbers of lanes,
    routes and entities, for `z`, and for where drivers look. It can begin anew at any date, under another seed, while
    the others go on. Each world has one agent.

    What such a study may have is roads without lights, one agent, vehicles that it names, ambient traffic that is not
    renewed, weather that stays, and collisions that pass.
    """

    def __init__(self, task: Task, count: int) -> None:
        if count < 1:
            raise InputError(f"a table of worlds got count {count}; expected at least 1")
        self.task, self.count, self.steps = task, count, 0
        production = load_production(task.study, allow=("seahaven", *task.allow))
        self._template = take = production.bare_take(production.study.seed, None)
        """A world in which nothing moves: what is there at time 0 is placed in it, copied, and taken out again."""
        _refuse_unfit(take)
        self._ambients = [module for module in take.root.children if isinstance(module, Ambient)]
        agent = _only(agents_of(take, task.agents), take)
        self._agent = take.world.family("vehicle").row(agent)
        traffic = traffic_of(take.root)
        self.steps = steps_of(task.period, traffic)
        self.single = single = traffic.tracks
        """The tracks of one world."""
        self.tracks: Tracks = TracksSideBySide(single, LaneMap(copied_network(single.lane_map.network, count)), count)
        self._apart = {"lane": len(single.lane_map), "route": len(single), "entry": len(single.arrays.lane)}
        columns = take.world.family("vehicle").type.columns.items()
        self._columns = [name for name, column in columns if not column.immediate and not column.nullable]
        self._make(traffic)

    def _make(self, single: Traffic) -> None:
        """The world and the tree, with nothing in them yet."""
        rate, world = single.rate_hz, World(self._template.world.families)
        weather = self._template.world.family("weather")
        for row in range(len(weather)):
            world.add("weather", **{name: getattr(weather, name)[row : row + 1] for name in weather.type.columns})
        traffic = Traffic("traffic", tracks=self.tracks, rate_hz=rate, whims=False)
        worlds = Worlds(self.count)
        self._whims = WorldWhims("whims", rate=rate, keys=worlds.keys, begun=worlds.begun, spans=worlds.spans)
        traffic.add(self._whims)
        self._reins = Reins(REINS, rate=rate, agents=np.zeros(self.count, np.int64))
        world.grant(REINS, "vehicle", ids=[])
        self.controller = Controller(Module("root", traffic, self._reins), seed=0, store=world)
        self._blank: Snapshot = take_blank(self.controller)

    # --- the yard -------------------------------------------------------------------------------------------------

    @property
    def world(self) -> World:
        """All that exists in all worlds."""
        store: Any = self.controller.store
        world: World = store
        return world

    @property
    def reins(self) -> Reins:
        """What the agents drive with."""
        return self._reins

    @property
    def vehicles(self) -> Table:
        """The vehicles of all worlds."""
        return self.world.family("vehicle")

    @property
    def worlds(self) -> Worlds:
        """What is noted of each world."""
        return self._whims.worlds

    @property
    def rows(self) -> Integers:
        """The rows of the agents' vehicles."""
        return self.vehicles.ids.searchsorted(self._reins.at_work.agents).astype(np.int64)

    @property
    def spans(self) -> tuple[Integers, Integers]:
        """Of each world, its first row and the row after its last."""
        return self.worlds.rows(self.vehicles.ids)

    def advance(self, steps: int | None = None) -> None:
        """Go on by so many steps of the traffic, or by a period."""
        beat, now = self._beat, self.controller.now
        self.controller.run(beat.date(beat.first(now) + (self.steps if steps is None else steps)))

    @property
    def _beat(self) -> Any:
        return self._reins.beat

    def begin(self, seeds: Sequence[int]) -> None:
        """Begin all worlds, each under its seed, with a table that is as good as new."""
        self.world.begin_era()
        restart(self.controller, self._blank, seed=0)
        self._put(np.arange(self.count), seeds)
        self.controller.start()

    def replace(self, which: Integers, seeds: Sequence[int]) -> None:
        """Begin some worlds anew, each under its seed, while the others go on."""
        spans = self.worlds.spans[which]
        self.world.remove(np.concatenate([np.arange(first, first + count) for first, count in spans.tolist()]))
        self._put(which, seeds)

    def _put(self, which: Integers, seeds: Sequence[int]) -> None:
        """Put the vehicles of worlds that begin now into the table, and their agents' into the reins."""
        parts, counts, places = list[dict[str, NDArray[Any]]](), list[int](), list[int]()
        for world, seed in zip(which.tolist(), seeds, strict=True):
            columns, agent = self._beginning(seed)
            for name, step in self._apart.items():
                columns[name] += (columns[name] >= 0) * np.int32(world * step)
            parts.append(columns)
            counts.append(len(columns["x"]))
            places.append(agent)
        joined = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
        ids = self.world.add_many("vehicle", sum(counts), **joined)
        first = np.concatenate(([0], np.cumsum(counts)))[:-1]
        agents = ids[first + np.array(places)]
        now = self.controller.now
        for world, seed, at, count in zip(which.tolist(), seeds, first.tolist(), counts, strict=True):
            self.worlds.begin(world, seed=seed, now=now, first=int(ids[at]), count=count)
        self.reins.at_work.agents[which] = agents
        self.world.transfer(agents, to=REINS)

    def _beginning(self, seed: int) -> tuple[dict[str, NDArray[Any]], int]:
        """The columns of a world's vehicles at its beginning under a seed, and which of them is the agent's."""
        take = self._template
        for ambient in self._ambients:
            ambient.populate(take.world, seed=seed)
        vehicles = take.world.family("vehicle")
        columns = {name: getattr(vehicles, name).copy() for name in self._columns}
        columns["lot"] = np.where(vehicles.null("lot"), np.arange(1, len(vehicles) + 1), vehicles.lot)
        for ambient in self._ambients:
            ambient.clear(take.world)
        return columns, self._agent

    def close(self) -> None:
        """End it."""
        self.controller.end()


def _only(agents: list[int], take: Take) -> int:
    """The one agent of each world."""
    if len(agents) != 1:
        raise InputError(f"each world has one agent, but '{take.name}' has {len(agents)} subjects; name one of them")
    return agents[0]


def _refuse_unfit(take: Take) -> None:
    """Refuse a study of which there cannot be many worlds in one table."""
    for module in take.root.children:
        if module.name not in _STANDING:
            raise InputError(
                f"'{take.name}' has the module '{module.name}', so its worlds cannot stand in one table; leave that "
                "out, or use an environment for each world"
            )
        if isinstance(module, Ambient) and module.renewed:
            raise InputError(
                f"'{take.name}' renews its ambient traffic; many worlds in one table need 'renewed: false'"
            )
        if isinstance(module, Traffic) and module.pushes:
            raise InputError(
                f"vehicles of '{take.name}' push each other; many worlds in one table need 'collisions: pass'"
            )
