"""Vehicles that perceive, decide and move, all at one rate: the chain that every driver on roads goes through."""

from __future__ import annotations

from fractions import Fraction

from seahaven.behaviour import Driver, Junctions, Perception, Watch, Whims
from seahaven.hcsm import Machine
from seahaven.kernel import Module, Param, port
from seahaven.motion import Motion, Script
from seahaven.roads.routing import Tracks
from seahaven.traffic.openings import Openings
from seahaven.traffic.turn_orders import TurnOrders
from seahaven.world import Machines

__all__ = ["Traffic"]


class Traffic(Module):
    """Lets every vehicle of the world see, decide and move along its route.

        world = World([VEHICLES, WEATHER])
        world.add("vehicle", speed=30.0, **placed(tracks, "main:0:-1", 40.0, route=0))
        run = Controller(Module("root", Traffic("traffic", tracks=tracks)), seed=1, store=world)

    Its parts are `perception`, `junctions`, `watch`, `whims`, `drivers` and `motion`, `turns` for those who are
    told to turn, and `openings` where lanes open into several; columns that are seen at once put them in
    this order, so that what is decided at t comes of what was there at t. Whoever presses buttons of drivers is linked
    to `traffic/drivers.presses`. `driver` may be the machine with its dials preset.
    """

    tracks: Param[Tracks]
    rate_hz: Param[float | Fraction] = port(10.0, unit="Hz", doc="of perception, decisions and motion alike")
    driver: Param[type[Machine] | Machine] = Driver
    parallel: Param[bool] = port(False, doc="whether blocks of rows run on several threads")
    scripted: Param[dict[int, Script]] = port({}, doc="scripts that vehicles have from the beginning, by id")

    whims: Param[bool] = port(True, doc="whether it has whims; if not, another module fills in what drivers feel")
    pushes: Param[bool] = port(False, doc="whether vehicles that touch are handed over to whatever moves the struck")

    def build(self) -> None:
        """Add the parts."""
        roads = {"tracks": self.tracks, "parallel": self.parallel}
        self.add(
            Perception("perception", rate=self.rate_hz, **roads),
            Junctions("junctions", rate=self.rate_hz, tracks=self.tracks),
            Watch("watch", rate=self.rate_hz, tracks=self.tracks),
            *([Whims("whims", rate=1)] if self.whims else ()),
            Machines("drivers", rate=self.rate_hz, machine=self.driver, parallel=self.parallel),
            Motion("motion", rate=self.rate_hz, scripted=self.scripted, pushes=self.pushes, **roads),
            TurnOrders("turns", rate=self.rate_hz, tracks=self.tracks),
        )
        self.link("turns.rerouted", "motion.rerouted")
        if (self.tracks.arrays.twin >= 0).any():
            self.add(Openings("openings", rate=1, tracks=self.tracks))
            self.link("openings.rerouted", "motion.rerouted")
