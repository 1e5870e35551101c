"""A small world for the tests, and the kernel's part played by hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from seahaven.kernel import Bound, StorePort
from seahaven.world import Column, FamilyType, World

VEHICLE = FamilyType(
    "vehicle",
    {
        "x": Column(unit="m"),
        "speed": Column(unit="m/s", default=0.0),
        "gap": Column(unit="m", nullable=True),
        "width": Column("float32", unit="m", default=1.8),
        "lane": Column("int8", default=0),
        "braking": Column("bool", default=False),
        "kind": Column(kinds=("car", "truck", "bus"), default="car"),
        "leader": Column.entity(doc="the vehicle ahead"),
        "wish": Column(unit="m/s2", default=0.0, immediate=True),
    },
)
PERSON = FamilyType("person", {"x": Column(unit="m", default=0.0)})


def make_world(count: int = 0) -> World:
    """Vehicles 1 to `count` at x = 10, 20, ..."""
    world = World([VEHICLE, PERSON])
    world.add_many("vehicle", count, x=[10.0 * (i + 1) for i in range(count)])
    return world


def bind(world: World, path: str, declared: Any) -> Any:
    """Bind a port as the kernel does; typed loosely, as a module's attributes are."""
    port: StorePort = declared
    port.name = "port"
    return world.bind(path, port)


def close(world: World, now: int, due: int, ports: Iterable[Bound]) -> None:
    """End the date `now`: seal each port, commit, and turn to `due`."""
    for port in ports:
        port.seal(now, due)
    world.commit(now)
    world.turn(due)
