"""Route Network Definition Files and Mission Data Files, the roads and missions of the DARPA Urban Challenge.

In come `.rndf` and `.mdf` files; out go a `RoadNetwork`, whose waymarks are the checkpoints, and missions: checkpoints
in driving order, and speed limits. What is wrong in a file but clear is a remark at line and column.
"""

from seahaven.roads.formats.rndf.kind import FORMAT
from seahaven.roads.formats.rndf.mdf import Mdf, MissionPoint, read_mdf
from seahaven.roads.formats.rndf.network import read_rndf

__all__ = ["FORMAT", "Mdf", "MissionPoint", "read_mdf", "read_rndf"]
