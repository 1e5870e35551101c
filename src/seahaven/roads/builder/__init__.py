"""A few lines of Python that make a road network.

In come roads drawn as lines with cross sections, and words for what is where they meet; out goes an ordinary
`RoadNetwork`, with its connecting roads, lane links, marks, limits, signs and lights. It never touches files.
"""

from seahaven.roads.builder.builder import Builder
from seahaven.roads.builder.cross_section import (
    Carriageway,
    CrossSection,
    Strip,
    biking,
    driving,
    parking,
    pavement,
    shoulder,
)
from seahaven.roads.builder.grid import GridTown
from seahaven.roads.builder.lesson_town import lesson_town
from seahaven.roads.builder.plan import RoadPlan
from seahaven.roads.builder.presets import (
    country_lane,
    motorway,
    one_way_street,
    ramp,
    residential_street,
    town_street,
    two_lane_highway,
)
from seahaven.roads.builder.rear_end_course import rear_end_course
from seahaven.roads.builder.study_road import study_road
from seahaven.roads.builder.units import degrees, feet, kmh, miles, mph

__all__ = [
    "Builder",
    "Carriageway",
    "CrossSection",
    "GridTown",
    "RoadPlan",
    "Strip",
    "biking",
    "country_lane",
    "degrees",
    "driving",
    "feet",
    "kmh",
    "lesson_town",
    "miles",
    "motorway",
    "mph",
    "one_way_street",
    "parking",
    "pavement",
    "ramp",
    "rear_end_course",
    "residential_street",
    "shoulder",
    "study_road",
    "town_street",
    "two_lane_highway",
]
