import copy

import numpy as np
import pytest

from seahaven.errors import WiringError
from seahaven.world import reads
from tests.world.traffic import bind, make_world


def test_columns_are_read_only():
    table = make_world(2).family("vehicle")
    with pytest.raises(ValueError, match="read-only"):
        table.x[0] = 5.0


def test_a_column_cannot_be_assigned():
    table = make_world(2).family("vehicle")
    with pytest.raises(WiringError, match=r"vehicle.x cannot be assigned here: a table is read-only"):
        table.x = np.zeros(2)


def test_a_table_follows_rows_that_come_and_go():
    world = make_world(2)
    table = world.family("vehicle")
    world.add("vehicle", x=99.0)
    world.remove(1)
    assert table.ids.tolist() == [2, 3]
    assert table.x.tolist() == [20.0, 99.0]
    assert len(table) == 2
    assert table.row(3) == 1


def test_null_cells_are_marked_and_hold_zero():
    world = make_world(1)
    world.add("vehicle", x=0.0, gap=4.0)
    table = world.family("vehicle")
    assert table.null("gap").tolist() == [True, False]
    assert table.gap.tolist() == [0.0, 4.0]


def test_an_unknown_column_is_refused_with_the_nearest():
    table = make_world().family("vehicle")
    with pytest.raises(WiringError, match="'vehicle' has no column 'sped' here; did you mean 'speed'"):
        _ = table.sped
    assert not hasattr(table, "sped")


def test_a_column_that_is_not_nullable_has_no_mask():
    with pytest.raises(WiringError, match=r"vehicle.x is not nullable"):
        make_world().family("vehicle").null("x")


def test_an_unknown_entity_has_no_row():
    with pytest.raises(WiringError, match=r"entity no. 9 is not in family 'vehicle'"):
        make_world(1).family("vehicle").row(9)


def test_a_reader_shows_only_what_it_declares():
    reader = bind(make_world(1), "eye", reads("vehicle", "x"))
    assert reader.x.tolist() == [10.0]
    assert reader.columns == ("x",)
    with pytest.raises(WiringError, match="'vehicle' has no column 'speed' here"):
        _ = reader.speed


def test_a_reader_without_names_shows_everything():
    world = make_world(1)
    assert bind(world, "eye", reads("vehicle")).columns == world.family("vehicle").columns


def test_readers_of_the_same_columns_are_shared():
    world = make_world(1)
    assert bind(world, "a", reads("vehicle", "x")) is bind(world, "b", reads("vehicle", "x"))


def test_a_handle_gives_plain_values():
    world = make_world(1)
    world.add("vehicle", x=1.0, kind="truck", leader=1, braking=True, gap=2.5)
    handle = bind(world, "eye", reads("vehicle", "kind", "leader", "braking", "gap")).at(2)
    assert (handle.kind, handle.leader, handle.braking, handle.gap) == ("truck", 1, True, 2.5)
    assert not hasattr(handle, "x")


def test_copying_a_table_does_not_recurse():
    table = make_world(1).family("vehicle")
    assert copy.copy(table).x.tolist() == [10.0]
