"""What things look like: the surface of each kind of lane, paint, and ink."""

from __future__ import annotations

from seahaven.roads.model import LaneKind

SANS = "Helvetica, Arial, 'Liberation Sans', sans-serif"
LAND = "#f2f1ea"
PAPER = "#ffffff"
INK = "#27313a"
DIM = "#69747e"
ASPHALT = "#656d75"

SURFACES = {
    "green": "#c9d8b4",
    "pavement": "#ddd5c5",
    "kerb": "#c4c0b6",
    "shoulder": "#8c9399",
    "parking": "#8795a8",
    "rail": "#9b8f86",
    "bike": "#b9745f",
    "closed": "#a79a76",
    "bus": "#7c5f64",
    "crossing": "#757d84",
    "road": ASPHALT,
}
"""Surfaces and their colours, in the order in which they are laid: those that traffic runs on cover the others."""

LIGHT = frozenset({None, "green", "pavement", "kerb"})
"""Surfaces on which one writes in ink, not in white."""

CAPTIONS = {
    "green": "verge, median",
    "pavement": "pavement",
    "kerb": "kerb",
    "shoulder": "shoulder",
    "parking": "parking",
    "rail": "tracks",
    "bike": "bicycles",
    "closed": "restricted",
    "bus": "bus, taxi",
    "road": "road",
}
"""What the legend calls them."""

THINGS = {
    "space": ("#8795a8", "#ffffff", "parking spaces"),
    "plants": ("#8fb374", "#7ba15f", "trees, plants"),
    "building": ("#d9cdbf", "#b5a592", "buildings"),
    "barrier": ("#9aa0a5", "#7d848a", "barriers, obstacles"),
}
"""Things beside the road: their colour, that of their edge, and what the legend calls them."""

_KINDS = {
    "green": (LaneKind.BORDER, LaneKind.MEDIAN),
    "pavement": (LaneKind.SIDEWALK,),
    "kerb": (LaneKind.CURB,),
    "shoulder": (LaneKind.SHOULDER, LaneKind.STOP),
    "parking": (LaneKind.PARKING,),
    "rail": (LaneKind.TRAM, LaneKind.RAIL),
    "bike": (LaneKind.BIKING,),
    "closed": (LaneKind.RESTRICTED, LaneKind.ROAD_WORKS, LaneKind.SPECIAL),
    "bus": (LaneKind.BUS, LaneKind.TAXI, LaneKind.CARPOOL),
    "crossing": (LaneKind.CROSSWALK,),
}
_SURFACE_OF = {kind: surface for surface, kinds in _KINDS.items() for kind in kinds}

PAINT = {
    "white": "#ffffff",
    "yellow": "#f4c63d",
    "red": "#d05a4e",
    "blue": "#5b9bd5",
    "green": "#6fae5c",
    "orange": "#ee9a3a",
}
"""Colours of road marks; all others are white."""


def surface(kind: LaneKind) -> str | None:
    """The surface of a kind of lane; None for one that is nothing."""
    return None if kind is LaneKind.NONE else _SURFACE_OF.get(kind, "road")


def style_sheet() -> str:
    """The rules for everything on a map."""
    surfaces = "\n".join(f".{name} {{ fill: {colour}; stroke: {colour} }}" for name, colour in SURFACES.items())
    things = "\n".join(f".{name} {{ fill: {fill}; stroke: {edge} }}" for name, (fill, edge, _) in THINGS.items())
    return f"""\
text {{ font-family: {SANS}; fill: {INK} }}
.land {{ fill: {LAND} }}
.surfaces {{ stroke-linejoin: round }}
{surfaces}
.line {{ fill: none; stroke-linejoin: round }}
.arrow {{ fill: #ffffff; fill-opacity: 0.5 }}
.paper {{ fill: {PAPER} }}
{things}
.plants {{ fill-opacity: 0.85 }}
.roof {{ fill: {DIM}; fill-opacity: 0.12; stroke: {DIM}; stroke-width: 1.2; stroke-dasharray: 6 4 }}
.veil {{ fill: {LAND}; fill-opacity: 0.5 }}
.rail-line {{ fill: none; stroke: {INK}; stroke-width: 1.2 }}
.tunnel-line {{ fill: none; stroke: {INK}; stroke-width: 1.2; stroke-dasharray: 6 4 }}
.lane-name {{ fill: #ffffff; text-anchor: middle }}
.board-word {{ fill: #ffffff; font-weight: bold; text-anchor: middle }}
.dot {{ stroke: #ffffff; stroke-width: 0.6 }}
.light {{ fill: {DIM} }}
.road-name {{ text-anchor: middle; stroke: #ffffff; stroke-width: 2.5; paint-order: stroke; stroke-linejoin: round }}
"""
