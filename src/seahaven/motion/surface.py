"""What tyres stand on: how much it holds, and how much it holds back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from seahaven.errors import InputError, nearest
from seahaven.geometry import Floats
from seahaven.roads.model import LaneKind

__all__ = ["RAISED", "SURFACES", "SURFACE_OF", "Surface", "ground_table"]


@dataclass(frozen=True, slots=True)
class Surface:
    """A kind of ground."""

    grip: float
    """The most that tyres hold there, by what they hold on dry asphalt"""
    drag: float
    """Rolling resistance by load, beyond that of asphalt"""

    def __post_init__(self) -> None:
        if not 0.0 < self.grip <= 2.0:
            raise InputError(f"a surface has grip {self.grip!r}; expected more than 0, up to 2")
        if not 0.0 <= self.drag <= 1.0:
            raise InputError(f"a surface has drag {self.drag!r}; expected 0 to 1")

    @classmethod
    def named(cls, name: str) -> Surface:
        """The surface of that name among `SURFACES`."""
        if name not in SURFACES:
            raise InputError(f"there is no surface '{name}'{nearest(name, SURFACES)}")
        return SURFACES[name]


SURFACES: Mapping[str, Surface] = MappingProxyType(
    {
        "asphalt": Surface(1.0, 0.0),
        "wet asphalt": Surface(0.75, 0.002),
        "snow": Surface(0.32, 0.015),
        "ice": Surface(0.15, 0.0),
        "gravel": Surface(0.55, 0.02),
        "grass": Surface(0.50, 0.06),
        "wet grass": Surface(0.30, 0.08),
        "kerb": Surface(0.90, 0.04),
        "pavement": Surface(0.95, 0.005),
    }
)
"""Surfaces by name, relative to dry asphalt.

Grip: R. K. Noon, *Engineering Analysis of Vehicular Accidents* (CRC Press 1994), has 0.65 for dry and 0.50 for wet
asphalt, 0.20 to 0.25 for snow, 0.10 to 0.15 for ice, 0.35 for gravel and 0.20 for wet grass; the values here are these
by that of dry asphalt. Dry grass lies between wet grass and gravel (P. Cenek, N. Jamieson and M. McLarin, *Frictional
Characteristics of Roadside Grass Types*, Opus 2005). Drag: J. Y. Wong, *Theory of Ground Vehicles* (Wiley 2008), has
0.02 on rolled gravel and 0.05 to 0.1 on soil and turf. A kerb is concrete; its drag stands for the stones that tyres
climb. A pavement is laid with slabs.
"""

SURFACE_OF: Mapping[LaneKind, str] = MappingProxyType(
    {
        LaneKind.SIDEWALK: "pavement",
        LaneKind.CROSSWALK: "asphalt",
        LaneKind.CURB: "kerb",
        LaneKind.BORDER: "gravel",
        LaneKind.RAIL: "gravel",
        LaneKind.MEDIAN: "grass",
        LaneKind.NONE: "grass",
    }
)
"""What lies on lanes that are not part of the roadway. The roadway is asphalt; what lies beside all lanes is grass."""
RAISED = frozenset({LaneKind.SIDEWALK, LaneKind.CURB, LaneKind.MEDIAN})
"""Kinds of lanes that lie a kerb higher than the roadway."""


def ground_table() -> Floats:
    """For compiled code a row for each kind of lane, and a last one for what lies beside all lanes.

    A row holds grip and drag, and 1 if the lane is raised.
    """
    rows = [(SURFACES[SURFACE_OF.get(kind, "asphalt")], kind in RAISED) for kind in LaneKind]
    rows.append((SURFACES["grass"], False))
    return np.array([(surface.grip, surface.drag, float(raised)) for surface, raised in rows])
