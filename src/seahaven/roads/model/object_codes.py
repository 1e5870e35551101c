"""What the types of things beside the road mean, as OpenDRIVE names them, and which type each kind of thing has."""

from __future__ import annotations

from seahaven.roads.model.object import ObjectKind

_KINDS = {
    "barrier": ObjectKind.BARRIER,
    "railing": ObjectKind.BARRIER,
    "soundBarrier": ObjectKind.BARRIER,
    "building": ObjectKind.BUILDING,
    "crosswalk": ObjectKind.CROSSWALK,
    "gantry": ObjectKind.GANTRY,
    "obstacle": ObjectKind.OBSTACLE,
    "parkingSpace": ObjectKind.PARKING_SPACE,
    "patch": ObjectKind.PATCH,
    "pole": ObjectKind.POLE,
    "streetLamp": ObjectKind.POLE,
    "rail-pole": ObjectKind.POLE,
    "guide-post": ObjectKind.POLE,
    "roadMark": ObjectKind.ROAD_MARK,
    "roadSurface": ObjectKind.ROAD_SURFACE,
    "trafficIsland": ObjectKind.TRAFFIC_ISLAND,
    "tree": ObjectKind.TREE,
    "vegetation": ObjectKind.VEGETATION,
}
_NAMES = {
    "stopline": ObjectKind.STOP_LINE,
    "stop_line": ObjectKind.STOP_LINE,
    "signpost": ObjectKind.POLE,
    "stencil": ObjectKind.ROAD_MARK,
}
"""How names begin by which tools that leave the type out say what a thing is."""
_LINES = {"stopLine", "stopline", "stop line"}

_CODES = {
    ObjectKind.CROSSWALK: ("crosswalk", ""),
    ObjectKind.PARKING_SPACE: ("parkingSpace", ""),
    ObjectKind.STOP_LINE: ("roadMark", "stopLine"),
    ObjectKind.BARRIER: ("barrier", ""),
    ObjectKind.BUILDING: ("building", ""),
    ObjectKind.OBSTACLE: ("obstacle", ""),
    ObjectKind.POLE: ("pole", ""),
    ObjectKind.TREE: ("tree", ""),
    ObjectKind.VEGETATION: ("vegetation", ""),
    ObjectKind.GANTRY: ("gantry", ""),
    ObjectKind.PATCH: ("patch", ""),
    ObjectKind.ROAD_MARK: ("roadMark", ""),
    ObjectKind.ROAD_SURFACE: ("roadSurface", ""),
    ObjectKind.TRAFFIC_ISLAND: ("trafficIsland", ""),
    ObjectKind.TUNNEL: ("standard", ""),
    ObjectKind.BRIDGE: ("concrete", ""),
    ObjectKind.OTHER: ("none", ""),
}
"""Tunnels and bridges have elements of their own, whose types say what they are made of."""


def object_kind(type_name: str, subtype: str, name: str) -> ObjectKind:
    """What a thing is: by its type and subtype, else by how its name begins."""
    if type_name in _LINES or subtype in _LINES:
        return ObjectKind.STOP_LINE
    if type_name in _KINDS:
        return _KINDS[type_name]
    return next((kind for start, kind in _NAMES.items() if name.lower().startswith(start)), ObjectKind.OTHER)


def object_code(kind: ObjectKind, subtype: str = "") -> tuple[str, str]:
    """The type and subtype of a thing of a kind; a subtype that is given stays as it is."""
    type_name, usual = _CODES[kind]
    return type_name, subtype or usual
