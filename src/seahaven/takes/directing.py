"""Puts the triggers and beacons of a study into its tree, and links them to all whose panels they press."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from seahaven.direction import Beacons, Contradictions, Direction, TrafficStream, Triggers
from seahaven.direction.triggers import Tripwire
from seahaven.errors import InputError
from seahaven.kernel import Module
from seahaven.roads import LaneMap
from seahaven.roads.junctions import SignalPlan
from seahaven.takes.beacon_entries import BeaconEntry
from seahaven.takes.beaconing import PlannedStreams, beacons, panels_of
from seahaven.takes.cue import Cue
from seahaven.takes.orders import Panels, Walks
from seahaven.takes.outside import DESKS
from seahaven.takes.reading import Reading
from seahaven.takes.sensing import sensor_panels
from seahaven.takes.trigger_entries import TriggerEntry
from seahaven.takes.triggering import triggers
from seahaven.takes.vehicle_types import VehicleTypes
from seahaven.takes.ways import Ways
from seahaven.traffic import Ambient
from seahaven.world import Sight, World

__all__ = ["Directing", "watch_orders"]


def watch_orders(root: Module, rate: Fraction) -> None:
    """Have it told when two of those who give orders to drivers contradict each other, where there may be two."""
    ordering = [module for module in root.walk() if isinstance(module, Triggers | Beacons | Cue)]
    directing = [module for module in root.walk() if isinstance(module, Direction | TrafficStream)]
    if sum(_voices(module) for module in ordering) + len(directing) < 2:
        return
    root.add(Contradictions("contradictions", rate=rate))
    for into, modules in (("ordered", ordering), ("directed", directing)):
        for module in modules:
            root.link(f"{module.path}.pressed", f"contradictions.{into}")


def _voices(module: Module) -> int:
    """How many there are in a module who give orders."""
    if isinstance(module, Triggers):
        return len(module.triggers)
    return len(module.beacons) if isinstance(module, Beacons) else 1


@dataclass(frozen=True, slots=True)
class Directing:
    """What a study needs to know of itself before traffic can be directed in it."""

    reading: Reading
    world: World
    root: Module
    lane_map: LaneMap
    lights: SignalPlan | None
    areas: tuple[str, ...] | None
    """The names of the areas of ambient traffic; None without any."""
    rate: Fraction
    types: VehicleTypes
    ways: Ways

    @property
    def streams(self) -> PlannedStreams | None:
        """The streams that beacons open."""
        return self.ways.screenplay.streams

    def add(self, told: Mapping[str, TriggerEntry], around: Mapping[str, BeaconEntry]) -> None:
        """Add the triggers and beacons that the study lists, those first whom others call."""
        for name in sorted(told.keys() & around.keys()):
            raise InputError(
                f"'{name}' is a trigger already; call the beacon otherwise", self.reading.key_at("beacons", name)
            )
        panels = self._panels(told, around)
        callees = [*self._add_beacons(around, panels), *self._add_streams(panels)]
        if told:
            made = triggers(told, panels, self.lane_map)
            self.root.add(Triggers("triggers", rate=self.rate, triggers=made, lane_map=self.lane_map))
            self._link("triggers")
            for name in callees:
                self.root.link("triggers.called", f"{name}.calls")

    def _panels(self, told: Mapping[str, TriggerEntry], around: Mapping[str, BeaconEntry]) -> Panels:
        return Panels(
            self.reading,
            self._named("vehicle"),
            self._named("person") if self.ways.walks else {},
            self._walks(),
            self.world.subjects,
            self.lights,
            {
                "trigger": dict.fromkeys(told, Tripwire.program),
                "beacon": panels_of(around),
                "sensor": sensor_panels(self.root),
            },
            has_weather=self._has("weather"),
            areas=self.areas,
            sides=self._sides(),
        )

    def _add_beacons(self, entries: Mapping[str, BeaconEntry], panels: Panels) -> list[str]:
        """Add the beacons that radiate, and give the name of their module."""
        made = beacons(entries, panels, self.lane_map)
        if not made:
            return []
        self.root.add(Beacons("beacons", rate=self.rate, beacons=made, lane_map=self.lane_map))
        self.root.link("beacons.pressed", DESKS["pressed"])
        if self._has("people"):
            self.root.link("beacons.to_people", DESKS["to_people"])
        return ["beacons"]

    def _add_streams(self, panels: Panels) -> list[str]:
        """Add the streams, and give the names of their modules."""
        if self.streams is None or self.ways.tracks is None:
            return []
        around = next((module for module in self.root.children if isinstance(module, Ambient)), None)
        sight = around.sight if around else Sight(self.lane_map)
        has_others = around is not None
        made = list(self.streams.modules(panels, self.ways.tracks, self.types, sight, self.rate, hands_over=has_others))
        self.root.add(*made)
        for stream in made:
            self.root.link(f"{stream.name}.pressed", DESKS["pressed"])
            if has_others:
                self.root.link(f"{stream.name}.handovers", "ambient.handovers")
        return [stream.name for stream in made]

    def _sides(self) -> dict[int, frozenset[int]]:
        """Of each vehicle that the study names, to which sides it ever has a lane; of one that goes nowhere, any."""
        lane_map, actors, found = self.lane_map, self.ways.screenplay.actors, dict[int, frozenset[int]]()
        beside = ((1, lane_map.left, lane_map.left_opposite), (-1, lane_map.right, lane_map.right_opposite))
        for actor in actors.members:
            if actor.itinerary.to is None:
                continue
            is_open, lanes = actors.location.router(actor.kind.user).graph.open_to, list(actor.itinerary.route.lanes)
            sides = (
                side for side, other, is_opposite in beside
                if ((other[lanes] >= 0) & ~is_opposite[lanes] & is_open[other[lanes]]).any()
            )  # fmt: skip
            found[self.world.names[actor.name]] = frozenset(sides)
        return found

    def _walks(self) -> Walks | None:
        """Where people walk; None where nobody is on foot."""
        on_foot = self.ways.on_foot
        if on_foot is None:
            return None
        return Walks(on_foot.network, {one.name: one.stand for one in on_foot.members})

    def _named(self, family: str) -> dict[str, int]:
        """Those of a family that have names."""
        ids = set(self.world.family(family).ids.tolist())
        return {name: entity for name, entity in self.world.names.items() if entity in ids}

    def _has(self, module: str) -> bool:
        return any(child.name == module for child in self.root.children)

    def _link(self, module: str) -> None:
        """Link what a module presses to whatever is there to be pressed."""
        for source, target in DESKS.items():
            if self._has(target.partition("/")[0].partition(".")[0]):
                self.root.link(f"{module}.{source}", target)
