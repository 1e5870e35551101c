import numpy as np
import pytest

from seahaven.errors import OwnershipError, ProposalError, WiringError
from seahaven.world import reads, spawns, writes
from tests.world.traffic import bind, close, make_world


def test_a_writer_without_a_grant_owns_all_that_is_nobody_elses_now_and_later():
    world = make_world(3)
    world.grant("car", "vehicle", ids=[2])
    rest, car = bind(world, "rest", writes("vehicle", "speed")), bind(world, "car", writes("vehicle", "speed"))
    assert (rest.ids.tolist(), car.ids.tolist()) == ([1, 3], [2])
    world.add("vehicle", x=0.0)
    assert rest.ids.tolist() == [1, 3, 4]
    rest.speed, car.speed = [1.0, 3.0, 4.0], 2.0
    close(world, 0, 10, [car, rest])
    assert world.family("vehicle").speed.tolist() == [1.0, 2.0, 3.0, 4.0]


def test_a_table_tells_whose_columns_belong_to_a_module_in_particular():
    world = make_world(3)
    bind(world, "rest", writes("vehicle", "speed"))
    table = world.family("vehicle")
    assert table.claimed("speed").tolist() == []
    world.grant("car", "vehicle", ids=[2])
    bind(world, "car", writes("vehicle", "speed"))
    assert (table.claimed("speed").tolist(), table.claimed("x").tolist()) == ([1], [])
    world.transfer(2, to="rest")
    world.turn(0)
    assert table.claimed("speed").tolist() == []


def test_two_writers_of_everything_are_refused():
    world = make_world()
    bind(world, "a", writes("vehicle", "x", "speed"))
    text = r"modules 'a' and 'b' both write vehicle.speed of all entities; grant one of them"
    with pytest.raises(OwnershipError, match=text):
        bind(world, "b", writes("vehicle", "gap", "speed"))
    bind(world, "c", writes("vehicle", "gap"))


def test_the_root_module_whose_path_is_empty_owns_like_any_other():
    world = make_world(2)
    bind(world, "", writes("vehicle", "wish"))
    with pytest.raises(OwnershipError, match=r"modules '' and 'b' both write vehicle.wish of all entities"):
        bind(world, "b", writes("vehicle", "wish"))
    world.grant("eye", "vehicle", ids=[1])
    bind(world, "eye", reads("vehicle", "wish", single=True))
    assert list(world.order()) == [("", "eye")]
    world.transfer(1, to="")
    world.turn(0)
    world.transfer(1, to="")
    world.turn(10)


def test_two_writers_of_one_entity_are_refused():
    world = make_world(3)
    world.grant("a", "vehicle", ids=[1, 2])
    world.grant("b", "vehicle", ids=[2, 3])
    bind(world, "a", writes("vehicle", "speed"))
    with pytest.raises(OwnershipError, match=r"modules 'a' and 'b' both write vehicle.speed of entity no. 2"):
        bind(world, "b", writes("vehicle", "speed"))


def test_several_modules_share_an_entity_column_by_column():
    world = make_world(1)
    for path, column in (("driver", "wish"), ("engine", "speed")):
        world.grant(path, "vehicle", ids=[1])
        assert bind(world, path, writes("vehicle", column)).ids.tolist() == [1]


def test_one_module_cannot_declare_a_column_twice():
    world = make_world()
    bind(world, "a", writes("vehicle", "x"))
    with pytest.raises(OwnershipError, match=r"module 'a' declares vehicle.x in two of its ports"):
        bind(world, "a", writes("vehicle", "x"))


def test_a_grant_comes_before_binding():
    world = make_world(1)
    bind(world, "a", writes("vehicle", "x"))
    with pytest.raises(OwnershipError, match="module 'a' already writes family 'vehicle': grant before it is bound"):
        world.grant("a", "vehicle", ids=[1])
    with pytest.raises(WiringError, match=r"entity no. 9 is not in family 'vehicle'"):
        world.grant("b", "vehicle", ids=[9])


