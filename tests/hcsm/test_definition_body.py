"""Names, types, defaults and presets in the body of a class that do not fit are refused."""

from __future__ import annotations

import math

import pytest

from seahaven.bench.drivers.machine import Following
from seahaven.hcsm import Dial, In, Local, Machine, MachineError, Out, declare, send, set_dial
from tests.hcsm.parts import A, B, Echo, Steady
from tests.hcsm.refusals import refused


def test_names_without_a_role_are_refused() -> None:
    with refused(r"'x' of Plain has a type but no role; write `x: In\[...\]`"):

        class Plain(Machine):
            x: float = 1.0  # <-

    with refused("'limit' of Number has no role"):

        class Number(Machine):
            limit = 3.0  # <-

    with refused("function 'activty' of Mistyped is not used by a transition; did you mean 'activity'?"):

        class Mistyped(Machine):
            def activty(m):  # <-
                pass


def test_what_stands_where_something_else_is_expected_is_refused() -> None:
    with refused("transitions of Number has 3; write .Here >> There..when"):

        class Number(Machine):
            transitions = 3  # <-

    with refused("True is not a plain Python function; give a `def` or a `lambda`"):

        class Condition(Machine):
            a, b = A(), B()
            start = a
            transitions = ((a >> b).when(True), b >> a)  # type: ignore[arg-type]  # <-

    with refused(r"'activity' of Static is not a plain function; write `def activity\(m\):`"):

        class Static(Machine):
            @staticmethod
            def activity(m):  # <-
                pass

    with refused("'activity' waits or yields; a machine never waits inside a step"):

        class Waiting(Machine):
            async def activity(m):  # <-
                pass

    with refused("history of Kept is 1; write True or False"):

        class Kept(Machine):
            history = 1  # type: ignore[assignment]  # <-

    with refused("'int' is not a child of Start"):

        class Start(Machine):
            a = A()
            start = 3  # <-
            transitions = a >> a

    with refused("a machine sees its own ports and its children's outputs, and nothing further inside"):

        class Deep(Machine):
            keep = Steady()
            out: Out[float]

            def activity(m):
                m.out = m.keep.inner.out  # <-


def test_names_that_every_machine_has_are_not_free() -> None:
    with refused("'program' means something else in every machine; take another name"):

        class Reserved(Machine):
            program: In[float]  # <-

    with refused("'activity' means something else in every machine"):

        class Function(Machine):
            activity: Out[float]  # <-

    with refused("'program' means something else"):

        class Child(Machine):
            program = A()  # <-


def test_types_that_machines_do_not_know_are_refused() -> None:
    with refused("'x' is of type str; machines know float, int and bool"):

        class Text(Machine):
            x: In[str]  # <-

    with refused("'x' of Unknown has a type that is not known: name 'nothing' is not defined; write `x: In"):

        class Unknown(Machine):
            x: In[nothing]  # <-

    with refused("dial 'x' may not be None"):

        class NullDial(Machine):
            x: Dial[float | None] = None  # <-


def test_defaults_that_do_not_fit_are_refused() -> None:
    with refused("dial 'x' has nothing to begin with; give it a value, such as `= 0.0`"):

        class Missing(Machine):
            x: Dial[float]  # <-

    with refused("local 'x' begins with 1.5, which is not of type int"):

        class Typed(Machine):
            x: Local[int] = 1.5  # <-

    with refused("which 64 bits cannot hold"):

        class Large(Machine):
            x: Local[int] = 2**63  # <-

    with refused("input 'x' has a value; only locals and dials begin with one"):

        class Valued(Machine):
            x: In[float] = 1.5  # <-

    with refused("local 'x' begins with NaN"):

        class NotANumber(Machine):
            x: Local[float] = math.nan  # <-


def test_presets_that_do_not_fit_are_refused() -> None:
    with refused("Steady has no dial 'levle'; did you mean 'level'?"):
        Steady(levle=2.0)  # <-
    with refused("dial 'level' begins with True, which is not of type float"):
        Steady(level=True)  # <-


def test_settings_beyond_the_bounds_of_a_dial_are_refused() -> None:
    class Bound(Machine):
        share: Dial[float] = declare(0.5, least=0.0, most=1.0)

    class Bolder(Bound):
        share = declare(0.9)

    assert (Bound.program.dials[0].least, Bolder.program.dials[0].most) == (0.0, 1.0)
    with refused("dial 'share' begins with -0.1; it is at least 0"):
        Bound(share=-0.1)  # <-
    with refused("dial 'share' begins with 1.5; it is at most 1"):
        Bolder(share=1.5)  # <-
    with refused("dial 'count' begins with 0; it is at least 1"):

        class Counted(Machine):
            count: Dial[int] = declare(0, least=1)  # <-

    with refused("local 'x' has bounds; only dials do"):

        class Elsewhere(Machine):
            x: Local[float] = declare(0.0, least=1.0)  # <-


def test_references_that_could_be_two_children_are_refused() -> None:
    with refused("'A' could be a or b of Twice; give the name as text"):

        class Twice(Machine):
            a, b = A, A
            start = "a"
            transitions = (a >> b,)  # <-


def test_a_name_is_a_port_or_a_child_but_not_both() -> None:
    with refused("'a' is both a port and a child of Both"):

        class Both(Machine):
            a: In[float] = A()  # <-


def test_a_subclass_keeps_the_types_of_its_ports() -> None:
    with refused("was dial 'headway' of another type or role"):

        class Changed(Following):
            headway: Dial[int] = 2  # <-

    with refused("Mixed is made from two machines; take one"):

        class Mixed(Steady, Echo):  # <-
            pass


def test_machine_itself_has_no_program() -> None:
    with pytest.raises(MachineError, match="Machine itself is no machine; write a class of it"):
        _ = Machine.program


def test_what_only_machines_understand_is_refused_as_python() -> None:
    with pytest.raises(MachineError, match="was run as Python; it has a meaning only inside"):
        set_dial(1.0, 2.0)
    with pytest.raises(MachineError, match="was run as Python"):
        send(1, "brake")
