"""Puts the triggers and beacons of a study into its tree, and links them to all whose panels they press."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from seahaven.direction import Triggers
from seahaven.direction.triggers import Tripwire
from seahaven.kernel import Module
from seahaven.roads import LaneMap
from seahaven.roads.junctions import SignalPlan
from seahaven.takes.orders import Panels
from seahaven.takes.reading import Reading
from seahaven.takes.trigger_entries import TriggerEntry
from seahaven.takes.triggering import triggers
from seahaven.world import World

__all__ = ["Directing"]

_DESKS = {
    "pressed": "traffic/drivers.presses",
    "to_lights": "signals/controllers.presses",
    "to_ambient": "ambient.presses",
    "to_weather": "weather.presses",
}
"""Where what is pressed goes."""


@dataclass(frozen=True, slots=True)
class Directing:
    """What a study needs to know of itself before somebody can be directed in it."""

    reading: Reading
    world: World
    root: Module
    lane_map: LaneMap
    lights: SignalPlan | None
    areas: tuple[str, ...] | None
    """The names of the areas of ambient traffic; None without any."""
    rate: Fraction

    def add(self, entries: Mapping[str, TriggerEntry]) -> None:
        """Add what the study lists."""
        panels = Panels(
            self.reading,
            self._vehicles(),
            self.world.subjects,
            self.lights,
            {"trigger": dict.fromkeys(entries, Tripwire.program)},
            has_weather=self._has("weather"),
            areas=self.areas,
        )
        if entries:
            made = triggers(entries, panels, self.lane_map)
            self.root.add(Triggers("triggers", rate=self.rate, triggers=made, lane_map=self.lane_map))
            self._link("triggers")

    def _vehicles(self) -> dict[str, int]:
        """The vehicles that have names."""
        ids = set(self.world.family("vehicle").ids.tolist())
        return {name: entity for name, entity in self.world.names.items() if entity in ids}

    def _has(self, module: str) -> bool:
        return any(child.name == module for child in self.root.children)

    def _link(self, module: str) -> None:
        """Link what a module presses to whatever is there to be pressed."""
        for source, target in _DESKS.items():
            if self._has(target.partition("/")[0].partition(".")[0]):
                self.root.link(f"{module}.{source}", target)
