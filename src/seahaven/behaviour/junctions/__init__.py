"""Perception at junctions: who is on which way, who goes first, and what a driver who comes there knows of it.

In come places on the roads, routes, lights and who has set out; out go `AT_JUNCTIONS`, columns of every vehicle.
Nothing here decides whether anybody goes.
"""

from seahaven.behaviour.junctions.junctions import Junctions
from seahaven.behaviour.junctions.regulation import is_regulated

__all__ = ["Junctions", "is_regulated"]
