"""Order never matters (rule 15, H6), and three passes do as one where H7 says so: on machines made at random."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from seahaven.hcsm.interpreter import Ensemble, Interpreter
from seahaven.hcsm.program import Port, Program, Resolution, Statement, Transition, Wire
from tests.hcsm.programs import arrow, bag, call, floats, keep, local, op, press, put, said, send, when, wire
from tests.hcsm.programs import given as read

X, COUNT = read("x", nullable=True), local("n")
MORE = keep("n", op(COUNT, "+", 1.0))


@st.composite
def machines(draw: st.DrawFn, name: str = "T", depth: int = 3, quiet: bool = False) -> Program:
    """A machine with input `x`, output `a`, local `n` and button `b`; a quiet one's pre-activities only wire."""
    kind = draw(st.sampled_from(["leaf", "sequential", "concurrent"])) if depth else "leaf"
    count = draw(st.integers(2, 3)) if kind != "leaf" else 0
    children = tuple(draw(machines(f"c{k}", depth - 1, quiet)) for k in range(count))
    names = tuple(child.name for child in children)
    explicit = [child for child in names if draw(st.booleans())]
    return Program(
        name,
        kind,  # type: ignore[arg-type]
        inputs=floats("x", nullable=True),
        outputs=floats("a"),
        locals=(Port("n", "float", default=1.0),),
        buttons=(Port("b", "float"),),
        children=children,
        start=draw(st.sampled_from(names)) if names else "",
        transitions=tuple(draw(transitions(names, quiet))) if kind == "sequential" else (),
        wires={child: {"x": Wire("set") if child in explicit else Wire("input", "x")} for child in names},
        resolutions={"a": draw(resolutions(names))} if names else {},
        pre_activity=tuple(draw(pre_activities(names, explicit, quiet))),
        activity=tuple(draw(activities(names))),
        entry=(send(2, "b", call("either", X, COUNT)),) if draw(st.booleans()) else (),
        exit=(send(1, "b", COUNT), *(() if quiet else (MORE,))) if draw(st.booleans()) else (),
        history=draw(st.booleans()),
    )


@st.composite
def transitions(draw: st.DrawFn, names: tuple[str, ...], quiet: bool) -> list[Transition]:
    pairs = st.tuples(st.sampled_from(names), st.sampled_from(names)).filter(
        lambda pair: not quiet or pair[0] != pair[1]
    )
    tests = [True, op(X, ">", 0.0), op(op(COUNT, "%", 2.0), "==", 0.0), bag("b", "any", "bool")]
    result = []
    for k, (source, target) in enumerate(draw(st.lists(pairs, min_size=1, max_size=5))):
        actions = draw(st.sampled_from([(), (MORE,), (press(target, "b", COUNT),)]))
        result.append(arrow(source, target, draw(st.sampled_from(tests)), *actions, label=str(k)))
    return result


@st.composite
def resolutions(draw: st.DrawFn, names: tuple[str, ...]) -> Resolution:
    method: Any = draw(st.sampled_from(["least", "first", "blend"]))
    return Resolution(method, names, tuple(0.1 * (k + 1) for k in range(len(names))) if method == "blend" else ())


@st.composite
def pre_activities(draw: st.DrawFn, names: tuple[str, ...], explicit: list[str], quiet: bool) -> list[Statement]:
    wiring: list[Statement] = [wire(child, "x", op(X, "+", COUNT)) for child in explicit]
    if quiet or not draw(st.booleans()):
        return wiring
    return [*wiring, MORE, *(press(child, "b", bag("b", "total")) for child in names)]


@st.composite
def activities(draw: st.DrawFn, names: tuple[str, ...]) -> list[Statement]:
    if not draw(st.booleans()):
        return []
    word = draw(st.sampled_from([op(X, "*", COUNT), op(bag("b", "total"), "+", COUNT), *(said(n, "a") for n in names)]))
    return [MORE, when(op(COUNT, "<", 40.0), put("a", word))]


def turned(program: Program) -> Program:
    """The same machine, written down the other way round."""
    children = tuple(turned(child) for child in reversed(program.children))
    return replace(program, children=children, transitions=program.transitions[::-1])


WORDS = st.lists(st.sampled_from([None, -1.5, 0.25, 3.0]), min_size=4, max_size=8)


def played(interpreter: Interpreter, words: list[float | None], entities: tuple[int, ...]) -> list[str]:
    """All that three entities say and send, in full."""
    ensemble = Ensemble(interpreter, entities)
    said = []
    for step, word in enumerate(words):
        inputs = {e: {"x": None if word is None else word * e} for e in entities}
        results = ensemble.step(inputs, step=step)
        said += [repr((results[e].outputs, results[e].sent, ensemble[e].active())) for e in sorted(entities)]
    return said


@given(machines(), WORDS, st.booleans(), st.booleans())
def test_15_order_of_children_transitions_and_entities_never_matters(
    program: Program, words: list[float | None], run_on: bool, settle: bool
) -> None:
    one = played(Interpreter(program, seed=3, run_on=run_on, settle=settle), words, (1, 2, 3))
    other = played(Interpreter(turned(program), seed=3, run_on=run_on, settle=settle), words, (3, 1, 2))
    assert one == other


@given(machines(quiet=True), WORDS, st.booleans())
def test_h7_three_passes_are_as_good_as_one_for_machines_that_only_wire(
    program: Program, words: list[float | None], settle: bool
) -> None:
    one = played(Interpreter(program, seed=3, settle=settle), words, (1, 2, 3))
    three = played(Interpreter(program, seed=3, settle=settle, three_pass=True), words, (1, 2, 3))
    assert one == three


@given(machines(), WORDS, st.integers(0, 7))
def test_an_instance_goes_on_from_its_saved_state_with_the_same_results(
    program: Program, words: list[float | None], cut: int
) -> None:
    interpreter = Interpreter(program, seed=3)
    kept, loaded = interpreter.machine(1), interpreter.machine()
    for step, word in enumerate(words):
        if step >= cut:
            loaded.load(kept.state())
            assert interpreter.step(loaded, {"x": word}, step=step) == interpreter.step(kept, {"x": word}, step=step)
        else:
            interpreter.step(kept, {"x": word}, step=step)
