"""Readings: what sensors report, each kind in a form of its own, as an object list or as a measurement of the ego.

A sensor's own frame has its origin at the sensor: `bearing` and `left` are positive to the left of where it looks. A
number under `target` is the sensor's own and has nothing to do with ids in the world; V2X stations have numbers, too.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import pi
from typing import Any, Final, NamedTuple, TypeAlias

from seahaven.geometry import Floats, Integers, Truths
from seahaven.seats.fields import Checked, constraints_of, count, flag, items, part, quantity, text
from seahaven.seats.tables import Table, column
from seahaven.world import TURN_LIGHTS, VEHICLE

__all__ = [
    "NO_SENSORS",
    "OBJECT_KINDS",
    "READINGS",
    "CameraObjects",
    "CameraReading",
    "GpsReading",
    "LidarObjects",
    "LidarReading",
    "Mount",
    "OdometryReading",
    "RadarObjects",
    "RadarReading",
    "Reading",
    "SensorViews",
    "V2xReading",
    "V2xStations",
]

OBJECT_KINDS: Final = (*(VEHICLE.columns["kind"].kinds or ()), "person")
"""What an object can be: a kind of vehicle, or a person on foot."""
MOST: Final = 100
"""The most sensors of one kind, and readings that one view can hold of them."""


@dataclass(frozen=True, slots=True)
class Mount(Checked):
    """Where a sensor sits: on its vehicle, or, if it is beside the road, in the world's frame."""

    roadside: bool = flag(
        "whether it stands beside the road; then `ahead` is its x, `left` its y, `turned` its heading"
    )
    ahead: float = quantity("of the centre of the vehicle", unit="m", default=0.0)
    left: float = quantity("of the centre of the vehicle", unit="m", default=0.0)
    up: float = quantity("above the road", unit="m", default=0.5)
    turned: float = quantity("where it looks, relative to the vehicle", unit="rad", low=-pi, high=pi, default=0.0)


class RadarRow(NamedTuple):
    """One target of a radar."""

    target: int
    distance: float
    bearing: float
    closing: float


@dataclass(frozen=True, slots=True)
class RadarObjects(Table[RadarRow]):
    """Targets of a radar: where they are and how quickly they come nearer, but not how large they are, or what."""

    row_type = RadarRow

    target: Integers = column("integer", "the sensor's number for it, the same from reading to reading")
    distance: Floats = column("number", "from the sensor to the centre of the object", unit="m")
    bearing: Floats = column("number", "from where the sensor looks", unit="rad")
    closing: Floats = column("number", "how quickly the distance shrinks", unit="m/s")


class LidarRow(NamedTuple):
    """One box of a lidar."""

    target: int
    ahead: float
    left: float
    turned: float
    length: float
    width: float
    height: float
    visible: float


@dataclass(frozen=True, slots=True)
class LidarObjects(Table[LidarRow]):
    """Boxes that a lidar finds: exact places and sizes, but no speeds, and not what they are."""

    row_type = LidarRow

    target: Integers = column("integer", "the sensor's number for it, the same from reading to reading")
    ahead: Floats = column("number", "of its centre, in the sensor's frame", unit="m")
    left: Floats = column("number", "of its centre, in the sensor's frame", unit="m")
    turned: Floats = column("number", "direction of its length, relative to where the sensor looks", unit="rad")
    length: Floats = column("number", "of its box", unit="m")
    width: Floats = column("number", "of its box", unit="m")
    height: Floats = column("number", "of its box", unit="m")
    visible: Floats = column("number", "the share of its breadth, as the sensor sees it, that nothing hides")


class CameraRow(NamedTuple):
    """One object that a camera recognises."""

    target: int
    kind: str
    bearing: float
    distance: float
    turn_light: str
    brake_light: bool


@dataclass(frozen=True, slots=True)
class CameraObjects(Table[CameraRow]):
    """Objects that a camera recognises: what they are and their lights, an exact bearing and a rough distance."""

    row_type = CameraRow

    target: Integers = column("integer", "the sensor's number for it, the same from reading to reading")
    kind: Integers = column("code", "what it is", names=OBJECT_KINDS)
    bearing: Floats = column("number", "of its centre, from where the sensor looks", unit="rad")
    distance: Floats = column("number", "estimated from its size in the picture", unit="m")
    turn_light: Integers = column("code", "which turn lights are on", names=TURN_LIGHTS)
    brake_light: Truths = column("truth", "whether its brake lights are on")


class V2xRow(NamedTuple):
    """What one station says of itself."""

    station: int
    kind: str
    x: float
    y: float
    heading: float
    speed: float
    acceleration: float
    length: float
    width: float


