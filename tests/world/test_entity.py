import pytest

from seahaven.errors import WiringError
from seahaven.world import reads
from tests.world.traffic import bind, make_world


def test_an_entity_is_found_by_name_and_read_by_attribute():
    world = make_world()
    lead = world.add("vehicle", name="lead", x=40.0, kind="bus")
    assert (world["lead"].id, world["lead"].x, world["lead"].kind, world["lead"].gap) == (lead, 40.0, "bus", None)
    assert world["lead"].family == "vehicle"
    assert world["lead"] == world.entity(lead)


def test_a_handle_outlives_its_entity_but_cannot_be_read_any_more():
    world = make_world(2)
    handle = world.entity(1)
    assert handle.exists
    world.remove(1)
    assert not handle.exists
    assert repr(handle) == "<vehicle no. 1, gone>"
    with pytest.raises(WiringError, match=r"vehicle no. 1 is not in the world, so it has no 'x'; ask `exists` first"):
        _ = handle.x


def test_a_handle_follows_its_entity_when_rows_move():
    world = make_world(3)
    handle = world.entity(3)
    assert handle.x == 30.0
    world.remove([1, 2])
    assert handle.x == 30.0


def test_handles_and_tables_of_before_a_new_beginning_show_nothing_but_ports_go_on():
    world = make_world(2)
    world.grant("car", "vehicle", ids=2)
    own, all_of_them = bind(world, "car", reads("vehicle", "x", single=True)), bind(world, "eye", reads("vehicle", "x"))
    handle, table, saved = world.entity(2), world.family("vehicle"), world.save()
    cell = table.at(2)
    world.begin_era()
    world.load(saved)
    assert world.era == 1
    assert not handle.exists
    assert not cell.exists
    assert (len(table), table.ids.tolist(), table.x.tolist()) == (0, [], [])
    assert own.x == world.entity(2).x == 20.0
    assert all_of_them.ids.tolist() == world.family("vehicle").ids.tolist() == [1, 2]
    world.remove(1)
    assert len(table) == 0
    assert len(world.family("vehicle")) == 1


def test_a_handle_is_read_only():
    with pytest.raises(WiringError, match="'x' cannot be assigned to a handle"):
        make_world(1).entity(1).x = 3.0


def test_an_unknown_column_is_refused_with_the_nearest():
    with pytest.raises(WiringError, match=r"vehicle no. 1 has no column 'sped' here; did you mean 'speed'"):
        _ = make_world(1).entity(1).sped


def test_a_module_can_read_the_single_entity_granted_to_it():
    world = make_world(2)
    world.grant("car", "vehicle", ids=2)
    own = bind(world, "car", reads("vehicle", "x", single=True))
    assert (own.id, own.x) == (2, 20.0)


def test_a_single_reader_without_a_grant_is_refused():
    with pytest.raises(WiringError, match=r"port 'car.port': it is for a single vehicle, but 0 were granted; call"):
        bind(make_world(2), "car", reads("vehicle", "x", single=True))
