"""A machine that tells from loops that a lane is blocked, for `incident_detection.study.yaml` (G10).

The California algorithm, in the form that its authors number 7 (Payne and Tignor, 1978), watches two neighbouring
stations. A blocked lane makes traffic dense above it and thin below, so the occupancy above exceeds that below: by
`difference`, and by `relative` of the occupancy above, while the one below is at most `thin`. What looks so once may be
chance; an alarm is raised only if the relative difference is still there an interval later. The next alarm of a section
has to wait until that difference has gone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from seahaven.hcsm import Dial, In, Local, Machine, Out, declare
from seahaven.kernel import Emits, Module, Param, State, Tick, port
from seahaven.world import Host, Named, Press, reads


class California(Machine):
    """From free by way of a suspicion to an alarm, one step for each interval of the loops."""

    above: In[float] = declare(doc="occupancy of the station above, in percent")
    below: In[float] = declare(doc="occupancy of the station below, in percent")
    difference: Dial[float] = declare(6.0, doc="least difference, in percent")
    relative: Dial[float] = declare(0.2, doc="least difference, as a share of the occupancy above")
    thin: Dial[float] = declare(10.0, doc="greatest occupancy below, in percent")

    is_suspect: Local[bool] = False
    differs: Local[bool] = False
    alarm: Out[bool]

    class Free(Machine):
        """Nothing to see."""

        def activity(m: California.Free) -> None:
            """No alarm."""
            m.alarm = False

    class Tentative(Machine):
        """Something to see, for the first time."""

        def activity(m: California.Tentative) -> None:
            """No alarm yet."""
            m.alarm = False

    class Confirmed(Machine):
        """It has lasted."""

        def activity(m: California.Confirmed) -> None:
            """Alarm."""
            m.alarm = True

    class Continuing(Machine):
        """It goes on."""

        def activity(m: California.Continuing) -> None:
            """No new alarm."""
            m.alarm = False

    def pre_activity(m: California) -> None:
        """Compare the two stations."""
        m.differs = m.above > 0.0 and m.above - m.below >= m.relative * m.above
        m.is_suspect = m.differs and m.above - m.below >= m.difference and m.below <= m.thin

    start = Free
    transitions = (
        (Free >> Tentative).when(lambda m: m.is_suspect),
        (Tentative >> Confirmed).when(lambda m: m.differs),
        (Tentative >> Free).when(lambda m: not m.differs),
        (Confirmed >> Continuing).when(lambda m: m.differs),
        (Confirmed >> Free).when(lambda m: not m.differs),
        (Continuing >> Free).when(lambda m: not m.differs),
    )


@dataclass(frozen=True, slots=True)
class Alarm:
    """A section has noticed that a lane is blocked, by its number among those of the road."""

    section: int


class Section(Host):
    """Runs the machine for the stretch of road between two stations, once for each interval of their loops."""

    machine: Param[type[Machine] | Machine] = California
    above: Param[Named] = Named()
    below: Param[Named] = Named()
    number: Param[int] = 0
    alarms: Emits[Alarm]

    loops = reads("detector", "measured", "occupancy")

    def step(self, tick: Tick) -> None:
        """Wait for the end of an interval."""
        if tick.index and (self.loops.measured == tick.seconds).any():
            super().step(tick)

    def sense(self, tick: Tick) -> dict[str, float | int | bool | None]:
        """The mean occupancies of the loops in all lanes."""
        return {"above": self._occupancy(self.above), "below": self._occupancy(self.below)}

    def _occupancy(self, station: Named) -> float:
        mine = np.isin(self.loops.ids, station) & ~self.loops.null("occupancy")
        return 100.0 * float(self.loops.occupancy[mine].mean()) if mine.any() else 0.0

    def act(self, tick: Tick, outputs: Mapping[str, float | int | bool | None]) -> None:
        """Tell an alarm, as an event in the recording."""
        if outputs.get("alarm"):
            self.alarms.append(Alarm(self.number))


class Breakdown(Module):
    """Stops a vehicle for good, by the button of its driver: when, where and in which lane is drawn by the seed."""

    earliest: Param[float] = port(120.0, unit="s", least=0.0, doc="when it happens at the earliest")
    latest: Param[float] = port(240.0, unit="s", least=0.0, doc="and at the latest")
    first: Param[float] = port(3500.0, unit="m", doc="where at the earliest, east of the origin")
    last: Param[float] = port(5000.0, unit="m", doc="and where at the latest")
    lanes: Param[int] = port(3, least=1, doc="of the map, from the first one on")
    at: State[float] = port(0.0, unit="s")
    where: State[float] = port(0.0, unit="m")
    lane: State[int] = 0
    stopped: State[int] = port(0, doc="the vehicle; 0 before")
    pressed: Emits[Press]

    cars = reads("vehicle", "lane", "x", "pilot")

    def init(self, tick: Tick) -> None:
        """Draw time and place."""
        when, where, lane = tick.random.uniforms([1, 2, 3]).tolist()
        self.at = self.earliest + (self.latest - self.earliest) * when
        self.where = self.first + (self.last - self.first) * where
        self.lane = int(self.lanes * lane)

    def step(self, tick: Tick) -> None:
        """Press the button of the vehicle that comes to the place next, once."""
        if self.stopped or tick.seconds < self.at:
            return
        comes = (self.cars.lane == self.lane) & (self.cars.x < self.where)
        if comes.any():
            row = int(np.argmax(np.where(comes, self.cars.x, -np.inf)))
            self.stopped = int(self.cars.ids[row])
            self.pressed.append(Press((self.stopped,), "stop"))
