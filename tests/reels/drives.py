"""A small drive to record: cars that come, turn and go, people who stand, and a horn."""

from __future__ import annotations

import shutil
from math import pi
from pathlib import Path
from typing import Any

import numpy as np

from seahaven.kernel import SECOND, Controller, Emits, Module, Param, State, Tick, port
from seahaven.reels import Recorder
from seahaven.world import Column, FamilyType, World, spawns, writes

VEHICLE = FamilyType(
    "vehicle",
    {
        "x": Column(unit="m", doc="east"),
        "heading": Column(unit="rad", default=0.0),
        "speed": Column(unit="m/s", default=0.0),
        "gap": Column(unit="m", nullable=True),
        "width": Column("float32", unit="m", default=1.8),
        "lane": Column("int8", default=0),
        "honks": Column("int64", nullable=True),
        "braking": Column("bool", default=False),
        "kind": Column(kinds=("car", "truck", "bus"), default="car"),
        "leader": Column.entity(doc="the vehicle ahead"),
    },
)
PERSON = FamilyType("person", {"x": Column(unit="m", default=0.0)})


class Drive(Module):
    """Moves all vehicles; one comes and one goes every half second, the heading wraps, gaps and honks come and go."""

    body = writes("vehicle")
    door = spawns("vehicle")
    horn: Emits[str]
    fails_at: Param[float] = port(1e9, unit="s")
    count: State[int] = 0

    def step(self, tick: Tick) -> None:
        """Move on by one period."""
        if tick.seconds >= self.fails_at:
            raise ValueError("the engine is on fire")
        k, ids = self.count, self.body.ids
        self.count += 1
        self.body.x = self.body.x + 0.37 * tick.dt * ids
        self.body.heading = np.mod(self.body.heading + 0.9 * tick.dt + pi, 2 * pi) - pi
        self.body.gap = 1.0 / (1.0 + k + ids)
        self.body.set_null("gap", (ids + k) % 3 == 0)
        self.body.honks = ids * k
        self.body.set_null("honks", (ids + k) % 2 == 0)
        self.body.braking = (ids + k) % 4 == 0
        self.body.kind = ((ids + k) % 3).astype(np.int16)
        if k % 5 == 4:
            self.door.add(x=float(k), heading=3.0, kind="bus")
            self.door.remove(ids[:1])
            self.horn = [f"honk {k}"]


def make_world(vehicles: int = 4) -> World:
    """Vehicles 1, 2, ... and one person."""
    world = World([VEHICLE, PERSON])
    world.add_many("vehicle", vehicles, x=[10.0 * i for i in range(vehicles)], heading=2.5)
    world.add("person")
    return world


def recorder(world: World, folder: Path, rate: Any = 10, **values: Any) -> Recorder:
    """A recorder of everything."""
    return Recorder("recorder", rate=rate, families=world.families, folder=folder, **values)


def record(folder: Path, *, seconds: float = 2.0, fails_at: float = 1e9, **values: Any) -> World:
    """Run the drive at 10 Hz, recorded; gives the world as it was left."""
    world = make_world()
    root = Module("root", Drive("drive", rate=10, fails_at=fails_at), recorder(world, folder, **values))
    with Controller(root, seed=7, store=world) as controller:
        controller.run(int(seconds * SECOND))
    return world


def contents(folder: Path) -> dict[str, bytes]:
    """All files of a folder by name."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def cut_reel(folder: Path) -> dict[str, bytes]:
    """A reel as a killed process leaves it: nothing closed."""
    world = make_world()
    controller = Controller(
        Module("root", Drive("drive", rate=10), recorder(world, folder, flush_every=0.3)), store=world
    )
    controller.run(2 * SECOND)
    left = contents(folder)
    controller.end()
    shutil.rmtree(folder)
    folder.mkdir()
    for name, content in left.items():
        (folder / name).write_bytes(content)
    return left
