"""Compiled machines: generated source, its cache, crowds that change, and mail among them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seahaven.hcsm import MachineError
from seahaven.hcsm.compiler import CompiledMachine, Crowd, Mail
from seahaven.hcsm.panel import Message
from seahaven.hcsm.program import Port, Program, Resolution, Wire
from tests.hcsm.programs import (
    arrow,
    bag,
    call,
    concurrent,
    dial,
    floats,
    given,
    keep,
    leaf,
    local,
    op,
    press,
    put,
    send,
    sequential,
)

GAP = given("gap", nullable=True)


def driver() -> Program:
    """Keeps a speed, follows where there is someone ahead, and asks the one behind to ease off."""
    speed = leaf(
        "keep",
        inputs=floats("speed"),
        outputs=floats("acceleration"),
        dials=(Port("limit", "float", default=20.0),),
        activity=(put("acceleration", op(dial("limit"), "-", given("speed"))),),
    )
    tracking = leaf(
        "Tracking",
        inputs=floats("gap", nullable=True),
        outputs=floats("acceleration"),
        activity=(put("acceleration", op(GAP, "-", 30.0)),),
    )
    follow = sequential(
        "follow",
        leaf("Clear"),
        tracking,
        inputs=floats("gap", nullable=True),
        outputs=floats("acceleration"),
        locals=(Port("count", "int", default=0),),
        pre_activity=(keep("count", op(local("count", "int"), "+", 1)),),
        transitions=(
            arrow("Clear", "Tracking", op(GAP, "<", 50.0)),
            arrow("Tracking", "Clear", op(call("either", GAP, 99.0), ">", 60.0)),
        ),
        wires={"Tracking": {"gap": Wire("input", "gap")}},
        resolutions={"acceleration": Resolution("active", ("Tracking",))},
    )
    return concurrent(
        "Driver",
        speed,
        follow,
        inputs=(*floats("speed"), *floats("gap", nullable=True), Port("behind", "int", nullable=True)),
        outputs=floats("acceleration", "eased"),
        buttons=floats("ease"),
        wires={"keep": {"speed": Wire("input", "speed")}, "follow": {"gap": Wire("input", "gap")}},
        resolutions={"acceleration": Resolution("least", ("keep", "follow"))},
        pre_activity=(send(given("behind", "int", nullable=True), "ease", given("speed")),),
        activity=(put("eased", bag("ease", "last")), press("keep", "limit", bag("ease", "last"))),
    )


def inputs(count: int, behind: Any = None) -> dict[str, Any]:
    rows = np.arange(count)
    speed, gap = 10.0 + rows, np.where(rows % 2, 40.0, 200.0)
    return {"speed": speed, "gap": gap, "behind": np.zeros(count, dtype=np.int64) if behind is None else behind}


def no_one(count: int) -> dict[str, Any]:
    return {"behind": np.ones(count, dtype=np.bool_)}


@pytest.fixture(scope="module")
def machine() -> CompiledMachine:
    return CompiledMachine(driver(), python_mode=True)


def outputs(crowd: Crowd) -> Mapping[str, list[Any]]:
    found = {name: crowd.output(name) for name in ("acceleration", "eased")}
    return {n: [None if null else value for value, null in zip(*pair, strict=True)] for n, pair in found.items()}


def test_a_crowd_computes_the_outputs_of_every_row(machine: CompiledMachine) -> None:
    crowd = machine.crowd([1, 2, 3])
    crowd.step(inputs(3), no_one(3), step=0)
    assert outputs(crowd) == {"acceleration": [10.0, 9.0, 8.0], "eased": [None] * 3}
    assert crowd.active("Driver/follow").tolist() == [0, 1, 0]
    crowd.step(inputs(3) | {"gap": np.full(3, 35.0)}, no_one(3), step=1)
    assert outputs(crowd)["acceleration"] == [5.0, 5.0, 5.0]


def test_a_null_input_is_null_whatever_stands_in_its_array(machine: CompiledMachine) -> None:
    crowd = machine.crowd([1, 2])
    crowd.step(inputs(2), no_one(2) | {"gap": np.array([True, True])}, step=0)
    assert crowd.active("Driver/follow").tolist() == [0, 0]


def test_a_message_reaches_its_receiver_in_the_next_step_and_its_child_in_the_one_after(
    machine: CompiledMachine,
) -> None:
    crowd = machine.crowd([7, 8])
    nulls = {"behind": np.array([False, True])}
    for step, eased in enumerate(([None, None], [None, 10.0])):
        sent = crowd.step(inputs(2, behind=np.array([8, 0])), nulls, step=step)
        assert outputs(crowd)["eased"] == eased
        crowd.post(sent)
    assert sent.messages() == [
        Message(8, ".ease", 10.0, 7, "Driver"),
        Message(8, "Driver/keep.limit", 10.0, 8, "Driver"),
    ]
    crowd.step(inputs(2), no_one(2), step=2)
    assert crowd.value("Driver/keep.limit")[0].tolist() == [20.0, 10.0]


def test_mail_for_what_is_not_there_is_dropped_and_counted(machine: CompiledMachine) -> None:
    crowd = machine.crowd([1])
    crowd.post(Mail.of([Message(1, ".nothing", 1.0), Message(2, ".ease", 1.0), Message(1, "Driver/keep.limit", 3.0)]))
    crowd.step(inputs(1), no_one(1), step=0)
    assert crowd.dropped == 1
    assert crowd.value("Driver/keep.limit")[0].tolist() == [3.0]


def test_crowds_of_different_machines_send_each_other_mail(machine: CompiledMachine) -> None:
    one, other = machine.crowd([1]), machine.crowd([2])
    sent = one.step(inputs(1, behind=np.array([2])), step=0)
    other.step(inputs(1), no_one(1), step=0)
    for crowd in (one, other):
        crowd.post(sent)
        crowd.step(inputs(1), no_one(1), step=1)
    assert (outputs(one)["eased"], outputs(other)["eased"]) == ([None], [10.0])
    assert one.dropped == other.dropped == 0


def test_rows_keep_their_state_and_mail_when_they_are_reordered_removed_and_added(machine: CompiledMachine) -> None:
    crowd = machine.crowd([1, 2, 3])
    crowd.post(crowd.step(inputs(3, behind=np.array([2, 3, 1])), step=0))
    crowd.take([2, 1])
    crowd.add([9])
    assert crowd.ids.tolist() == [3, 2, 9]
    assert crowd.value("Driver/follow.count")[0].tolist() == [1, 1, 0]
    assert crowd.active("Driver/follow").tolist() == [0, 1, 0]
    crowd.step(inputs(3), no_one(3), step=1)
    assert outputs(crowd)["eased"] == [11.0, 10.0, None]


def test_a_crowd_reseated_at_once_is_as_one_rearranged_bit_by_bit(machine: CompiledMachine) -> None:
    crowds = machine.crowd([1, 2, 3]), machine.crowd([1, 2, 3])
    for crowd in crowds:
        crowd.post(crowd.step(inputs(3, behind=np.array([2, 3, 1])), step=0))
    crowds[0].take([2, 1])
    crowds[0].add([9])
    crowds[1].reseat([3, 2, 9])
    for crowd in crowds:
        crowd.step(inputs(3), no_one(3), step=1)
    first, second = (crowd.state() for crowd in crowds)
    assert all(np.array_equal(first[name], second[name]) for name in first)
    crowds[1].reseat([])
    crowds[1].reseat([4])
    assert crowds[1].value("Driver/follow.count")[0].tolist() == [0]


def test_a_saved_crowd_runs_on_with_the_same_bytes(machine: CompiledMachine) -> None:
    def run_on(crowd: Crowd) -> list[bytes]:
        for step in (1, 2, 3):
            crowd.post(crowd.step(inputs(3, behind=np.array([2, 3, 1])), step=step))
        return [array.tobytes() for array in crowd.state().values()]

    crowd, copy = machine.crowd([1, 2, 3]), machine.crowd([5])
    crowd.post(crowd.step(inputs(3, behind=np.array([2, 3, 1])), step=0))
    copy.load(crowd.state())
    assert run_on(crowd) == run_on(copy)


def test_dials_are_turned_by_hand_for_some_rows_or_all(machine: CompiledMachine) -> None:
    crowd = machine.crowd([1, 2])
    crowd.set_dial("Driver/keep.limit", 5.0)
    crowd.set_dial("Driver/keep.limit", 6.0, rows=[1])
    crowd.step(inputs(2), no_one(2), step=0)
    assert outputs(crowd)["acceleration"] == [-5.0, -5.0]


@pytest.mark.parametrize(
    ("change", "nulls", "message"),
    [
        ({"speed": None}, {}, "input speed of Driver is missing"),
        ({"spede": [1.0]}, {}, "no input 'spede'; did you mean 'speed'"),
        ({"speed": [1.0, 2.0]}, {}, r"input speed has shape \(2,\); there are 1 rows"),
        ({}, {"speed": [True]}, "input speed of Driver cannot be null"),
        ({"behind": [1.5]}, {}, "input behind is an array of float64; it takes values of type int"),
    ],
)
def test_inputs_that_do_not_fit_are_refused(
    machine: CompiledMachine, change: dict[str, Any], nulls: dict[str, Any], message: str
) -> None:
    arrays = {name: array for name, array in (inputs(1) | change).items() if array is not None}
    with pytest.raises(MachineError, match=message):
        machine.crowd([1]).step(arrays, nulls, step=0)


def test_names_and_ids_that_do_not_fit_are_refused(machine: CompiledMachine) -> None:
    crowd = machine.crowd([1])
    with pytest.raises(MachineError, match="no output 'heading'; valid names are acceleration, eased"):
        crowd.output("heading")
    with pytest.raises(MachineError, match="no dial 'limits'; did you mean 'limit'"):
        crowd.set_dial("Driver/keep.limits", 1.0)
    with pytest.raises(MachineError, match="Driver is not sequential"):
        crowd.active("Driver")
    with pytest.raises(MachineError, match="none comes twice"):
        machine.crowd([1, 1])


def test_a_crowd_may_be_empty(machine: CompiledMachine) -> None:
    crowd = machine.crowd([])
    crowd.post(Mail.of([Message(1, ".ease", 1.0)]))
    assert len(crowd.step(inputs(0), step=0)) == 0
    crowd.add([4])
    crowd.step(inputs(1), no_one(1), step=1)
    assert outputs(crowd)["acceleration"] == [10.0]


def test_generated_source_is_flat_and_names_its_machines(machine: CompiledMachine) -> None:
    assert machine.source.count("def ") == 4
    for path in ("Driver", "Driver/keep", "Driver/follow", "Driver/follow/Tracking"):
        assert f"# {path}\n" in machine.source
    assert "if ((gap < 50.0) & (not gap_null)):  # >> Tracking" in machine.source
    assert "acceleration_out = (gap - 30.0)" in machine.source


def test_a_machine_that_runs_on_forever_stops_and_has_room_for_all_it_sends() -> None:
    program = sequential(
        "Top",
        leaf("a"),
        leaf("b"),
        transitions=(arrow("a", "b", True, send(1, "x", 1.0)), arrow("b", "a", True, send(2, "x", 2.0))),
    )
    sent = CompiledMachine(program, run_on=True, python_mode=True).crowd(range(1000)).step({}, step=0)
    assert len(sent) == 100_000


# Native code and where it is kept -------------------------------------------------------------------------------------


def small() -> Program:
    return leaf("Top", inputs=floats("x"), outputs=floats("y"), activity=(put("y", op(given("x"), "/", 2.0)),))


def test_native_code_is_kept_by_content_and_reads_arrays_that_cannot_be_written(tmp_path: Path) -> None:
    machine = CompiledMachine(small(), cache=tmp_path)
    values = np.array([3.0, np.nan])
    for writeable in (True, False):
        values.flags.writeable = writeable
        crowd = machine.crowd([1, 2])
        crowd.step({"x": values}, step=0)
        assert crowd.output("y")[0].tobytes() == np.array([1.5, np.nan]).tobytes()
    path = machine.path
    assert path is not None
    before = path.stat().st_mtime_ns
    assert CompiledMachine(small(), seed=5, cache=tmp_path).path == path
    assert path.stat().st_mtime_ns == before
    assert path.read_text(encoding="utf-8") == machine.source
    assert list((tmp_path / "machines" / "__pycache__").glob("*.nbc"))


def test_the_same_machine_is_put_together_once_whoever_asks_for_it() -> None:
    first, again = (CompiledMachine(driver(), seed=seed, python_mode=True) for seed in (1, 2))
    assert driver() is not driver()
    assert again.code.run is first.code.run
    assert again.source is first.source
    assert CompiledMachine(driver(), run_on=True, python_mode=True).code.run is not first.code.run
    other = replace(driver(), name="Other")
    assert CompiledMachine(other, python_mode=True).source != first.source