def test_a_transfer_takes_effect_at_the_next_turn():
    world = make_world(2)
    world.grant("b", "vehicle", ids=[2])
    rest, other = bind(world, "a", writes("vehicle", "speed")), bind(world, "b", writes("vehicle", "speed"))
    world.transfer(1, ["speed"], to="b")
    assert other.ids.tolist() == [2]
    world.turn(10)
    assert (rest.ids.tolist(), other.ids.tolist()) == ([], [1, 2])


def test_the_old_owner_has_the_last_word_for_the_turn_of_the_transfer_but_not_later():
    world = make_world(1)
    world.grant("b", "vehicle", ids=[])
    slow, fast = bind(world, "a", writes("vehicle", "x", "speed")), bind(world, "b", writes("vehicle", "speed"))
    slow.speed = 1.0
    slow.seal(0, 10)
    slow.speed = slow.x = 2.0
    slow.seal(0, 30)
    world.commit(0)
    world.transfer([1], to="b")
    world.turn(10)
    assert world.entity(1).speed == 1.0
    fast.speed = 3.0
    close(world, 10, 20, [fast])
    assert world.entity(1).speed == 3.0
    world.turn(30)
    assert (world.entity(1).speed, world.entity(1).x) == (3.0, 2.0)


def test_cells_transferred_away_are_passed_over_in_whole_columns():
    world = make_world(2)
    world.grant("b", "vehicle", ids=[])
    rest, other = bind(world, "a", writes("vehicle", "x", "speed")), bind(world, "b", writes("vehicle", "speed"))
    world.transfer(1, to="b")
    world.turn(0)
    assert rest.ids.tolist() == [1, 2]
    rest.x, rest.speed = [1.0, 2.0], [1.0, 2.0]
    other.speed = 9.0
    close(world, 0, 10, [other, rest])
    table = world.family("vehicle")
    assert (table.x.tolist(), table.speed.tolist()) == ([1.0, 2.0], [9.0, 2.0])
    with pytest.raises(OwnershipError, match=r"module 'a' does not own 'speed' of vehicle no. 1"):
        rest.put("speed", 0.0, ids=[1])


def test_a_transfer_to_a_module_that_cannot_own_it_is_refused():
    world = make_world(1)
    bind(world, "engine", writes("vehicle", "speed"))
    with pytest.raises(WiringError, match="no module 'engin' writes family 'vehicle'; did you mean 'engine'"):
        world.transfer(1, to="engin")
    with pytest.raises(WiringError, match=r"module 'engine' does not write vehicle.x; declare it in its port"):
        world.transfer(1, ["x"], to="engine")


def test_of_two_transfers_the_same_one_wins_whoever_asked_first():
    owners = set()
    for order in (("a", "b"), ("b", "a")):
        world = make_world(1)
        ports = {}
        for path in ("a", "b"):
            world.grant(path, "vehicle", ids=[])
            ports[path] = bind(world, path, writes("vehicle", "speed"))
        for path in order:
            world.transfer(1, to=path)
        world.turn(10)
        owners.add(tuple(path for path in ports if len(ports[path])))
    assert owners == {("b",)}


def test_released_entities_fall_to_the_rest():
    world = make_world(2)
    world.grant("car", "vehicle", ids=[1])
    bind(world, "car", writes("vehicle", "speed"))
    rest = bind(world, "rest", writes("vehicle", "speed"))
    world.release("car")
    assert rest.ids.tolist() == [1, 2]
    world.release("rest")
    bind(world, "next", writes("vehicle", "speed"))


def test_an_added_entity_belongs_to_the_owner_named():
    world = make_world(1)
    world.grant("car", "vehicle", ids=[])
    maker = bind(world, "maker", spawns("vehicle"))
    rest, car = bind(world, "rest", writes("vehicle", "speed")), bind(world, "car", writes("vehicle", "speed"))
    ids = maker.add(x=0.0, owner="car")
    later = maker.add(x=0.0, owner="not/there/yet")
    close(world, 0, 10, [maker])
    assert car.ids.tolist() == ids.tolist()
    assert rest.ids.tolist() == [1, *later.tolist()]
    assert bind(world, "not/there/yet", writes("vehicle", "speed")).ids.tolist() == later.tolist()
    assert rest.ids.tolist() == [1]


