"""Where people walk: pavements, crosswalks and the corners that join them, and the ways along them.

A lane map and the logic of its junctions come in; out go a network, shortest routes on foot, and tables of both for
compiled code. It never changes once it is made, and knows nothing of people or time.
"""

from seahaven.roads.walking.beside import BesideRoad, Edge, beside_road
from seahaven.roads.walking.foot_route import FootRoute
from seahaven.roads.walking.foot_routes import FootArrays, FootRoutes
from seahaven.roads.walking.network import Stand, WalkingNetwork
from seahaven.roads.walking.passage import Passage, PassageTables, Span
from seahaven.roads.walking.strand import Strand

__all__ = [
    "BesideRoad",
    "Edge",
    "FootArrays",
    "FootRoute",
    "FootRoutes",
    "Passage",
    "PassageTables",
    "Span",
    "Stand",
    "Strand",
    "WalkingNetwork",
    "beside_road",
]
