"""SUMO networks.

In come `.net.xml` files, plain or gzipped, with additional files that hold programs of traffic lights, or a `.sumocfg`
that names them; out goes a `RoadNetwork`. Nothing is computed by SUMO itself, and nothing but the files is read.
"""

from seahaven.roads.formats.sumo.clock import read_time
from seahaven.roads.formats.sumo.configuration import SumoConfiguration, files_of, is_configuration, read_configuration
from seahaven.roads.formats.sumo.kinds import CONFIGURATION, FORMAT
from seahaven.roads.formats.sumo.network import read_sumo

__all__ = [
    "CONFIGURATION",
    "FORMAT",
    "SumoConfiguration",
    "files_of",
    "is_configuration",
    "read_configuration",
    "read_sumo",
    "read_time",
]
