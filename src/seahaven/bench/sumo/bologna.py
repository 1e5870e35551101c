"""Bologna's Via Pasubio with its morning demand, from files that others made, on both sides."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from seahaven.bench.sumo.edge_times import EdgeTimes, edge_times_of_sumo
from seahaven.bench.sumo.program import Sumo
from seahaven.bench.sumo.town_drive import TownDrive
from seahaven.files import load_xml, new_element, xml_text
from seahaven.roads import LaneMap
from seahaven.roads.formats.sumo import read_sumo
from seahaven.traffic import RoutedDemand, read_demand, route_demand

__all__ = ["Bologna", "Outcome"]

CARS = "pasubio.rou.xml"
LIGHTS = "pasubio_tls.add.xml"
OTHERS = ("pasubio_vtypes.add.xml", "pasubio_bus_stops.add.xml", "pasubio_busses.rou.xml")
"""Types, bus stops and buses, as the configuration that comes with the files has them."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What SUMO did: times on edges, how many had arrived at dates, and how many it put elsewhere."""

    edges: EdgeTimes
    arrived: tuple[int, ...]
    teleported: int


@dataclass(frozen=True)
class Bologna:
    """The folder with the files; without them it is absent."""

    folder: Path

    @classmethod
    def among(cls, data: Path) -> Bologna:
        """Bologna as it lies in a folder of road files."""
        return cls(data / "sumo" / "pasubio")

    @property
    def is_there(self) -> bool:
        """Whether the files can be found."""
        return all((self.folder / name).is_file() for name in (self.network.name, CARS, LIGHTS, *OTHERS))

    @property
    def network(self) -> Path:
        """SUMO's network."""
        return self.folder / "pasubio_buslanes.net.xml"

    @cached_property
    def lane_map(self) -> LaneMap:
        """The lanes, from SUMO's files."""
        return LaneMap(read_sumo(self.network, additional=[self.folder / LIGHTS]))

    @cached_property
    def demand(self) -> RoutedDemand:
        """Everybody who drives, cars and buses."""
        files = [self.folder / name for name in (CARS, *OTHERS)]
        return route_demand(read_demand(*files, lane_map=self.lane_map), self.lane_map)

    @property
    def last_departure(self) -> float:
        """When the last of them wants to set out, in seconds."""
        return max(trip.departure for trip in self.demand.demand.trips)

    def drive(self, *, step: float, seed: int) -> TownDrive:
        """Our side, before its first step."""
        return TownDrive(self.demand, self.lane_map, step=step, seed=seed)

    def sumo(self, *, step: float) -> Sumo:
        """SUMO with the same files."""
        more = tuple(self.folder / name for name in (*OTHERS, LIGHTS))
        return Sumo(self.network, self.folder / CARS, step, additional=more)

    def outcome(self, dates: tuple[float, ...], *, step: float, seed: int, folder: Path) -> Outcome:
        """Have SUMO drive up to the last of some dates, which are multiples of a minute, and tell what came of it."""
        edges, wish, summary = folder / "edges.xml", folder / "wish.add.xml", folder / "summary.xml"
        told = new_element("edgeData", {"id": "all", "file": str(edges), "excludeEmpty": "true"})
        wish.write_text(xml_text(new_element("additional", {}, [told])), encoding="utf-8")
        own = self.sumo(step=step)
        sumo = Sumo(own.network, own.demand, step, additional=(*own.additional, wish))
        options = {"seed": seed, "summary-output": summary, "summary-output.period": 60}
        sumo.run(max(dates) + step, options=options)
        rows = {float(row.attributes["time"]): row.attributes for row in load_xml(summary).children}
        teleported = int(rows[max(dates)]["teleports"])
        return Outcome(edge_times_of_sumo(edges), tuple(int(rows[date]["arrived"]) for date in dates), teleported)
