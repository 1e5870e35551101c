"""Where people on foot come from and go to: out of doors and into them, at the rate that a panel says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seahaven.hcsm import Button, Dial, In, Machine, Out, declare
from seahaven.kernel import Param, State, Stream, Tick, port
from seahaven.roads.walking import FootRoutes, WalkingNetwork
from seahaven.traffic.people_walks import walker_columns
from seahaven.world import Host, WalkPhase, reads, spawns

__all__ = ["Footfall", "Walkers", "footfall"]

_FALLEN = int(WalkPhase.FALLEN)
"""A plain number: arrays are compared with it in a quarter of the time that a member of an enumeration takes."""
ARRIVED = 0.05
"""Metres before the end of its route at which somebody is there."""
_MOST = 1000
"""People that come in one step at most, whatever the dial says."""


def footfall(network: WalkingNetwork, *, per_hour_and_km: float) -> float:
    """The rate (1/s) at which so many people an hour set out from each kilometre of pavement."""
    return per_hour_and_km / 3600.0 * network.length / 1000.0


class Footfall(Machine):
    """How many people per second come out of doors: the panel of `Walkers`."""

    dt: In[float] = declare(unit="s")
    rate: Dial[float] = declare(0.0, unit="1/s", doc="people per second")
    halt: Button[bool] = declare(doc="nobody comes until told otherwise; those who are there walk on")
    resume: Button[bool] = declare(doc="go on")
    flow: Out[float] = declare(unit="1/s", doc="people per second that come now")

    class Running(Machine):
        """People come."""

        flow: Out[float]

        def activity(m: Any) -> None:
            """As the dial says."""
            m.flow = max(m.rate, 0.0)

    class Halted(Machine):
        """Nobody comes."""

        flow: Out[float]

        def activity(m: Any) -> None:
            """None at all."""
            m.flow = 0.0

    start = Running
    transitions = (
        (Running >> Halted).when(lambda m: m.halt.any and not m.resume.any),
        (Halted >> Running).when(lambda m: m.resume.any and not m.halt.any),
    )


class Walkers(Host):
    """Brings people who walk the routes of a table, one drawn for each, and takes them out where they go in.

        Walkers("doors", rate=2, routes=routes, flow=0.5)

    They come and go at doors, which hide that they do. `flow` is what the dial `rate` of the panel, pressed through
    `presses`, begins with. With `is_peopled`, as many as there would be after a while are under way from the beginning.
    Who comes is the same whoever else does. Whoever was hit is taken away after a while.
    """

    machine = Footfall
    routes: Param[FootRoutes]
    flow: Param[float] = port(0.2, unit="1/s", least=0.0, doc="people per second, to begin with")
    is_peopled: Param[bool] = port(True, doc="whether people are under way from the beginning")
    aid: Param[float] = port(180.0, unit="s", least=0.0, doc="after which somebody who was hit is taken away")
    brought: State[int] = 0
    passed: State[float] = 0.0
    ended: State[dict[int, float]] = port({})

    people = reads("person", "path", "rest", "phase", "leaves")
    door = spawns("person")

    def build(self) -> None:
        """Begin with the dial at the given rate."""
        self.give("machine", Footfall(rate=self.flow))

    def sense(self, tick: Tick) -> Mapping[str, float]:
        """How long the step is."""
        return {"dt": tick.dt}

    def act(self, tick: Tick, outputs: Mapping[str, Any]) -> None:
        """Let people out, and take in those who have arrived."""
        rate = outputs["flow"]
        if tick.index == 0 and self.is_peopled and len(self.routes):
            self._add(self._under_way(rate, tick.seed), tick.seed, is_under_way=True)
        if len(self.routes):
            self._add(self._coming(tick.dt, rate, tick.seed), tick.seed, is_under_way=False)
        self._take_in(tick)

    def admits(self, paths: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Whether people may come out at the doors of these routes now; a subclass may look who is watching."""
        return np.ones(len(paths), np.bool_)

    def _under_way(self, rate: float, seed: int) -> int:
        """How many are under way on the average."""
        pace = 1.3
        return min(int(rate * float(self.routes.length.mean()) / pace), 100 * _MOST)

    def _coming(self, dt: float, rate: float, seed: int) -> int:
        """How many come until the next date; counts how much of the time to the next has passed."""
        self.passed += rate * dt
        count = 0
        while count < _MOST:
            wanted = -np.log1p(-Stream.named(seed, f"{self.path}/spacing").uniform(entity=self.brought + count))
            if self.passed < wanted:
                break
            self.passed -= float(wanted)
            count += 1
        return count

    def _add(self, count: int, seed: int, *, is_under_way: bool) -> None:
        if not count:
            return
        numbers = np.arange(self.brought, self.brought + count)
        self.brought += count
        chance = Stream.named(seed, f"{self.path}/route").uniforms(numbers)
        paths = np.minimum((chance * len(self.routes)).astype(np.int64), len(self.routes) - 1)
        share = Stream.named(seed, f"{self.path}/under way").uniforms(numbers) if is_under_way else np.zeros(count)
        kept = self.admits(paths)
        numbers, paths, share = numbers[kept], paths[kept], share[kept]
        progress = self._off_roads(paths, share * self.routes.length[paths])
        is_left_hand = any(road.is_left_hand for road in self.routes.network.lane_map.network.roads[:1])
        columns = walker_columns(numbers, seed=seed, who=self.path, left_hand=is_left_hand)
        places = [self.routes.place(int(path), float(s)) for path, s in zip(paths, progress, strict=True)]
        columns |= {name: np.array([place[name] for place in places]) for name in ("x", "y", "z", "heading")}
        self.door.add(len(numbers), path=paths.astype(np.int32), progress=progress, leaves=True, **columns)

    def _off_roads(self, paths: NDArray[np.int64], progress: NDArray[np.float64]) -> NDArray[np.float64]:
        """The same places along routes, those on crosswalks moved back to before them."""
        moved = progress.copy()
        for k, path in enumerate(paths.tolist()):
            for begin, end, _ in self.routes.legs(path):
                if begin - 1.0 < moved[k] < end:
                    moved[k] = max(begin - 1.0, 0.0)
        return moved

    def _take_in(self, tick: Tick) -> None:
        """Take out who has arrived, and after a while those who were hit."""
        people = self.people
        is_known = people.leaves & (people.path >= 0)
        is_down = is_known & (people.phase == _FALLEN)
        gone = people.ids[is_known & (people.rest <= ARRIVED) & ~is_down]
        if is_down.any() or self.ended:
            gone = np.concatenate((gone, self._helped(is_down, tick)))
        if len(gone):
            self.door.remove(gone)

    def _helped(self, is_down: NDArray[np.bool_], tick: Tick) -> NDArray[np.int64]:
        """Those who have lain there for so long that they are taken away; remembers since when others lie."""
        since = {one: self.ended.get(one, tick.seconds) for one in self.people.ids[is_down].tolist()}
        done = [one for one, began in since.items() if tick.seconds - began >= self.aid]
        self.ended = {one: began for one, began in since.items() if one not in done}
        return np.array(done, np.int64)
