"""The vehicles of a demand, from where they enter to where they leave."""

from __future__ import annotations

import re
from fractions import Fraction

from seahaven.kernel import Module, Param, port
from seahaven.roads.routing import Tracks
from seahaven.traffic.demand import Flow
from seahaven.traffic.exits import Exits
from seahaven.traffic.gate import Gate
from seahaven.traffic.halts import Halts
from seahaven.traffic.newcomer import Newcomers
from seahaven.traffic.routed import RoutedDemand
from seahaven.traffic.source import Source

__all__ = ["Population"]


class Population(Module):
    """Brings the vehicles of a demand into the world, and takes them out at the end of their routes.

        demand = route_demand(Demand(flows=(Flow("north", Journey("a", "b"), rate=0.3),)), lane_map)
        tracks = Tracks(*demand.tables)
        root = Module(
            "root", Traffic("traffic", tracks=tracks), Population("population", demand=demand, tracks=tracks)
        )

    The world has the families `VEHICLES` and `WEATHER`; on a slippery road newcomers keep more distance.

    Its parts are a `Source` for each flow (`flows/north`), which is a machine with a panel, the `gate` and the
    `exits`; where journeys have halts there are `halts`, too, to be linked to the drivers:
    `root.link("population/halts.pressed", "traffic/drivers.presses")`. Characters that no module may be called by are
    `_` in the names of the parts. Run it at the rate of the traffic, since who enters decides from where the others
    are now.
    """

    demand: Param[RoutedDemand]
    tracks: Param[Tracks]
    rate_hz: Param[float | Fraction] = port(10.0, unit="Hz")
    long: Param[int] = port(10, least=1, doc="how many have to wait at a gate for it to be told")

    def build(self) -> None:
        """Add a source for each flow, the gate and the exits."""
        newcomers = Newcomers.of(self.demand, self.tracks)
        flows = Module("flows")
        for index, flow in enumerate(self.demand.demand.flows):
            name = _module_name(flow, [other.name for other in flows.children])
            flows.add(Source(name, rate=self.rate_hz, flow=flow, index=index, speed=newcomers.speed(index)))
            self.link(f"flows/{name}.calls", "gate.calls")
        gate = Gate("gate", rate=self.rate_hz, newcomers=newcomers, tracks=self.tracks, long=self.long)
        self.add(flows, gate, Exits("exits", rate=self.rate_hz, tracks=self.tracks))
        self.link("gate.entered", "exits.entered")
        if self.demand.has_halts:
            self.add(Halts("halts", rate=self.rate_hz, newcomers=newcomers, tracks=self.tracks))
            self.link("gate.entered", "halts.entered")


def _module_name(flow: Flow, taken: list[str]) -> str:
    """The flow's name as a module may have it."""
    name = re.sub(r"[^A-Za-z0-9_-]", "_", flow.name)
    name = name if re.match(r"[A-Za-z_]", name) else f"_{name}"
    while name in taken:
        name += "_"
    return name
