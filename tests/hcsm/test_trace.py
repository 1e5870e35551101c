from __future__ import annotations

from dataclasses import FrozenInstanceError, replace

import pytest

from seahaven.hcsm.interpreter import Interpreter, Trace, first_difference
from seahaven.hcsm.panel import Message
from seahaven.hcsm.program import Port, Resolution
from tests.hcsm.programs import arrow, bag, concurrent, driver, floats, given, leaf, press, put, sequential

GAPS = (None, 50.0, 30.0, 5.0)


def drive(*gaps: float | None, limit: float = 25.0) -> Trace:
    interpreter = Interpreter(driver())
    rows = [{"gap": gap, "limit": limit, "closing": 1.0, "speed": 20.0, "offset": 0.0} for gap in gaps]
    return interpreter.trace(interpreter.machine(1), rows)


def test_a_trace_prints_as_a_tree() -> None:
    assert str(Trace(drive(*GAPS).steps[1:2])) == (
        "step 1 of entity 1: gap 50, limit 25, closing 1, speed 20, offset 0\n"
        "  Driver: acceleration 2 (keep); heading null\n"
        "    follow: fired Clear >> Tracking; in Tracking; acceleration 6.3 (Tracking)\n"
        "      Tracking: acceleration 6.3\n"
        "    keep: acceleration 2\n"
        "    lane: in Stay; heading null; waited := 2\n"
        "      Stay: silent"
    )


def test_a_trace_knows_outputs_choices_and_changed_locals_of_every_machine() -> None:
    step = drive(*GAPS).steps[3]
    assert step.machine("Driver").chosen == {"acceleration": ("follow",), "heading": ()}
    assert step.machine("Driver/follow").outputs == {"acceleration": -8.0}
    assert step.machine("Driver/lane").locals == {"waited": 2.0}
    assert step.machine("Driver/follow/Tracking").outputs == {"acceleration": None}
    assert step.changes == ("exit Driver/follow/Tracking", "entry Driver/follow/Braking")


def test_a_trace_has_the_messages_that_came_and_went() -> None:
    child = leaf("c", buttons=(Port("b", "float"),))
    other = sequential(
        "s",
        leaf("p"),
        leaf("r", buttons=(Port("b", "float"),)),
        transitions=(arrow("p", "r", False),),
        activity=(press("r", "b", 2.0),),
    )
    interpreter = Interpreter(concurrent("Top", child, other, activity=(press("c", "b", 1.0),)))
    steps = interpreter.trace(interpreter.machine(3), [{}, {}]).steps
    pressed, lost = Message(3, "Top/c.b", 1.0, 3, "Top"), Message(3, "Top/s/r.b", 2.0, 3, "Top/s")
    assert (steps[0].machine("Top").sent, steps[0].machine("Top/c").received) == ((pressed,), ())
    assert steps[1].machine("Top/c").received == (pressed,)
    assert steps[1].machine("Top/s/r").dropped == (lost,)
    assert "c: got c.b = 1 from Top of 3" in str(steps[1])
    assert "r: inactive; dropped r.b = 2 from Top/s of 3" in str(steps[1])


def test_a_trace_is_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        drive(*GAPS).steps = ()  # type: ignore[misc]


def test_equal_traces_have_no_difference() -> None:
    assert first_difference(drive(*GAPS), drive(*GAPS)) is None


def test_two_traces_are_compared_to_their_first_difference() -> None:
    assert first_difference(drive(*GAPS), drive(None, 50.0, 31.0)) == (
        "step 2 of entity 1, inputs['gap']: 30.0 in the first, 31.0 in the second"
    )
    assert first_difference(drive(*GAPS), drive(*GAPS[:3])) == "the first has 4 steps and the second 3"


def test_causes_come_before_effects_in_a_difference() -> None:
    def going(seed: int) -> Trace:
        children = [leaf(n, outputs=floats("a"), activity=(put("a", float(k)),)) for k, n in enumerate("xy")]
        how = {"a": Resolution("active", ("x", "y"))}
        both = (arrow("x", "y"), arrow("x", "x"), arrow("y", "x"))
        interpreter = Interpreter(
            sequential("T", *children, outputs=floats("a"), transitions=both, resolutions=how), seed=seed
        )
        return interpreter.trace(interpreter.machine(), [{}] * 20)

    texts = {str(first_difference(going(0), going(seed))) for seed in range(1, 4)}
    assert all("T: firings: (Firing(" in text for text in texts)


def test_minus_zero_and_types_are_told_apart_and_nan_is_not() -> None:
    def putting(value: float) -> Trace:
        interpreter = Interpreter(leaf("T", inputs=floats("x"), outputs=floats("a"), activity=(put("a", given("x")),)))
        trace = interpreter.trace(interpreter.machine(), [{"x": value}])
        return Trace((replace(trace.steps[0], inputs={}),))

    nan = float("nan")
    assert first_difference(putting(nan), putting(-nan)) is None
    assert first_difference(putting(0.0), putting(-0.0)) == (
        "step 0 of entity 0, T: outputs['a']: 0.0 in the first, -0.0 in the second"
    )


def test_a_bag_of_a_dial_is_received_by_an_inactive_machine() -> None:
    quiet = leaf(
        "y", dials=(Port("d", "float", default=0.0),), outputs=floats("a"), activity=(put("a", bag("d", "last")),)
    )
    interpreter = Interpreter(sequential("T", leaf("x"), quiet, transitions=(arrow("x", "y", False),)))
    instance = interpreter.machine()
    instance.post(Message(0, "T/y.d", 2.0))
    (step,) = interpreter.trace(instance, [{}]).steps
    assert step.machine("T/y").received == (Message(0, "T/y.d", 2.0),)
    assert "y: inactive; got y.d = 2 from outside" in str(step)