def test_owners_forget_entities_that_are_removed():
    world = make_world(2)
    world.grant("car", "vehicle", ids=[1])
    car = bind(world, "car", writes("vehicle", "speed"))
    world.remove(1)
    assert car.ids.tolist() == []
    assert world.save().owners["vehicle"]["shares"] == []


def test_a_grant_covers_only_entities_that_are_still_there():
    world = make_world(2)
    world.grant("car", "vehicle", ids=[1, 2])
    world.remove(2)
    assert bind(world, "car", writes("vehicle", "x", single=True)).x == 10.0


def test_binding_a_fork_does_not_undo_a_transfer():
    world = make_world(1)
    world.grant("a", "vehicle", ids=[1])
    world.grant("b", "vehicle", ids=[])
    for path in ("a", "b"):
        bind(world, path, writes("vehicle", "speed"))
    world.transfer(1, to="b")
    world.turn(0)
    twin = world.fork()
    ports = [bind(twin, path, writes("vehicle", "speed")) for path in ("b", "a")]
    assert [port.ids.tolist() for port in ports] == [[1], []]


def test_owners_survive_a_snapshot_and_a_fork():
    world = make_world(2)
    world.grant("b", "vehicle", ids=[])
    ports = {path: bind(world, path, writes("vehicle", "speed")) for path in ("a", "b")}
    world.transfer(1, to="b")
    world.turn(0)
    saved, twin = world.save(), world.fork()
    world.transfer(1, to="a")
    world.turn(10)
    assert ports["a"].ids.tolist() == [1, 2]
    world.load(saved)
    assert (ports["a"].ids.tolist(), ports["b"].ids.tolist()) == ([2], [1])
    assert bind(twin, "b", writes("vehicle", "speed")).ids.tolist() == [1]
    assert bind(twin, "a", writes("vehicle", "speed")).ids.tolist() == [2]


def test_a_module_claims_an_entity_with_values_and_gives_it_back():
    world = make_world(3)
    world.grant("bodies", "vehicle", ids=[])
    rest, bodies = bind(world, "rest", writes("vehicle", "speed")), bind(world, "bodies", writes("vehicle", "speed"))
    rest.speed = [1.0, 2.0, 3.0]
    rest.seal(0, 20)
    bodies.claim(np.array([2]), speed=7.0)
    close(world, 0, 10, [bodies])
    assert world.family("vehicle").speed[1] == 7.0
    assert (rest.ids.tolist(), bodies.ids.tolist()) == ([1, 3], [2])
    close(world, 10, 20, [])  # what the owner before had proposed for later
    assert world.family("vehicle").speed.tolist() == [1.0, 7.0, 3.0]
    bodies.speed = 8.0
    bodies.give_back(np.array([2]))
    close(world, 20, 30, [bodies])
    assert world.family("vehicle").speed[1] == 8.0
    assert (rest.ids.tolist(), bodies.ids.tolist()) == ([1, 2, 3], [])


def test_a_claim_that_waits_survives_a_snapshot_and_a_file():
    world = make_world(3)
    world.grant("bodies", "vehicle", ids=[])
    _, bodies = (bind(world, path, writes("vehicle", "speed")) for path in ("rest", "bodies"))
    bodies.claim(np.array([3, 4]), speed=[5.0, 6.0])  # the second one is not there
    bodies.seal(0, 10)
    world.commit(0)
    kept = world.decode(world.encode(world.save()))
    for _ in range(2):
        world.load(kept)
        assert world.owner(3, "speed") == "rest"
        world.turn(10)
        assert (world.family("vehicle").speed[2], world.owner(3, "speed")) == (5.0, "bodies")


def test_a_claim_of_a_value_that_is_none_is_refused():
    world = make_world(2)
    world.grant("bodies", "vehicle", ids=[])
    bodies = bind(world, "bodies", writes("vehicle", "speed"))
    bodies.claim(np.array([2]), speed=np.nan)
    with pytest.raises(ProposalError, match=r"module 'bodies' proposed nan for entity no. 2: vehicle.speed at 0 s"):
        bodies.seal(0, 10)
