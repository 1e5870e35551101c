"""The whole world of a run that does not move, as one mesh."""

from __future__ import annotations

from seahaven.roads import LaneMap
from seahaven.studio.scene.furniture import add_lights, add_signs
from seahaven.studio.scene.landscape import add_landscape
from seahaven.studio.scene.mesh import Mesh
from seahaven.studio.scene.roadway import add_roadway, shapes_of
from seahaven.takes import Run

__all__ = ["world_of"]


def world_of(run: Run, origin: tuple[float, float]) -> bytes:
    """The mesh of a run's roads and their surroundings, and where its signs and lights are; empty without roads."""
    mesh = Mesh(origin)
    roads = run.take.roads
    if roads is None or not roads.roads:
        return mesh.packed(signs=[], lights=[])
    lane_map = LaneMap.of(roads)
    add_roadway(mesh, lane_map, shapes_of(lane_map))
    signs = add_signs(mesh, lane_map, origin)
    has_lights = "signal" in {family.name for family in run.world.families} and len(run.world.family("signal"))
    lights = add_lights(mesh, lane_map, origin) if has_lights else []
    add_landscape(mesh, lane_map)
    return mesh.packed(signs=signs, lights=lights)
