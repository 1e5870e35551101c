from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from seahaven.errors import SeahavenError, WiringError
from seahaven.hcsm import Button, Dial, In, Local, Machine, Out, draw_text, most_conservative, press, send
from seahaven.kernel import SECOND, Controller, Emits, Module, Tick, fork, load_checkpoint, save_checkpoint
from seahaven.world import Column, FamilyType, Host, Machines, Press, World, spawns

CAR = FamilyType(
    "car",
    {
        "speed": Column(unit="m/s"),
        "gap": Column(unit="m", nullable=True),
        "friend": Column.entity(),
        "acceleration": Column(unit="m/s²", default=0.0),
        "mood": Column("int64", nullable=True),
    },
)


class Wander(Machine):
    """Goes on to one of two states at random, and says which."""

    mood: Out[int]

    class Calm(Machine):
        def activity(m):
            m.mood = 1

    class Cross(Machine):
        def activity(m):
            m.mood = 2

    class Merry(Machine):
        def activity(m):
            m.mood = 3

    start = Calm
    transitions = (
        (Calm >> Cross).when(lambda m: True),
        (Calm >> Merry).when(lambda m: True),
        (Cross >> Calm).when(lambda m: True),
        (Merry >> Calm).when(lambda m: True),
    )


class Slow(Machine):
    """Brakes as often as told, and passes the word on to a friend."""

    friend: In[int | None]
    brake: Button[float]
    hits: Local[float] = 0.0
    limit: Dial[float] = 5.0
    speed: In[float]
    acceleration: Out[float]

    def pre_activity(m):
        if m.brake.any:
            m.hits += m.brake.total
            send(m.friend, "brake", 0.5 * m.brake.total)

    def activity(m):
        if m.speed > m.limit or m.hits > 0.0:
            m.acceleration = -m.hits


class Driver(Machine):
    """Both at once."""

    friend: In[int | None]
    speed: In[float]
    brake: Button[float]
    slow, wander = Slow(), Wander()
    acceleration: Out[float] = most_conservative(slow)
    mood: Out[int]

    def pre_activity(m):
        if m.brake.any:
            press(m.slow.brake, m.brake.total)


class Nudge(Machine):
    """Sends once."""

    class Before(Machine):
        """Not yet."""

    class After(Machine):
        """Done."""

    who: In[int]
    start = Before

    def nudge(m):
        send(m.who, "brake", 4.0)

    transitions = ((Before >> After).when(lambda m: True).do(nudge),)


class Nudger(Host):
    """A host machine that nudges entity 2 in its first step."""

    def sense(self, tick: Tick) -> dict[str, float | int | bool | None]:
        return {"who": 2}


def street(cars: int = 6, machine: type[Machine] | Machine = Driver, *more: Module) -> Controller:
    world = World([CAR])
    world.add_many("car", cars, speed=10.0, gap=None, friend=[3] * cars)
    root = Module("root", Machines("drivers", rate=10, family="car", machine=machine), *more)
    if more:
        root.link("nudger.pressed", "drivers.presses")
    return Controller(root, store=world, seed=5)


def test_outputs_reach_their_columns_and_null_is_null() -> None:
    run = street()
    run.advance(SECOND)
    table = run.store.family("car")
    assert set(table.mood.tolist()) <= {1, 2, 3}
    assert not table.null("mood").any()
    assert table.acceleration.tolist() == [0.0] * 6


