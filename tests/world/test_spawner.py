import numpy as np
import pytest

from seahaven.errors import ProposalError, WiringError
from seahaven.world import spawns, writes
from seahaven.world.ids import BLOCK
from tests.world.traffic import bind, close, make_world


def test_added_entities_come_when_they_are_due_with_ids_known_at_once():
    world = make_world(1)
    maker = bind(world, "maker", spawns("vehicle"))
    ids = maker.add(2, x=[1.0, 2.0], kind="truck")
    assert ids.tolist() == [BLOCK, BLOCK + 1]
    assert BLOCK not in world
    close(world, 0, 10, [maker])
    assert world.family("vehicle").ids.tolist() == [1, BLOCK, BLOCK + 1]
    assert world.entity(BLOCK + 1).x == 2.0


def test_ids_do_not_depend_on_who_runs_first():
    digests = set()
    for order in ((0, 1), (1, 0)):
        world = make_world()
        makers = [bind(world, path, spawns("vehicle")) for path in ("a", "b")]
        for index in order:
            makers[index].add(x=float(index))
        close(world, 0, 10, [makers[index] for index in order])
        digests.add(world.digest())
    assert len(digests) == 1


def test_removing_twice_is_harmless():
    world = make_world(2)
    first, second = bind(world, "a", spawns("vehicle")), bind(world, "b", spawns("vehicle"))
    first.remove(1)
    second.remove([1, 1])
    close(world, 0, 10, [first, second])
    first.remove(np.array([1]))
    close(world, 10, 20, [first])
    assert world.family("vehicle").ids.tolist() == [2]


def test_an_entity_removed_before_it_came_never_comes():
    world = make_world()
    maker, remover = bind(world, "maker", spawns("vehicle")), bind(world, "remover", spawns("vehicle"))
    now, later = maker.add(x=0.0), maker.add(x=1.0)
    maker.remove(now)
    remover.remove(later)
    maker.seal(0, 20)
    remover.seal(0, 10)
    world.commit(0)
    world.turn(10)
    world.turn(20)
    assert len(world.family("vehicle")) == 0


def test_an_entity_removed_before_it_came_never_comes_even_if_both_are_overdue():
    world = make_world()
    maker, remover = bind(world, "maker", spawns("vehicle")), bind(world, "remover", spawns("vehicle"))
    remover.remove(maker.add(x=0.0))
    maker.seal(0, 20)
    remover.seal(0, 10)
    world.commit(0)
    world.turn(20)
    assert len(world.family("vehicle")) == 0


def test_removal_takes_the_entity_from_the_subjects():
    world = make_world(2)
    world.subjects = [2, 1]
    world.remove(2)
    assert world.subjects == [1]


def test_what_a_failed_step_left_is_not_added_later():
    world = make_world()
    maker = bind(world, "maker", spawns("vehicle"))
    world.turn(0)
    maker.add(x=0.0)
    world.turn(10)
    close(world, 10, 20, [maker])
    assert len(world.family("vehicle")) == 0


def test_writes_into_rows_added_at_the_same_date_use_the_moved_rows():
    world = make_world(2)
    maker, engine = bind(world, "maker", spawns("vehicle")), bind(world, "engine", writes("vehicle", "speed"))
    maker.remove(1)
    maker.add(x=5.0)
    engine.speed = [1.0, 2.0]
    close(world, 0, 10, [engine, maker])
    assert engine.speed.tolist() == [2.0, 0.0]


@pytest.mark.parametrize(
    ("count", "columns", "error", "text"),
    [
        (1, {"x": 0.0, "sped": 1.0}, WiringError, "module 'maker' at 0 s: family 'vehicle' has no column 'sped'; did"),
        (1, {}, WiringError, "module 'maker' at 0 s: a new 'vehicle' must be given 'x'"),
        (2, {"x": [1.0]}, ProposalError, "module 'maker' at 0 s: vehicle.x was given 1 values for 2 entities"),
        (1, {"x": np.nan}, ProposalError, "module 'maker' at 0 s: vehicle.x was given nan; expected a finite number"),
        (-1, {"x": 0.0}, ProposalError, "module 'maker' at 0 s cannot add -1 entities"),
    ],
)
def test_additions_that_do_not_fit_are_refused(
    count: int, columns: dict[str, object], error: type[Exception], text: str
):
    maker = bind(make_world(), "maker", spawns("vehicle"))
    with pytest.raises(error, match=text):
        maker.add(count, **columns)


def test_removing_what_never_was_or_is_of_another_family_is_refused():
    world = make_world(1)
    person = world.add("person")
    maker = bind(world, "maker", spawns("vehicle"))
    with pytest.raises(ProposalError, match=r"module 'maker' at 0 s cannot remove entity no. 77: there never was one"):
        maker.remove(77)
    with pytest.raises(ProposalError, match=r"cannot remove entity no. 2: it is a person; declare `spawns` for it"):
        maker.remove(person)


def test_ids_can_be_chosen_unless_somebody_has_them():
    world = make_world(2)
    maker = bind(world, "maker", spawns("vehicle"))
    assert maker.add(2, ids=np.array([7, BLOCK + 3]), x=[1.0, 2.0]).tolist() == [7, BLOCK + 3]
    assert maker.add(x=3.0).tolist() == [BLOCK + 4]
    close(world, 0, 10, [maker])
    assert world.family("vehicle").ids.tolist() == [1, 2, 7, BLOCK + 3, BLOCK + 4]
    with pytest.raises(ProposalError, match=r"cannot add entity no\. 7: there is a vehicle with this id"):
        maker.add(1, ids=np.array([7]), x=1.0)
    for wrong in ([0], [9, 8], [9, 9]):
        with pytest.raises(ProposalError, match="they go up from 1"):
            maker.add(len(wrong), ids=np.array(wrong), x=1.0)


def test_an_entity_can_have_its_name_before_it_comes():
    world = make_world(1)
    maker = bind(world, "maker", spawns("vehicle"))
    world.call(BLOCK, "ada")
    assert "ada" not in world
    maker.add(x=5.0)
    close(world, 0, 10, [maker])
    assert world["ada"].x == 5.0
    with pytest.raises(WiringError, match="is already called 'ada'"):
        world.call(1, "ada")
