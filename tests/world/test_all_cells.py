"""All cells of a writer at once, for compiled code that fills in every one of them."""

from __future__ import annotations

import numpy as np
import pytest

from seahaven.errors import SeahavenError, WiringError
from seahaven.kernel import Controller, Module, Param, Tick
from seahaven.world import Column, FamilyType, World, reads, spawns, writes
from tests.world.traffic import bind, close, make_world

THING = FamilyType(
    "thing",
    {
        "x": Column(default=0.0, immediate=True),
        "near": Column(nullable=True, immediate=True),
        "later": Column(default=0.0),
        "single": Column("float32", default=0.0),
        "colour": Column(kinds=("red", "green"), default="red"),
        "mate": Column.entity(),
    },
)


class Fill(Module):
    """Fills in immediate columns, and remembers the room it was given."""

    out = writes("thing", "x", "near")

    def step(self, tick: Tick) -> None:
        """Fill in all cells."""
        cells = self.out.all_cells()
        (x, _), (near, nulls) = cells
        assert nulls is not None
        x[:], near[:], nulls[:] = tick.index + 1.0, 0.0, True
        SEEN.append(cells)


class Grow(Module):
    """Adds a thing in the third step, and more than there is room for in the fifth."""

    things = spawns("thing")

    def step(self, tick: Tick) -> None:
        """Grow."""
        if tick.index in (2, 4):
            self.things.add(1 if tick.index == 2 else 100)


SEEN: list[object] = []


def test_all_cells_are_the_same_until_there_is_no_room_for_more_rows() -> None:
    SEEN.clear()
    world = World([THING])
    world.add_many("thing", 3)
    run = Controller(Module("root", Fill("fill", rate=10), Grow("grow", rate=10)), seed=1, store=world)
    for step in range(7):
        run.advance(100_000_000)
        assert world.family("thing").x[:3].tolist() == [step + 1.0] * 3
        assert world.family("thing").null("near").all()
    assert len(world.family("thing")) == 104
    assert SEEN[0] is SEEN[1] is SEEN[2] is SEEN[3] is SEEN[4]
    assert SEEN[4] is not SEEN[5]
    assert SEEN[5] is SEEN[6]


def test_all_cells_of_columns_that_are_not_immediate_are_committed_when_due() -> None:
    class Later(Module):
        out = writes("thing", "later")

        def step(self, tick: Tick) -> None:
            ((values, _),) = self.out.all_cells()
            values[:] = np.arange(len(values)) + tick.index

    world = World([THING])
    world.add_many("thing", 2)
    run = Controller(Module("root", Later("later", rate=10)), seed=1, store=world)
    run.advance(300_000_000)
    assert world.family("thing").later.tolist() == [2.0, 3.0]


class Everything(Module):
    """Fills in every column of a thing, whether seen at once or when due; one value may be spoilt in step 2."""

    spoilt: Param[str] = ""
    value: Param[float] = 0.0
    more: Param[bool] = False

    out = writes("thing", "x", "near", "later", "single", "colour", "mate")

    def step(self, tick: Tick) -> None:
        """Fill in all cells, and perhaps say more of some."""
        rooms = dict(zip(self.out.columns, self.out.all_cells(), strict=True))
        for k, (values, nulls) in enumerate(rooms.values()):
            values[:] = (np.arange(len(values)) + k + tick.index) % 2
            if nulls is not None:
                nulls[:] = values == 0
        if self.spoilt and tick.index == 2:
            rooms[self.spoilt][0][1] = self.value
        if self.more:
            self.out.put("x", 7.0, ids=self.out.ids[:1])
            self.out.put("later", 8.0, ids=self.out.ids[:1])


def played(*, steps: int, **values: object) -> World:
    """The world after some steps of filling in everything."""
    world = World([THING])
    world.add_many("thing", 3)
    Controller(Module("root", Everything("all", rate=10, **values)), seed=1, store=world).advance(steps * 100_000_000)
    return world


