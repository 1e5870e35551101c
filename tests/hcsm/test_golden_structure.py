"""Rules 1 to 8 of docs/machines.md, worked out by hand: phases, wiring, transitions, activation and history."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from seahaven.hcsm.interpreter import Firing, Interpreter
from seahaven.hcsm.program import Not, Port, Program, Resolution, Wire
from seahaven.kernel import Stream
from tests.hcsm.programs import (
    arrow,
    bag,
    call,
    concurrent,
    floats,
    given,
    implicit,
    keep,
    leaf,
    local,
    op,
    press,
    put,
    said,
    saying,
    send,
    sequential,
    when,
    wire,
)
from tests.hcsm.runs import COUNT, GO, Run, counting, switch

# H1, rule 1: kinds and phases -----------------------------------------------------------------------------------------


def test_h1_a_sequential_machine_has_one_active_child_and_a_concurrent_one_all() -> None:
    both = concurrent("Both", saying("x", 1.0), switch(saying("y", 2.0), saying("z", 3.0)), inputs=(GO,))
    run = Run(replace(both, wires={"Switch": implicit("go")}))
    assert run.machine.active() == ()
    run.step(go=False)
    assert run.machine.active() == ("Both", "Both/Switch", "Both/Switch/y", "Both/x")
    run.step(go=True)
    assert run.machine.active() == ("Both", "Both/Switch", "Both/Switch/z", "Both/x")


def test_1_a_machine_goes_through_its_phases_in_order() -> None:
    """Each phase appends its digit to a local: pre-activity 1, condition (reads), transition 2, activity 3."""

    def append(digit: float) -> Any:
        return keep("n", op(op(local("n"), "*", 10.0), "+", digit))

    machine = sequential(
        "Top",
        saying("x", None),
        saying("y", None),
        locals=(COUNT,),
        outputs=floats("a"),
        pre_activity=(append(1.0),),
        transitions=(arrow("x", "y", op(local("n"), "==", 1.0), append(2.0)),),
        activity=(append(3.0), put("a", local("n"))),
    )
    run = Run(machine)
    assert run.step()["a"] == 123.0
    assert run.step()["a"] == 12313.0


def test_1_the_top_machine_is_activated_at_the_beginning_of_its_first_step() -> None:
    enter = (keep("n", given("x")),)
    run = Run(
        leaf(
            "Top",
            inputs=floats("x"),
            outputs=floats("a"),
            locals=(COUNT,),
            entry=enter,
            activity=(put("a", local("n")),),
        )
    )
    assert [run.step(x=7.0)["a"], run.step(x=8.0)["a"]] == [7.0, 7.0]
    assert [step.changes for step in run.trace.steps] == [("entry Top",), ()]


# Rules 2 to 4, H4: wiring ---------------------------------------------------------------------------------------------


def chain(*names: str, bottom: Program, **wires: Wire) -> Program:
    """Concurrent machines around a leaf, each with the same input `x` and output `a`."""
    machine = bottom
    for name in names:
        machine = concurrent(
            name,
            machine,
            inputs=floats("x"),
            outputs=floats("a"),
            wires={machine.name: {"x": Wire("input", "x")}},
            resolutions={"a": Resolution("active", (machine.name,))},
        )
    return machine


def test_3_h5_a_wire_needs_no_step_however_deep() -> None:
    bottom = leaf("e", inputs=floats("x"), outputs=floats("a"), activity=(put("a", given("x")),))
    run = Run(chain("d", "c", "b", "Top", bottom=bottom))
    assert [run.step(x=1.0)["a"], run.step(x=2.0)["a"]] == [1.0, 2.0]


def test_3_an_implicit_input_may_be_a_dial_and_an_int_goes_into_a_float() -> None:
    child = leaf(
        "c",
        inputs=(*floats("x"), *floats("k")),
        outputs=floats("a"),
        activity=(put("a", op(given("x"), "/", given("k"))),),
    )
    top = concurrent(
        "Top",
        child,
        inputs=(Port("x", "int"),),
        outputs=floats("a"),
        dials=(Port("gain", "float", default=4.0),),
        wires={"c": {"x": Wire("input", "x"), "k": Wire("dial", "gain")}},
        resolutions={"a": Resolution("active", ("c",))},
    )
    run = Run(top)
    assert run.step(x=1)["a"] == 0.25
    run.machine.set_dial(".gain", 2.0)
    assert run.step(x=1)["a"] == 0.5


def test_4_an_explicit_input_is_null_where_it_is_not_assigned_in_this_step() -> None:
    child = leaf(
        "c",
        inputs=floats("x", nullable=True),
        outputs=floats("a"),
        activity=(put("a", given("x", nullable=True)),),
    )
    top = concurrent(
        "Top",
        child,
        inputs=floats("x"),
        outputs=floats("a"),
        wires={"c": {"x": Wire("set")}},
        pre_activity=(when(op(given("x"), ">", 0.0), wire("c", "x", op(given("x"), "*", 2.0))),),
        resolutions={"a": Resolution("active", ("c",))},
    )
    run = Run(top)
    assert [run.step(x=x)["a"] for x in (3.0, -1.0, 4.0)] == [6.0, None, 8.0]


def test_2_a_pre_activity_may_write_locals_and_send() -> None:
    child = leaf(
        "c",
        outputs=floats("a"),
        buttons=(Port("b", "float"),),
        activity=(put("a", bag("b", "first")),),
    )
    pre = (keep("n", op(local("n"), "+", 1.0)), press("c", "b", local("n")))
    top = concurrent(
        "Top",
        child,
        outputs=floats("a"),
        locals=(COUNT,),
        pre_activity=pre,
        resolutions={"a": Resolution("active", ("c",))},
    )
    run = Run(top)
    assert [run.step()["a"] for _ in range(3)] == [None, 1.0, 2.0]


# Rules 5 and 6, H2: transitions ---------------------------------------------------------------------------------------


def test_5_h2_at_most_one_transition_fires_per_machine_and_step() -> None:
    ring = sequential(
        "Ring",
        saying("x", 1.0),
        saying("y", 2.0),
        saying("z", 3.0),
        outputs=floats("a"),
        transitions=(arrow("x", "y"), arrow("y", "z"), arrow("z", "x")),
        resolutions={"a": Resolution("active", ("x", "y", "z"))},
    )
    run = Run(ring)
    assert [run.step()["a"] for _ in range(4)] == [2.0, 3.0, 1.0, 2.0]


def fork(seed: int, *, turned: bool = False, entity: int = 1) -> list[float]:
    """Where a machine goes from `s` in steps 0, 2, 4, ...; from everywhere it comes back."""
    names = ("x", "y", "z")
    transitions = [arrow("s", name) for name in names] + [arrow(name, "s") for name in names]
    children = [saying("s", None), *(saying(name, float(k)) for k, name in enumerate(names))]
    if turned:
        transitions, children = transitions[::-1], children[::-1]
    machine = sequential(
        "Fork",
        *children,
        start="s",
        outputs=floats("a"),
        transitions=tuple(transitions),
        resolutions={"a": Resolution("active", tuple(children[k].name for k in range(4)))},
    )
    run = Run(machine, entity, seed=seed)
    return [run.step()["a"] for _ in range(40)][::2]


def test_5_random_choice_is_keyed_by_seed_path_entity_and_step() -> None:
    stream = Stream.named(5, "hcsm/Fork")
    expected = [float(int(stream.uniform(entity=1, step=step) * 3)) for step in range(0, 40, 2)]
    assert fork(5) == expected
    assert set(expected) == {0.0, 1.0, 2.0}


def test_5_15_random_choice_does_not_depend_on_the_order_of_transitions_or_children() -> None:
    assert fork(5) == fork(5, turned=True)
    assert fork(5) != fork(6)
    assert fork(5) != fork(5, entity=2)


def test_5_the_trace_names_all_that_were_enabled_and_the_one_that_fired() -> None:
    run = Run(
        sequential(
            "Top", saying("x", 1.0), saying("y", 2.0), transitions=(arrow("x", "y"), arrow("x", "x", label="again"))
        )
    )
    run.step()
    assert run.trace.steps[0].machines[0].firings == (
        Firing(("x >> x (again)", "x >> y"), run.trace.steps[0].machines[0].firings[0].fired),
    )


def test_5_a_null_condition_does_not_hold() -> None:
    maybe = given("go", "bool", nullable=True)
    machine = sequential(
        "Top",
        saying("x", 1.0),
        saying("y", 2.0),
        inputs=(Port("go", "bool", nullable=True),),
        transitions=(arrow("x", "y", maybe),),
    )
    run = Run(machine)
    run.step(go=None)
    assert run.machine.is_active("Top/x")
    run.step(go=True)
    assert run.machine.is_active("Top/y")


def test_6_a_new_child_executes_in_the_same_step_and_the_old_one_does_not() -> None:
    run = Run(switch(counting("x"), saying("y", 7.0)))
    assert [run.step(go=go)["a"] for go in (False, False, True, True)] == [1.0, 2.0, 7.0, 1.0]


def nested(name: str, **parts: Any) -> Program:
    return concurrent(name, sequential("q", leaf("p"), leaf("r"), transitions=(arrow("p", "r", False),)), **parts)


def test_6_h9_exit_functions_run_innermost_first_and_entry_functions_outermost_first() -> None:
    run = Run(switch(nested("x"), nested("y"), resolutions={}))
    run.step(go=False)
    assert run.changes == ("entry Switch", "entry Switch/x", "entry Switch/x/q", "entry Switch/x/q/p")
    run.step(go=True)
    left = ("exit Switch/x/q/p", "exit Switch/x/q", "exit Switch/x")
    assert run.changes == (*left, "entry Switch/y", "entry Switch/y/q", "entry Switch/y/q/p")


def test_6_h9_the_transition_function_runs_between_exit_and_entry() -> None:
    """Each of the three sends what it knows; values are the order in which they ran, counted in the parent."""
    first = leaf("x", exit=(send(9, "log", 1.0),))
    second = leaf("y", entry=(send(9, "log", 3.0),))
    machine = sequential("Top", first, second, transitions=(arrow("x", "y", True, send(9, "log", 2.0)),))
    interpreter = Interpreter(machine)
    instance = interpreter.machine(1)
    sent: list[Any] = instance.values[2]
    interpreter.step(instance, {}, step=0)
    assert [message[2] for message in sent] == [1.0, 2.0, 3.0]


# Rules 7 and 8, H9: activation and history ----------------------------------------------------------------------------


def test_7_activation_sets_locals_and_active_children_back_all_the_way_down() -> None:
    inner = sequential(
        "inner",
        counting("p"),
        counting("r"),
        outputs=floats("a"),
        transitions=(arrow("p", "r", op(bag("hop", "count", "int"), ">", 0)),),
        buttons=(Port("hop", "bool"),),
        resolutions={"a": Resolution("active", ("p", "r"))},
    )
    run = Run(switch(inner, saying("y", -1.0)))
    assert [run.step(go=False)["a"] for _ in range(2)] == [1.0, 2.0]
    run.post("Switch/inner.hop", 1.0)
    assert [run.step(go=False)["a"] for _ in range(3)] == [1.0, 2.0, 3.0]
    assert run.machine.is_active("Switch/inner/r")
    assert [run.step(go=True)["a"], run.step(go=True)["a"], run.step(go=False)["a"]] == [-1.0, 1.0, 2.0]
    assert run.machine.is_active("Switch/inner/p")


def test_7_a_transition_to_the_same_child_leaves_it_and_enters_it_afresh() -> None:
    again = arrow("x", "x", op(given("go", "bool"), "==", True))
    how = {"a": Resolution("active", ("x",))}
    run = Run(
        sequential("Top", counting("x"), inputs=(GO,), outputs=floats("a"), transitions=(again,), resolutions=how)
    )
    assert [run.step(go=go)["a"] for go in (False, False, True, False)] == [1.0, 2.0, 1.0, 2.0]


def with_history(machine: Program) -> list[float]:
    """Two steps in the inner machine's second child, a step away, and back."""
    run = Run(switch(machine, saying("y", -1.0)))
    run.step(go=False)
    run.post("Switch/inner.hop", 1.0)
    return [run.step(go=go)["a"] for go in (False, False, True, True)]