@dataclass(frozen=True, slots=True)
class V2xStations(Table[V2xRow]):
    """What vehicles and people radio of themselves; nothing that stands between hides them."""

    row_type = V2xRow

    station: Integers = column("integer", "the number under which it radios")
    kind: Integers = column("code", "what it is", names=OBJECT_KINDS)
    x: Floats = column("number", "of its centre, in the world's frame, by its own GPS", unit="m")
    y: Floats = column("number", "of its centre, in the world's frame, by its own GPS", unit="m")
    heading: Floats = column("number", "in the world's frame", unit="rad")
    speed: Floats = column("number", "along its heading", unit="m/s")
    acceleration: Floats = column("number", "along its heading; 0 of people", unit="m/s²")
    length: Floats = column("number", "of its box", unit="m")
    width: Floats = column("number", "of its box", unit="m")


def _named() -> Any:
    return text("of the sensor", most=100)


def _dated() -> Any:
    return count("at which it was measured, in nanoseconds")


@dataclass(frozen=True, slots=True)
class RadarReading(Checked):
    """What a radar saw at a date."""

    sensor: str = _named()
    date: int = _dated()
    mount: Mount = part("where it sits", Mount)
    objects: RadarObjects = part("its targets", RadarObjects)


@dataclass(frozen=True, slots=True)
class LidarReading(Checked):
    """What a lidar saw at a date."""

    sensor: str = _named()
    date: int = _dated()
    mount: Mount = part("where it sits", Mount)
    objects: LidarObjects = part("the boxes that it found", LidarObjects)


@dataclass(frozen=True, slots=True)
class CameraReading(Checked):
    """What a camera saw at a date."""

    sensor: str = _named()
    date: int = _dated()
    mount: Mount = part("where it sits", Mount)
    objects: CameraObjects = part("what it recognised", CameraObjects)


@dataclass(frozen=True, slots=True)
class V2xReading(Checked):
    """What a radio received at a date."""

    sensor: str = _named()
    date: int = _dated()
    mount: Mount = part("where it sits", Mount)
    objects: V2xStations = part("who was heard", V2xStations)


@dataclass(frozen=True, slots=True)
class GpsReading(Checked):
    """Where the ego is by satellite, in the world's frame."""

    sensor: str = _named()
    date: int = _dated()
    x: float = quantity("centre of the ego's box", unit="m")
    y: float = quantity("centre of the ego's box", unit="m")
    heading: float = quantity("counter-clockwise from east", unit="rad")
    speed: float = quantity("along the heading", unit="m/s")


@dataclass(frozen=True, slots=True)
class OdometryReading(Checked):
    """How the ego moves by its wheels and its gyroscope, and where that has led it since the drive began."""

    sensor: str = _named()
    date: int = _dated()
    speed: float = quantity("along the heading", unit="m/s")
    yaw_rate: float = quantity("counter-clockwise", unit="rad/s")
    ahead: float = quantity("of where it was when it was switched on, in the frame of then; errors add up", unit="m")
    left: float = quantity("of where it was then", unit="m")
    turned: float = quantity("from how it stood then", unit="rad")


Reading: TypeAlias = RadarReading | LidarReading | CameraReading | V2xReading | GpsReading | OdometryReading


@dataclass(frozen=True, slots=True)
class SensorViews(Checked):
    """What sensors have reported since the last view; nothing where a study gives its driver none."""

    radar: tuple[RadarReading, ...] = items("of radars", RadarReading, most=MOST, default=())
    lidar: tuple[LidarReading, ...] = items("of lidars", LidarReading, most=MOST, default=())
    camera: tuple[CameraReading, ...] = items("of cameras", CameraReading, most=MOST, default=())
    v2x: tuple[V2xReading, ...] = items("of radios", V2xReading, most=MOST, default=())
    gps: tuple[GpsReading, ...] = items("of satellite receivers", GpsReading, most=MOST, default=())
    odometry: tuple[OdometryReading, ...] = items("of odometers", OdometryReading, most=MOST, default=())

    def __len__(self) -> int:
        return sum(len(getattr(self, name)) for name in READINGS)


NO_SENSORS: Final = SensorViews()
READINGS: Final[dict[str, Any]] = {
    "radar": RadarReading, "lidar": LidarReading, "camera": CameraReading, "v2x": V2xReading, "gps": GpsReading,
    "odometry": OdometryReading,
}  # fmt: skip
"""What a sensor of each kind reports, by its word in studies and the field of `SensorViews`."""


def reading_of(kind: str, given: dict[str, Any]) -> Reading:
    """A reading from plain data, as `protocol.plain` makes it."""
    values = {}
    for each in fields(READINGS[kind]):
        item, value = constraints_of(READINGS[kind])[each.name].item, given[each.name]
        values[each.name] = item.of(value) if item and issubclass(item, Table) else item(**value) if item else value
    reading: Reading = READINGS[kind](**values)
    return reading
