"""A road network in figures.

In comes a lane map; out go counts, lengths, what is joined to what and how well, as one value; besides, where a file
comes from. Nothing is judged here and nothing is printed.
"""

from seahaven.roads.overview.continuity import Gap, link_gaps
from seahaven.roads.overview.control import junction_control
from seahaven.roads.overview.origin import file_format, has_title
from seahaven.roads.overview.overview import LaneCount, Overview, overview_of

__all__ = [
    "Gap",
    "LaneCount",
    "Overview",
    "file_format",
    "has_title",
    "junction_control",
    "link_gaps",
    "overview_of",
]
