"""The world is held to a plain model: a dict of rows and a list of what waits."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from seahaven.world import Column, FamilyType, World, reads, spawns, writes
from tests.world.traffic import bind

FAMILY = FamilyType(
    "thing", {"x": Column(default=0.0), "gap": Column(nullable=True), "lane": Column("int8", default=0)}
)
COLUMNS = ("x", "gap", "lane")
WRITERS = ("a", "b")
SPAWNERS = ("c", "d")

Row = dict[str, float | int | None]


@dataclass
class Model:
    """What should happen, in the fewest words."""

    rows: dict[int, Row] = field(default_factory=dict)
    owners: dict[tuple[int, str], str] = field(default_factory=dict)
    waiting: list[tuple[int, str, str, Any]] = field(default_factory=list)
    transfers: list[tuple[str, tuple[str, ...], int]] = field(default_factory=list)
    dead: set[int] = field(default_factory=set)

    def owner(self, entity: int, column: str) -> str:
        return self.owners.get((entity, column), "a")

    def owned(self, path: str) -> list[int]:
        return [i for i in sorted(self.rows) if any(self.owner(i, c) == path for c in COLUMNS)]

    def turn(self, now: int) -> None:
        for due in sorted({change[0] for change in self.waiting if change[0] <= now}):
            ready = [change for change in self.waiting if change[0] == due]
            self.waiting = [change for change in self.waiting if change[0] != due]
            for kind in ("remove", "add", "write"):
                for _, path, change, content in ready:
                    if change == kind:
                        getattr(self, kind)(path, content)
        for path, columns, entity in sorted(self.transfers):
            self.owners.update({(entity, column): path for column in columns})
        self.transfers = []

    def remove(self, path: str, entity: int) -> None:
        self.rows.pop(entity, None)
        self.dead.add(entity)

    def add(self, path: str, new: tuple[int, Row, str | None]) -> None:
        entity, row, owner = new
        if entity not in self.dead:
            self.rows[entity] = dict(row)
            self.owners.update({(entity, column): owner for column in COLUMNS if owner})

    def write(self, path: str, cells: dict[tuple[int, str], Any]) -> None:
        for (entity, column), value in cells.items():
            if entity in self.rows and self.owner(entity, column) == path:
                self.rows[entity][column] = value


class Troupe:
    """A real world with the same modules bound."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.ports = {path: bind(world, path, writes("thing", *COLUMNS)) for path in WRITERS}
        self.ports |= {path: bind(world, path, spawns("thing")) for path in SPAWNERS}
        self.table = bind(world, "eye", reads("thing"))

    @classmethod
    def new(cls, count: int) -> Troupe:
        world = World([FAMILY])
        world.add_many("thing", count)
        world.grant("b", "thing", ids=[])
        return cls(world)

    def rows(self) -> dict[int, Row]:
        return {i: {c: self.table.at(i).__getattr__(c) for c in COLUMNS} for i in self.table.ids.tolist()}


paths = st.sampled_from(WRITERS)
number = st.integers(0, 100)
actions = st.one_of(
    st.tuples(st.just("whole"), paths, st.sampled_from(COLUMNS), number),
    st.tuples(st.just("some"), paths, st.sampled_from(COLUMNS), number),
    st.tuples(st.just("null"), paths, st.just("gap"), number),
    st.tuples(st.just("add"), st.sampled_from(SPAWNERS), st.sampled_from([None, "b"]), number),
    st.tuples(st.just("remove"), st.sampled_from(SPAWNERS), st.none(), number),
    st.tuples(st.just("transfer"), paths, st.sampled_from([("x",), ("gap", "lane"), COLUMNS]), number),
)
dates = st.tuples(
    st.lists(actions, min_size=2, max_size=6),
    st.fixed_dictionaries({path: st.sampled_from([5, 10, 15, 30]) for path in (*WRITERS, *SPAWNERS)}),
    st.sampled_from(["go on", "restore", "fork", "encode"]),
)


def chosen(ids: list[int], n: int) -> list[int]:
    """One of the ids, if there are any."""
    return [ids[n % len(ids)]] if ids else []


