"""Lights at work: programs by the clock and by traffic, and panels by which directors ask for phases.

In come a plan of lights (`seahaven.roads.junctions.SignalPlan`), presses, and where vehicles and people are; out go
what every light shows and since when, as rows of the world. It decides nothing about who drives.
"""

from seahaven.traffic.signals.family import CONTROLLER, LIGHTS, Change
from seahaven.traffic.signals.signalman import Signalman
from seahaven.traffic.signals.signals import Signals

__all__ = ["CONTROLLER", "LIGHTS", "Change", "Signalman", "Signals"]
