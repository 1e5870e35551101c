"""Whether a SUMO network and its OpenDRIVE export are the same roads."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np

from seahaven.geometry import Floats
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import LaneKind

__all__ = ["export_by_sumo", "netconvert", "strays"]

PLACES = 20
"""How many places of each lane are compared."""
ENDS = 0.02
"""The share of a lane at either end that is left out, where the next road may be as near."""
REACH = 3.0


def netconvert() -> str | None:
    """SUMO's converter, where it is installed: beside this Python, or on the path."""
    return shutil.which("netconvert", path=str(Path(sys.executable).parent)) or shutil.which("netconvert")


def export_by_sumo(program: str, network: Path, target: Path) -> None:
    """Have SUMO write a network as OpenDRIVE, with corners left as they are rather than rounded off."""
    options = ["--sumo-net-file", str(network), "--opendrive-output", str(target)]
    straight = ["--opendrive-output.straight-threshold", "179"]
    subprocess.run([program, *options, *straight], check=True, capture_output=True)


def strays(given: LaneMap, export: LaneMap) -> Floats:
    """How far places on the centre lines of one map, outside junctions, are from centre lines of the other.

    Inside junctions an export draws curves of its own. A place without any lane within three metres counts as that far.
    """
    outside = np.flatnonzero(given.junction < 0)
    lane = np.repeat(outside, PLACES)
    s = np.tile(np.linspace(ENDS, 1.0 - ENDS, PLACES), len(outside)) * given.length[lane]
    here = given.place(lane, s)
    there = export.match(here.x, here.y, heading=here.heading, kinds=tuple(LaneKind), reach=REACH)
    return np.where(there.lane >= 0, np.abs(there.offset), REACH)
