"""A picture of a running world, as it is now."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from seahaven.reels import Body, draw_scene
from seahaven.roads import LaneMap, RoadNetwork
from seahaven.world import World

__all__ = ["draw_world"]

FAMILIES = ("vehicle", "person")
"""What is drawn, from the ground up."""


def draw_world(
    world: World, path: Path, *, title: str, roads: RoadNetwork | None, around: int | None, reach: float
) -> None:
    """Draw the roads and all vehicles and people, around one of them or whole."""
    centre = None if around is None else (float(world.entity(around).x), float(world.entity(around).y))
    lane_map = None if roads is None else LaneMap.of(roads)
    draw_scene(path, list(_bodies(world)), title=title, lane_map=lane_map, around=centre, reach=reach)


def _bodies(world: World) -> Iterator[Body]:
    names = {entity: name for name, entity in world.names.items()}
    for family in FAMILIES:
        if family not in {known.name for known in world.families}:
            continue
        table = world.family(family)
        columns = (getattr(table, name).tolist() for name in ("x", "y", "heading", "length", "width"))
        for entity, x, y, heading, length, width in zip(table.ids.tolist(), *columns, strict=True):
            name, is_subject = names.get(entity, ""), entity in world.subjects
            yield Body(x, y, heading, length, width, name, is_subject=is_subject, is_person=family == "person")