def test_random_choices_differ_between_entities_and_follow_the_seed() -> None:
    first, second = street(40), street(40)
    for run in (first, second):
        run.advance(SECOND // 10)
    moods = first.store.family("car").mood
    assert set(moods.tolist()) == {2, 3}
    assert np.array_equal(moods, second.store.family("car").mood)


def test_a_press_from_a_host_machine_travels_to_the_entity_and_on_to_its_friend() -> None:
    run = street(6, Driver, Nudger("nudger", rate=10, machine=Nudge))
    history = []
    for _ in range(8):
        run.advance(SECOND // 10)
        history.append(run.store.family("car").acceleration.tolist()[1:3])
    assert history == [
        [0.0, 0.0],  # the host sends; the event is dated with its next date
        [0.0, 0.0],  # heard: the top machine presses its part
        [-4.0, 0.0],  # the part brakes, and sends to the friend
        [-4.0, 0.0],  # the friend's top machine presses its part
        [-4.0, -2.0],  # the friend brakes, and sends to itself
        [-4.0, -2.0],
        [-4.0, -3.0],
        [-4.0, -3.0],
    ]


@pytest.mark.parametrize("steps", [1, 2, 3, 5])
def test_forks_and_checkpoints_carry_machines_and_their_mail(steps: int, tmp_path: Path) -> None:
    def fresh() -> Controller:
        return street(6, Driver, Nudger("nudger", rate=10, machine=Nudge))

    straight = fresh()
    straight.advance(SECOND)
    run = fresh()
    run.advance(steps * SECOND // 10)
    save_checkpoint(run, tmp_path / "run.npz")
    loaded = fresh()
    load_checkpoint(loaded, tmp_path / "run.npz")
    for twin in (fork(run), loaded, run):
        twin.run(SECOND)
        assert twin.store.digest() == straight.store.digest()


class Gate(Module):
    """Lets a car in and another out."""

    door = spawns("car")

    def step(self, tick: Tick) -> None:
        if tick.index == 2:
            self.door.add(1, speed=3.0, gap=None, friend=None)
            self.door.remove([2])


def test_machines_come_and_go_with_their_entities() -> None:
    world = World([CAR])
    world.add_many("car", 3, speed=10.0, gap=None, friend=None)
    root = Module("root", Machines("drivers", rate=10, family="car", machine=Driver), Gate("gate", rate=10))
    with Controller(root, store=world, seed=5) as run:
        run.advance(SECOND)
        table = world.family("car")
        assert table.ids.tolist()[:2] == [1, 3]
        assert len(table) == 3
        assert not table.null("mood").any()


def test_an_unknown_column_is_refused_by_name() -> None:
    bare = FamilyType("car", {"speed": Column(unit="m/s")})
    root = Module("root", Machines("drivers", rate=10, family="car", machine=Driver))
    with pytest.raises(Exception, match=r"friend"):
        Controller(root, store=World([bare]))


def test_dials_are_turned_for_one_entity_while_running_and_stay_so_in_forks() -> None:
    run = street(3, Slow)
    run.advance(SECOND // 10)
    run["drivers"].turn("Slow.limit", 20.0, [2])
    twin = fork(run)
    twin.advance(SECOND // 10)
    assert twin["drivers"].live.crowd.value("Slow.limit")[0].tolist() == [5.0, 20.0, 5.0]


def test_a_machine_may_come_with_its_dials_preset_and_forks_and_checkpoints_carry_it(tmp_path: Path) -> None:
    run = street(3, Slow(limit=7.5), Nudger("nudger", rate=10, machine=Nudge()))
    run.advance(SECOND // 10)
    save_checkpoint(run, tmp_path / "run.npz")
    loaded = street(3, Slow(limit=7.5), Nudger("nudger", rate=10, machine=Nudge()))
    load_checkpoint(loaded, tmp_path / "run.npz")
    for twin in (run, fork(run), loaded):
        twin.advance(SECOND)
        assert twin["drivers"].live.crowd.value("Slow.limit")[0].tolist() == [7.5] * 3
        assert twin.store.family("car").acceleration.tolist()[1] == -4.0


def test_the_active_path_of_an_entity_can_be_drawn() -> None:
    run = street(3)
    run.advance(SECOND // 10)
    active = run["drivers"].active(1)
    assert {"Driver", "Driver/slow", "Driver/wander"} < active
    assert "●" in draw_text(Driver.program, active=active)
    with pytest.raises(WiringError, match=r"module 'drivers' runs no machine for entity no. 99"):
        run["drivers"].active(99)


class Greeter(Module):
    """Adds a car and presses its brake, so that both come into force at the same date."""

    cars = spawns("car")
    told: Emits[Press]

    def step(self, tick: Tick) -> None:
        if tick.index == 3:
            (newcomer,) = self.cars.add(speed=10.0, friend=None).tolist()
            self.told.append(Press((newcomer,), "brake", 4.0))


def test_a_button_pressed_before_a_machine_has_begun_is_there_in_its_first_step() -> None:
    world = World([CAR])
    world.add_many("car", 2, speed=10.0, gap=None, friend=None)
    root = Module("root", Machines("drivers", rate=10, family="car", machine=Driver), Greeter("greeter", rate=10))
    root.link("greeter.told", "drivers.presses")
    run = Controller(root, store=world, seed=5)
    run.advance(6 * SECOND // 10)  # it begins at 0.4 s, and passes the press on to its part that brakes
    assert world.family("car").acceleration.tolist() == [0.0, 0.0, -4.0]


def test_machines_write_only_what_is_theirs() -> None:
    world = World([CAR])
    ids = world.add_many("car", 5, speed=10.0, gap=None, friend=None, mood=[7] * 5)
    world.grant("drivers", "car", ids=[ids[1], ids[3]])
    run = Controller(Module("root", Machines("drivers", rate=10, family="car", machine=Driver)), store=world, seed=5)
    run.advance(SECOND)
    moods = world.family("car").mood
    assert [moods[k] for k in (0, 2, 4)] == [7, 7, 7]
    assert {moods[1], moods[3]} <= {1, 2, 3}


def test_an_output_that_would_lose_something_in_its_column_is_refused() -> None:
    family = FamilyType("car", {**CAR.columns, "acceleration": Column("int32", default=0)})
    world = World([family])
    world.add_many("car", 2, speed=10.0, gap=None, friend=None)
    run = Controller(Module("root", Machines("drivers", rate=10, family="car", machine=Driver)), store=world, seed=5)
    with pytest.raises(SeahavenError, match=r"output 'acceleration' of Driver is of type float64, .* int32 column"):
        run.advance(SECOND)


class Clumsy(Module):
    """Presses what is not there."""

    told: Emits[Press]

    def step(self, tick: Tick) -> None:
        self.told.append(Press((1,), "brakee", 4.0))


def test_a_press_of_what_a_panel_does_not_have_is_refused_with_the_nearest_name() -> None:
    world = World([CAR])
    world.add_many("car", 2, speed=10.0, gap=None, friend=None)
    root = Module("root", Machines("drivers", rate=10, family="car", machine=Driver), Clumsy("clumsy", rate=10))
    root.link("clumsy.told", "drivers.presses")
    with pytest.raises(SeahavenError, match=r"'clumsy.told' pressed 'brakee' of Driver; did you mean 'brake'"):
        Controller(root, store=world, seed=5).advance(SECOND)


def test_a_press_with_its_parts_in_the_wrong_order_is_refused() -> None:
    with pytest.raises(WiringError, match=r"expected Press\(\(entity, …\), 'item', value\)"):
        Press("brake", 5.0, (62,))  # type: ignore[arg-type]


def test_a_probe_retraces_what_compiled_machines_do_and_changes_nothing() -> None:
    watched, plain = (street(6, Driver, Nudger("nudger", rate=10, machine=Nudge)) for _ in range(2))
    for run in (watched, plain):
        run.advance(SECOND // 10)
    machines = watched["drivers"]
    assert isinstance(machines, Machines)
    machines.probe([2, 3])
    told = []
    for _ in range(8):
        for run in (watched, plain):
            run.advance(SECOND // 10)
        car = watched.store.family("car")
        for entity in (2, 3):
            ((_, trace),) = machines.traced(entity)
            row = car.ids.tolist().index(entity)
            outputs = trace.machine("Driver").outputs
            assert (outputs["acceleration"] or 0.0, outputs["mood"]) == (car.acceleration[row], car.mood[row])
            told.append(trace.machine("Driver").chosen.get("acceleration"))
    assert ("slow",) in told
    one, other = (run.store.family("car") for run in (watched, plain))
    assert np.array_equal(one.mood, other.mood)
    assert np.array_equal(one.acceleration, other.acceleration)


def test_a_probe_that_is_taken_out_lets_compiled_stretches_go_on() -> None:
    run = street()
    run.advance(SECOND)
    machines = run["drivers"]
    assert isinstance(machines, Machines)
    machines.probe([1])
    run.advance(SECOND)
    steps = machines.traced(1)
    assert [round(seconds, 6) for seconds, _ in steps] == [round(0.1 * k, 6) for k in range(10, 20)]
    machines.probe([])
    run.advance(SECOND)
    assert machines.traced(1) == []
