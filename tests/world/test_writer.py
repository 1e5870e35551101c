import numpy as np
import pytest

from seahaven.errors import OwnershipError, ProposalError, WiringError
from seahaven.world import World, Writer, reads, writes
from tests.world.traffic import bind, close, make_world


def test_a_value_is_seen_when_it_is_due_and_not_before():
    world = make_world(2)
    table, writer = world.family("vehicle"), bind(world, "engine", writes("vehicle", "speed"))
    writer.speed = [3.0, 4.0]
    writer.seal(0, 10)
    world.commit(0)
    world.turn(9)
    assert table.speed.tolist() == [0.0, 0.0]
    world.turn(10)
    assert table.speed.tolist() == [3.0, 4.0]


def test_values_are_copied_when_assigned():
    world = make_world(2)
    writer = bind(world, "engine", writes("vehicle", "speed"))
    buffer = np.array([1.0, 2.0])
    writer.speed = buffer
    buffer[:] = 9.0
    close(world, 0, 10, [writer])
    assert writer.speed.tolist() == [1.0, 2.0]


def test_reading_a_writer_gives_what_is_in_force_and_cannot_be_changed_in_place():
    world = make_world(2)
    writer = bind(world, "engine", writes("vehicle", "x"))
    writer.x = 0.0
    assert writer.x.tolist() == [10.0, 20.0]
    with pytest.raises(ValueError, match="read-only"):
        writer.x[0] = 1.0


def test_the_last_of_two_assignments_counts():
    world = make_world(1)
    writer = bind(world, "engine", writes("vehicle", "speed"))
    writer.speed = 1.0
    writer.put("speed", 2.0, ids=1)
    writer.speed = 3.0
    close(world, 0, 10, [writer])
    assert writer.speed.tolist() == [3.0]


def test_columns_that_are_not_assigned_stay():
    world = make_world(1)
    writer = bind(world, "engine", writes("vehicle", "x", "speed"))
    for now in (0, 10, 20):
        writer.speed = float(now)
        if now < 20:
            writer.x = float(now)
        close(world, now, now + 10, [writer])
    assert (writer.x[0], writer.speed[0]) == (10.0, 20.0)


def test_some_entities_can_be_written_alone():
    world = make_world(4)
    writer = bind(world, "engine", writes("vehicle", "speed"))
    writer.put("speed", [2.0, 4.0], ids=[2, 4])
    writer.put("speed", 1.0, ids=1)
    close(world, 0, 10, [writer])
    assert writer.speed.tolist() == [1.0, 2.0, 0.0, 4.0]


def test_none_makes_a_nullable_column_null_and_a_value_undoes_it():
    world = make_world(2)
    writer = bind(world, "radar", writes("vehicle", "gap"))
    writer.gap = np.array([5.0, 6.0])
    close(world, 0, 10, [writer])
    assert writer.null("gap").tolist() == [False, False]
    writer.gap = None
    close(world, 10, 20, [writer])
    assert writer.null("gap").tolist() == [True, True]
    assert writer.gap.tolist() == [0.0, 0.0]


def test_whatever_lies_under_a_null_is_of_no_matter():
    world = make_world(3)
    writer = bind(world, "radar", writes("vehicle", "gap"))
    gaps = np.array([5.0, np.nan, np.inf])
    writer.gap = gaps
    writer.set_null("gap", ~np.isfinite(gaps))
    close(world, 0, 10, [writer])
    assert writer.gap.tolist() == [5.0, 0.0, 0.0]
    assert writer.null("gap").tolist() == [False, True, True]


def test_setting_nulls_alone_leaves_the_other_entities_as_they_are():
    world = make_world(2)
    writer = bind(world, "radar", writes("vehicle", "gap"))
    writer.gap = 7.0
    close(world, 0, 10, [writer])
    writer.set_null("gap", [False, True])
    close(world, 10, 20, [writer])
    assert writer.gap.tolist() == [7.0, 0.0]
    assert writer.null("gap").tolist() == [False, True]


def test_every_type_of_column_is_written_from_a_scalar():
    world = make_world(2)
    writer = bind(world, "all", writes("vehicle"))
    writer.width, writer.lane, writer.braking, writer.kind, writer.leader = 2.0, -1, True, "bus", 1
    close(world, 0, 10, [writer])
    lead = world.entity(2)
    assert (lead.width, lead.lane, lead.braking, lead.kind, lead.leader) == (2.0, -1, True, "bus", 1)


