"""Inputs that are wired, and what children may be reached by."""

from __future__ import annotations

from seahaven.bench.drivers.machine import Following
from seahaven.hcsm import In, Local, Machine, Out, declare, either, press, set_dial
from seahaven.hcsm.program import Wire
from tests.hcsm.parts import Echo, Steady
from tests.hcsm.refusals import refused


def test_an_input_that_is_not_wired_is_refused_unless_it_may_be_null() -> None:
    with refused("input 'echo.heard' of Loose is not wired; declare an input or dial 'heard' in Loose, or assign"):

        class Loose(Machine):
            echo = Echo()  # <-

    class Open(Machine):
        follow = Following()
        speed: In[float]

    assert Open.program.wires["follow"]["gap"] == Wire("set")


def test_an_input_that_does_not_fit_is_refused() -> None:
    with refused("input 'heard' of Whole is of type int and feeds 'echo.heard', which is of type float"):

        class Whole(Machine):
            heard: In[int]
            echo = Echo()  # <-

    with refused(r"input 'heard' of Null may be None and feeds 'echo.heard', which may not; declare that"):

        class Null(Machine):
            heard: In[float | None]
            echo = Echo()  # <-

    with refused("input 'gap' of Feet is in ft and feeds 'follow.gap', which is in m; give both the same unit"):

        class Feet(Machine):
            gap: In[float | None] = declare(unit="ft")
            closing: In[float | None]
            speed: In[float]
            follow = Following()  # <-

    with refused("'m.echo.heard' is never None, but 'm.x' may be"):

        class Assigned(Machine):
            x: In[float | None]
            echo = Echo()

            def pre_activity(m):
                m.echo.heard = m.x  # <-


def test_an_input_is_assigned_in_every_branch_or_may_be_null() -> None:
    with refused("the pre-activity of Branch does not assign input 'echo.heard' in every branch"):

        class Branch(Machine):
            x: In[float]
            echo = Echo()  # <-

            def pre_activity(m):
                if m.x > 0.0:
                    m.echo.heard = m.x


def test_an_entry_function_cannot_rely_on_what_a_pre_activity_assigns() -> None:
    class Early(Machine):
        heard: In[float]
        kept: Local[float] = 0.0

        class Inner(Machine):
            kept: Local[float] = 0.0

            def entry(m):
                m.kept = m.heard

    with refused("input 'early.heard' is read by an entry or exit function, when the pre-activity of Late may"):

        class Late(Machine):
            early = Early()  # <-

            def pre_activity(m):
                m.early.heard = 1.0

    class Implicit(Machine):
        heard: In[float]
        early = Early()

    assert Implicit.program.wires["early"]["heard"] == Wire("input", "heard")


def test_children_are_reached_by_their_inputs_panels_and_outputs_only() -> None:
    with refused("'steady.level' is the child's own affair; a machine reads its children's outputs only"):

        class Peeking(Machine):
            steady = Steady()
            out: Out[float]

            def activity(m):
                m.out = m.steady.level  # <-

    with refused(r"'steady.level' is a dial; write set_dial\(m.steady.level, value\)"):

        class Turning(Machine):
            steady = Steady()

            def pre_activity(m):
                m.steady.level = 2.0  # <-

    with refused("a pre-activity reads output 'steady.out', which is not there yet"):

        class Early(Machine):
            steady = Steady()
            kept: Local[float] = 0.0

            def pre_activity(m):
                m.kept = either(m.steady.out, 0.0)  # <-

    with refused("an activity assigns input 'echo.heard'; assign children's inputs in `pre_activity`"):

        class Late(Machine):
            heard: In[float]
            echo = Echo()

            def activity(m):
                m.echo.heard = 1.0  # <-

    with refused("child 'steady' has no button 'rung'; did you mean 'ring'?"):

        class Mistyped(Machine):
            steady = Steady()

            def pre_activity(m):
                press(m.steady.rung)  # <-

    with refused("'steady.ring' is a button; write press"):

        class Swapped(Machine):
            steady = Steady()

            def pre_activity(m):
                set_dial(m.steady.ring, True)  # <-

    with refused("'ring' is of type bool and gets a float"):

        class Typed(Machine):
            steady = Steady()

            def pre_activity(m):
                press(m.steady.ring, 1.0)  # <-

    with refused("'steady' is a child, not a value; write `m.steady.out`"):

        class Bare(Machine):
            steady = Steady()
            out: Out[float]

            def activity(m):
                m.out = m.steady  # <-
