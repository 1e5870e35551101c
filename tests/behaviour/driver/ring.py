"""A small world to drive in: a ring road of straight lanes, where everything is seen as it is.

Lanes are numbered from the right; the first `refuges` of them are shoulders. Positions are those of centres. A vehicle
counts on a second lane from the moment that it aims there or reaches over the border. Speeds of others are seen as
they were a reaction time ago. Nothing is shared with the modules that perceive and move in earnest.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from seahaven.behaviour.driver import Driver
from seahaven.hcsm import CompiledMachine, Mail, Message
from seahaven.traffic import VEHICLES

WIDTH, CAR_WIDTH = 3.6, 1.9
TYPES = {"float": np.float64, "int": np.int64, "bool": np.bool_}
TRAITS = {
    "length": 4.6, "speed_factor": 1.0, "top_speed": 36.0, "headway": 1.2, "standstill": 2.0, "liveliness": 1.5,
    "comfort": 2.0, "aggressiveness": 0.5, "reaction": 0.6, "sight": 300.0, "glance": 5.0, "limit": 120 / 3.6,
    "grip": 1.0, "power": 60.0, "visibility": 10_000.0, "leaves": 0.0,
}  # fmt: skip
UNSEEN = ("limit_ahead", "limit_distance", "curvature", "curve_distance", "route_end")
MEMORY = 40


def traits(count: int, seed: int) -> dict[str, Any]:
    """Mixed drivers, one in eight with a truck."""
    random = np.random.default_rng(seed)  # noqa: TID251 # any numbers will do
    is_truck = random.random(count) < 0.125
    return {
        "length": np.where(is_truck, 14.0, 4.6),
        "speed_factor": np.where(is_truck, 1.0, np.clip(random.normal(1.0, 0.1, count), 0.75, 1.35)),
        "top_speed": np.where(is_truck, 24.5, 45.0),
        "headway": np.clip(random.normal(1.25, 0.25, count), 0.8, 2.2) + 0.3 * is_truck,
        "standstill": np.clip(random.normal(2.2, 0.4, count), 1.2, 3.5),
        "liveliness": np.where(is_truck, 0.8, np.clip(random.normal(1.5, 0.3, count), 0.8, 2.5)),
        "comfort": np.clip(random.normal(2.0, 0.3, count), 1.3, 3.0),
        "aggressiveness": random.random(count),
        "reaction": np.clip(random.normal(0.6, 0.15, count), 0.3, 1.0),
        "power": np.where(is_truck, 12.0, 60.0),
    }


class Ring:
    """Vehicles on a ring, by rows; their ids are one more. Set `s`, `lane` and `speed`, then step."""

    def __init__(
        self, around: float, lanes: int, count: int, *, dt: float = 0.1, seed: int = 1, **columns: Any
    ) -> None:
        self.around, self.lanes, self.count, self.dt = around, lanes, count, dt
        self.refuges = 0
        self.ends: dict[int, float] = {}
        self.columns = {n: np.broadcast_to(np.asarray(v, float), count).copy() for n, v in (TRAITS | columns).items()}
        self.s, self.speed, self.offset, self.drift, self.acceleration = (np.zeros(count) for _ in range(5))
        self.lane, self.line, self.aim, self.light = (np.zeros(count, int) for _ in range(4))
        self.partner, self.contact, self.leader = (np.full(count, -1) for _ in range(3))
        self.gap, self.wish = np.full(count, np.inf), np.zeros(count)
        self.collisions: list[tuple[int, int]] = []
        self.changes, self.hard, self.distance, self.index = 0, 0, 0.0, 0
        self.past, self.remembered = np.zeros((2, MEMORY, count)), 0
        self.pressed: list[Message] = []
        self.out: dict[str, tuple[Any, Any]] = {}
        self.crowd = CompiledMachine(Driver, seed=seed).crowd(np.arange(1, count + 1))
        self.inputs, self.nulls = self._blank()
        self._wires = self.crowd.wire(self.inputs, self.nulls)
        self._outputs = {port.name: self.crowd.output(port.name) for port in Driver.program.outputs}

    def spread(self, speed: float) -> None:
        """Put everybody evenly over all lanes."""
        self.lane = np.arange(self.count) % self.lanes
        per_lane = -(-self.count // self.lanes)
        self.s = (np.arange(self.count) // self.lanes + 0.5 * (self.lane % 2)) * self.around / per_lane
        self.speed[:] = speed

    def press(self, row: int, item: str, value: float = 1.0) -> None:
        """Press a button of a vehicle, or turn a dial; it is there in the next step."""
        self.pressed.append(Message(row + 1, f".{item}", value))

    def step(self, count: int = 1) -> None:
        """Some steps."""
        for _ in range(count):
            self._sense()
            self._decide()
            self._move()
            self._collide()

    def run(self, seconds: float) -> None:
        """Some time."""
        self.step(round(seconds / self.dt))

    def says(self, output: str, row: int = 0) -> Any:
        """What a driver put out in the last step; None for null."""
        values, nulls = self.out[output]
        return None if nulls[row] else values[row].item()

    # Perception -------------------------------------------------------------------------------------------------------

    def _lines(self) -> list[Any]:
        """For each lane, the rows on it in the order of s."""
        reaches_over = np.abs(self.offset) + 0.5 * CAR_WIDTH > 0.5 * WIDTH
        towards = np.where(reaches_over, np.sign(self.offset), self.aim).astype(int)
        second = np.where(towards != 0, self.lane + towards, -1)
        found = [np.flatnonzero((self.lane == lane) | (second == lane)) for lane in range(self.lanes)]
        return [rows[np.lexsort((-rows, self.s[rows]))] for rows in found]

    def _neighbours(self, lines: list[Any], lane: Any) -> tuple[Any, Any]:
        """For each row, who is ahead and who is behind on a lane (-1 for nobody)."""
        ahead, behind = np.full(self.count, -1), np.full(self.count, -1)
        for k, line in enumerate(lines):
            rows, seats = np.flatnonzero(lane == k), np.full(self.count, len(line))
            seats[line] = np.arange(len(line))
            rows = rows[len(line) - (seats[rows] < len(line)) > 0]
            if not len(rows):
                continue
            seat, is_there = seats[rows], seats[rows] < len(line)
            place = np.searchsorted(self.s[line], self.s[rows], side="right") - is_there
            for found, at in ((ahead, place), (behind, place - 1)):
                other = at % (len(line) - is_there)
                found[rows] = line[other + (other >= seat)]
        return ahead, behind

    def _apart(self, here: Any, there: Any) -> Any:
        """Along the ring from one to the other, the shorter way."""
        return (self.s[there] - self.s[here] + 0.5 * self.around) % self.around - 0.5 * self.around

    def _put(self, name: str, values: Any, is_seen: Any) -> None:
        self.inputs[name][:], self.nulls[name][:] = np.where(is_seen, values, 0.0), ~is_seen

    def _sense(self) -> None:
        lines, own, size = self._lines(), np.arange(self.count), self.columns["length"]
        self.past[:, 1:] = self.past[:, :-1].copy()
        self.past[:, 0], self.remembered = (self.speed, self.acceleration), min(self.remembered + 1, MEMORY)
        late = np.minimum((self.columns["reaction"] / self.dt + 0.5).astype(int), self.remembered - 1)
        speeds, accelerations = self.past
        for side, lane in (("", self.lane), ("left_", self.lane + 1), ("right_", self.lane - 1)):
            ahead, behind = self._neighbours(lines, lane)
            apart = self._apart(own, ahead)
            gap = apart - 0.5 * (size + size[ahead])
            sees = (ahead >= 0) & (gap < self.columns["sight"]) & (apart >= 0.0)
            self._put(f"{side}gap", gap, sees)
            self._put(f"{side}closing", self.speed - speeds[late, ahead], sees)
            if not side:
                self._put("leader_acceleration", accelerations[late, ahead], sees)
                self.leader, self.gap = np.where(sees, ahead, -1), np.where(sees, gap, np.inf)
                continue
            back = -self._apart(own, behind)
            follows = (behind >= 0) & (back >= 0.0) & (back < 200.0)
            self._put(f"{side}rear_gap", back - 0.5 * (size + size[behind]), follows)
            self._put(f"{side}rear_closing", speeds[late, behind] - self.speed, follows)
            self.inputs[f"{side}light"][:] = np.where(sees, self.light[ahead], 0)
            self.inputs[f"{side}open"][:] = (lane >= self.refuges) & (lane < self.lanes)
        self._sense_road()

    def _sense_road(self) -> None:
        ends = np.array([self.ends.get(lane, np.nan) for lane in range(-1, self.lanes + 1)])
        for name, lane in (("drop", self.lane), ("left_drop", self.lane + 1), ("right_drop", self.lane - 1)):
            end = ends[lane + 1]
            self._put(name, (np.nan_to_num(end) - self.s) % self.around, ~np.isnan(end))
        going_on = [lane for lane in range(self.refuges, self.lanes) if lane not in self.ends]
        best = np.array([min(going_on, key=lambda other: abs(other - lane)) for lane in range(self.lanes)])
        self.inputs["shift"][:] = best[self.lane] - self.lane
        self._put("limit", self.columns["limit"], self.columns["limit"] > 0.0)
        for name in UNSEEN:
            values = self.columns.get(name, np.full(self.count, np.nan))
            self._put(name, np.nan_to_num(values), ~np.isnan(values))
        has = self.partner >= 0
        self._put("partner_distance", self._apart(np.arange(self.count), self.partner), has)
        self._put("partner_speed", self.speed[self.partner], has)
        self.inputs["partner_side"][:] = np.where(has, self.lane[self.partner] - self.lane, 0)
        self._put("contact", self.contact + 1, self.contact >= 0)

    # Decision and movement --------------------------------------------------------------------------------------------

    def _blank(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Arrays of what the drivers are given, and of where that is null, with what stays as it is from the start.

        Junctions, people and whatever else there is not on a ring are null, or as columns are at first.
        """
        inputs = {}
        for port in Driver.program.inputs:
            column = VEHICLES.columns.get(port.name)
            is_known = column is not None and not column.nullable and column.default is not ... and not column.kinds
            inputs[port.name] = np.full(self.count, column.default if is_known and column else 0, TYPES[port.type])
        inputs["dt"][:] = self.dt
        return inputs, {port.name: np.ones(self.count, np.bool_) for port in Driver.program.inputs if port.nullable}

    def _decide(self) -> None:
        self.crowd.post(Mail.of(self.pressed))
        self.pressed = []
        for name, values in self.columns.items():
            if name in self.inputs and name not in self.nulls:
                self.inputs[name][:] = values
        self.inputs["speed"][:], self.inputs["line"][:], self.inputs["offset"][:] = self.speed, self.line, self.offset
        self.crowd.post(self.crowd.step(self._wires, step=self.index))
        self.out = {name: (values.copy(), nulls.copy()) for name, (values, nulls) in self._outputs.items()}
        self.wish, self.aim, self.light = (self.out[name][0] for name in ("wish", "aim", "turn_light"))
        partner, is_alone = self.out["partner"]
        self.partner = np.where(is_alone, -1, partner - 1)

    def _move(self) -> None:
        before, dt = self.speed, self.dt
        most = np.minimum(4.0, self.columns["power"] / np.maximum(before, 1.0)) - 3e-4 * before**2 - 0.1
        a = np.clip(self.wish, -9.0 * self.columns["grip"], most)
        self.speed = np.maximum(before + a * dt, 0.0)
        stops = before + a * dt < 0.0
        way = np.where(stops, before**2 / (2.0 * np.maximum(-a, 1e-9)), 0.5 * (before + self.speed) * dt)
        self.hard += int(np.count_nonzero((a < -6.0) & (self.acceleration >= -6.0)))
        self.distance += float(way.sum())
        self.acceleration = (self.speed - before) / dt
        self.s = (self.s + way) % self.around
        self._move_sideways(np.minimum(1.2, 0.25 * before))
        self.index += 1

    def _move_sideways(self, quickest: Any) -> None:
        push = 1.7 * (WIDTH * self.aim - self.offset) - 2.6 * self.drift
        self.drift = np.clip(self.drift + np.clip(push, -1.5, 1.5) * self.dt, -quickest, quickest)
        self.offset = self.offset + self.drift * self.dt
        crossed = np.where(np.abs(self.offset) > 0.5 * WIDTH, np.sign(self.offset), 0.0).astype(int)
        crossed[(self.lane + crossed < 0) | (self.lane + crossed >= self.lanes)] = 0
        self.lane, self.line = self.lane + crossed, self.line + crossed
        self.offset = self.offset - crossed * WIDTH
        self.changes += int(np.abs(crossed).sum())

    def _collide(self) -> None:
        across, size = self.lane * WIDTH + self.offset, self.columns["length"]
        for line in self._lines():
            front = np.roll(line, -1)
            near = np.abs(self._apart(line, front)) < 0.5 * (size[line] + size[front])
            hit = near & (np.abs(across[line] - across[front]) < CAR_WIDTH) & (line != front)
            for one, other in zip(line[hit].tolist(), front[hit].tolist(), strict=True):
                self.collisions.append((one, other))
                self.contact[one], self.contact[other] = other, one
