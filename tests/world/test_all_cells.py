"""All cells of a writer at once, for compiled code that fills in every one of them."""

from __future__ import annotations

import numpy as np

from seahaven.kernel import Controller, Module, Tick
from seahaven.world import Column, FamilyType, World, spawns, writes

THING = FamilyType(
    "thing",
    {
        "x": Column(default=0.0, immediate=True),
        "near": Column(nullable=True, immediate=True),
        "later": Column(default=0.0),
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
    """Adds a thing in the third step."""

    things = spawns("thing")

    def step(self, tick: Tick) -> None:
        """Grow."""
        if tick.index == 2:
            self.things.add()


SEEN: list[object] = []


def test_all_cells_are_the_same_until_rows_move() -> None:
    SEEN.clear()
    world = World([THING])
    world.add_many("thing", 3)
    run = Controller(Module("root", Fill("fill", rate=10), Grow("grow", rate=10)), seed=1, store=world)
    for step in range(5):
        run.advance(100_000_000)
        assert world.family("thing").x[:3].tolist() == [step + 1.0] * 3
        assert world.family("thing").null("near").all()
    assert SEEN[0] is SEEN[1] is SEEN[2]
    assert SEEN[3] is SEEN[4]
    assert SEEN[2] is not SEEN[3]


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
