"""Vehicles that are there from the beginning, the same ones on both sides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seahaven.bench.sumo.inflow import sumo_class
from seahaven.bench.sumo.plan import LIMIT, Plan
from seahaven.errors import InputError
from seahaven.files import Element, new_element, xml_text
from seahaven.geometry import Floats
from seahaven.kernel import Stream
from seahaven.traffic import Mix

__all__ = ["Fleet", "spread_out"]

LEAST_GAP = 2.5
"""In metres: with less between them on the average, vehicles do not fit onto a road."""
LAPS = 500
"""How often SUMO's vehicles go round a closed road before they have arrived."""


@dataclass(frozen=True, slots=True, eq=False)
class Fleet:
    """Vehicles on a closed road: who they are, which lane from the right they are on, and how far along all edges."""

    columns: Mapping[str, NDArray[Any]]
    """Bodies and traits, by the names of columns of `VEHICLES`."""
    lane: NDArray[np.int64]
    share: Floats
    """How far along the road, as a share of its length."""
    speed: Floats

    def __len__(self) -> int:
        return len(self.lane)

    def write_demand(self, file: Path, plan: Plan, *, length: float, model: str) -> Path:
        """Write the vehicles for SUMO, which follow by one of its models; one type for each kind of them.

        Types have their vehicles' mean length, gaps and accelerations; how fast it wishes to be, each has for itself.
        Deceleration is what SUMO's model takes it for by default, since its models mean different things by it.
        """
        routes = [self._route(plan, first) for first in range(len(plan.main))]
        rows = [*self._types(model), *routes, *self._vehicles(plan, length)]
        file.write_text(xml_text(new_element("routes", {}, rows)), encoding="utf-8")
        return file

    def _types(self, model: str) -> Iterator[Element]:
        kinds = self.columns["kind"]
        for kind in sorted(set(kinds.tolist())):
            mine = kinds == kind
            mean = {
                sumo: round(float(self.columns[ours][mine].mean()), 3)
                for sumo, ours in (
                    ("length", "length"), ("width", "width"), ("minGap", "standstill"),
                    ("tau", "headway"), ("accel", "liveliness"), ("maxSpeed", "top_speed"),
                )
            }  # fmt: skip
            yield new_element("vType", {"id": kind, "carFollowModel": model, "vClass": sumo_class(kind), **mean})

    def _route(self, plan: Plan, first: int) -> Element:
        edges = " ".join(plan.main[first:] + plan.main[:first])
        return new_element("route", {"id": f"from_{first}", "edges": edges, "repeat": LAPS})

    def _vehicles(self, plan: Plan, length: float) -> Iterator[Element]:
        part, place = np.divmod(self.share * len(plan.main), 1.0)
        edge = length / len(plan.main)
        for row in range(len(self)):
            yield new_element(
                "vehicle",
                {
                    "id": row, "type": self.columns["kind"][row], "route": f"from_{int(part[row])}", "depart": 0,
                    "departLane": int(self.lane[row]), "departPos": round(float(place[row]) * edge, 3),
                    "departSpeed": round(float(self.speed[row]), 3), "insertionChecks": "none",
                    "speedFactor": round(float(self.columns["speed_factor"][row]), 4),
                },
            )  # fmt: skip


def spread_out(
    mix: Mix, count: int, *, lanes: int, length: float, speed: float | None = None, seed: int = 1, jitter: float = 0.3
) -> Fleet:
    """Give vehicles spread over the lanes of a closed road, as many on each, with even gaps but for a share by chance.

    Without a speed they drive as they can with such a gap and two seconds' headway, or as fast as they wish to.
    """
    rows = np.arange(count)
    columns = mix.columns(rows, seed=seed, who="fleet")
    lane, chance = rows % lanes, Stream.named(seed, "fleet/place").uniforms(rows)
    share, gap = np.zeros(count), np.zeros(count)
    for number in range(lanes):
        mine = np.flatnonzero(lane == number)
        long = columns["length"][mine]
        free = (length - long.sum()) / max(len(mine), 1)
        if free < LEAST_GAP:
            raise InputError(f"{count} vehicles do not fit on {lanes} lanes of {length:g} m")
        place = np.cumsum(long + free) - 0.5 * long + jitter * free * (chance[mine] - 0.5)
        share[mine], gap[mine] = place / length % 1.0, free
    wished = np.minimum(columns["speed_factor"] * LIMIT, columns["top_speed"])
    started = np.clip(0.5 * ((1.0 - jitter) * gap - 2.0), 0.0, 0.9 * wished) if speed is None else np.full(count, speed)
    return Fleet(columns, lane, share, started)
