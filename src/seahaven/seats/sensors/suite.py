"""The sensors of one seat at work: from a view and the tables behind it to a view of what sensors report."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import cos, pi, sin
from typing import Any, Final, NamedTuple

import numpy as np

from seahaven.errors import InputError, nearest
from seahaven.geometry import Floats
from seahaven.kernel import SECOND, Stream, in_seconds
from seahaven.roads import LaneMap
from seahaven.seats.protocol import plain
from seahaven.seats.readings import (
    NO_SENSORS,
    OBJECT_KINDS,
    READINGS,
    CameraObjects,
    LidarObjects,
    RadarObjects,
    Reading,
    SensorViews,
    V2xStations,
    reading_of,
)
from seahaven.seats.sensors.fusion import Fusion
from seahaven.seats.sensors.panel import DIALS
from seahaven.seats.sensors.place import Place
from seahaven.seats.sensors.sensor import OBJECT_SENSORS, Sensor, SensorSet
from seahaven.seats.tables import columns_of
from seahaven.seats.view import Objects, View
from seahaven.seats.view_arrays import Bodies, Drivers, Walkers
from seahaven.world import TURN_LIGHTS, land_of

__all__ = ["SensorSuite"]

MISSING_MORE: Final = 0.9
"""How much of what it would detect a sensor misses whose window is all dirty."""
SHORTER: Final = 0.5
"""By which share of its range it sees less far then."""
WORN: Final = 4.0
"""By how many times its noise rises if it is as damaged as can be."""
WHOLE: Final = {"radar": RadarObjects, "lidar": LidarObjects, "camera": CameraObjects, "v2x": V2xStations}
PERSON: Final = len(OBJECT_KINDS) - 1
LIGHT_CODES: Final = 256
assert len(TURN_LIGHTS) < LIGHT_CODES, "a brake light is counted in steps of this, beside the code of turn lights"


class Pending(NamedTuple):
    """A reading on its way, and the date from which on it is shown."""

    due: int
    sensor: int
    reading: Reading


@dataclass(slots=True)
class _Gear:
    """What of the sensors does not change while their dials stand still."""

    columns: Floats
    is_dead: list[bool]
    is_frozen: list[bool]
    dropped: list[float]
    delay: list[int]


class SensorSuite:
    """Takes views of the truth, and gives views of what sensors report.

        suite = SensorSuite(sensors, lane_map, seed=7, path="seat")
        view = suite.view(view, watched, entity, rivals)

    It reads tables and writes nothing. Random numbers are keyed by the sensor, the object and the step, so that a
    sensor more or less changes nothing for the others.
    """

    def __init__(self, sensors: SensorSet, lane_map: LaneMap, *, seed: int, path: str) -> None:
        self.sensors = sensors
        self._land: Any = lane_map.known(land_of)
        self._streams = [Stream.named(seed, f"{path}/{sensor.name}") for sensor in sensors.sensors]
        self._rates = [Fraction(sensor.rate).limit_denominator(1000) for sensor in sensors.sensors]
        self._index = {sensor.name: number for number, sensor in enumerate(sensors.sensors)}
        self.dials = [dict(sensor.dials) for sensor in sensors.sensors]
        self._pending = deque[Pending]()
        self._last = dict[int, Reading]()
        self._gear: _Gear | None = None
        self._weather: tuple[float, ...] = ()
        self._fusion = Fusion(lane_map)
        self._place = Place(sensors.sensors, self._streams)
        self._boxes, self._marks = np.zeros((0, 12)), np.zeros((0, 4), np.int64)
        self._sky = np.zeros(0)

    # --- what goes wrong ------------------------------------------------------------------------------------------

    def turn(self, sensor: str, item: str, value: float) -> None:
        """Turn a dial of a sensor."""
        if sensor not in self._index:
            raise InputError(f"there is no sensor '{sensor}'{nearest(sensor, self._index)}")
        if item not in DIALS:
            raise InputError(f"a sensor has no dial '{item}'{nearest(item, DIALS)}")
        self.dials[self._index[sensor]][item] = float(value)
        self._gear = None

    def state(self) -> dict[str, Any]:
        """All that has to be known to go on from here, as plain data."""
        return {
            "dials": [dict(dials) for dials in self.dials],
            "pending": [(due, number, plain(reading)) for due, number, reading in self._pending],
            "last": {number: plain(reading) for number, reading in self._last.items()},
            "fusion": self._fusion.state(),
            "place": self._place.state(),
        }

    def load(self, state: Mapping[str, Any]) -> None:
        """Go on from a state."""
        kinds = [sensor.kind for sensor in self.sensors.sensors]
        self.dials = [dict(dials) for dials in state["dials"]]
        self._pending = deque(Pending(due, n, reading_of(kinds[n], given)) for due, n, given in state["pending"])
        self._last = {n: reading_of(kinds[n], given) for n, given in state["last"].items()}
        self._fusion.load(state["fusion"])
        self._place.load(state["place"])
        self._gear = None

    # --- seeing ---------------------------------------------------------------------------------------------------

    def view(self, truth: View, watched: Any, entity: int, rivals: Any) -> View:
        """What the occupant sees instead of a view of the truth."""
        due = self._due(truth.date, truth.period)
        self._measure(due, truth, watched, entity)
        shown = self._arrived(truth.date)
        ego = self._place.ego(truth, shown) if self.sensors.ego == "sensed" else truth.ego
        objects = truth.objects
        if self.sensors.objects == "fused":
            objects = self._fusion.objects(shown, self._noise, ego, truth.date, rivals)
        elif self.sensors.objects == "none":
            objects = _NOTHING
        return replace(truth, ego=ego, objects=objects, sensors=_by_kind(shown, self.sensors.sensors))

    def _due(self, date: int, period: float) -> list[int]:
        """The sensors that measure at a date: those of which a date lies in the last period."""
        before = date - round(period * SECOND)
        found = []
        for number, rate in enumerate(self._rates):
            over, under = rate.numerator, rate.denominator * SECOND
            if not over or date * over // under > before * over // under:
                found.append(number)
        return found

    def _measure(self, due: list[int], truth: View, watched: Any, entity: int) -> None:
        """Put what sensors measure on its way."""
        gear = self._geared(truth)
        lists, step, date = [], truth.step, truth.date
        for number in due:
            if gear.is_dead[number]:
                continue
            kind = self.sensors.sensors[number].kind
            if gear.is_frozen[number] and number in self._last:
                self._send(number, replace(self._last[number], date=date), gear, step)
            elif kind in OBJECT_SENSORS:
                lists.append(number)
            else:
                reading = self._place.measured(number, truth, self.dials[number])
                self._last[number] = reading
                self._send(number, reading, gear, step)
        if lists:
            for number, reading in self._sense(lists, gear, truth, watched, entity):
                self._last[number] = reading
                self._send(number, reading, gear, step)

    def _send(self, number: int, reading: Reading, gear: _Gear, step: int) -> None:
        """Send a reading off, unless it is lost."""
        dropped = gear.dropped[number]
        if dropped > 0.0 and self._streams[number].uniform(entity=0, step=step, draw=100) < dropped:
            return
        self._pending.append(Pending(reading.date + gear.delay[number], number, reading))

    def _arrived(self, date: int) -> list[tuple[int, Reading]]:
        """The readings that have arrived, in the order in which they were sent."""
        shown, waiting = [], deque[Pending]()
        for each in self._pending:
            if each.due <= date:
                shown.append((each.sensor, each.reading))
            else:
                waiting.append(each)
        self._pending = waiting
        return shown

    def _sense(self, numbers: list[int], gear: _Gear, truth: View, watched: Any, entity: int) -> Any:
        """What sensors report of other road users."""
        import seahaven.seats.sensors.sensing_kernels as kernels

        count, own, pulled = self._gather(watched, entity)
        rows = self._posed(gear.columns[numbers], truth)
        capacity = int(np.minimum(rows[:, kernels.MOST], count + kernels.SLOTS).sum())
        if not len(self._sky):
            self._sky = np.zeros(kernels.DIRECTIONS)
        at, far = np.zeros(count, np.int64), np.zeros(count)
        first = np.zeros(len(numbers) + 1, np.int64)
        figures, wholes = np.zeros((kernels.NUMBERS, capacity)), np.zeros((kernels.WHOLES, capacity), np.int64)
        total = kernels.sense(
            self._land, self._boxes, self._marks, count, own, pulled, PERSON, rows, in_seconds(truth.date),
            truth.step, self._sky, at, far, np.zeros(count, np.int64), first, figures, wholes,
        )  # fmt: skip
        figures, wholes = figures[:, :total], wholes[:, :total]
        codes = np.stack([wholes[0], wholes[1], wholes[2] % LIGHT_CODES])
        brakes = wholes[2:3] >= LIGHT_CODES
        for block in (figures, codes, brakes):
            block.flags.writeable = False
        bounds = first.tolist()
        for k, number in enumerate(numbers):
            begin, end = bounds[k], bounds[k + 1]
            sensor = self.sensors.sensors[number]
            table: Any = WHOLE[sensor.kind]
            objects = table.of_blocks((
                figures[: _NUMBERS[sensor.kind], begin:end], codes[:, begin:end], brakes[:, begin:end],
            ))  # fmt: skip
            yield number, READINGS[sensor.kind].unchecked(sensor.name, truth.date, sensor.mount, objects)

    def _gather(self, watched: Any, entity: int) -> tuple[int, int, int]:
        """Put all road users together; how many there are, and the rows of the own vehicle and of what it pulls."""
        import seahaven.seats.sensors.sensing_kernels as kernels

        vehicles, people = watched.vehicles, watched.people
        most = len(vehicles) + len(people)
        if most > len(self._boxes):
            self._boxes, self._marks = np.zeros((2 * most, 12)), np.zeros((2 * most, 4), np.int64)
        count = kernels.put_together(
            _columns(Bodies, vehicles), _columns(Drivers, vehicles), _columns(Bodies, people),
            _columns(Walkers, people), PERSON, self._boxes, self._marks,
        )  # fmt: skip
        pulled = np.flatnonzero((vehicles.towed_by == entity) & ~vehicles.null("towed_by"))
        return count, int(vehicles.ids.searchsorted(entity)), int(pulled[0]) if len(pulled) else -1

    def _posed(self, rows: Floats, truth: View) -> Floats:
        """The columns of sensors, with those on the vehicle where that is now."""
        ego, on_board = truth.ego, rows[:, 19] == 0.0
        c, s = cos(ego.heading), sin(ego.heading)
        ahead, left = rows[:, 1].copy(), rows[:, 2].copy()
        rows[:, 1] = np.where(on_board, ego.x + ahead * c - left * s, ahead)
        rows[:, 2] = np.where(on_board, ego.y + ahead * s + left * c, left)
        rows[:, 3] += np.where(on_board, ego.z, 0.0)
        rows[:, 4] += np.where(on_board, ego.heading, 0.0)
        along, turn = np.where(on_board, ego.speed, 0.0), np.where(on_board, ego.yaw_rate, 0.0)
        rows[:, 22] = along * c - turn * (rows[:, 2] - ego.y)
        rows[:, 23] = along * s + turn * (rows[:, 1] - ego.x)
        return rows

    def _geared(self, truth: View) -> _Gear:
        """The columns of all sensors, made anew when dials were turned or the weather has changed."""
        weather = truth.weather.visibility, truth.weather.rain, truth.weather.daylight
        if self._gear is None or weather != self._weather:
            self._weather, self._gear = weather, self._made(*weather)
        return self._gear

    def _made(self, visibility: float, rain: float, daylight: float) -> _Gear:
        rows = np.zeros((len(self.sensors.sensors), 24))
        for row, sensor, dials, stream in zip(rows, self.sensors.sensors, self.dials, self._streams, strict=True):
            reach = sensor.reach(visibility, rain, daylight) * (1.0 - SHORTER * dials["dirt"])
            heeds = (1.0 - dials["missed"]) * (1.0 - MISSING_MORE * dials["dirt"]) * (1.0 - 0.5 * dials["damage"])
            worse, noise, mount = self.worsened(dials), sensor.noise, sensor.mount
            kind = OBJECT_SENSORS.index(sensor.kind) if sensor.kind in OBJECT_SENSORS else -1
            half = min(0.5 * sensor.field_of_view, pi)
            row[:22] = (
                kind, mount.ahead, mount.left, mount.up, mount.turned, dials["misaligned"], half, reach, sensor.nearest,
                sensor.most, sensor.detects * heeds, dials["ghosts"], dials["mixed_up"],
                worse * noise.distance, worse * noise.share, worse * noise.bearing, worse * noise.speed,
                worse * noise.heading, worse * noise.size, mount.roadside, stream.key0, stream.key1,
            )  # fmt: skip
        each = tuple(zip(self.sensors.sensors, self.dials, strict=True))
        return _Gear(
            rows,
            is_dead=[dials["dead"] >= 0.5 for dials in self.dials],
            is_frozen=[dials["frozen"] >= 0.5 for dials in self.dials],
            dropped=[dials["dropped"] for dials in self.dials],
            delay=[round((sensor.latency + dials["delay"]) * SECOND) for sensor, dials in each],
        )

    @staticmethod
    def worsened(dials: Mapping[str, float]) -> float:
        """By how many times the noise of a sensor is more than usual."""
        return dials["noise"] * (1.0 + WORN * dials["damage"])

    def _noise(self, number: int) -> Sensor:
        """What the fusion knows of a sensor: what it is like when nothing is wrong with it."""
        return self.sensors.sensors[number]


def _columns(kind: Any, table: Any) -> Any:
    return kind(*(getattr(table, "ids" if name == "ids" else name) for name in kind._fields))


_NUMBERS: Final = {
    kind: sum(each.kind == "number" for each in columns_of(table).values()) for kind, table in WHOLE.items()
}
"""How many columns of numbers each kind's objects have."""
_NOTHING: Final = Objects.of({name: [] for name in Objects.declared()})


def _by_kind(shown: list[tuple[int, Reading]], sensors: tuple[Sensor, ...]) -> SensorViews:
    """Readings by the kinds of their sensors."""
    if not shown:
        return NO_SENSORS
    found: dict[str, list[Reading]] = {kind: [] for kind in READINGS}
    for number, reading in shown:
        found[sensors[number].kind].append(reading)
    return SensorViews.unchecked(*(tuple(found[kind]) for kind in SensorViews.__slots__))
