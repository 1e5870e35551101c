"""The panel of a sensor: dials for all that can be wrong with it, turned by a study, a trigger, a test or a person."""

from __future__ import annotations

from collections.abc import Mapping
from math import pi
from types import MappingProxyType
from typing import Final

from seahaven.hcsm import Dial, Machine, declare

__all__ = ["DIALS", "HEALTHY", "SensorPanel"]


class SensorPanel(Machine):
    """What is wrong with a sensor. At 0, nothing is; `noise` is 1 then."""

    dead: Dial[float] = declare(0.0, least=0.0, most=1.0, doc="1: it reports nothing any more")
    frozen: Dial[float] = declare(0.0, least=0.0, most=1.0, doc="1: it reports what it saw last, again and again")
    dirt: Dial[float] = declare(0.0, least=0.0, most=1.0, doc="on its window: it sees less far, and misses more")
    damage: Dial[float] = declare(0.0, least=0.0, most=1.0, doc="up to five times the noise, and it misses more")
    misaligned: Dial[float] = declare(
        0.0, unit="rad", least=-pi, most=pi, doc="so far to the left of where it is thought to look"
    )
    shifted: Dial[float] = declare(
        0.0, unit="m", least=-1000.0, most=1000.0, doc="fixes lie so far to the left of the vehicle; of GPS"
    )
    noise: Dial[float] = declare(1.0, least=0.0, most=100.0, doc="a factor on the usual noise")
    delay: Dial[float] = declare(0.0, unit="s", least=0.0, most=60.0, doc="its reports come so much later than usual")
    dropped: Dial[float] = declare(0.0, least=0.0, most=1.0, doc="share of its reports that are lost")
    missed: Dial[float] = declare(0.0, least=0.0, most=1.0, doc="share of objects that it misses in each report")
    ghosts: Dial[float] = declare(0.0, least=0.0, most=8.0, doc="objects in a report, on average, that are not there")
    mixed_up: Dial[float] = declare(
        0.0, least=0.0, most=1.0, doc="share of objects that go by the number of their neighbour, each second anew"
    )


DIALS: Final = MappingProxyType({dial.name: dial for dial in SensorPanel.program.dials})
"""The dials, by name."""
HEALTHY: Final[Mapping[str, float]] = MappingProxyType(
    {dial.name: float(dial.default or 0.0) for dial in DIALS.values()}
)
"""How they stand on a sensor with which nothing is wrong."""
