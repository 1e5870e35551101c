"""Who drives on the roads of a study: flows, single and random trips, and those of route files, as one demand."""

from __future__ import annotations

from dataclasses import dataclass, replace

from seahaven.errors import Position
from seahaven.kernel import SECOND
from seahaven.roads import LaneMap
from seahaven.roads.model import Remark
from seahaven.takes.at import At
from seahaven.takes.flows import flows
from seahaven.takes.halting import Halting
from seahaven.takes.location import Location
from seahaven.takes.reading import Reading
from seahaven.takes.setting import RouteFilesEntry, TrafficEntry
from seahaven.takes.shares import refuse_odd_sum
from seahaven.takes.single_trips import refuse_many_trips, single_trips
from seahaven.takes.vehicle_types import VehicleTypes
from seahaven.traffic import Demand, TurningRatios, random_scatter, read_demand, read_turns

__all__ = ["Trips"]


@dataclass(frozen=True, slots=True)
class Trips:
    """Gathers the demand of a study that lasts a number of seconds."""

    traffic: TrafficEntry
    types: VehicleTypes
    lane_map: LaneMap
    reading: Reading
    seconds: float

    @classmethod
    def of(cls, location: Location, *, seconds: float) -> Trips:
        """The demand of a study on its roads."""
        return cls(location.traffic, location.types, location.lane_map, location.reading, seconds)

    @property
    def is_lenient(self) -> bool:
        """Whether trips of route files that cannot be made are left out rather than refused."""
        demand = self.traffic.demand
        return isinstance(demand, RouteFilesEntry) and demand.lenient

    def own(self) -> Demand:
        """What the study itself says: flows, single trips and random trips."""
        ratios = self._ratios()
        Halting(self.traffic, self.lane_map, self.reading).refuse_misplaced_stops()
        listed = flows(self.traffic, self.types, self.lane_map, self.reading, ratios)
        alone = single_trips(self.traffic, self.types, self.lane_map, self.reading, self.seconds)
        with At(self.reading.at("traffic")):
            return self._early(Demand(alone, listed, ratios.remarks)) + self._random()

    def from_files(self) -> Demand:
        """What the route files of the study say."""
        demand = self.traffic.demand
        files = demand.files if isinstance(demand, RouteFilesEntry) else demand
        names = [files] if isinstance(files, str) else files
        if not names:
            return Demand()
        begin = demand.begin / SECOND if isinstance(demand, RouteFilesEntry) and demand.begin is not None else None
        with At(self._demand_at):
            paths = map(self.reading.file, names)
            found = read_demand(*paths, lane_map=self.lane_map, lenient=self.is_lenient, begin=begin)
            return self._early(self._noted(found))

    def _noted(self, demand: Demand) -> Demand:
        """The demand of files, with a remark if none of it sets out before the study is over."""
        times = [*(trip.departure for trip in demand.trips), *(flow.begin for flow in demand.flows)]
        if not times or min(times) < self.seconds:
            return demand
        message = (
            f"no vehicle of the route files sets out within the {self.seconds:g} s of the study: the first does at "
            f"{min(times):g} s; begin there, demand: {{files: ..., begin: {min(times):g} s}}"
        )
        return replace(demand, remarks=(*demand.remarks, Remark("seahaven:demand.late", message, self._demand_at)))

    @property
    def _demand_at(self) -> Position:
        return self.reading.at("traffic", "demand")

    @property
    def _begin(self) -> float:
        """When the population begins to run (s): at 0, or as much earlier as it warms up."""
        return -self.traffic.warm_up / SECOND

    def _early(self, demand: Demand) -> Demand:
        """The demand with all flows that last from time 0 on running in the warm-up, too."""
        if not self.traffic.warm_up:
            return demand
        flows = (
            replace(flow, begin=self._begin) if flow.begin == 0.0 and flow.most is None else flow
            for flow in demand.flows
        )
        return replace(demand, flows=tuple(flows))

    def _ratios(self) -> TurningRatios:
        """How many turn which way, as the study or its files say."""
        turns, path = self.traffic.turns, ("traffic", "turns")
        if not isinstance(turns, dict):
            with At(self.reading.at(*path)):
                return read_turns(*map(self.reading.file, [turns] if isinstance(turns, str) else turns))
        for name, shares in turns.items():
            with At(self.reading.at(*path, name)):
                refuse_odd_sum(f"the turns at '{name}'", shares.values())
        return TurningRatios(turns, places={name: self.reading.key_at(*path, name) for name in turns})

    def _end(self, end: int | None) -> float:
        """When no more set out (s): at the end of the study, or before."""
        return self.seconds if end is None else min(self.seconds, end / SECOND)

    def _random(self) -> Demand:
        """The random trips of the study."""
        entry, path = self.traffic.random, ("traffic", "random")
        if entry is None:
            return Demand()
        mix = self.types.mix(entry.mix or self.traffic.mix, (*path, "mix") if entry.mix else ("traffic", "mix"))
        begin, end = entry.begin / SECOND if entry.begin else self._begin, self._end(entry.end)
        with At(self.reading.at(*path, "rate")):
            refuse_many_trips("random trips", entry.rate * (end - begin))
        with At(self.reading.key_at(*path)):
            return random_scatter(
                self.lane_map,
                rate=entry.rate,
                begin=begin,
                end=end,
                mix=mix,
                fringe=entry.fringe,
                least=entry.least,
                at=self.reading.key_at(*path),
            )
