"""Road files of others.

In come OpenDRIVE and SUMO files, out go road networks; networks are written as OpenDRIVE. It knows the model and
nothing that is worked out from it.
"""

from seahaven.roads.formats.opendrive import opendrive_text, read_opendrive, write_opendrive
from seahaven.roads.formats.reading import load_network, read_roads
from seahaven.roads.formats.sumo import read_sumo
from seahaven.roads.formats.table import FORMATS, format_of, is_road_file

__all__ = [
    "FORMATS",
    "format_of",
    "is_road_file",
    "load_network",
    "opendrive_text",
    "read_opendrive",
    "read_roads",
    "read_sumo",
    "write_opendrive",
]
