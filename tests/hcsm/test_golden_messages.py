"""Rules 9 to 14 of docs/machines.md, worked out by hand: outputs, null, messages, buttons and dials."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from seahaven.hcsm import CompiledMachine, Interpreter, MachineError
from seahaven.hcsm.panel import Message
from seahaven.hcsm.program import IsNull, Not, Port, Program, Resolution, Select, Wire
from tests.hcsm.programs import (
    bag,
    call,
    concurrent,
    dial,
    floats,
    given,
    implicit,
    leaf,
    lift,
    op,
    press,
    put,
    said,
    saying,
    send,
    tell,
    when,
)
from tests.hcsm.runs import GO, Run, switch

# Rules 9 and 10, H3, H8: outputs and null -----------------------------------------------------------------------------


def resolved(how: Resolution, **said: float | None) -> tuple[Any, tuple[str, ...]]:
    children = [saying(name, value) for name, value in said.items()]
    run = Run(concurrent("Top", *children, outputs=floats("a"), resolutions={"a": how}))
    return run.step()["a"], run.trace.steps[0].machines[0].chosen["a"]


def test_9_h3_h8_resolutions_skip_null_and_say_whom_they_chose() -> None:
    names = ("x", "y", "z")
    assert resolved(Resolution("least", names), x=3.0, y=None, z=2.0) == (2.0, ("z",))
    assert resolved(Resolution("least", names), x=2.0, y=None, z=2.0) == (2.0, ("x",))
    assert resolved(Resolution("first", ("y", "z", "x")), x=3.0, y=None, z=2.0) == (2.0, ("z",))
    assert resolved(Resolution("blend", names, (1.0, 5.0, 3.0)), x=4.0, y=None, z=2.0) == (2.5, ("x", "z"))
    assert resolved(Resolution("active", ("y",)), x=3.0, y=7.0, z=2.0) == (7.0, ("y",))
    for method in ("least", "first", "active"):
        assert resolved(Resolution(method, names), x=None, y=None, z=None) == (None, ())  # type: ignore[arg-type]
    assert resolved(Resolution("blend", names, (1.0, 1.0, 1.0)), x=None, y=None, z=None) == (None, ())


def test_9_a_resolution_may_look_at_outputs_of_other_names() -> None:
    child = leaf("c", outputs=floats("b"), activity=(put("b", 4.0),))
    how = Resolution("least", ("x", "c"), outputs=("a", "b"))
    run = Run(concurrent("Top", saying("x", 5.0), child, outputs=floats("a"), resolutions={"a": how}))
    assert run.step()["a"] == 4.0


def test_9_nan_is_never_the_least_unless_nobody_says_anything_else() -> None:
    names, nan = ("x", "y", "z"), float("nan")
    for order in permutations((nan, 1.0, 2.0)):
        said = dict(zip(names, order, strict=True))
        assert resolved(Resolution("least", names), **said) == (1.0, (names[order.index(1.0)],))
    assert resolved(Resolution("least", names), x=nan, y=None, z=float("inf")) == (float("inf"), ("z",))
    value, chosen = resolved(Resolution("least", names), x=None, y=nan, z=nan)
    assert (repr(value), chosen) == ("nan", ("z",))


def test_9_an_output_does_not_last_into_the_next_step_and_an_inactive_machine_says_nothing() -> None:
    child = leaf(
        "c", inputs=floats("x"), outputs=floats("a"), activity=(when(op(given("x"), ">", 0.0), put("a", given("x"))),)
    )
    both = op(call("either", said("c", "a"), -1.0), "+", call("either", said("y", "a"), -10.0))
    machine = replace(
        switch(child, saying("y", 100.0), resolutions={}, activity=(put("a", both),)),
        inputs=(GO, *floats("x")),
        wires={"c": implicit("x")},
    )
    run = Run(machine)
    assert [run.step(go=go, x=x)["a"] for go, x in ((0, 5.0), (0, 0.0), (1, 5.0))] == [-5.0, -11.0, 99.0]


def test_9_the_activity_stands_over_the_resolution() -> None:
    over = (when(op(said("x", "a"), ">", 2.0), put("a", 2.0)),)
    for value, expected in ((5.0, 2.0), (1.0, 1.0)):
        how = {"a": Resolution("active", ("x",))}
        run = Run(concurrent("Top", saying("x", value), outputs=floats("a"), resolutions=how, activity=over))
        assert run.step()["a"] == expected


def test_10_null_spreads_compares_false_and_can_be_asked_for() -> None:
    x = given("x", nullable=True)
    activity = (
        put("sum", op(x, "+", 1.0)),
        put("less", op(x, "<", 1.0)),
        put("unequal", op(x, "!=", 1.0)),
        put("none", IsNull(x)),
        put("instead", call("either", x, 9.0)),
        put("select", Select(Not(IsNull(x)), x, lift(8.0), "float", False)),
    )
    outputs = tuple(
        Port(a.target.name, "bool" if a.target.name in ("less", "unequal", "none") else "float")  # type: ignore[union-attr]
        for a in activity
    )
    run = Run(leaf("Top", inputs=floats("x", nullable=True), outputs=outputs, activity=activity))
    null = {"sum": None, "less": False, "unequal": False, "none": True, "instead": 9.0, "select": 8.0}
    assert run.step(x=None) == null
    assert run.step(x=0.5) == {"sum": 1.5, "less": True, "unequal": True, "none": False, "instead": 0.5, "select": 0.5}


# Rules 11 to 14, H5: messages -----------------------------------------------------------------------------------------


def relay(name: str, child: Program) -> Program:
    """Presses its child's button `b` with all that is in the bag of its own (the sum of it)."""
    return concurrent(
        name,
        child,
        outputs=floats("a"),
        buttons=(Port("b", "float"),),
        pre_activity=(when(bag("b", "any", "bool"), press(child.name, "b", bag("b", "total"))),),
        resolutions={"a": Resolution("active", (child.name,))},
    )


