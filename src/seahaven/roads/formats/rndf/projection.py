"""Latitude and longitude on a plane: a transverse Mercator projection around the middle of a network."""

from __future__ import annotations

from dataclasses import dataclass
from math import asinh, atan, atanh, cos, cosh, radians, sin, sinh, sqrt, tan
from typing import Final

__all__ = ["Projection"]

AXIS: Final = 6378137.0
"""Metres; the equatorial radius of the ellipsoid GRS80, on which RNDFs are given."""
FLATTENING: Final = 1.0 / 298.257222101
_N: Final = FLATTENING / (2.0 - FLATTENING)
_RADIUS: Final = AXIS / (1.0 + _N) * (1.0 + _N**2 / 4.0 + _N**4 / 64.0)
_ALPHA: Final = (
    _N / 2.0 - 2.0 * _N**2 / 3.0 + 5.0 * _N**3 / 16.0,
    13.0 * _N**2 / 48.0 - 3.0 * _N**3 / 5.0,
    61.0 * _N**3 / 240.0,
)
"""Krüger's series to the third power of n: good to a millimetre within thousands of kilometres."""


@dataclass(frozen=True, slots=True)
class Projection:
    """x to the east and y to the north of an origin, in metres, at its true scale there."""

    latitude: float
    longitude: float

    @property
    def proj(self) -> str:
        """The same as a PROJ string."""
        origin = f"+lat_0={self.latitude:.8f} +lon_0={self.longitude:.8f}"
        return f"+proj=tmerc {origin} +k=1 +x_0=0 +y_0=0 +ellps=GRS80 +units=m +no_defs"

    def place(self, latitude: float, longitude: float) -> tuple[float, float]:
        """The x and y of a place given in degrees."""
        x, y = _mercator(latitude, longitude - self.longitude)
        return x, y - _mercator(self.latitude, 0.0)[1]


def _mercator(latitude: float, longitude: float) -> tuple[float, float]:
    """Metres to the east of a meridian, and to the north of the equator."""
    phi, off = radians(latitude), radians(longitude)
    e = sqrt(FLATTENING * (2.0 - FLATTENING))
    t = sinh(asinh(tan(phi)) - e * atanh(e * sin(phi)))
    north = atan(t / cos(off)) if cos(off) > 0.0 else 0.0
    east = atanh(sin(off) / sqrt(1.0 + t * t))
    x = east + sum(a * cos(2.0 * k * north) * sinh(2.0 * k * east) for k, a in enumerate(_ALPHA, 1))
    y = north + sum(a * sin(2.0 * k * north) * cosh(2.0 * k * east) for k, a in enumerate(_ALPHA, 1))
    return _RADIUS * x, _RADIUS * y
