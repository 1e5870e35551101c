"""Small towns for tests."""

from __future__ import annotations

from functools import cache

from seahaven.roads import LaneMap
from seahaven.roads.builder import Builder, lesson_town


@cache
def grid(streets: int = 3, *, control: str = "right before left") -> LaneMap:
    """As many streets as avenues, with roads called g_street_1.1 and so on."""
    builder = Builder("grid")
    builder.grid_town("g", streets=streets, avenues=streets, control=control)
    return LaneMap(builder.build())


@cache
def town() -> LaneMap:
    """The town of the driving lessons."""
    return LaneMap.of(lesson_town())


@cache
def islands() -> LaneMap:
    """Two streets of a kilometre that no road joins, each in two pieces."""
    builder = Builder("islands")
    for name, y in (("north", 900.0), ("south", 0.0)):
        pieces = [builder.road(f"{name}{k}", at=(600.0 * k, y)).straight(600.0) for k in range(2)]
        builder.join(*pieces)
    return LaneMap(builder.build())
