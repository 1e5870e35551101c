"""Learned rules as a machine."""

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from seahaven.classifiers import Colony, Goal, Layout, RuleBase, Terms, machine_source
from seahaven.classifiers.export import input_names
from seahaven.errors import InputError
from seahaven.hcsm import Interpreter
from seahaven.kernel import Stream

LAYOUT = Layout(
    ("car ahead", "very near", "class", "left lane"),
    ("go ahead", "brake", "change lane"),
    (Goal("collision", tolerance=2.0), Goal("speed", priority=2, tolerance=1.0), Goal("lane", priority=3)),
)


def learned(terms: Terms, steps: int = 400) -> Colony:
    """An agent that has been paid at random, so that its rules differ in all goals."""
    colony, stream = Colony(LAYOUT, terms, seed=3), Stream.named(3, "test")
    for step in range(steps):
        draws = [stream.uniform(step=step, draw=draw) for draw in range(4)]
        colony.decide([int(draws[0] * 16)])
        colony.pay([[-8.0 * (draws[1] < 0.2), 10.0 * draws[2], -3.0 * draws[3]]])
    return colony


def loaded(source: str, folder: Path) -> Any:
    (folder / "learned.py").write_text(source)
    spec = importlib.util.spec_from_file_location("learned", folder / "learned.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Learned


@pytest.mark.parametrize("prioritised", [True, False])
def test_the_machine_decides_as_the_greedy_agent_does(prioritised: bool, tmp_path: Path) -> None:
    terms = Terms(capacity=25, period=10, grace=5, prioritised=prioritised)
    colony = learned(terms)
    machine = loaded(machine_source(colony.rules(), "Learned", terms=terms), tmp_path)
    interpreter = Interpreter(machine)
    driver, names = interpreter.machine(entity=1), input_names(LAYOUT)
    decided = []
    for message in range(16):
        seen = {name: bool(message >> bit & 1) for bit, name in enumerate(names)}
        decided.append(interpreter.step(driver, seen, step=message).outputs["effector"])
    assert decided == [int(colony.decide([message], is_greedy=True)[0]) for message in range(16)]
    assert len(set(decided)) > 1


def test_without_rules_the_first_effector_is_chosen() -> None:
    assert "m.effector = 0" in machine_source(RuleBase(LAYOUT), "Learned")


def test_a_name_that_python_cannot_read_is_refused() -> None:
    with pytest.raises(InputError, match="'my driver' cannot be the name of a class"):
        machine_source(RuleBase(LAYOUT), "my driver")
