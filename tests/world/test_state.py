import gc
import json
import weakref
from typing import Any

import numpy as np
import pytest

from seahaven.errors import SnapshotError
from seahaven.world import World, reads, spawns, writes
from seahaven.world.state import decode, encode
from tests.world.traffic import PERSON, VEHICLE, bind, close, make_world


def busy_world() -> tuple[World, list[Any]]:
    """A world with everything in flight: values, an addition, a removal, a transfer, names and subjects."""
    world = make_world(3)
    world.add("person", name="anna")
    world.subjects = [2]
    world.grant("car", "vehicle", ids=[1])
    ports = ports_of(world)
    body, engine, maker = ports
    body.x, engine.speed, engine.gap = 5.0, 2.0, None
    engine.put("x", 7.0, ids=[3])
    maker.add(2, x=[1.0, 2.0], owner="car")
    maker.remove(2)
    for port in ports:
        port.seal(0, 10)
    world.commit(0)
    world.transfer(3, ["x"], to="car")
    return world, ports


def ports_of(world: World) -> list[Any]:
    return [
        bind(world, "car", writes("vehicle", "x")),
        bind(world, "engine", writes("vehicle", "x", "speed", "gap")),
        bind(world, "maker", spawns("vehicle")),
    ]


def run_on(world: World, ports: list[Any]) -> list[str]:
    """Digests of a few dates, with all that depends on owners and ids."""
    body, engine, maker = ports
    digests = []
    for now in (10, 20, 30):
        world.turn(now)
        digests.append(world.digest())
        body.x = body.x + 1.0
        engine.speed = engine.speed + 0.5
        maker.add(x=float(now))
        close(world, now, now + 10, ports)
    return [*digests, world.digest()]


def test_restoring_and_running_on_gives_the_same_bytes():
    world, ports = busy_world()
    saved = world.save()
    first = run_on(world, ports)
    world.load(saved)
    assert run_on(world, ports) == first


def test_a_fork_runs_on_independently_to_the_same_bytes():
    world, ports = busy_world()
    twin = world.fork()
    first = run_on(world, ports)
    assert run_on(twin, ports_of(twin)) == first


def test_a_snapshot_does_not_change_when_the_world_runs_on():
    world, ports = busy_world()
    saved = world.save()
    before = saved.tables["vehicle"]["x"].tolist()
    run_on(world, ports)
    assert saved.tables["vehicle"]["x"].tolist() == before


def test_a_snapshot_goes_through_plain_values_and_back_bit_for_bit():
    world, ports = busy_world()
    saved = world.save()
    arrays: list[np.ndarray[Any, Any]] = []

    def apart(value: Any) -> Any:
        arrays.append(value)
        return {"array": len(arrays) - 1}

    def together(value: dict[str, Any]) -> Any:
        return arrays[value["array"]] if value.keys() == {"array"} else value

    text = json.dumps(world.encode(saved), default=apart)
    first = run_on(world, ports)
    world.load(world.decode(json.loads(text, object_hook=together)))
    assert run_on(world, ports) == first


def test_a_world_takes_in_the_rows_of_one_that_came_from_it():
    world = make_world(2)
    bind(world, "door", spawns("vehicle"))
    twin = world.fork()
    twin.remove([1, 2])
    door = bind(twin, "door", spawns("vehicle"))
    here, soon = door.add(1, x=7.0), None
    door.seal(0, 0)
    twin.commit(0)
    twin.turn(0)
    soon = door.add(1, x=8.0)
    door.seal(0, 10)
    twin.commit(0)
    reader = bind(world, "eye", reads("vehicle", "x"))
    world.absorb(twin)
    assert reader.ids.tolist() == [1, 2, *here.tolist()]
    assert reader.x.tolist() == [10.0, 20.0, 7.0]
    world.turn(10)
    assert reader.ids.tolist() == [1, 2, *here.tolist(), *soon.tolist()]
    again = bind(world, "window", spawns("vehicle")).add(1, x=0.0)
    assert again[0] not in reader.ids


def test_readers_show_the_restored_rows():
    world = make_world(2)
    reader = bind(world, "eye", reads("vehicle", "x"))
    saved = world.save()
    world.remove(1)
    world.load(saved)
    assert reader.x.tolist() == [10.0, 20.0]
    assert reader.ids.tolist() == [1, 2]


def test_names_subjects_and_the_date_come_back():
    world = make_world()
    world.add("vehicle", name="lead", x=0.0)
    world.subjects = [1]
    world.turn(50)
    saved = world.save()
    world.remove(1)
    world.add("vehicle", name="star", x=0.0)
    world.turn(60)
    world.load(saved)
    assert (world["lead"].id, world.subjects, world.now) == (1, [1], 50)
    assert "star" not in saved.names


def test_what_was_committed_after_the_snapshot_never_comes():
    world = make_world(1)
    writer = bind(world, "engine", writes("vehicle", "speed"))
    saved = world.save()
    writer.speed = 9.0
    writer.seal(0, 10)
    world.commit(0)
    world.load(saved)
    world.turn(10)
    assert writer.speed.tolist() == [0.0]


def test_what_was_assigned_but_not_sealed_is_gone_after_loading():
    world = make_world(1)
    writer = bind(world, "engine", writes("vehicle", "speed"))
    saved = world.save()
    writer.speed = 9.0
    world.load(saved)
    close(world, 0, 10, [writer])
    assert writer.speed.tolist() == [0.0]


def test_a_snapshot_between_step_and_commit_is_refused():
    world = make_world(1)
    writer = bind(world, "engine", writes("vehicle", "speed"))
    writer.speed = 1.0
    writer.seal(0, 10)
    with pytest.raises(SnapshotError, match=r"between step and commit \(module 'engine' has sealed\); commit first"):
        world.save()


def test_a_snapshot_of_other_families_is_refused():
    saved = make_world(1).save()
    with pytest.raises(SnapshotError, match="the saved world has a family 'person' that this one lacks"):
        World([VEHICLE]).load(saved)
    with pytest.raises(SnapshotError, match="the saved world declares family 'vehicle' differently"):
        World([VEHICLE.extended({"steer": PERSON.columns["x"]}), PERSON]).load(saved)


def test_values_that_are_no_state_are_refused():
    with pytest.raises(SnapshotError, match="this is not the state of a world: KeyError: 'tables'"):
        decode({"now": 0})
    good = encode(busy_world()[0].save())
    good["waiting"][0]["change"] = "explode"
    with pytest.raises(SnapshotError, match="'explode' is no change"):
        decode(good)


def test_a_dropped_fork_is_freed_at_once():
    world, _ = busy_world()
    gc.disable()
    try:
        twin = world.fork()
        run_on(twin, ports_of(twin))
        gone = weakref.ref(twin)
        del twin
        assert gone() is None
    finally:
        gc.enable()
