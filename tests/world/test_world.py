import pytest

from seahaven.errors import ProposalError, WiringError
from seahaven.kernel import StorePort
from seahaven.world import Column, FamilyType, World, reads, spawns, writes
from tests.world.traffic import PERSON, VEHICLE, bind, close, make_world


def test_ids_are_global_over_families():
    world = make_world(1)
    assert world.add("person") == 2
    assert world.add("vehicle", x=0.0) == 3
    assert world.entity(2).family == "person"


def test_ids_are_never_used_twice():
    world = make_world(2)
    world.remove(2)
    assert world.add("vehicle", x=0.0) == 3


def test_a_world_knows_who_is_in_it_by_id_and_by_name():
    world = make_world()
    lead = world.add("vehicle", name="lead", x=0.0)
    assert lead in world
    assert "lead" in world
    assert "star" not in world
    assert 99 not in world
    assert world.family("vehicle").ids[0] in world
    assert type(world.entity(world.family("vehicle").ids[0]).id) is int


def test_subjects_may_be_ids_from_an_array():
    worlds = make_world(2), make_world(2)
    worlds[0].subjects, worlds[1].subjects = [1], list(worlds[1].family("vehicle").ids[:1])
    assert worlds[0].digest() == worlds[1].digest()


def test_a_name_is_free_again_when_its_entity_is_gone():
    world = make_world()
    first = world.add("vehicle", name="lead", x=0.0)
    with pytest.raises(WiringError, match=r"entity no. 1 is already called 'lead'"):
        world.add("vehicle", name="lead", x=0.0)
    world.remove(first)
    assert world.add("vehicle", name="lead", x=0.0) == 2


def test_unknown_names_and_ids_are_refused():
    world = make_world(2)
    world.add("vehicle", name="lead", x=0.0)
    world.remove(2)
    with pytest.raises(WiringError, match="the world has no family 'vehicel'; did you mean 'vehicle'"):
        world.family("vehicel")
    with pytest.raises(WiringError, match="no entity is called 'led'; did you mean 'lead'"):
        world["led"]
    with pytest.raises(WiringError, match=r"entity no. 2 is not in the world: it was removed, or is not there yet"):
        world.entity(2)
    with pytest.raises(WiringError, match=r"entity no. 77 is not in the world: there never was one"):
        world.remove(77)


def test_rows_that_do_not_fit_are_refused_at_set_up():
    with pytest.raises(ProposalError, match=r"vehicle.x was given nan; expected a finite number"):
        make_world().add("vehicle", x=float("nan"))


def test_two_families_of_one_name_are_refused():
    with pytest.raises(WiringError, match="two families are called 'vehicle'; extend one of them instead"):
        World([VEHICLE, VEHICLE])


@pytest.mark.parametrize(
    ("port", "text"),
    [
        (reads("vehicel"), r"port 'eye.port': the world has no family 'vehicel'; did you mean 'vehicle'"),
        (spawns("vehicel"), r"port 'eye.port': the world has no family 'vehicel'"),
        (reads("vehicle", "sped"), r"port 'eye.port': family 'vehicle' has no column 'sped'; did you mean 'speed'"),
        (writes("vehicle", "sped"), r"port 'eye.port': family 'vehicle' has no column 'sped'"),
        (StorePort(), r"port 'eye.port' is a StorePort, which the world does not know"),
    ],
)
def test_ports_that_do_not_fit_are_refused(port: StorePort, text: str):
    with pytest.raises(WiringError, match=text):
        bind(make_world(), "eye", port)


def test_everything_dated_up_to_now_comes_into_force_in_order_of_date():
    world = make_world(1)
    writer = bind(world, "engine", writes("vehicle", "speed"))
    for due in (30, 10, 20):
        writer.speed = float(due)
        writer.seal(0, due)
    world.commit(0)
    world.turn(20)
    assert writer.speed.tolist() == [20.0]
    world.turn(100)
    assert writer.speed.tolist() == [30.0]


def test_a_later_proposal_for_the_same_date_wins():
    world = make_world(1)
    writer = bind(world, "engine", writes("vehicle", "speed"))
    for now in (0, 5):
        world.turn(now)
        writer.speed = float(now + 1)
        writer.seal(now, 10)
        world.commit(now)
    world.turn(10)
    assert writer.speed.tolist() == [6.0]


def test_immediate_columns_order_writers_before_readers():
    world = make_world(2)
    world.grant("cars/1/driver", "vehicle", ids=[1])
    world.grant("cars/1/engine", "vehicle", ids=[1])
    world.grant("cars/2/engine", "vehicle", ids=[2])
    bind(world, "cars/1/driver", writes("vehicle", "wish"))
    bind(world, "cars/1/driver", reads("vehicle", "wish", "speed"))
    bind(world, "cars/1/engine", reads("vehicle", "wish", single=True))
    bind(world, "cars/2/engine", reads("vehicle", "wish", single=True))
    bind(world, "view", reads("vehicle"))
    bind(world, "trip", reads("vehicle", "x"))
    assert list(world.order()) == [("cars/1/driver", "cars/1/engine"), ("cars/1/driver", "view")]
    world.release("view")
    assert list(world.order()) == [("cars/1/driver", "cars/1/engine")]


def test_the_digest_tells_states_apart_and_nothing_else():
    first, second = make_world(3), make_world(0)
    second.add_many("vehicle", 40, x=5.0)
    second.remove(list(range(4, 41)))
    assert first.digest() != second.digest()
    writer = bind(second, "engine", writes("vehicle", "x"))
    writer.x = [10.0, 20.0, 30.0]
    close(second, 0, 10, [writer])
    assert first.digest() == second.digest()


def test_the_digest_does_not_depend_on_the_order_of_declarations():
    one = FamilyType("thing", {"a": Column(default=1.0), "b": Column(default=2.0)})
    two = FamilyType("thing", {"b": Column(default=2.0), "a": Column(default=1.0)})
    worlds = [World([one, PERSON]), World([PERSON, two])]
    for world in worlds:
        world.add("thing")
    assert worlds[0].digest() == worlds[1].digest()
