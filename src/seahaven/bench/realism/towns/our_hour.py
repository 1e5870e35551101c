"""Our side's hour in a town: a study, played as users play it, and judged by what frames show."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from seahaven.bench.realism.safety import touching
from seahaven.bench.realism.standing import Standing
from seahaven.bench.realism.towns.demand_town import DemandTown
from seahaven.bench.realism.towns.hour import Hour
from seahaven.kernel import Event, in_seconds
from seahaven.motion import Collision
from seahaven.roads import LaneMap
from seahaven.takes import Frame, open_run
from seahaven.traffic import Left
from seahaven.world import entity_label

__all__ = ["LOOKS", "our_hour"]

LOOKS = 2.0
"""How often (Hz) a run is looked at: vehicles that have touched stand in touch for much longer."""
HELP = 60.0
"""A pair that has not touched for so many seconds and touches again has collided again."""
LONG = 180.0
"""Seconds of standing from which on a vehicle is named."""
MOST_NAMED = 60
COLUMNS = (
    "x", "y", "z", "heading", "length", "width", "height", "speed", "acceleration", "lane", "s", "kind", "contact",
)  # fmt: skip


@dataclass(slots=True)
class Witness:
    """Watches a run: which vehicles arrive, touch, and stand."""

    lane_map: LaneMap
    flows: frozenset[str]
    times: dict[str, float] = field(default_factory=dict)
    told: list[str] = field(default_factory=list)
    collided: dict[tuple[int, int], float] = field(default_factory=dict)
    """The pairs of vehicles that collided, and when they last touched (s)."""
    collisions: int = 0
    standing: Standing = field(default_factory=Standing)
    _named: set[int] = field(default_factory=set)

    def on_event(self, event: Event[Any]) -> None:
        """Note the vehicles that arrive, and those that the run itself parts where they begin to touch."""
        value = event.value
        if isinstance(value, Left) and value.has_arrived:
            name = f"{value.source}.{value.number}" if value.source in self.flows else value.source
            self.times[name] = value.travel_time
        elif isinstance(value, Collision):
            self._collide(value.entities, in_seconds(event.date), f"at x={value.x:.1f}, y={value.y:.1f}")

    def on_frame(self, frame: Frame) -> None:
        """Note the vehicles that touch or stand."""
        table = frame["vehicle"]
        vehicles = SimpleNamespace(ids=np.asarray(table["id"]), **{name: np.asarray(table[name]) for name in COLUMNS})
        for first, second in touching(vehicles):
            self._collide((first, second), frame.time, "in the picture")
        self.standing.note(vehicles, now=frame.time, step=1.0 / LOOKS, arrived=len(self.times))
        for row in self.standing.rows_since(frame.time - LONG):
            self._name(vehicles, row, frame.time)

    def _collide(self, pair: tuple[int, int], now: float, where: str) -> None:
        """Count a collision, once for as long as its vehicles stand where they came to a stop."""
        if now - self.collided.get(pair, -inf) > HELP:
            self.collisions += 1
            first, second = map(entity_label, pair)
            self.told.append(f"{now:.1f} s: {first} and {second} collided {where}")
        self.collided[pair] = now

    def _name(self, vehicles: Any, row: int, now: float) -> None:
        vehicle = int(vehicles.ids[row])
        if vehicle not in self._named and len(self._named) < MOST_NAMED:
            self._named.add(vehicle)
            lane, place = int(vehicles.lane[row]), f"at x={vehicles.x[row]:.1f}, y={vehicles.y[row]:.1f}"
            where = place if lane < 0 else f"on '{self.lane_map.name(lane)}' at s={vehicles.s[row]:.1f}"
            self.told.append(f"{now:.1f} s: {entity_label(vehicle)} has stood for {LONG:g} s {where}")


def our_hour(town: DemandTown, folder: Path, *, step: float, seed: int, seconds: float) -> Hour:
    """Play so many seconds."""
    study = town.study(folder / "town.study.yaml", step=step, seconds=seconds)
    with open_run(study, seed=seed) as run:
        assert run.take.roads is not None  # the study names some
        witness = Witness(LaneMap.of(run.take.roads), town.flows)
        run.watch(witness, every=1.0 / LOOKS, families={"vehicle": COLUMNS})
        run.advance()
    return Hour(witness.times, witness.standing.longest, witness.collisions, tuple(witness.told))
