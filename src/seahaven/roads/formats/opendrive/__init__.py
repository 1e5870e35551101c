"""OpenDRIVE, the roads of driving simulators, versions 1.4 to 1.8.

In come .xodr files; out go road networks with remarks on what is doubtful in them, or errors that name rule, file, line
and element. Networks from anywhere are written as version 1.8. It never touches the lane map.
"""

from seahaven.roads.formats.opendrive.kind import FORMAT
from seahaven.roads.formats.opendrive.reader import read_opendrive
from seahaven.roads.formats.opendrive.writer import opendrive_text, write_opendrive

__all__ = ["FORMAT", "opendrive_text", "read_opendrive", "write_opendrive"]