class Play:
    """Does each action to the model and to both worlds."""

    def __init__(self, count: int) -> None:
        self.model = Model({i + 1: {"x": 0.0, "gap": None, "lane": 0} for i in range(count)})
        self.worlds = [Troupe.new(count), Troupe.new(count)]
        self.cells: dict[str, dict[tuple[int, str], Any]] = {}
        self.changes: list[tuple[str, str, Any]] = []

    def some(self, path: str, column: str, n: int) -> None:
        ids = [i for i in sorted(self.model.rows) if self.model.owner(i, column) == path][n % 3 :: 2]
        for troupe in self.worlds:
            troupe.ports[path].put(column, [(i + n) % 100 for i in ids], ids=ids)
        self.cells.setdefault(path, {}).update({(i, column): (i + n) % 100 for i in ids})

    def whole(self, path: str, column: str, n: int) -> None:
        ids = self.model.owned(path)
        for troupe in self.worlds:
            setattr(troupe.ports[path], column, np.array([(i + n) % 100 for i in ids], FAMILY.columns[column].dtype))
        own = [i for i in ids if self.model.owner(i, column) == path]
        self.cells.setdefault(path, {}).update({(i, column): (i + n) % 100 for i in own})

    def null(self, path: str, column: str, n: int) -> None:
        ids = self.model.owned(path)
        for troupe in self.worlds:
            troupe.ports[path].set_null(column, np.array([i % 3 == n % 3 for i in ids], np.bool_))
        own = [i for i in ids if self.model.owner(i, column) == path]
        self.cells.setdefault(path, {}).update({(i, column): None for i in own if i % 3 == n % 3})

    def add(self, path: str, owner: str | None, n: int) -> None:
        new = [troupe.ports[path].add(n % 3, x=n, gap=None if n % 2 else n, owner=owner) for troupe in self.worlds]
        assert new[0].tolist() == new[1].tolist()
        for entity in new[0].tolist():
            row = {"x": n, "gap": None if n % 2 else n, "lane": 0}
            self.changes.append((path, "add", (entity, row, owner)))

    def remove(self, path: str, _: None, n: int) -> None:
        coming = [new[0] for _, _, kind, new in self.model.waiting if kind == "add"]
        for entity in chosen([*sorted(self.model.rows), *coming], n):
            for troupe in self.worlds:
                troupe.ports[path].remove(entity)
            self.changes.append((path, "remove", entity))

    def transfer(self, path: str, columns: tuple[str, ...], n: int) -> None:
        for entity in chosen(sorted(self.model.rows), n):
            for troupe in self.worlds:
                troupe.world.transfer(entity, columns, to=path)
            self.model.transfers.append((path, columns, entity))

    def close(self, now: int, dues: dict[str, int]) -> None:
        for troupe, order in zip(self.worlds, (sorted(dues), sorted(dues, reverse=True)), strict=True):
            for path in order:
                troupe.ports[path].seal(now, now + dues[path])
            troupe.world.commit(now)
        for path, kind, content in self.changes:
            self.model.waiting.append((now + dues[path], path, kind, content))
        for path, cells in self.cells.items():
            self.model.waiting.append((now + dues[path], path, "write", cells))
        self.cells, self.changes = {}, []

    def disturb(self, how: str) -> None:
        """Stop the second world and go on from a copy."""
        troupe = self.worlds[1]
        if how == "fork":
            self.worlds[1] = Troupe(troupe.world.fork())
        elif how != "go on":
            saved = troupe.world.save()
            troupe.ports["a"].x = -1.0
            troupe.ports["c"].add(5)
            troupe.ports["c"].seal(0, 0)
            troupe.ports["a"].seal(0, 101)
            troupe.world.commit(0)
            troupe.world.turn(100)
            troupe.world.load(troupe.world.decode(troupe.world.encode(saved)) if how == "encode" else saved)


@given(st.integers(0, 6), st.lists(dates, min_size=3, max_size=10))
def test_the_world_does_what_the_model_says_in_any_order_and_across_copies(count: int, script: list[Any]):
    play = Play(count)
    for step, (todo, dues, disturbance) in enumerate(script):
        now = 10 * step
        play.model.turn(now)
        for troupe in play.worlds:
            troupe.world.turn(now)
        assert play.worlds[0].rows() == play.model.rows
        assert play.worlds[1].world.digest() == play.worlds[0].world.digest()
        for kind, path, what, n in todo:
            getattr(play, kind)(path, what, n)
        play.close(now, dues)
        play.disturb(disturbance)