def test_a_single_entity_is_written_and_read_with_plain_numbers():
    world = make_world(3)
    world.grant("car", "vehicle", ids=[2])
    body = bind(world, "car", writes("vehicle", "x", "gap", "kind", single=True))
    body.x = body.x + 0.5
    body.kind = "truck"
    close(world, 0, 10, [body])
    assert (body.x, body.gap, body.kind) == (20.5, None, "truck")
    assert world.family("vehicle").x.tolist() == [10.0, 20.5, 30.0]


def test_a_single_writer_whose_entity_is_gone_says_so():
    world = make_world(2)
    world.grant("car", "vehicle", ids=[2])
    body = bind(world, "car", writes("vehicle", "x", single=True))
    world.remove(2)
    assert len(body) == 0
    body.x = 3.0
    close(world, 0, 10, [body])
    with pytest.raises(WiringError, match="module 'car' writes a single vehicle, but owns 0 now"):
        _ = body.x


def test_values_for_entities_removed_meanwhile_are_dropped_and_new_ones_not_covered():
    world = make_world(3)
    writer = bind(world, "engine", writes("vehicle", "speed", "gap"))
    writer.speed = [1.0, 2.0, 3.0]
    writer.gap = [1.0, None, 3.0]
    writer.seal(0, 10)
    world.commit(0)
    world.remove(2)
    world.add("vehicle", x=0.0, speed=8.0)
    world.turn(10)
    table = world.family("vehicle")
    assert table.ids.tolist() == [1, 3, 4]
    assert table.speed.tolist() == [1.0, 3.0, 8.0]
    assert table.gap.tolist() == [1.0, 3.0, 0.0]


def test_values_that_wait_long_find_their_entities_however_often_rows_move():
    world = make_world(6)
    writer = bind(world, "engine", writes("vehicle", "speed"))
    writer.speed = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]
    writer.seal(0, 100)
    world.commit(0)
    for entity in (1, 3, 5):
        world.remove(entity)
    world.turn(100)
    assert writer.speed.tolist() == [2.0, 4.0, 6.0]


def test_what_a_failed_step_left_is_not_proposed_later():
    world = make_world(1)
    writer = bind(world, "engine", writes("vehicle", "x", "speed"))
    world.turn(0)
    writer.speed = np.nan
    world.turn(10)
    writer.x = 1.0
    close(world, 10, 20, [writer])
    assert (writer.x[0], writer.speed[0]) == (1.0, 0.0)


def test_a_whole_date_is_refused_for_one_bad_value():
    world = make_world(3)
    good = bind(world, "a", writes("vehicle", "x"))
    bad = bind(world, "b", writes("vehicle", "speed"))
    world.turn(1_500_000_000)
    good.x = 1.0
    bad.speed = [1.0, np.nan, np.inf]
    good.seal(1_500_000_000, 2_000_000_000)
    bad.seal(1_500_000_000, 2_000_000_000)
    text = "module 'b' proposed nan for vehicle.speed of entity no. 2 at 1.5 s; expected a finite number"
    with pytest.raises(ProposalError, match=text):
        world.commit(1_500_000_000)
    world.turn(2_000_000_000)
    assert good.x.tolist() == [10.0, 20.0, 30.0]


def test_the_module_named_does_not_depend_on_who_sealed_first():
    world = make_world(1)
    first, second = bind(world, "a", writes("vehicle", "x")), bind(world, "b", writes("vehicle", "speed"))
    first.x = second.speed = np.inf
    second.seal(0, 10)
    first.seal(0, 10)
    with pytest.raises(ProposalError, match="module 'a' proposed inf"):
        world.commit(0)


@pytest.mark.parametrize("count", [1, 50, 5000])
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_a_bad_value_is_found_in_short_and_long_columns(count: int, bad: float):
    world = make_world(count)
    writer = bind(world, "engine", writes("vehicle", "x", "speed"))
    values = np.full(count, 1e308)
    values[-1] = bad
    writer.x = 1e308
    writer.speed = values
    writer.seal(0, 10)
    with pytest.raises(ProposalError, match=f"vehicle.speed of entity no. {count} at 0 s"):
        world.commit(0)


