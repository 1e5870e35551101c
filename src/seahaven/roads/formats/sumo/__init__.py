"""SUMO networks.

In come `.net.xml` files, plain or gzipped, and additional files with the programs of traffic lights; out goes a
`RoadNetwork`. Nothing is computed by SUMO itself, and nothing but the files is read.
"""

from seahaven.roads.formats.sumo.network import read_sumo

__all__ = ["read_sumo"]
