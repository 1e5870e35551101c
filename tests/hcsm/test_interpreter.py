from __future__ import annotations

import json
import math
import struct
from typing import Any

import numpy as np
import pytest

from seahaven.hcsm import Dial, Machine, Out
from seahaven.hcsm.errors import MachineError
from seahaven.hcsm.interpreter import Ensemble, Instance, Interpreter
from seahaven.hcsm.panel import Message
from seahaven.hcsm.program import Port, Program, Resolution
from tests.hcsm.programs import (
    arrow,
    bag,
    concurrent,
    dial,
    driver,
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
    when,
)

ROWS = [
    {
        "gap": None if k % 31 < 5 else 30.0 + 60.0 * math.sin(k / 9),
        "limit": 25.0,
        "closing": math.cos(k / 7),
        "speed": 15.0 + 5.0 * math.sin(k / 5),
        "offset": 1.8 + 2.0 * math.sin(k / 11),
    }
    for k in range(200)
]


def played(interpreter: Interpreter, instance: Instance, rows: list[dict[str, Any]], first: int = 0) -> list[Any]:
    return [interpreter.step(instance, row, step=k).outputs for k, row in enumerate(rows, first)]


def test_the_driver_visits_all_its_states() -> None:
    interpreter = Interpreter(driver())
    instance = interpreter.machine()
    seen: set[str] = set()
    for k, row in enumerate(ROWS):
        interpreter.step(instance, row, step=k)
        seen |= set(instance.active())
    assert seen == {path for path, _ in driver().walk()}


def test_tracing_does_not_change_a_result() -> None:
    interpreter = Interpreter(driver())
    plain, watched = interpreter.machine(), interpreter.machine()
    for k, row in enumerate(ROWS):
        a, b = interpreter.step(plain, row, step=k), interpreter.step(watched, row, step=k, trace=True)
        assert (a.outputs, a.sent, a.trace) == (b.outputs, b.sent, None)
        assert b.trace is not None


def test_same_seed_same_bytes() -> None:
    def bits(seed: int) -> list[bytes]:
        names = "xyz"
        both = tuple(arrow(a, b) for a in names for b in names)
        children = [leaf(n, outputs=floats("a"), activity=(put("a", float(k)),)) for k, n in enumerate(names)]
        how = {"a": Resolution("active", tuple(names))}
        machine = sequential("Top", *children, outputs=floats("a"), transitions=both, resolutions=how)
        interpreter = Interpreter(machine, seed=seed)
        instance = interpreter.machine(4)
        return [struct.pack("<d", out["a"]) for out in played(interpreter, instance, [{}] * 50)]

    assert bits(1) == bits(1)
    assert bits(1) != bits(2)


# Inputs ---------------------------------------------------------------------------------------------------------------


def echo() -> Program:
    inputs = (Port("x", "float"), Port("maybe", "float", nullable=True), Port("i", "int"), Port("t", "bool"))
    outputs = tuple(Port(port.name, port.type) for port in inputs)
    activity = tuple(put(port.name, given(port.name, port.type, port.nullable)) for port in inputs)
    return leaf("Echo", inputs=inputs, outputs=outputs, activity=activity)


def test_inputs_take_the_type_of_their_port() -> None:
    interpreter = Interpreter(echo())
    given = {"x": np.float64(1), "maybe": 2, "i": np.int32(3), "t": np.bool_(True)}
    out = interpreter.step(interpreter.machine(), given, step=0).outputs
    assert repr(out) == "{'x': 1.0, 'maybe': 2.0, 'i': 3, 't': True}"


