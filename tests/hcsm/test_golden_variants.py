"""Rule 15, H6 and H7, and the variants of section 3.3 of the paper, worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from seahaven.hcsm.program import Port, Program, Resolution, Wire
from seahaven.kernel import Stream
from tests.hcsm.programs import (
    arrow,
    concurrent,
    floats,
    given,
    keep,
    leaf,
    local,
    op,
    put,
    saying,
    send,
    sequential,
    wire,
)
from tests.hcsm.runs import COUNT, GO, Run, switch

# H6, H7 and the variants ----------------------------------------------------------------------------------------------


def countdown() -> Program:
    """Goes from `x` over `y` to `z` while its local is above zero; each firing takes one away."""
    less = keep("n", op(local("n"), "-", 1.0))
    more = op(local("n"), ">", 0.0)
    return sequential(
        "Top",
        *(saying(name, value) for name, value in (("x", 1.0), ("y", 2.0), ("z", 3.0))),
        outputs=floats("a"),
        locals=(Port("n", "float", default=5.0),),
        transitions=(arrow("x", "y", more, less), arrow("y", "z", more, less), arrow("z", "x", more, less)),
        resolutions={"a": Resolution("active", ("x", "y", "z"))},
    )


def test_run_on_fires_until_nothing_is_enabled_and_executes_the_last_child_only() -> None:
    run = Run(countdown(), run_on=True)
    assert run.step()["a"] == 3.0
    assert [str(firing) for firing in run.trace.steps[0].machines[0].firings] == ["x >> y", "y >> z", "z >> x"] * 1 + [
        "x >> y",
        "y >> z",
    ]
    assert run.changes[2:5] == ("exit Top/x", "entry Top/y", "exit Top/y")
    assert run.step()["a"] == 3.0


def test_run_on_stops_after_a_hundred_firings_and_draws_anew_for_each() -> None:
    both = tuple(arrow(a, b, label=b) for a in "xy" for b in "xy")
    run = Run(sequential("Top", leaf("x"), leaf("y"), transitions=both), seed=3, run_on=True)
    run.step()
    firings = run.trace.steps[0].machines[0].firings
    stream = Stream.named(3, "hcsm/Top")
    draws = [int(stream.uniform(entity=1, draw=j) * 2) for j in range(100)]
    assert [firing.fired[5] for firing in firings] == ["xy"[draw] for draw in draws]


def early() -> Program:
    """A machine whose child leaves its start at once."""
    inner = sequential(
        "inner",
        saying("p", 1.0),
        saying("r", 2.0),
        outputs=floats("a"),
        transitions=(arrow("p", "r"),),
        resolutions={"a": Resolution("active", ("p", "r"))},
    )
    return switch(saying("y", -1.0), inner)


def test_settle_leaves_a_newly_entered_machine_in_its_start_configuration_for_one_step() -> None:
    plain, settled = Run(early()), Run(early(), settle=True)
    pattern = (False, True, False)
    assert [plain.step(go=go)["a"] for go in pattern] == [-1.0, 2.0, 2.0]
    assert [settled.step(go=go)["a"] for go in pattern] == [-1.0, 1.0, 2.0]


def test_settle_considers_no_transition_in_the_first_step() -> None:
    plain, settled = Run(countdown()), Run(countdown(), settle=True)
    assert [plain.step()["a"], settled.step()["a"], settled.step()["a"]] == [2.0, 1.0, 2.0]


def wiring_only() -> Program:
    """Pre-activities that only wire, also from locals, at two levels of a machine that comes and goes."""
    low = leaf(
        "low",
        inputs=floats("k"),
        outputs=floats("a"),
        locals=(COUNT,),
        activity=(keep("n", op(local("n"), "+", 1.0)), put("a", op(given("k"), "*", local("n")))),
    )
    high = concurrent(
        "high",
        low,
        inputs=floats("k"),
        outputs=floats("a"),
        locals=(Port("gain", "float", default=1.0),),
        wires={"low": {"k": Wire("set")}},
        pre_activity=(wire("low", "k", op(given("k"), "*", local("gain"))),),
        activity=(keep("gain", op(local("gain"), "*", 2.0)),),
        resolutions={"a": Resolution("active", ("low",))},
    )
    return replace(
        switch(high, saying("y", -1.0)),
        inputs=(GO, *floats("x")),
        wires={"high": {"k": Wire("set")}},
        pre_activity=(wire("high", "k", op(given("x"), "+", 1.0)),),
    )


def test_h7_three_passes_give_the_same_where_pre_activities_only_wire() -> None:
    one, three = Run(wiring_only()), Run(wiring_only(), three_pass=True)
    pattern = [bool(k % 5 == 3) for k in range(20)]
    assert [one.step(go=go, x=2.0)["a"] for go in pattern] == [three.step(go=go, x=2.0)["a"] for go in pattern]
    assert one.results[0].outputs["a"] == 3.0
    assert one.results[1].outputs["a"] == 12.0


def test_h7_three_passes_differ_where_an_entry_function_writes_what_a_pre_activity_reads() -> None:
    base = wiring_only()
    children = tuple(
        replace(child, entry=(keep("gain", 10.0),)) if child.name == "high" else child for child in base.children
    )
    one, three = (Run(replace(base, children=children), three_pass=passes) for passes in (False, True))
    pattern = (False, True, True)
    assert [one.step(go=go, x=2.0)["a"] for go in pattern][-1] == 30.0
    assert [three.step(go=go, x=2.0)["a"] for go in pattern][-1] == 3.0


def test_h7_three_passes_keep_nothing_but_wires_of_inactive_machines() -> None:
    noisy = concurrent("high", leaf("low"), locals=(COUNT,), pre_activity=(keep("n", 5.0), send(3, "b", 1.0)))
    run = Run(switch(saying("x", 1.0), noisy, resolutions={}), three_pass=True)
    run.step(go=False)
    assert run.results[0].sent == ()
    assert run.machine.locals("Switch/high") == {"n": 0.0}


@pytest.mark.parametrize("options", [{}, {"run_on": True}, {"settle": True}, {"three_pass": True}])
def test_h6_outputs_of_a_step_do_not_depend_on_how_children_are_written_down(options: dict[str, bool]) -> None:
    def turned(program: Program) -> Program:
        children = tuple(turned(child) for child in reversed(program.children))
        return replace(program, children=children, transitions=program.transitions[::-1])

    one, other = Run(wiring_only(), **options), Run(turned(wiring_only()), **options)
    for k in range(20):
        assert one.step(go=k % 3 == 2, x=float(k)) == other.step(go=k % 3 == 2, x=float(k))
