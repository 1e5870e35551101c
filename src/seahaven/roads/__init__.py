"""Road networks at the level of lanes.

In come road files of others (OpenDRIVE, SUMO) and a few lines of Python that build roads; out go a model that never
changes, a map of its lanes for fast questions both ways, the logic of its junctions, routes, and places to stage
things at. It never touches time or vehicles.

The words of the model are in `seahaven.roads.model`, those of building in `seahaven.roads.builder`, those of asking
for places in `seahaven.roads.places`.
"""

from seahaven.roads.formats import read_opendrive, read_roads, read_sumo, write_opendrive
from seahaven.roads.junctions import JunctionLogic
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import Remark, RoadNetwork
from seahaven.roads.recent import Recent
from seahaven.roads.storage import stored

__all__ = [
    "JunctionLogic",
    "LaneMap",
    "Recent",
    "Remark",
    "RoadNetwork",
    "read_opendrive",
    "read_roads",
    "read_sumo",
    "stored",
    "write_opendrive",
]