def test_an_input_that_may_be_null_may_be_left_out() -> None:
    interpreter = Interpreter(echo())
    assert interpreter.step(interpreter.machine(), {"x": 1.0, "i": 1, "t": False}, step=0).outputs["maybe"] is None


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        ({"x": 1.0, "i": 1}, "input 't' of machine 'Echo' is missing; it takes a value of type bool"),
        ({"x": None, "i": 1, "t": True}, "input 'x' of machine 'Echo' is null; .*declare it as `float | None`"),
        ({"x": 1.0, "i": 1, "t": None}, "input 't' of machine 'Echo' is null"),
        ({"x": 1.0, "i": 1, "t": True, "mabye": 2.0}, "no input 'mabye'; did you mean 'maybe'?"),
        ({"x": 1.0, "i": 1, "t": True, "maybe": 2.0, "more": 1}, "no input 'more'"),
        ({"x": "fast", "i": 1, "t": True}, "input 'x' of machine 'Echo' is 'fast'; it takes a value of type float"),
        ({"x": 1.0, "i": math.nan, "t": True}, "input 'i' of machine 'Echo' is nan; it takes a value of type int"),
        ({"x": 1.0, "i": 1.5, "t": True}, "input 'i' of machine 'Echo' is 1.5; it takes a value of type int"),
    ],
)
def test_inputs_that_do_not_fit_are_refused(inputs: dict[str, Any], message: str) -> None:
    interpreter = Interpreter(echo())
    with pytest.raises(MachineError, match=message):
        interpreter.step(interpreter.machine(), inputs, step=0)


def test_every_nan_that_is_kept_is_the_same() -> None:
    strange = struct.unpack("<d", struct.pack("<Q", 0xFFF8000000000001))[0]
    interpreter = Interpreter(
        leaf("Top", outputs=floats("a"), inputs=floats("x"), activity=(put("a", op(0.0, "*", given("x"))),))
    )
    for value in (strange, math.inf):
        out = interpreter.step(interpreter.machine(), {"x": value}, step=0).outputs["a"]
        assert struct.pack("<d", out) == struct.pack("<Q", 0x7FF8000000000000)[::1]


# Dials, saving and loading --------------------------------------------------------------------------------------------


def test_a_dial_can_be_turned_between_steps_without_a_message() -> None:
    activity = (put("a", dial("d", "int")), put("n", bag("d", "count", "int")))
    outputs = (Port("a", "int"), Port("n", "int"))
    interpreter = Interpreter(leaf("Top", outputs=outputs, dials=(Port("d", "int", default=2),), activity=activity))
    instance = interpreter.machine()
    instance.set_dial("Top.d", 5)
    assert interpreter.step(instance, {}, step=0).outputs == {"a": 5, "n": 0}
    assert instance.dials() == {"d": 5}
    with pytest.raises(MachineError, match=r"machine 'Top' has no dial 'Top\.e'; did you mean 'Top\.d'\?"):
        instance.set_dial("Top.e", 1)


def chatty() -> Program:
    """Counts, and presses its child every third step; the child remembers the last press."""
    child = leaf(
        "c",
        outputs=floats("a"),
        buttons=(Port("b", "float"),),
        locals=(Port("last", "float", nullable=True),),
        activity=(
            when(bag("b", "any", "bool"), keep("last", bag("b", "last"))),
            put("a", local("last", nullable=True)),
        ),
    )
    third = op(op(local("n", "int"), "%", 3), "==", 0)
    return concurrent(
        "Top",
        child,
        outputs=floats("a"),
        locals=(Port("n", "int", default=0),),
        pre_activity=(keep("n", op(local("n", "int"), "+", 1)), when(third, press("c", "b", local("n", "int")))),
        resolutions={"a": Resolution("active", ("c",))},
    )


def test_a_loaded_instance_goes_on_as_if_it_had_never_stopped() -> None:
    for program, rows in ((driver(), ROWS[:60]), (chatty(), [{}] * 12)):
        interpreter = Interpreter(program)
        whole = played(interpreter, interpreter.machine(7), rows)
        for cut in range(0, len(rows), 3):
            first = interpreter.machine(7)
            begun = played(interpreter, first, rows[:cut])
            second = Interpreter(program).machine()
            second.load(json.loads(json.dumps(first.state())))
            assert begun + played(interpreter, second, rows[cut:], cut) == whole


def test_the_state_of_another_program_is_refused() -> None:
    with pytest.raises(MachineError, match="state is not one of machine 'Driver': its 'active' does not fit"):
        Interpreter(driver()).machine().load(Interpreter(chatty()).machine().state())


# Ensembles ------------------------------------------------------------------------------------------------------------


def talker() -> Program:
    """Says its own `x` to the one behind, and puts out the sum of what it heard."""
    return leaf(
        "Talker",
        inputs=(Port("x", "float"), Port("behind", "int", nullable=True)),
        outputs=floats("heard"),
        buttons=(Port("word", "float"),),
        activity=(put("heard", bag("word", "total")), send(given("behind", "int", nullable=True), "word", given("x"))),
    )


