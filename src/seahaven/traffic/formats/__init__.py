"""Demand from files of others.

In come SUMO's route files and files of turning ratios, out go a demand and ratios as they would be written here, with
remarks on what was passed over. Nothing is routed yet, and nothing but the files is read.
"""

from seahaven.traffic.formats.sumo import read_demand
from seahaven.traffic.formats.sumo_turns import read_turns

__all__ = ["read_demand", "read_turns"]
