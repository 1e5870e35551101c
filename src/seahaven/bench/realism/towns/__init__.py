"""Towns with a demand that others made, and generated ones with one feature each, driven by us and by SUMO.

In come networks and route files; out go an hour of either side as plain figures (arrivals, travel times, stands,
collisions), kept in a folder so that a run that was stopped goes on, and rows that compare the two.
"""

from seahaven.bench.realism.towns.rows import Plan, town_hours

__all__ = ["Plan", "town_hours"]
