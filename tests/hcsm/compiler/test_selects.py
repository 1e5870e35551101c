"""Machines written without branches: what is written so, what is not, and that it makes no difference."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given as given_some
from hypothesis import settings
from hypothesis import strategies as st

from seahaven.bench.drivers import Driver, traffic
from seahaven.hcsm.compiler import CompiledMachine, Crowd, Mail, emission
from seahaven.hcsm.panel import Message
from seahaven.hcsm.program import Assign, Port, Program, Read, Temporary
from seahaven.kernel import Stream
from tests.hcsm.agreement import Agreement
from tests.hcsm.chance import Chance
from tests.hcsm.compiler.calm import calm
from tests.hcsm.programs import (
    arrow,
    bag,
    call,
    dial,
    floats,
    given,
    keep,
    leaf,
    local,
    op,
    put,
    send,
    sequential,
    when,
)
from tests.hcsm.random_programs import FLOATS, INTS, random_program

FUZZ = os.environ.get("HYPOTHESIS_PROFILE") == "fuzz"
ROWS = 67
"""Several times as many as the processor does at once, and some left over."""
SMALL = (197, 199)
"""Machines that do not take long to compile."""
X, N = given("x"), local("n")
VALUES: dict[str, tuple[Any, ...]] = {"float": FLOATS, "int": INTS, "bool": (False, True)}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


def plain(program: Program) -> CompiledMachine:
    return CompiledMachine(program, python_mode=True)


def hard(crowd: Crowd) -> list[int]:
    return np.flatnonzero(crowd._posts._hard).tolist()


def switch(*action: Any, left: Program | None = None) -> Program:
    """From A to B where x is positive."""
    first, second = leaf("A", outputs=floats("y"), activity=(put("y", 1.0),)), left or leaf("B", outputs=floats("y"))
    wires = {second.name: {}}
    arrows = (arrow("A", second.name, op(X, ">", 0.0), *action),)
    return sequential("Top", first, second, inputs=floats("x"), outputs=floats("y"), transitions=arrows, wires=wires)


def test_a_machine_that_never_needs_a_branch_has_none() -> None:
    source = plain(switch()).source
    assert "def quick(" in source
    assert "def rows(" not in source
    assert " if " not in source.partition("def blocks(")[0]
    assert "to_B = from_A & ((x > 0.0))  # >> B" in source
    assert "now_state = choose(to_B, 1, was_state)" in source


def test_state_is_read_at_the_beginning_of_a_row_and_written_at_its_end_but_outputs_are_not_read() -> None:
    source = plain(switch()).source
    assert [len(re.findall(rf"{word}\(marks, at_state \+ row", source)) for word in ("peek", "poke")] == [1, 1]
    assert [len(re.findall(rf"{word}\(floats, at_out_y \+ row", source)) for word in ("peek", "poke")] == [0, 1]


def test_rows_that_send_are_left_to_branches_with_their_state_as_it_was() -> None:
    machine = plain(switch(send(1, "z", X)))
    assert "def quick(" in machine.source
    assert "is_hard = False | ((to_B))" in machine.source
    crowd = machine.crowd([4, 5, 6])
    sent = crowd.step({"x": np.array([-1.0, 2.0, -1.0])}, step=0)
    assert hard(crowd) == [1]
    assert sent.messages() == [Message(1, ".z", 2.0, 5, "Top")]
    assert crowd.active("Top").tolist() == [0, 1, 0]


def test_rows_with_mail_are_left_to_branches() -> None:
    heard = (put("y", bag("ring", "total")),)
    crowd = plain(leaf("Top", outputs=floats("y"), buttons=floats("ring"), activity=heard)).crowd([4, 5, 6])
    crowd.step({}, step=0)
    crowd.post(Mail.of([Message(5, ".ring", 2.5)]))
    crowd.step({}, step=1)
    assert hard(crowd) == [1]
    assert crowd.output("y")[0].tolist() == [0.0, 2.5, 0.0]


def test_rows_that_have_to_choose_at_random_are_left_to_branches_where_that_is_a_coincidence() -> None:
    arrows = (arrow("A", "B", op(X, ">", 0.0)), arrow("A", "C", op(X, ">", 1.0)))
    top = sequential("Top", leaf("A"), leaf("B"), leaf("C"), inputs=floats("x"), transitions=arrows)
    crowd = plain(top).crowd(range(3))
    crowd.step({"x": np.array([0.0, 1.0, 2.0])}, step=0)
    assert hard(crowd) == [2]
    assert crowd.active("Top").tolist()[:2] == [0, 1]
    assert crowd.active("Top")[2] in (1, 2)


def test_transitions_with_the_same_condition_are_chosen_from_at_random_without_branches() -> None:
    arrows = (arrow("A", "B", op(X, ">", 0.0)), arrow("A", "C", op(X, ">", 0.0)), arrow("A", "D", op(X, ">", 9.0)))
    top = sequential("Top", *(leaf(name) for name in "ABCD"), inputs=floats("x"), transitions=arrows)
    crowd = plain(top).crowd(range(40))
    crowd.step({"x": np.where(np.arange(40) < 4, 0.0, 1.0)}, step=7)
    assert hard(crowd) == []
    lots = Stream.named(0, "hcsm/Top").uniforms(np.arange(40), step=7)
    assert crowd.active("Top").tolist() == [0] * 4 + (1 + (2.0 * lots[4:]).astype(int)).tolist()
    assert set(crowd.active("Top").tolist()) == {0, 1, 2}


def test_what_takes_long_is_left_to_branches_but_not_what_stands_beside_it() -> None:
    slow = (put("y", call("exp", X)),)
    source = plain(
        leaf(
            "Top", inputs=floats("x"), outputs=floats("y"), activity=(when(op(X, ">", 9.0), *slow, otherwise=slow[:0]),)
        )
    ).source
    quick, _, branches = source.partition("def rows(")
    assert "exp" not in quick.partition("def quick(")[2]
    assert "exp(x)" in branches


def test_a_machine_whose_every_row_needs_a_branch_is_written_with_branches_only() -> None:
    for always in (put("y", call("sin", X)), send(1, "z", X)):
        source = plain(leaf("Top", inputs=floats("x"), outputs=floats("y"), activity=(always,))).source
        assert "def quick(" not in source
        assert "hard[row]" not in source


def test_a_machine_of_very_many_states_is_written_with_branches_only() -> None:
    def top(count: int) -> Program:
        states = [leaf(f"S{k}", locals=(Port("n", "float", default=0.0),), activity=(keep("n", op(N, "*", N)),) * 9)
                  for k in range(count)]  # fmt: skip
        arrows = tuple(arrow(f"S{k}", f"S{k + 1}", op(X, ">", float(k))) for k in range(count - 1))
        return sequential("Top", *states, inputs=floats("x"), transitions=arrows)

    assert ["def quick(" in plain(top(count)).source for count in (2, 4, 40)] == [True, True, False]


def test_a_temporary_that_is_left_to_branches_can_be_read_after_all() -> None:
    slow = Assign(Temporary("t", "float", False), call("exp", X))
    after = put("y", op(Read("temporary", "t", "float", False), "+", 1.0))
    top = leaf("Top", inputs=floats("x"), outputs=floats("y"), activity=(when(op(X, ">", 9.0), slow, after),))
    crowd = plain(top).crowd(range(2))
    crowd.step({"x": np.array([0.0, 10.0])}, step=0)
    assert crowd.output("y")[0].tolist() == [0.0, np.exp(10.0) + 1.0]


def test_a_block_of_hard_rows_rests_and_is_tried_again() -> None:
    machine = plain(switch(send(1, "z", X), left=leaf("B", outputs=floats("y"))))
    machine.code = replace(machine.code, patience=2)
    crowd, resting = machine.crowd(range(4)), []
    for step in range(5):
        crowd.step({"x": np.full(4, 1.0 if step == 0 else -1.0)}, step=step)
        resting.append(int(crowd._posts._resting[0]))
    assert resting == [2, 1, 0, 0, 0]


def dialled(count: int) -> Program:
    """y is 1 / (the product of so many dials)."""
    dials = tuple(Port(f"d{k}", "float", default=0.0) for k in range(count))
    product = dial("d0")
    for port in dials[1:]:
        product = op(product, "*", dial(port.name))
    return leaf("Top", outputs=floats("y"), dials=dials, activity=(put("y", op(1.0, "/", product)),))


def test_rows_that_no_message_has_changed_have_a_form_of_their_own() -> None:
    few, many = (plain(dialled(count)).source for count in (emission.LEAST_STEADY - 1, emission.LEAST_STEADY))
    assert "def untouched(" not in few
    untouched = many.partition("def untouched(")[2].partition("def ")[0]
    assert "(0.0 * 0.0)" in untouched
    assert "at_d0" not in untouched


@pytest.mark.parametrize("native", [False, True])
def test_a_row_that_was_told_something_is_not_taken_for_one_that_was_not(native: bool, folder: Path) -> None:
    program = dialled(emission.LEAST_STEADY)
    machine = CompiledMachine(program, cache=folder, block=4) if native else plain(program)
    crowd, said = machine.crowd(range(9)), []
    for step in range(4):
        crowd.step({}, step=step)
        said.append(crowd.output("y")[0].tolist()[4:6])
        crowd.post(Mail.of([Message(5, ".d2", (-0.0, 3.0, 0.0)[step])] if step < 3 else []))
    infinite = float("inf")
    assert said == [[infinite, infinite], [infinite, -infinite], [infinite, infinite], [infinite, infinite]]


def test_an_output_may_be_given_back_as_an_input() -> None:
    top = leaf("Top", inputs=floats("x"), outputs=floats("y"), activity=(put("y", op(X, "+", 1.0)),))
    crowd = plain(top).crowd(range(3))
    crowd.step({"x": np.zeros(3)}, step=0)
    values, _ = crowd.output("y")
    crowd.step({"x": values}, step=1)
    assert values.tolist() == [2.0] * 3
    assert not np.may_share_memory(crowd.wire({"x": values}).arrays[0], values)


def test_inputs_whose_names_look_like_arrays_keep_apart() -> None:
    top = leaf("Top", inputs=floats("x", "in_x"), outputs=floats("y"), activity=(put("y", op(X, "-", given("in_x"))),))
    crowd = plain(top).crowd(range(2))
    crowd.step({"x": np.array([5.0, 6.0]), "in_x": np.array([1.0, 4.0])}, step=0)
    assert crowd.output("y")[0].tolist() == [4.0, 2.0]


def test_the_compiler_does_several_rows_in_one_instruction(tmp_path: Path) -> None:
    machine = CompiledMachine(Driver.program, cache=tmp_path)
    run: Any = machine.code.run
    assert re.search(r"fdiv <\d+ x double>", run.inspect_llvm(run.signatures[0]))
    crowds = [made.crowd(range(ROWS)) for made in (machine, plain(Driver.program))]
    for step, frame in enumerate(traffic(ROWS, steps=40)):
        for crowd in crowds:
            crowd.step(frame.columns, frame.nulls, step=step)
        first, second = (crowd.state() for crowd in crowds)
        assert all(first[name].tobytes() == second[name].tobytes() for name in first)


@settings(max_examples=2_000 if FUZZ else 60)
@given_some(st.integers(0, 1 << 40), st.sampled_from([{}, {"settle": True}]))
def test_calm_machines_without_branches_agree_with_the_interpreter(number: int, variant: dict[str, bool]) -> None:
    chance = Chance(number)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(emission, "LEAST_STEADY", chance.choice((1, 100)))
        Agreement(calm(random_program(chance)), chance, **variant).hold(20)


@settings(max_examples=2_000 if FUZZ else 60)
@given_some(st.integers(0, 1 << 40), st.sampled_from([{}, {"settle": True}]))
def test_machines_that_choose_at_random_without_branches_agree_with_the_interpreter(
    number: int, variant: dict[str, bool]
) -> None:
    chance = Chance(number)
    Agreement(twinned(calm(random_program(chance))), chance, **variant).hold(20)


@settings(max_examples=200 if FUZZ else len(SMALL))
@given_some(st.integers(0, 1 << 40) if FUZZ else st.sampled_from(SMALL), st.booleans())
def test_native_code_is_the_same_with_branches_and_without(folder: Path, number: int, has_twins: bool) -> None:
    chance = Chance(number)
    program = calm(random_program(chance))
    program = twinned(program) if has_twins else program
    crowds = [_native(program, folder, without_branches=flag) for flag in (True, False)]
    for step in range(20):
        values = {p.name: np.array([chance.choice(VALUES[p.type]) for _ in range(ROWS)]) for p in program.inputs}
        nulls = {p.name: np.array([chance.random() < 0.3 for _ in range(ROWS)]) for p in program.inputs if p.nullable}
        for crowd in crowds:
            crowd.step(values, nulls, step=step)
    states = [{name: array.tobytes() for name, array in crowd.state().items()} for crowd in crowds]
    assert states[0] == states[1]


def twinned(program: Program) -> Program:
    """The same machine, in which all transitions from one child have the same condition."""
    conditions = {t.source: t.condition for t in program.transitions}
    arrows = tuple(replace(t, condition=conditions[t.source]) for t in program.transitions)
    return replace(program, transitions=arrows, children=tuple(twinned(child) for child in program.children))


def _native(program: Program, folder: Path, *, without_branches: bool) -> Crowd:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(emission, "pays_without_branches", lambda _: without_branches)
        patch.setattr(emission, "LEAST_STEADY", 1)
        return CompiledMachine(program, block=32, cache=folder).crowd(range(ROWS))