def test_8_h9_history_restores_the_whole_subtree() -> None:
    inner = sequential(
        "inner",
        counting("p"),
        counting("r"),
        outputs=floats("a"),
        transitions=(arrow("p", "r", bag("hop", "any", "bool")),),
        buttons=(Port("hop", "bool"),),
        resolutions={"a": Resolution("active", ("p", "r"))},
    )
    assert with_history(inner) == [1.0, 2.0, -1.0, 1.0]
    assert with_history(replace(inner, history=True)) == [1.0, 2.0, -1.0, 3.0]


def test_8_entry_functions_run_on_restoring_too() -> None:
    enter = (keep("n", op(local("n"), "+", 100.0)),)
    run = Run(switch(counting("x", entry=enter, history=True), saying("y", -1.0)))
    assert [run.step(go=go)["a"] for go in (False, True, True)] == [101.0, -1.0, 202.0]


def test_8_history_outlives_a_parent_that_has_none() -> None:
    """The outer machine starts afresh, but its start child goes on where it was."""
    middle = concurrent(
        "middle",
        counting("c", history=True),
        counting("d"),
        outputs=floats("a"),
        activity=(put("a", op(op(said("c", "a"), "*", 10.0), "+", said("d", "a"))),),
    )
    run = Run(switch(middle, saying("y", -1.0)))
    assert [run.step(go=go)["a"] for go in (False, False, True, True)] == [11.0, 22.0, -1.0, 31.0]


