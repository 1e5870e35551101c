"""Induction loops in the road: lanes and vehicles come in, counts, speeds and occupancies go out.

A detector sees vehicles as a loop does, when they are above it, and tells no vehicle from another. It changes nothing.
Whatever reacts to it (machines, triggers, modules of yours) reads the columns of the family `detector`.
"""

from seahaven.traffic.detectors.detector import DETECTOR, Detector, place_detectors
from seahaven.traffic.detectors.detectors import Detectors

__all__ = ["DETECTOR", "Detector", "Detectors", "place_detectors"]
