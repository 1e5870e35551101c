"""A small drive for pages, on roads or without, and a page taken apart again."""

from __future__ import annotations

import json
import zlib
from base64 import b64decode
from dataclasses import dataclass
from fractions import Fraction
from html.parser import HTMLParser
from math import pi
from pathlib import Path
from typing import Any

import numpy as np

from seahaven.geometry import Path as Line
from seahaven.geometry import Pose
from seahaven.kernel import SECOND, Controller, Emits, Module, State, Tick
from seahaven.reels import Recorder
from seahaven.reels.page.packing import Integers, unpacked
from seahaven.roads.model import Lane, LaneKind, Mark, MarkKind, Profile, Road, RoadNetwork, Section
from seahaven.world import ROAD_VEHICLE, World, spawns, writes


@dataclass(frozen=True)
class Collision:
    """Two vehicles begin to touch."""

    entities: tuple[int, int]
    speed: float


class Drive(Module):
    """Vehicles on a circle, at 10 Hz: one comes every second, and the first one goes; gaps come and go."""

    body = writes("vehicle", "x", "y", "heading", "speed", "gap", "leader", "brake_light", "turn_light")
    door = spawns("vehicle")
    collided: Emits[Collision]
    horn: Emits[str]
    count: State[int] = 0

    def step(self, tick: Tick) -> None:
        """Move on by one period."""
        k, ids = self.count, self.body.ids
        self.count += 1
        angle = 0.3 * tick.seconds + 0.7 * (ids % 1000)
        self.body.x, self.body.y = 50.0 * np.cos(angle), 50.0 * np.sin(angle)
        self.body.heading = np.mod(angle + 0.5 * pi + pi, 2.0 * pi) - pi
        self.body.speed = 15.0 + 0.1 * (ids % 7)
        self.body.gap = 20.0 + 0.5 * k + 0.0 * ids
        self.body.set_null("gap", (ids + k // 10) % 3 == 0)
        self.body.leader = np.roll(ids, 1)
        self.body.brake_light = (ids + k) % 2 == 0
        self.body.turn_light = np.full(len(ids), k // 10 % 4, np.int16)
        if k % 10 == 9:
            self.door.add(x=50.0, y=0.0, kind="truck", length=12.0)
            self.door.remove(ids[:1])
            self.horn = [f"honk {k}"]
        if k == 12:
            self.collided = [Collision((2, 3), 4.25)]


def straight_road(length: float = 200.0) -> RoadNetwork:
    """One road of two lanes and a shoulder that runs east."""
    widths = Profile.constant(3.5)
    lanes = (
        Lane(0, LaneKind.NONE, marks=(Mark(MarkKind.SOLID),)),
        Lane(-1, LaneKind.DRIVING, widths, marks=(Mark(MarkKind.BROKEN),)),
        Lane(-2, LaneKind.DRIVING, widths, marks=(Mark(MarkKind.SOLID),)),
        Lane(-3, LaneKind.SHOULDER, widths),
    )
    road = Road("main", Line(Pose(-100.0, 0.0, 0.0)).line(length), (Section(0.0, lanes),))
    return RoadNetwork((road,), name="straight")


def record_drive(folder: Path, *, seconds: float = 3.0, rate: int | Fraction = 10, **values: Any) -> World:
    """Run the drive, recorded; gives the world as it was left."""
    world = World([ROAD_VEHICLE])
    world.add_many("vehicle", 4, x=0.0, y=0.0)
    recorder = Recorder("recorder", rate=rate, families=world.families, folder=folder, study="A circle", **values)
    with Controller(Module("root", Drive("drive", rate=10), recorder), seed=5, store=world) as controller:
        controller.run(int(seconds * SECOND))
    return world


class Parsed(HTMLParser):
    """A page taken apart: its tags with their attributes, and what scripts and styles hold."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: dict[str, str] = {}
        self.open: list[str] = []
        self.headings: list[str] = []
        self.texts: dict[str, list[str]] = {}
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "input"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if tag in self.open:
            while self.open.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        inside = self.open[-1] if self.open else ""
        if inside in ("script", "style"):
            name = self.tags[-1][1].get("id") or inside
            self.scripts[name] = self.scripts.get(name, "") + data
        elif inside in ("h1", "title"):
            self.headings.append(data)
        elif data.strip():
            self.texts.setdefault(inside, []).append(data)

    @property
    def story(self) -> dict[str, Any]:
        """What the page knows."""
        told: dict[str, Any] = json.loads(zlib.decompress(b64decode(self.scripts["story"])))
        return told

    @property
    def film(self) -> bytes:
        """Its packed numbers."""
        return zlib.decompress(b64decode(self.scripts["film"]))


class Shown:
    """A family as a page shows it: stays, and the values of its columns."""

    def __init__(self, page: Parsed, family: str = "vehicle") -> None:
        self.content = page.film
        self.told = next(group for group in page.story["groups"] if group["family"] == family)
        self.stays = {name: unpacked(self.content, told) for name, told in self.told["stays"].items()}
        count: Integers = self.stays["count"]
        self.starts = np.concatenate(([0], np.cumsum(count)[:-1]))
        self.ids = np.repeat(self.stays["id"], count)
        self.frames = np.arange(count.sum()) - np.repeat(self.starts - self.stays["first"], count)

    def values(self, name: str) -> np.ndarray[Any, np.dtype[np.float64]]:
        """A column in its unit; NaN for null."""
        told = self.told["channels"][name]
        values = told["from"] + told["step"] * unpacked(self.content, told, self.starts)
        if "nulls" in told:
            values = np.where(unpacked(self.content, told["nulls"], self.starts) != 0, np.nan, values)
        return values
