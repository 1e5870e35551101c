"""The vocabulary of places: every word that a wish may be told with, and what it stands for.

The first word for a thing is the one that is told back; the others mean the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from seahaven.roads.model import LaneKind, RoadKind
from seahaven.roads.places.wanted import (
    Arrival,
    Bend,
    Control,
    Shape,
    Wanted,
    WantedCrosswalk,
    WantedCurve,
    WantedDeadEnd,
    WantedHill,
    WantedJunction,
    WantedLaneDrop,
    WantedRoad,
    WantedStraight,
)

HEADS: Mapping[str, Wanted] = MappingProxyType(
    {
        "junction": WantedJunction(),
        "T-junction": WantedJunction(shape=Shape.T),
        "Y-junction": WantedJunction(shape=Shape.Y),
        "crossing": WantedJunction(shape=Shape.CROSSING),
        "roundabout": WantedJunction(shape=Shape.ROUNDABOUT),
        "exit": WantedJunction(shape=Shape.EXIT),
        "entry": WantedJunction(shape=Shape.ENTRY),
        "joint": WantedJunction(shape=Shape.JOINT),
        "turning circle": WantedJunction(shape=Shape.END),
        "road": WantedRoad(),
        "motorway": WantedRoad(kind=RoadKind.MOTORWAY),
        **{f"{kind.value} road": WantedRoad(kind=kind) for kind in RoadKind if kind is not RoadKind.MOTORWAY},
        "straight": WantedStraight(),
        "curve": WantedCurve(),
        "left curve": WantedCurve(side=Bend.LEFT),
        "right curve": WantedCurve(side=Bend.RIGHT),
        "crest": WantedHill(is_crest=True),
        "sag": WantedHill(is_crest=False),
        "crosswalk": WantedCrosswalk(),
        "lane drop": WantedLaneDrop(),
        "dead end": WantedDeadEnd(),
        "intersection": WantedJunction(),
        "crossroads": WantedJunction(shape=Shape.CROSSING),
        "traffic circle": WantedJunction(shape=Shape.ROUNDABOUT),
        "freeway": WantedRoad(kind=RoadKind.MOTORWAY),
        "bend": WantedCurve(),
        "left bend": WantedCurve(side=Bend.LEFT),
        "right bend": WantedCurve(side=Bend.RIGHT),
        "pedestrian crossing": WantedCrosswalk(),
        "zebra crossing": WantedCrosswalk(),
    }
)
"""The words with which a wish may begin, and that may follow "with" and "without"."""
LANES: Mapping[str, LaneKind] = MappingProxyType(
    {
        "entry lane": LaneKind.ENTRY,
        "exit lane": LaneKind.EXIT,
        "parking lane": LaneKind.PARKING,
        "bike lane": LaneKind.BIKING,
        "bus lane": LaneKind.BUS,
        "pavement": LaneKind.SIDEWALK,
        "shoulder": LaneKind.SHOULDER,
        **{f"{kind.value.removesuffix(' lane')} lane": kind for kind in LaneKind},
        "sidewalk": LaneKind.SIDEWALK,
        "footpath": LaneKind.SIDEWALK,
        "bicycle lane": LaneKind.BIKING,
        "cycle lane": LaneKind.BIKING,
    }
)
"""Lanes beside a road."""
CONTROLS: Mapping[str, Control] = MappingProxyType(
    {
        **{control.value: control for control in Control},
        "traffic lights": Control.LIGHTS,
        "traffic signals": Control.LIGHTS,
        "stop sign": Control.STOP,
        "yield sign": Control.YIELD,
        "give way": Control.YIELD,
        "give way sign": Control.YIELD,
        "priority road": Control.PRIORITY,
    }
)
"""What may follow "with" and "without" at a junction."""
ARRIVALS: Mapping[str, Arrival | Control] = MappingProxyType(
    {**{one.value: one for one in Arrival}, **{f"{one.value} arm": one for one in Control}}
)
"""What may follow "on"."""


class Bound(NamedTuple):
    """Which end of a measure a phrase gives, and of which measure, if it says so."""

    is_upper: bool
    measure: str = ""


BOUNDS: Mapping[str, Bound] = MappingProxyType(
    {
        "at least": Bound(is_upper=False),
        "at most": Bound(is_upper=True),
        "more than": Bound(is_upper=False),
        "less than": Bound(is_upper=True),
        "above": Bound(is_upper=False),
        "below": Bound(is_upper=True),
        "over": Bound(is_upper=False),
        "under": Bound(is_upper=True),
        "longer than": Bound(is_upper=False, measure="length"),
        "shorter than": Bound(is_upper=True, measure="length"),
        "wider than": Bound(is_upper=False, measure="radius"),
        "tighter than": Bound(is_upper=True, measure="radius"),
    }
)
"""What may come before an amount; all of them include the amount itself."""
UNITS: Mapping[str, str] = MappingProxyType(
    {
        "metre": "m",
        "metres": "m",
        "meter": "m",
        "meters": "m",
        "kilometre": "km",
        "kilometres": "km",
        "kilometer": "km",
        "kilometers": "km",
        "mile": "mi",
        "miles": "mi",
        "foot": "ft",
        "feet": "ft",
        "yard": "yd",
        "yards": "yd",
        "per cent": "%",
        "percent": "%",
    }
)
"""Units that are spelled out."""
NUMBERS: Mapping[str, int] = MappingProxyType(
    {word: k for k, word in enumerate(("one", "two", "three", "four", "five", "six", "seven", "eight"), 1)}
)
"""Counts of arms and lanes; figures will do as well."""
AMBIGUOUS: Mapping[str, str] = MappingProxyType({"highway": "'motorway' or 'rural road'"})
"""Words that mean one thing here and another there, and what to say instead."""