def test_columns_of_all_sorts_are_filled_in_at_once() -> None:
    table = played(steps=4).family("thing")
    assert table.x.tolist() == table.later.tolist()[::1] == [1.0, 0.0, 1.0]
    assert table.single.tolist() == [0.0, 1.0, 0.0]
    assert table.colour.tolist() == [1, 0, 1]
    assert table.mate.tolist() == [0, 1, 0]
    assert table.null("mate").tolist() == [True, False, True]


def test_more_may_be_said_of_some_after_all_were_filled_in() -> None:
    table = played(steps=2, more=True).family("thing")
    assert (table.x[0], table.later[0]) == (7.0, 8.0)
    assert table.colour.tolist() == [1, 0, 1]


@pytest.mark.parametrize(
    ("name", "value"), [("x", np.nan), ("later", np.inf), ("single", -np.inf), ("colour", 2), ("colour", -1)]
)
def test_what_must_not_be_committed_is_refused_by_name(name: str, value: float) -> None:
    with pytest.raises(SeahavenError, match=rf"module 'all' proposed .* for thing\.{name} of entity no. 2 at 0\.2 s"):
        played(steps=4, spoilt=name, value=value)


class Turnover(Module):
    """Takes out the second of those who are there in every step, and brings two others."""

    things = spawns("thing")
    seen = reads("thing")

    def step(self, tick: Tick) -> None:
        """Change who is there."""
        self.things.remove(self.seen.ids[1:2])
        self.things.add(2, later=-1.0)


class Count(Module):
    """Fills in a column that is due later with the id of each, and how often it was there."""

    out = writes("thing", "later", "mate", "single", "colour")
    seen = reads("thing", "later")

    def step(self, tick: Tick) -> None:
        """Count on."""
        ids, (later, mates, singles, colours) = self.out.ids, self.out.all_cells()
        later[0][: len(ids)] = self.seen.later + 1.0
        assert mates[1] is not None
        mates[0][: len(ids)], mates[1][: len(ids)] = ids, False
        singles[0][: len(ids)], colours[0][: len(ids)] = ids % 7, ids % 2


def test_values_that_were_filled_in_reach_their_entities_wherever_their_rows_have_moved() -> None:
    world = World([THING])
    first = set(world.add_many("thing", 10).tolist())
    run = Controller(Module("root", Count("count", rate=10), Turnover("turn", rate=10)), seed=1, store=world)
    table = world.family("thing")
    for step in range(1, 40):
        before = dict(zip(table.ids.tolist(), table.later.tolist(), strict=True))
        run.advance(100_000_000)
        run.advance(0)
        for row, one in enumerate(table.ids.tolist()):
            is_new = one not in before
            assert table.later[row] == (-1.0 if is_new else before[one] + 1.0)
            assert is_new or (table.mate[row] == one and not table.null("mate")[row])
            assert is_new or (table.single[row], table.colour[row]) == (one % 7, one % 2)
        assert len(table) == 10 + step
    assert len(first & set(table.ids.tolist())) == 1


class Own(Module):
    """Writes some columns of a few things, or gives them up."""

    out = writes("thing", "x", "later", "colour")
    seen = reads("thing", "later")

    def step(self, tick: Tick) -> None:
        """Give each its id, and one more in every step."""
        if len(self.out):
            self.out.x = self.out.later = 100.0 * self.out.ids + tick.index
            self.out.colour = "green"


class Careless(Module):
    """Fills in all cells of columns of which some belong to others, with what must not be committed there."""

    others: Param[tuple[int, ...]] = ()
    out = writes("thing", "x", "later", "single", "colour")

    def step(self, tick: Tick) -> None:
        """Fill in one number for all, and nonsense for what is not ours."""
        (x, _), (later, _), (single, _), (colour, _) = self.out.all_cells()
        x[:], later[:], single[:], colour[:] = tick.index, -1.0 - tick.index, 0.5, 0
        for name, cells, nonsense in (("x", x, np.nan), ("later", later, np.inf), ("colour", colour, 7)):
            foreign = self.out.foreign(name)
            if foreign is not None:
                cells[foreign] = nonsense