def test_entities_hear_each_other_when_the_step_of_all_is_complete() -> None:
    ensemble = Ensemble(Interpreter(talker()), (1, 2, 3))
    inputs = {1: {"x": 1.0, "behind": 2}, 2: {"x": 2.0, "behind": 3}, 3: {"x": 3.0, "behind": 3}}
    heard = [{e: r.outputs["heard"] for e, r in ensemble.step(inputs, step=k).items()} for k in range(2)]
    assert heard == [{1: 0.0, 2: 0.0, 3: 0.0}, {1: 0.0, 2: 1.0, 3: 5.0}]


def test_15_the_order_of_entities_does_not_matter() -> None:
    def heard(order: list[int]) -> list[Any]:
        ensemble = Ensemble(Interpreter(talker()), order)
        inputs = {e: {"x": 0.1 * e, "behind": e % 3} for e in order}
        results = [ensemble.step(inputs, step=k) for k in range(4)]
        return [{e: result[e] for e in sorted(order)} for result in results]

    assert heard([0, 1, 2, 3, 4, 5, 6]) == heard([6, 2, 4, 0, 5, 3, 1])


def test_entities_of_different_programs_hear_each_other_by_the_names_of_items() -> None:
    listener = leaf(
        "Ear", outputs=floats("a"), dials=(Port("word", "float", default=0.0),), activity=(put("a", dial("word")),)
    )
    ensemble = Ensemble(Interpreter(talker()), [1])
    ensemble.add(Interpreter(listener), 2)
    ensemble.step({1: {"x": 4.0, "behind": 2}, 2: {}}, step=0)
    assert ensemble.step({2: {}}, step=1)[2].outputs["a"] == 4.0


def test_messages_for_nobody_and_for_items_that_are_not_there_are_dropped_and_counted() -> None:
    ensemble = Ensemble(Interpreter(talker()), [1, 2])
    ensemble.step({1: {"x": 4.0, "behind": 77}, 2: {"x": 4.0}}, step=0)
    ensemble.post(Message(2, ".shout", 1.0))
    ensemble.post(Message(2, "Talker/deeper.word", 1.0))
    assert ensemble.dropped == 3


def test_dials_of_one_of_some_and_of_all_can_be_turned() -> None:
    program = leaf(
        "Top", outputs=floats("a"), dials=(Port("d", "float", default=0.0),), activity=(put("a", dial("d")),)
    )
    ensemble = Ensemble(Interpreter(program), range(4))
    ensemble.set_dial(".d", 1.0)
    ensemble.set_dial(".d", 2.0, entities=[1, 2])
    ensemble[2].set_dial(".d", 3.0)
    results = ensemble.step({e: {} for e in ensemble}, step=0)
    assert [result.outputs["a"] for result in results.values()] == [1.0, 2.0, 3.0, 1.0]


def test_unknown_and_doubled_entities_are_refused() -> None:
    ensemble = Ensemble(Interpreter(talker()), [1, 2])
    with pytest.raises(MachineError, match="no entity 12 in the ensemble"):
        ensemble.step({12: {"x": 0.0}}, step=0)
    with pytest.raises(MachineError, match="entity 2 has a machine already"):
        ensemble.add(Interpreter(talker()), 2)
    ensemble.remove(2)
    assert (len(ensemble), list(ensemble)) == (1, [1])


class Wait(Machine):
    """Tells how long it waits."""

    patience: Dial[float] = 1.0
    wish: Out[float]

    def activity(m):
        m.wish = m.patience


def test_a_machine_runs_by_its_class_with_its_dials_preset_or_by_its_program() -> None:
    assert Interpreter(Wait).program is Interpreter(Wait.program).program
    assert Interpreter(Wait(patience=2.0)).machine().dials() == {"patience": 2.0}


def test_what_is_no_machine_is_refused() -> None:
    with pytest.raises(MachineError, match="int is no machine; expected a class of Machine"):
        Interpreter(int)  # type: ignore[arg-type]  # that is the point


def test_a_dial_takes_numbers_only() -> None:
    with pytest.raises(MachineError, match=r"dial '.patience' got 'long'; expected a number"):
        Interpreter(Wait).machine().set_dial(".patience", "long")  # type: ignore[arg-type]  # that is the point
