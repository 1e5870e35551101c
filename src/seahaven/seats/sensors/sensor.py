"""Sensors as data: which kinds there are, where each one sits, what it can do, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import degrees, inf, pi, radians
from types import MappingProxyType
from typing import Any, ClassVar, Final, NamedTuple

from seahaven.errors import InputError, nearest
from seahaven.seats.fields import Checked, choice, count, part, quantity, text
from seahaven.seats.readings import Mount
from seahaven.seats.sensors.panel import DIALS, HEALTHY

__all__ = [
    "KINDS_OF_SENSORS",
    "OBJECT_SENSORS",
    "Defect",
    "Nature",
    "Noise",
    "Sensor",
    "SensorSet",
    "defects_due",
    "effective_range",
]


@dataclass(frozen=True, slots=True)
class Noise(Checked):
    """Standard deviations of what a sensor measures."""

    distance: float = quantity("of distances or places", unit="m", low=0.0, high=100.0, default=0.0)
    share: float = quantity("of distances, as a share of the distance, in addition", low=0.0, high=1.0, default=0.0)
    bearing: float = quantity("of bearings", unit="rad", low=0.0, high=pi, default=0.0)
    speed: float = quantity("of speeds", unit="m/s", low=0.0, high=50.0, default=0.0)
    heading: float = quantity("of headings", unit="rad", low=0.0, high=pi, default=0.0)
    size: float = quantity("of lengths, widths and heights", unit="m", low=0.0, high=10.0, default=0.0)
    drift: float = quantity("of what wanders slowly: places by GPS", unit="m", low=0.0, high=1000.0, default=0.0)
    scale: float = quantity("of what is wrong all the time: speeds of odometers, as a share", low=0.0, high=1.0,
                            default=0.0)  # fmt: skip
    turning: float = quantity("of yaw rates", unit="rad/s", low=0.0, high=1.0, default=0.0)


class Nature(NamedTuple):
    """What sensors of a kind are like, unless a study says otherwise; and what weather does to them."""

    doc: str
    field: float
    range: float
    up: float
    latency: float
    detects: float
    noise: Noise
    sees: float = inf
    """It reaches this many times as far as a person sees."""
    rain: float = 0.0
    """Share of its range that it loses for each mm/h of rain."""
    night: float = 0.0
    """Share of its range that it loses in the darkest night."""


KINDS_OF_SENSORS: Final[Mapping[str, Nature]] = MappingProxyType({
    "radar": Nature(
        "targets with distance, bearing and closing speed; weather hardly matters to it",
        radians(90.0), 160.0, 0.5, 0.0, 0.95, Noise(distance=0.3, bearing=radians(0.5), speed=0.1), rain=0.002,
    ),
    "lidar": Nature(
        "boxes with exact places and sizes, but no speeds; fog and rain dim it",
        2.0 * pi, 100.0, 1.8, 0.0, 0.98, Noise(distance=0.05, bearing=radians(0.1), heading=radians(2.0), size=0.1),
        sees=0.8, rain=0.01,
    ),
    "camera": Nature(
        "what objects are, their lights, exact bearings and rough distances; fog, rain and night dim it",
        radians(100.0), 100.0, 1.4, 0.0, 0.95, Noise(share=0.08, bearing=radians(0.1)),
        sees=1.0, rain=0.008, night=0.5,
    ),
    "v2x": Nature(
        "what others radio of themselves, also from behind others; late, and as exact as their own GPS",
        2.0 * pi, 300.0, 1.6, 0.1, 0.95, Noise(distance=1.0, speed=0.2, heading=radians(1.0)),
    ),
    "gps": Nature(
        "where the ego is, with an error that wanders", 2.0 * pi, 0.0, 1.5, 0.0, 1.0,
        Noise(distance=0.3, speed=0.05, heading=radians(0.5), drift=1.5),
    ),
    "odometry": Nature(
        "how the ego moves by wheels and gyroscope; errors add up", 2.0 * pi, 0.0, 0.3, 0.0, 1.0,
        Noise(speed=0.03, scale=0.01, turning=0.002),
    ),
})  # fmt: skip
"""Kinds of sensors with what is usual today: mid-range radars, rotating lidars, cameras of 2 megapixels, ETSI G5 or
C-V2X radios, single-frequency GPS receivers, wheel-speed odometry with a gyroscope for cars."""
OBJECT_SENSORS: Final = ("radar", "lidar", "camera", "v2x")
"""Kinds that report other road users."""


@dataclass(frozen=True, slots=True)
class Sensor(Checked):
    """One sensor: where it sits, what it can do, and how its dials are set at the beginning.

    Sensor.of("front", "radar", mount=Mount(False, ahead=2.2), range=200.0)
    """

    name: str = text("of the sensor", most=100)
    kind: str = choice("what it is", tuple(KINDS_OF_SENSORS))
    mount: Mount = part("where it sits", Mount)
    field_of_view: float = quantity("of what it sees, from edge to edge", unit="rad", low=0.0, high=2.0 * pi)
    range: float = quantity("as far as it sees in clear weather", unit="m", low=0.0, high=1000.0)
    nearest: float = quantity("from where on it sees", unit="m", low=0.0, high=1000.0)
    rate: float = quantity("measurements per second; 0 for one in each view", unit="Hz", low=0.0, high=1000.0)
    latency: float = quantity("from the measurement until it is shown", unit="s", low=0.0, high=60.0)
    detects: float = quantity("share of measurements in which it detects an object in plain sight", low=0.0, high=1.0)
    most: int = count("objects that it reports at a time, the nearest of them", low=0, high=500)
    noise: Noise = part("of what it measures", Noise)
    dials: Mapping[str, float] = part("how its dials stand at the beginning", dict)

    @classmethod
    def of(cls, name: str, kind: str, *, mount: Mount | None = None, noise: Mapping[str, float] | None = None,
           dials: Mapping[str, float] | None = None, **said: Any) -> Sensor:  # fmt: skip
        """A sensor of a kind; what is not said is as usual for that kind."""
        if kind not in KINDS_OF_SENSORS:
            raise InputError(f"there is no sensor of kind '{kind}'{nearest(kind, KINDS_OF_SENSORS)}")
        nature = KINDS_OF_SENSORS[kind]
        usual = {
            "field_of_view": nature.field, "range": nature.range, "nearest": 0.0, "rate": 0.0,
            "latency": nature.latency, "detects": nature.detects, "most": 100,
        }  # fmt: skip
        for dial in dials or {}:
            if dial not in DIALS:
                raise InputError(f"a sensor has no dial '{dial}'{nearest(dial, DIALS)}")
        usual_noise = {each: getattr(nature.noise, each) for each in Noise.__slots__}
        return cls(
            name,
            kind,
            mount=mount or Mount(False, up=nature.up),
            noise=Noise(**{**usual_noise, **(noise or {})}),
            dials={**HEALTHY, **(dials or {})},
            **{**usual, **said},
        )

    def at(self, mount: Mount) -> Sensor:
        """The same sensor at another place."""
        return replace(self, mount=mount)

    @property
    def text(self) -> str:
        """The sensor in words: `radar, 90 deg, 160 m, 10 Hz`."""
        parts = [self.kind]
        if self.kind in OBJECT_SENSORS:
            parts += [f"{degrees(self.field_of_view):g} deg", f"{self.range:g} m"]
        parts += [f"{self.rate:g} Hz"] if self.rate else []
        parts += [f"{1000.0 * self.latency:g} ms late"] if self.latency else []
        parts += ["beside the road"] if self.mount.roadside else []
        parts += [f"{name} {value:g}" for name, value in self.dials.items() if value != HEALTHY[name]]
        return ", ".join(parts)

    def reach(self, visibility: float, rain: float, daylight: float) -> float:
        """How far it sees in some weather."""
        return effective_range(KINDS_OF_SENSORS[self.kind], self.range, visibility, rain, daylight)


def defects_due(sensors: SensorSet, after: int | None, now: int) -> Iterator[tuple[str, str, float]]:
    """Sensors, dials and values that are turned at dates after one, up to another; None for from the beginning on.

    At the end of a defect, its dials go back to where they stood at the beginning.
    """
    begun = {sensor.name: sensor.dials for sensor in sensors.sensors}
    turns = [(each.at, each.sensor, item, value) for each in sensors.defects for item, value in each.dials.items()]
    for each in sensors.defects:
        if each.until is not None:
            turns += [(each.until, each.sensor, item, begun[each.sensor][item]) for item in each.dials]
    for at, sensor, item, value in sorted(turns, key=lambda turn: turn[0]):
        if (after is None or at > after) and at <= now:
            yield sensor, item, value


def effective_range(nature: Nature, range_: float, visibility: float, rain: float, daylight: float) -> float:
    """How far a sensor of a nature sees that reaches as far as `range_` on a clear day."""
    clear = min(range_, nature.sees * visibility) if nature.sees < inf else range_
    return clear * max(1.0 - nature.rain * rain, 0.2) * (1.0 - nature.night * (1.0 - daylight))


@dataclass(frozen=True, slots=True)
class Defect(Checked):
    """Dials of a sensor that are turned at a date, for a while or for good."""

    sensor: str = text("which sensor", most=100)
    at: int = count("the date, in nanoseconds")
    until: int | None = field(default=None)
    dials: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SensorSet(Checked):
    """The sensors of a seat, what is to go wrong with them, and which parts of the software are stood in for.

    `objects` of a view are what the simulator's own fusion makes of the sensors (`fused`), ground truth (`truth`), or
    nobody (`none`), if the software under test does that itself. The ego is `sensed`, by GPS and odometry, or `truth`.
    """

    is_immutable: ClassVar[bool] = True

    sensors: tuple[Sensor, ...] = ()
    defects: tuple[Defect, ...] = ()
    objects: str = choice("what a view shows as other road users", ("fused", "truth", "none"), default="truth")
    ego: str = choice("where a view says that the ego is", ("sensed", "truth"), default="truth")

    def __bool__(self) -> bool:
        return bool(self.sensors) or self.objects != "truth"