@pytest.mark.parametrize("turnover", [False, True])
def test_cells_of_other_owners_are_passed_over(turnover: bool) -> None:
    world = World([THING])
    world.add_many("thing", 6)
    world.grant("own", "thing", ids=[3, 6])
    modules = [Own("own", rate=10), Careless("rest", rate=10), *([Turnover("turn", rate=10)] if turnover else [])]
    run = Controller(Module("root", *modules), seed=1, store=world)
    table = world.family("thing")
    for step in range(8):
        before = set(table.ids.tolist())
        run.advance(100_000_000)
        for row, one in enumerate(table.ids.tolist()):
            mine = one in (3, 6)
            if one in before:
                assert table.x[row] == (100.0 * one + step if mine else step)
                assert table.later[row] == (100.0 * one + step if mine else -1.0 - step)
                assert table.single[row] == 0.5
                assert table.colour[row] == (1 if mine else 0)


def test_cells_are_filled_in_again_once_they_come_back_from_another_owner() -> None:
    world = World([THING])
    world.add_many("thing", 3)
    world.grant("own", "thing", ids=[2])
    run = Controller(Module("root", Own("own", rate=10), Careless("rest", rate=10)), seed=1, store=world)
    run.advance(300_000_000)
    assert world.family("thing").later.tolist() == [-3.0, 202.0, -3.0]
    world.transfer([2], to="rest")
    run.advance(100_000_000)
    assert world.family("thing").later.tolist() == [-4.0, -4.0, -4.0]
    assert world.family("thing").x.tolist() == [3.0, 3.0, 3.0]


def test_a_snapshot_of_what_waits_holds_no_cells_of_others() -> None:
    world = World([THING])
    world.add_many("thing", 3)
    world.grant("own", "thing", ids=[2])
    run = Controller(Module("root", Own("own", rate=10), Careless("rest", rate=4)), seed=1, store=world)
    run.advance(150_000_000)
    waiting = [write for write in world.save().waiting if write.path == "rest"]
    assert {write.column: write.ids.tolist() for write in waiting} == {
        "later": [1, 3], "colour": [1, 3], "single": [1, 2, 3],
    }  # fmt: skip


def test_own_cells_are_those_of_the_rows_that_a_writer_owns() -> None:
    world = make_world(4)
    world.grant("car", "vehicle", ids=[2, 4])
    bind(world, "rest", writes("vehicle", "speed", "gap"))
    car = bind(world, "car", writes("vehicle", "speed", "gap"))
    (speed, nothing), (gap, nulls) = car.own_cells()
    assert nothing is None
    speed[:2], gap[:2], nulls[:2] = (7.0, 9.0), (3.0, 0.0), (False, True)
    assert car.own_cells()[0][0] is speed
    close(world, 0, 10, [car])
    table = world.family("vehicle")
    assert table.speed.tolist() == [0.0, 7.0, 0.0, 9.0]
    assert table.null("gap").tolist() == [True, False, True, True]


def test_own_cells_are_refused_where_some_columns_are_in_other_hands_or_seen_at_once() -> None:
    world = make_world(3)
    world.grant("car", "vehicle", ids=[1, 2])
    car = bind(world, "car", writes("vehicle", "x", "speed"))
    world.grant("hand", "vehicle", ids=[3])
    bind(world, "hand", writes("vehicle", "x"))
    world.transfer([2], ["x"], to="hand")
    world.turn(0)
    with pytest.raises(WiringError, match=r"module 'car' cannot fill its own cells of x, speed"):
        car.own_cells()
    wish = bind(world, "wish", writes("vehicle", "wish"))
    with pytest.raises(WiringError, match=r"module 'wish' cannot fill its own cells of wish"):
        wish.own_cells()