HEARS = leaf("e", outputs=floats("a"), buttons=(Port("b", "float"),), activity=(put("a", bag("b", "first")),))


def test_11_h5_a_press_needs_one_step_per_level() -> None:
    run = Run(relay("Top", relay("c", relay("d", HEARS))))
    run.step()
    run.post(".b", 7.0)
    assert [run.step()["a"] for _ in range(5)] == [None, None, None, 7.0, None]


def siblings() -> Program:
    """`passing` presses the button of `driving` with its input, which puts out what it heard; both are children."""
    passing = leaf(
        "passing", inputs=floats("x", nullable=True), activity=(tell("driving", "b", given("x", nullable=True)),)
    )
    return concurrent(
        "Top",
        passing,
        replace(HEARS, name="driving"),
        inputs=floats("x", nullable=True),
        outputs=floats("a"),
        wires={"passing": {"x": Wire("input", "x")}},
        resolutions={"a": Resolution("active", ("driving",))},
    )


def test_11_h11_a_press_of_a_sibling_is_there_in_the_next_step() -> None:
    run = Run(siblings())
    assert [run.step(x=x)["a"] for x in (7.0, None, 3.0, None)] == [None, 7.0, None, 3.0]
    assert run.results[0].sent == (Message(1, "Top/driving.b", 7.0, 1, "Top/passing"),)
    assert run.results[1].sent == ()


def test_11_h11_a_machine_that_is_run_alone_has_no_siblings() -> None:
    message = "passing sends to its sibling 'driving', but it is run alone and has none; run a machine that has both"
    for engine in (Interpreter, CompiledMachine):
        with pytest.raises(MachineError, match=message):
            engine(siblings().child("passing"))


def bags() -> Program:
    what = {"count": "int", "any": "bool", "first": "float", "last": "float", "least": "float", "largest": "float"}
    outputs = tuple(Port(name, type) for name, type in (what | {"total": "float"}).items())  # type: ignore[arg-type]
    activity = tuple(put(port.name, bag("b", port.name, port.type)) for port in outputs)
    return leaf("Top", outputs=outputs, buttons=(Port("b", "float"),), activity=activity)


def test_12_h5_two_contradictory_presses_arrive_as_a_set() -> None:
    run = Run(bags())
    run.step()
    run.post(".b", 1.0, -1.0)
    seen = run.step()
    assert seen == {"count": 2, "any": True, "first": -1.0, "last": 1.0, "least": -1.0, "largest": 1.0, "total": 0.0}
    null = dict.fromkeys(("first", "last", "least", "largest"))
    assert run.step() == {"count": 0, "any": False, "total": 0.0, **null}


def test_12_equal_presses_count_twice() -> None:
    run = Run(bags())
    run.step()
    run.post(".b", 2.0, 2.0)
    seen = run.step()
    assert (seen["count"], seen["total"]) == (2, 4.0)


def test_12_a_bag_is_sorted_by_value_with_minus_zero_before_zero_and_nan_last() -> None:
    run = Run(bags())
    run.step()
    run.post(".b", float("nan"), 0.0, float("inf"), -0.0, float("-inf"))
    run.step()
    assert repr(run.machine.bags()["b"]) == "(-inf, -0.0, 0.0, inf, nan)"