def test_bad_values_of_other_types_are_found():
    world = make_world(2)
    writer = bind(world, "engine", writes("vehicle", "width", "kind"))
    writer.width = [1.0, 1e300]
    writer.seal(0, 10)
    with pytest.raises(ProposalError, match=r"proposed inf for vehicle.width of entity no. 2"):
        world.commit(0)
    writer.kind = np.array([3, 0], np.int16)
    writer.seal(0, 10)
    with pytest.raises(
        ProposalError, match=r"proposed 3 for vehicle.kind of entity no. 1 at 0 s; expected a code from 0"
    ):
        world.commit(0)


def test_a_bad_value_for_one_entity_is_found():
    world = make_world(3)
    writer = bind(world, "engine", writes("vehicle", "speed"))
    writer.put("speed", np.nan, ids=[3])
    writer.seal(0, 10)
    with pytest.raises(ProposalError, match=r"proposed nan for vehicle.speed of entity no. 3"):
        world.commit(0)


def world_and_writer() -> tuple[World, Writer]:
    world = make_world(2)
    return world, bind(world, "engine", writes("vehicle", "speed", "lane", "gap"))


@pytest.mark.parametrize(
    ("column", "value", "text"),
    [
        ("speed", [1.0], "module 'engine' proposed 1 values for 2 entities: vehicle.speed at 0 s"),
        ("lane", [0.5, 1.5], "proposed float64 values, but the column holds int8: vehicle.lane"),
        ("lane", 300, "proposed 300, which is out of range for int8: vehicle.lane"),
        ("speed", None, "proposed null, but the column is not nullable: vehicle.speed"),
    ],
)
def test_a_value_that_does_not_fit_is_refused_where_it_is_assigned(column: str, value: object, text: str):
    _, writer = world_and_writer()
    with pytest.raises(ProposalError, match=text):
        setattr(writer, column, value)


def test_a_mask_that_does_not_fit_is_refused():
    _, writer = world_and_writer()
    with pytest.raises(ProposalError, match=r"a mask of int64 and shape \(2,\), expected truth for 2 entities"):
        writer.set_null("gap", [0, 1])
    with pytest.raises(ProposalError, match=r"null, but the column is not nullable: vehicle.speed"):
        writer.set_null("speed", [True, False])
    with pytest.raises(WiringError, match=r"vehicle.speed is not nullable"):
        writer.null("speed")


def test_a_column_that_was_not_declared_is_refused_with_the_nearest():
    _, writer = world_and_writer()
    with pytest.raises(WiringError, match="module 'engine' does not write 'sped' of family 'vehicle'; did you mean"):
        writer.sped = 1.0
    with pytest.raises(WiringError, match="module 'engine' does not write 'x'"):
        _ = writer.x


def test_an_entity_of_somebody_else_is_refused():
    world = make_world(2)
    world.grant("car", "vehicle", ids=[1])
    bind(world, "car", writes("vehicle", "speed"))
    rest = bind(world, "rest", writes("vehicle", "speed"))
    with pytest.raises(
        OwnershipError, match=r"module 'rest' does not own 'speed' of vehicle no. 1 at 0 s; transfer it"
    ):
        rest.put("speed", 1.0, ids=[1, 2])


def test_immediate_values_are_seen_within_the_date():
    world = make_world(2)
    driver = bind(world, "driver", writes("vehicle", "wish", "speed"))
    mover = bind(world, "mover", reads("vehicle", "wish", "speed"))
    driver.wish = driver.speed = 2.0
    driver.seal(0, 10)
    assert mover.wish.tolist() == [2.0, 2.0]
    assert mover.speed.tolist() == [0.0, 0.0]


def test_a_bad_immediate_value_is_refused_when_the_step_ends():
    world = make_world(2)
    driver = bind(world, "driver", writes("vehicle", "wish"))
    driver.wish = [1.0, np.nan]
    with pytest.raises(ProposalError, match=r"module 'driver' proposed nan for vehicle.wish of entity no. 2 at 0 s"):
        driver.seal(0, 10)
    assert world.family("vehicle").wish.tolist() == [0.0, 0.0]
