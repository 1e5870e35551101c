"""What towns are judged by, on both sides; how well they do is measured elsewhere."""

from __future__ import annotations

import math
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from seahaven.bench import run_bench
from seahaven.bench.realism import RealismBench
from seahaven.bench.realism.bologna import Morning, Stroll
from seahaven.bench.realism.open_towns import OpenTown, open_towns, visit
from seahaven.bench.realism.safety import Log
from seahaven.bench.realism.saturation import _discharge, discharge
from seahaven.bench.realism.standing import LONG, Standing
from seahaven.bench.realism.town import TOWNSFOLK, Town, watch_town
from seahaven.bench.sumo.bologna import Bologna, Outcome
from seahaven.bench.sumo.carrying import carried
from seahaven.bench.sumo.edge_times import EdgeLog, EdgeTimes, edge_times_of_sumo
from seahaven.bench.sumo.program import program
from seahaven.bench.sumo.street_grid import StreetGrid
from seahaven.bench.traffic import TrafficBench
from seahaven.bench.traffic.rates import Heat
from seahaven.errors import InputError
from seahaven.roads import LaneMap
from seahaven.roads.builder import Builder, lesson_town, write_opendrive_of