def test_12_exit_functions_still_see_the_bag() -> None:
    child = leaf("x", buttons=(Port("b", "float"),), exit=(send(9, "log", bag("b", "first")),))
    run = Run(switch(child, leaf("y"), resolutions={}))
    run.step(go=False)
    run.post("Switch/x.b", 3.0)
    run.step(go=True)
    assert [message.value for message in run.results[-1].sent] == [3.0]


def panels() -> Program:
    child = leaf(
        "x",
        outputs=floats("a"),
        buttons=(Port("b", "float"),),
        dials=(Port("d", "float", default=5.0),),
        activity=(put("a", op(op(bag("b", "count", "int"), "*", 100), "+", dial("d"))),),
    )
    return switch(child, saying("y", -1.0))


def test_13_14_h5_an_inactive_machine_keeps_its_dials_and_drops_presses() -> None:
    run = Run(panels())
    assert [run.step(go=go)["a"] for go in (False, True)] == [5.0, -1.0]
    run.post("Switch/x.b", 1.0)
    run.post("Switch/x.d", 6.0, 8.0, 7.0)
    assert run.step(go=True)["a"] == 8.0
    assert run.trace.steps[-1].machine("Switch/x").dropped == (Message(1, "Switch/x.b", 1.0),)
    run.post("Switch/x.b", 1.0)
    assert [run.step(go=False)["a"], run.step(go=False)["a"]] == [108.0, 8.0]


def test_13_presses_before_the_first_step_are_there_in_it_for_what_is_active_at_the_start() -> None:
    run = Run(panels())
    run.post("Switch/x.b", 1.0)
    run.post("Switch/x.d", 9.0)
    assert run.machine.active() == ()
    assert [run.step(go=False)["a"], run.step(go=False)["a"]] == [109.0, 9.0]
    assert run.trace.steps[0].machine("Switch/x").received == (
        Message(1, "Switch/x.b", 1.0),
        Message(1, "Switch/x.d", 9.0),
    )

    other = Run(switch(saying("a", -1.0), panels().child("x")))
    other.post("Switch/x.b", 1.0)
    assert [other.step(go=False)["a"], other.step(go=True)["a"]] == [-1.0, 5.0]
    assert other.trace.steps[0].machine("Switch/x").dropped == (Message(1, "Switch/x.b", 1.0),)


def test_13_entry_functions_see_what_was_pressed_before_the_first_step() -> None:
    top = leaf("Top", buttons=(Port("b", "float"),), entry=(send(9, "log", bag("b", "first")),))
    run = Run(top)
    run.post(".b", 3.0)
    run.step()
    assert [message.value for message in run.results[-1].sent] == [3.0]


def test_14_all_settings_of_a_dial_are_visible_and_the_last_is_kept() -> None:
    activity = (put("a", dial("d")), put("n", bag("d", "count", "int")), put("low", bag("d", "first")))
    outputs = (*floats("a", "low"), Port("n", "int"))
    run = Run(leaf("Top", outputs=outputs, dials=(Port("d", "float", default=1.0),), activity=activity))
    assert run.step() == {"a": 1.0, "n": 0, "low": None}
    run.post(".d", 4.0, 2.0, 3.0)
    assert run.step() == {"a": 4.0, "n": 3, "low": 2.0}
    assert run.step() == {"a": 4.0, "n": 0, "low": None}


def test_11_null_values_and_null_handles_send_nothing() -> None:
    x, to = given("x", nullable=True), given("to", "int", nullable=True)
    inputs = (*floats("x", nullable=True), Port("to", "int", nullable=True))
    run = Run(leaf("Top", inputs=inputs, activity=(send(to, "b", x),)))
    for x_value, to_value in ((None, 3), (1.0, None), (1.0, 3)):
        run.step(x=x_value, to=to_value)
    assert [result.sent for result in run.results] == [(), (), (Message(3, ".b", 1.0, 1, "Top"),)]


def test_12_ints_and_truth_values_travel_as_floats() -> None:
    child = leaf(
        "c",
        buttons=(Port("i", "int"), Port("t", "bool")),
        outputs=(Port("i", "int"), Port("t", "bool"), Port("sum", "int")),
        activity=(
            put("i", bag("i", "last", "int")),
            put("t", bag("t", "last", "bool")),
            put("sum", bag("i", "total", "int")),
        ),
    )
    how = {name: Resolution("active", ("c",)) for name in ("i", "t", "sum")}
    pre = (press("c", "i", 2.9), press("c", "i", -3), press("c", "t", True))
    run = Run(concurrent("Top", child, outputs=child.outputs, pre_activity=pre, resolutions=how))
    run.step()
    assert run.results[0].sent[-1].value == 1.0
    assert run.step() == {"i": 2, "t": True, "sum": -1}