def test_8_a_child_that_was_left_before_its_parent_was_is_not_restored() -> None:
    """Inside a machine with history, a plain transition back to a child activates it as usual."""
    inner = replace(switch(counting("p"), counting("r")), name="inner", history=True)
    top = sequential(
        "Top",
        inner,
        saying("y", -1.0),
        inputs=(GO, Port("away", "bool")),
        outputs=floats("a"),
        transitions=(arrow("inner", "y", given("away", "bool")), arrow("y", "inner", Not(given("away", "bool")))),
        wires={"inner": implicit("go")},
        resolutions={"a": Resolution("active", ("inner", "y"))},
    )
    run = Run(top)
    seen = [run.step(go=go, away=away)["a"] for go, away in ((0, 0), (0, 0), (1, 0), (0, 1), (1, 0))]
    assert seen == [1.0, 2.0, 1.0, -1.0, 1.0]


def test_7_entry_functions_below_see_implicit_inputs_but_no_explicit_ones() -> None:
    x, e = given("x", nullable=True), given("e", nullable=True)
    tell = (send(1, "log", call("either", x, -1.0)), send(2, "log", call("either", e, -1.0)))
    inputs = floats("x", "e", nullable=True)
    wires = {"x": Wire("input", "x"), "e": Wire("set")}
    low = leaf("low", inputs=inputs, entry=tell)
    high = concurrent(
        "high", low, inputs=inputs, entry=tell, wires={"low": wires}, pre_activity=(wire("low", "e", 5.0),)
    )
    top = sequential(
        "Top",
        leaf("s"),
        high,
        inputs=floats("x"),
        wires={"high": wires},
        pre_activity=(wire("high", "e", 4.0),),
        transitions=(arrow("s", "high"),),
    )
    for three_pass in (False, True):
        run = Run(top, three_pass=three_pass)
        run.step(x=3.0)
        seen = {(m.sender_path, m.receiver): m.value for m in run.results[0].sent}
        assert seen == {("Top/high", 1): 3.0, ("Top/high", 2): 4.0, ("Top/high/low", 1): 3.0, ("Top/high/low", 2): -1.0}
