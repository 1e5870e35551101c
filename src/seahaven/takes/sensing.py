"""Sensors of a study: what it may say of them, and what of them goes wrong, and when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import pi
from typing import Annotated, Any, Literal, Self, TypeAlias

from seahaven.direction import Triggers
from seahaven.errors import InputError, Position
from seahaven.files import Angle, Field, KeyPath, Length, Schema, Within, model_validator
from seahaven.hcsm import Program
from seahaven.kernel import SECOND, Module
from seahaven.seats import OBJECT_SENSORS, Defect, Mount, Seat, Sensor, SensorPanel, SensorSet
from seahaven.takes.at import At
from seahaven.takes.dimensions import Coordinate, Extent, Heading, Metres, ModuleRate, Period, Share, Time, Velocity
from seahaven.takes.order_entries import Items
from seahaven.takes.orders import checked_value, refuse_item
from seahaven.takes.reading import Reading

__all__ = [
    "DefectEntry",
    "SensorEntry",
    "link_sensors",
    "refuse_quick_sensors",
    "sensor_panels",
    "sensor_set",
    "sensors_in",
]

Offset: TypeAlias = Annotated[Length, Within("length", "-100 m", "100 m")]
"""From the centre of a vehicle."""
Spread: TypeAlias = Annotated[Length, Within("length", "0 m", "100 m")]
"""Standard deviation of a length."""
FieldOfView: TypeAlias = Annotated[Angle, Within("angle", "0 deg", "360 deg", above=True)]
"""From one edge of what a sensor sees to the other."""
AngleSpread: TypeAlias = Annotated[Angle, Within("angle", "0 deg", "180 deg")]
"""Standard deviation of an angle."""
Proportion: TypeAlias = Annotated[Share, Within("ratio", 0, 1)]


class NoiseEntry(Schema):
    """Standard deviations of what a sensor measures; what is left out is as usual for its kind."""

    distance: Spread | None = None
    """Of distances or places."""
    share: Proportion | None = None
    """Of distances, as a share of the distance, in addition."""
    bearing: AngleSpread | None = None
    """Of bearings."""
    speed: Velocity | None = None
    """Of speeds."""
    heading: AngleSpread | None = None
    """Of headings."""
    size: Spread | None = None
    """Of lengths, widths and heights."""
    drift: Spread | None = None
    """Of the error of GPS that wanders slowly."""
    scale: Proportion | None = None
    """By which an odometer is wrong all the time."""


class RoadsideEntry(Schema):
    """A place beside the road."""

    x: Coordinate
    y: Coordinate
    heading: Heading = 0.0
    """Where it looks."""


class SensorEntry(Schema):
    """A sensor; what is left out is as usual for its kind."""

    kind: Literal["radar", "lidar", "camera", "v2x", "gps", "odometry"]
    """What it is."""
    ahead: Offset = 0.0
    """Of the centre of the vehicle."""
    left: Offset = 0.0
    """Of the centre of the vehicle."""
    up: Annotated[Metres, Within("length", "0 m", "100 m")] | None = None
    """Above the road."""
    turned: Heading = 0.0
    """Where it looks, to the left of straight ahead."""
    roadside: RoadsideEntry | None = None
    """It does not sit on the vehicle, but stands there, and radios what it sees."""
    field_of_view: FieldOfView | None = None
    """From edge to edge."""
    range: Extent | None = None
    """As far as it sees on a clear day."""
    nearest: Metres = 0.0
    """From where on it sees."""
    rate: ModuleRate | None = None
    """How often it measures, at most as often as its driver is asked; by default, each time."""
    latency: Time | None = None
    """From a measurement until the driver is shown it."""
    detects: Proportion | None = None
    """In which share of measurements it detects an object in plain sight."""
    most: Annotated[int, Field(ge=0, le=500)] = 100
    """How many objects it reports, the nearest of them."""
    noise: Annotated[NoiseEntry, Field(default_factory=NoiseEntry)]
    """How exact it is."""
    dials: Annotated[dict[str, Any], Field(default_factory=dict)]
    """What is wrong with it from the start: dials of its panel, such as `{dirt: 0.5}`."""

    @model_validator(mode="after")
    def _sits_somewhere(self) -> Self:
        if self.roadside and (self.ahead or self.left or self.turned):
            raise ValueError("a sensor beside the road is not on the vehicle; leave out 'ahead', 'left' and 'turned'")
        if self.roadside and self.kind not in ("radar", "lidar", "camera", "v2x"):
            raise ValueError(f"a sensor of kind '{self.kind}' sits on the vehicle; leave out 'roadside'")
        if self.range is not None and self.nearest >= self.range:
            raise ValueError("it sees from 'nearest' on up to 'range', so 'nearest' must be less")
        return self


class DefectEntry(Schema):
    """What goes wrong with a sensor at a time."""

    sensor: str
    """Which sensor."""
    at: Time
    """When."""
    for_: Annotated[Period | None, Field(alias="for", default=None)]
    """For how long; then its dials go back to where they stood at the start. For good, by default."""
    press: Items
    """Dials of its panel: `dead`, `{dirt: 0.8}`, `{delay: 300 ms, noise: 3}`."""


def sensor_set(
    entries: Mapping[str, SensorEntry], defects: Sequence[DefectEntry], objects: str | None, ego: str | None,
    path: KeyPath, reading: Reading,
) -> SensorSet:  # fmt: skip
    """The sensors of a driver as a study lists them below a path; what is not said follows from their kinds."""
    sensors = tuple(_sensor(name, entry, (*path, "sensors", name), reading) for name, entry in entries.items())
    kinds = {sensor.kind for sensor in sensors}
    for key, said, wanted in (("objects", objects == "fused", OBJECT_SENSORS), ("ego", ego == "sensed", ("gps",))):
        if said and not kinds.intersection(wanted):
            kind = " or ".join(wanted).replace(" or ", ", ", max(len(wanted) - 2, 0))
            message = f"nothing senses that: add a sensor of kind {kind}, or say '{key}: truth'"
            raise InputError(message, reading.at(*path, key))
    return SensorSet(
        sensors,
        tuple(_defect(entry, entries, (*path, "defects", k), reading) for k, entry in enumerate(defects)),
        objects or ("fused" if kinds.intersection(OBJECT_SENSORS) else "truth"),
        ego or ("sensed" if "gps" in kinds else "truth"),
    )


def _sensor(name: str, entry: SensorEntry, path: KeyPath, reading: Reading) -> Sensor:
    if "/" in name or not name.strip():
        raise InputError(f"'{name}' is no name of a sensor; use letters and digits", reading.key_at(*path))
    given = {key: getattr(entry, key) for key in ("field_of_view", "range", "latency", "detects", "most", "nearest")}
    said = {key: value for key, value in given.items() if value is not None}
    noise = {key: value for key, value in entry.noise.model_dump().items() if value is not None}
    dials = {key: _dial(key, value, (*path, "dials", key), reading) for key, value in entry.dials.items()}
    with At(reading.key_at(*path)):
        sensor = Sensor.of(name, entry.kind, noise=noise, dials=dials, rate=float(entry.rate or 0), **said)
        return sensor.at(_mount(entry, sensor.mount.up))


def _mount(entry: SensorEntry, usual: float) -> Mount:
    up = usual if entry.up is None else entry.up
    if entry.roadside:
        return Mount(True, entry.roadside.x, entry.roadside.y, up, _wrapped(entry.roadside.heading))
    return Mount(False, entry.ahead, entry.left, up, _wrapped(entry.turned))


def _wrapped(angle: float) -> float:
    return (angle + pi) % (2.0 * pi) - pi


def _dial(item: str, value: Any, path: KeyPath, reading: Reading) -> float:
    with At(reading.key_at(*path)):
        refuse_item(SensorPanel.program, item)
    return checked_value(SensorPanel.program, item, value, reading, path)


def _defect(entry: DefectEntry, entries: Mapping[str, SensorEntry], path: KeyPath, reading: Reading) -> Defect:
    reading.named("sensor", entries, entry.sensor, (*path, "sensor"))
    items = entry.press
    pairs = items.items() if isinstance(items, dict) else ((item, 1.0) for item in _listed(items))
    at = (*path, "press")
    dials = {}
    for item, value in pairs:
        where = (*at, item) if isinstance(items, dict) else at
        with At(reading.at(*where)):
            refuse_item(SensorPanel.program, item)
        dials[item] = checked_value(SensorPanel.program, item, value, reading, where)
    begin = round(entry.at * SECOND)
    return Defect(entry.sensor, begin, None if entry.for_ is None else begin + round(entry.for_ * SECOND), dials)


def _listed(items: str | list[str]) -> list[str]:
    return [items] if isinstance(items, str) else items


def refuse_quick_sensors(sensors: SensorSet, rate: Fraction, name: str, at: Position | None) -> None:
    """Refuse sensors that measure more often than the driver of a vehicle is asked."""
    for sensor in sensors.sensors:
        if sensor.rate > rate:
            raise InputError(
                f"sensor '{sensor.name}' of '{name}' measures at {sensor.rate:g} Hz, but its driver is asked at "
                f"{rate} Hz; lower the sensor's 'rate', or raise the driver's",
                at,
            )


def sensor_panels(root: Module) -> dict[str, Program]:
    """The panels of all sensors of a tree, by names such as `subject/front`."""
    return {
        seat.address(sensor.name): SensorPanel.program
        for seat in root.walk()
        if isinstance(seat, Seat)
        for sensor in seat.terms.sensors.sensors
    }


def link_sensors(root: Module) -> None:
    """Let triggers turn the dials of sensors."""
    modules = list(root.walk())
    if any(isinstance(module, Triggers) for module in modules):
        for seat in modules:
            if isinstance(seat, Seat) and seat.terms.sensors.sensors:
                root.link("triggers.called", f"{seat.path}.calls")


def sensors_in(root: Module) -> dict[str, str]:
    """What each sensor of a tree is, by its name."""
    found = {}
    for seat in root.walk():
        if isinstance(seat, Seat):
            for sensor in seat.terms.sensors.sensors:
                found[seat.address(sensor.name)] = sensor.text
    return found
