from typing import Any, Literal

import numpy as np
import pytest

from seahaven.errors import ProposalError, WiringError
from seahaven.world import Column, FamilyType, Motions, Rows, World, reads, writes
from tests.world.traffic import bind, close

Kind = Literal["descriptive", "generative", "behavioural"]


class Glide:
    """Constant speed."""

    kind: Kind = "generative"

    def move(self, rows: Rows, dt: float, now: float) -> None:
        rows.x = rows.x + rows.speed * dt


class Tow:
    """Stays two metres behind the entity before it in the table, wherever that is."""

    kind: Kind = "behavioural"

    def move(self, rows: Rows, dt: float, now: float) -> None:
        rows.x = rows.whole("x")[rows.rows - 1] - 2.0
        rows.gap = 2.0


class Script:
    """Is where the script says at a date; has no gap before the start."""

    kind: Kind = "descriptive"

    def move(self, rows: Rows, dt: float, now: float) -> None:
        rows.x = 100.0 + (now + dt)
        rows.set_null("gap", np.full(len(rows), True))


MOTIONS = Motions({"glide": Glide(), "tow": Tow(), "script": Script()})


def make(*motions: str, family_motions: Motions = MOTIONS) -> tuple[World, Any, Any]:
    family = FamilyType(
        "vehicle",
        {
            "x": Column(default=0.0),
            "speed": Column(default=10.0),
            "gap": Column(nullable=True, default=1.0),
            "motion": family_motions.column(),
        },
    )
    world = World([family])
    world.add_many("vehicle", len(motions), motion=list(motions), x=[0.0 - 5.0 * i for i in range(len(motions))])
    return world, bind(world, "mover", reads("vehicle")), bind(world, "mover", writes("vehicle", "x", "gap"))


def test_each_entity_is_moved_by_the_behaviour_it_has():
    world, table, body = make("glide", "script", "glide")
    MOTIONS.step(table, body, 0.5, 2.0)
    close(world, 0, 10, [body])
    assert table.x.tolist() == [5.0, 102.5, -5.0]
    assert table.null("gap").tolist() == [False, True, False]


def test_as_a_transaction_everybody_reads_the_old_state():
    world, table, body = make("glide", "tow", "tow")
    MOTIONS.step(table, body, 1.0, 0.0)
    close(world, 0, 10, [body])
    assert table.x.tolist() == [10.0, -2.0, -7.0]


def test_in_sequence_each_sees_those_before():
    world, table, body = make("glide", "tow", "tow")
    MOTIONS.step(table, body, 1.0, 0.0, sequential=True)
    close(world, 0, 10, [body])
    assert table.x.tolist() == [10.0, 8.0, 6.0]
    assert table.gap.tolist() == [1.0, 2.0, 2.0]


def test_no_time_moves_nothing():
    world, table, body = make("glide", "glide")
    before = world.digest()
    MOTIONS.step(table, body, 0.0, 0.0)
    close(world, 0, 0, [body])
    assert world.digest() == before


def test_writing_the_column_switches_the_behaviour():
    world, table, body = make("glide")
    switch = bind(world, "switch", writes("vehicle", "motion"))
    switch.put("motion", "script", ids=[1])
    MOTIONS.step(table, body, 1.0, 0.0)
    close(world, 0, 10, [body, switch])
    assert table.x.tolist() == [10.0]
    MOTIONS.step(table, body, 1.0, 1.0)
    close(world, 10, 20, [body])
    assert table.x.tolist() == [102.0]


def test_only_entities_that_the_module_owns_are_moved():
    world, table, body = make("glide", "glide")
    world.grant("other", "vehicle", ids=[1])
    bind(world, "other", writes("vehicle", "x", "gap"))
    MOTIONS.step(table, body, 1.0, 0.0)
    close(world, 0, 10, [body])
    assert table.x.tolist() == [0.0, 5.0]


def test_a_behaviour_that_is_not_registered_is_refused():
    _, table, body = make("glide", "tow")
    with pytest.raises(
        WiringError, match=r"vehicle no. 2 is to be moved by 'tow', which is not registered; valid names"
    ):
        Motions({"glide": Glide()}).step(table, body, 1.0, 0.0)


def test_a_behaviour_that_writes_what_its_module_does_not_is_refused():
    class Brake:
        kind: Kind = "generative"

        def move(self, rows: Rows, dt: float, now: float) -> None:
            rows.speed = 0.0

    motions = Motions({"brake": Brake()})
    _, table, body = make("brake", family_motions=motions)
    with pytest.raises(WiringError, match="a motion behaviour writes 'speed', which its module does not declare"):
        motions.step(table, body, 1.0, 0.0)


def test_a_behaviour_whose_values_do_not_fit_is_refused():
    class Twice:
        kind: Kind = "generative"

        def move(self, rows: Rows, dt: float, now: float) -> None:
            rows.x = np.zeros(len(rows) + 1)

    motions = Motions({"twice": Twice()})
    _, table, body = make("twice", family_motions=motions)
    with pytest.raises(ProposalError, match=r"a motion behaviour proposed 2 values for 1 entity: vehicle.x"):
        motions.step(table, body, 1.0, 0.0)


def test_entities_without_a_motion_stay_where_they_are():
    family = FamilyType("thing", {"x": Column(default=1.0), "motion": Column(kinds=("glide",), nullable=True)})
    world = World([family])
    world.add("thing")
    table, body = bind(world, "m", reads("thing")), bind(world, "m", writes("thing", "x"))
    Motions({"glide": Glide()}).step(table, body, 1.0, 0.0)
    close(world, 0, 10, [body])
    assert table.x.tolist() == [1.0]
