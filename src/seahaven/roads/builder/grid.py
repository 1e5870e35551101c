"""Towns of streets and avenues at right angles."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi
from typing import TYPE_CHECKING

from seahaven.errors import InputError
from seahaven.roads.builder.cross_section import CrossSection
from seahaven.roads.builder.plan import RoadPlan

if TYPE_CHECKING:
    from seahaven.roads.builder.builder import Builder


@dataclass(frozen=True, slots=True)
class GridTown:
    """The roads of a grid town: streets run east, counted from the south; avenues run north, counted from the west."""

    streets: tuple[RoadPlan, ...]
    avenues: tuple[RoadPlan, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """What was asked for: how many roads of which kind, how far apart, and who goes first where they cross."""

    name: str
    streets: int
    avenues: int
    block: tuple[float, float]
    at: tuple[float, float]
    street: CrossSection
    avenue: CrossSection
    control: str
    stub: float


def grid(builder: Builder, spec: Grid) -> GridTown:
    """Draw the streets and avenues, and a junction wherever they cross."""
    if spec.streets < 2 or spec.avenues < 2:
        raise InputError(
            f"grid town '{spec.name}' got {spec.streets} streets and {spec.avenues} avenues; expected two of each"
        )
    streets = tuple(_street(builder, spec, k) for k in range(spec.streets))
    avenues = tuple(_avenue(builder, spec, k) for k in range(spec.avenues))
    for i, street in enumerate(streets):
        for j, avenue in enumerate(avenues):
            # Avenues are the main roads where that matters.
            builder.junction(f"{spec.name} {i + 1}-{j + 1}", avenue, street, control=spec.control)
    return GridTown(streets, avenues)


def _street(builder: Builder, spec: Grid, k: int) -> RoadPlan:
    x, y = spec.at[0] - spec.stub, spec.at[1] + k * spec.block[1]
    length = (spec.avenues - 1) * spec.block[0] + 2.0 * spec.stub
    return builder.road(f"{spec.name} street {k + 1}", spec.street, at=(x, y)).straight(length)


def _avenue(builder: Builder, spec: Grid, k: int) -> RoadPlan:
    x, y = spec.at[0] + k * spec.block[0], spec.at[1] - spec.stub
    length = (spec.streets - 1) * spec.block[1] + 2.0 * spec.stub
    return builder.road(f"{spec.name} avenue {k + 1}", spec.avenue, at=(x, y), heading=pi / 2.0).straight(length)
