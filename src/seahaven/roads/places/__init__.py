"""Abstract places: "a T-junction with lights", not coordinates.

In come the logic of a network's junctions, with its lane map, and a wish, as a value or in words; out go the places
that fit, near a pose or ahead of a driver, with the lanes they take up and their arms, ready for casting roles. It
never touches vehicles or time, and changes nothing.
"""

from seahaven.roads.places.onward import Onward, Span
from seahaven.roads.places.place import Piece, Place, PlaceArm, Spot
from seahaven.roads.places.survey import Survey, find
from seahaven.roads.places.telling import describe
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
    crest,
    crosswalk,
    curve,
    dead_end,
    junction,
    lane_drop,
    road,
    sag,
    straight,
)
from seahaven.roads.places.words import parse

__all__ = [
    "Arrival",
    "Bend",
    "Control",
    "Onward",
    "Piece",
    "Place",
    "PlaceArm",
    "Shape",
    "Span",
    "Spot",
    "Survey",
    "Wanted",
    "WantedCrosswalk",
    "WantedCurve",
    "WantedDeadEnd",
    "WantedHill",
    "WantedJunction",
    "WantedLaneDrop",
    "WantedRoad",
    "WantedStraight",
    "crest",
    "crosswalk",
    "curve",
    "dead_end",
    "describe",
    "find",
    "junction",
    "lane_drop",
    "parse",
    "road",
    "sag",
    "straight",
]
