"""Demand from files of others.

In come SUMO's route files, out goes a demand as it would be written here, with remarks on what was passed over.
Nothing is routed yet, and nothing but the files is read.
"""

from seahaven.traffic.formats.sumo import read_demand

__all__ = ["read_demand"]
