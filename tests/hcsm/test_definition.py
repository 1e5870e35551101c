"""From an author's class to a checked program."""

from __future__ import annotations

import math

import pytest

from seahaven.bench.drivers import TalkingDriver
from seahaven.bench.drivers.large import TownDriver
from seahaven.bench.drivers.machine import Following, SpeedKeeping
from seahaven.hcsm import (
    Button,
    Dial,
    In,
    Local,
    Machine,
    MachineError,
    MachineWarning,
    Out,
    declare,
    disjoint_union,
    either,
    most_conservative,
    own,
    pass_through,
    press,
    priority,
    send,
    set_dial,
    weighted_blend,
)
from seahaven.hcsm.program import Assign, ChildInput, ChildOutput, Compare, Const, Place, Port, Read, Resolution, Wire
from tests.hcsm.refusals import refused


class Steady(Machine):
    """A part that says a number."""

    level: Dial[float] = 1.0
    ring: Button[bool]
    out: Out[float]

    def activity(m):
        m.out = m.level


class Echo(Machine):
    """A part that says what it hears."""

    heard: In[float]
    out: Out[float]

    def activity(m):
        m.out = m.heard


class A(Machine):
    """A child that says nothing."""


class B(Machine):
    """Another one."""


# What a class says ----------------------------------------------------------------------------------------------------


def test_the_kind_follows_from_what_is_there() -> None:
    assert (SpeedKeeping.program.kind, Following.program.kind, TalkingDriver.program.kind) == (
        "leaf",
        "sequential",
        "concurrent",
    )


def test_ports_keep_their_type_default_unit_and_doc() -> None:
    program = Following.program
    assert program.inputs[0] == Port("gap", "float", True, unit="m", doc="to the leader's rear bumper")
    assert program.dials == (Port("headway", "float", False, 1.5, "s"),)
    assert program.outputs[0] == Port("acceleration", "float", True)
    asked = Port("asked", "float", default=0.0, unit="m/s²", doc="what others have asked for so far")
    assert TalkingDriver.program.locals == (asked,)
    assert TalkingDriver.program.buttons[0].doc == "how much slower"
    assert program.doc.startswith("Keep a time gap")


def test_a_part_takes_its_name_and_dials_from_where_it_is_used() -> None:
    class Distant(TalkingDriver):
        follow = Following(headway=2.0)

    follow = Distant.program.child("follow")
    assert (follow.name, follow.dials[0].default) == ("follow", 2.0)
    assert Following.program.dials[0].default == 1.5
    assert Following(headway=3).program.dials[0].default == 3.0


def test_a_nested_machine_sees_its_parents_inputs_and_dials_and_gives_its_outputs() -> None:
    tracking = Following.program.child("Tracking")
    assert {port.name for port in tracking.inputs} == {"gap", "headway", "speed", "closing"}
    assert tracking.inputs[0] == Port("gap", "float", True, unit="m", doc="to the leader's rear bumper")
    assert [port.name for port in tracking.outputs] == ["acceleration"]
    assert Following.program.wires["Tracking"]["headway"] == Wire("dial", "headway")
    assert Following.program.wires["Tracking"]["gap"] == Wire("input", "gap")
    assert Following.Tracking.program == tracking


def test_a_name_is_seen_through_all_the_machines_around() -> None:
    class Top(Machine):
        speed: In[float]
        pace: Dial[float] = 2.0
        out: Out[float]

        class Middle(Machine):
            class Inner(Machine):
                def activity(m):
                    m.out = m.speed * m.pace

    middle = Top.program.child("Middle")
    assert [port.name for port in middle.inputs] == ["speed", "pace"]
    assert middle.resolutions == {"out": Resolution("first", ("Inner",))}
    assert Top.program.wires["Middle"]["pace"] == Wire("dial", "pace")
    assert middle.wires["Inner"]["pace"] == Wire("input", "pace")


def test_a_local_of_the_parent_is_not_seen() -> None:
    with refused("'memory' is not declared in Inner; the local 'memory' of Top is not seen here: declare"):

        class Top(Machine):
            memory: Local[float] = 0.0
            out: Out[float]

            class Inner(Machine):
                def activity(m):
                    m.out = m.memory  # <-


def test_a_pre_activity_wires() -> None:
    class Wired(Machine):
        speed: In[float]
        echo = Echo()
        out: Out[float]

        def pre_activity(m):
            m.echo.heard = 2.0 * m.speed

    assert Wired.program.wires == {"echo": {"heard": Wire("set")}}
    assert Wired.program.resolutions == {"out": Resolution("first", ("echo",))}
    statement = Wired.program.pre_activity[0]
    assert isinstance(statement, Assign)
    assert statement.target == ChildInput("echo", "heard")


def test_an_activity_reads_the_childrens_outputs_instead_of_a_resolution() -> None:
    class Mean(Machine):
        one, two = Steady(), Steady(level=3.0)
        out: Out[float]

        def activity(m):
            m.out = either(m.one.out, 0.0) + either(m.two.out, 0.0)

    assert Mean.program.resolutions == {}
    assert [child.dials[0].default for child in Mean.program.children] == [1.0, 3.0]


def test_transitions_have_conditions_functions_and_labels() -> None:
    def is_far(m):
        """Far enough."""
        return m.x > 10.0

    class Moves(Machine):
        x: In[float]
        count: Local[int] = 0

        class Near(Machine): ...

        class Far(Machine): ...

        def counted(m):
            m.count += 1

        start = Near
        transitions = (
            (Near >> Far).when(is_far).do(counted).named("away"),
            Far >> "Near",
            ("Near" >> Far).named("jump"),
        )

    away, back, jump = Moves.program.transitions
    assert (away.source, away.target, away.label) == ("Near", "Far", "away")
    assert away.condition == Compare(">", Read("input", "x", "float", False), Const(10.0, "float"))
    assert away.action[0].where.line > 0
    assert (back.source, back.target, back.condition) == ("Far", "Near", Const(True, "bool"))
    assert (jump.source, jump.label) == ("Near", "jump")


def test_history_entry_and_exit() -> None:
    class Kept(Machine):
        history = True
        count: Local[int] = 0

        def entry(m):
            m.count += 1

        def exit(m):
            m.count -= 1

    assert Kept.program.history
    assert len(Kept.program.entry) == len(Kept.program.exit) == 1


def test_a_subclass_changes_defaults_and_adds_to_the_machine() -> None:
    class Cautious(Following):
        headway = 2.5

        class Stopped(Machine):
            def activity(m):
                m.acceleration = -1.0 * m.headway

        transitions = (
            *Following.transitions,
            (Following.Braking >> Stopped).when(lambda m: m.speed < 0.1),
            (Stopped >> Following.Clear).when(lambda m: m.gap is None),
        )

    program = Cautious.program
    assert program.dials[0].default == 2.5
    assert [child.name for child in program.children] == ["Clear", "Tracking", "Braking", "Stopped"]
    assert program.start == "Clear"
    assert program.resolutions["acceleration"].children == ("Braking", "Stopped", "Tracking")
    assert len(program.transitions) == 6


def test_a_child_may_be_replaced_in_a_subclass() -> None:
    class Gentle(Following):
        class Tracking(Machine):
            def activity(m):
                m.acceleration = 0.1 * m.gap

    assert [port.name for port in Gentle.program.child("Tracking").inputs] == ["gap"]
    assert len(Gentle.program.transitions) == 4


def test_the_driver_has_25_machines() -> None:
    assert len(list(TownDriver.program.walk())) == 25


def test_the_order_of_children_and_transitions_is_as_written() -> None:
    assert [child.name for child in Following.program.children] == ["Clear", "Tracking", "Braking"]
    assert [made.source for made in Following.program.transitions] == ["Clear", "Tracking", "Tracking", "Braking"]


# Resolutions ----------------------------------------------------------------------------------------------------------


def test_one_resolution_may_decide_several_outputs() -> None:
    class Wish(Machine):
        east: Out[float]
        north: Out[float]

        def activity(m):
            m.east = 1.0
            m.north = 2.0

    class Vector(Machine):
        one, other = Wish(), Wish()
        east: Out[float]
        north: Out[float]
        east = north = declare(weighted_blend({one: 1.0, other: 3.0}), unit="m")

    blend = Resolution("blend", ("one", "other"), (1.0, 3.0))
    assert Vector.program.resolutions == {"east": blend, "north": blend}
    assert [port.unit for port in Vector.program.outputs] == ["m", "m"]


def test_resolutions_are_values() -> None:
    class Resolved(Machine):
        b, a, c = Steady(), Steady(), Echo()
        heard: In[float]

        class Least(Machine):
            b, a = Steady(), Steady()
            out: Out[float] = most_conservative()

        class First(Machine):
            b, a = Steady(), Steady()
            out: Out[float] = priority(b, "a")

        class Blend(Machine):
            b, a = Steady(), Steady()
            out: Out[float] = weighted_blend({b: 2, a: 1.0})

        class Union(Machine):
            b, a = Steady(), A()
            out: Out[float] = disjoint_union()

        class Own(Machine):
            b, a = Steady(), Steady()
            out: Out[float] = declare(own(lambda x, y: either(x, 0.0) - 2 * either(y, 0.0), a, b), unit="m")

        class Passing(Machine):
            b, a = Steady(), A()
            out: Out[float] = pass_through()
            start = "b"
            transitions = b >> a

    made = {name: Resolved.program.child(name) for name in ("Least", "First", "Blend", "Union", "Own", "Passing")}
    assert made["Least"].resolutions["out"] == Resolution("least", ("a", "b"))
    assert made["First"].resolutions["out"] == Resolution("first", ("b", "a"))
    assert made["Blend"].resolutions["out"] == Resolution("blend", ("a", "b"), (1.0, 2.0))
    assert made["Union"].resolutions["out"] == Resolution("first", ("b",))
    assert made["Passing"].resolutions["out"] == Resolution("active", ("b",))
    assert made["Own"].resolutions == {}
    assert made["Own"].outputs[0].unit == "m"
    statement = made["Own"].activity[0]
    assert isinstance(statement, Assign)
    assert statement.target == Place("output", "out")
    assert "ChildOutput(child='b'" in str(statement.value)
    assert ChildOutput("a", "out", "float").nullable


def test_two_writers_of_one_output_are_refused() -> None:
    with refused("two writers of one output: 'out' of Two comes from 'a' and 'b'; say how: most_conservative"):

        class Two(Machine):
            a, b = Steady(), Steady()
            out: Out[float]  # <-

    with refused("two writers of one output"):

        class Union(Machine):
            a, b = Steady(), Steady()
            out: Out[float] = disjoint_union(a, b)  # <-


def test_an_output_that_nothing_gives_is_refused() -> None:
    with refused("nothing gives output 'out' of Empty; assign m.out in `activity`, or in a child"):

        class Empty(Machine):
            a = A()
            out: Out[float]  # <-


def test_resolutions_that_do_not_fit_are_refused() -> None:
    class Whole(Machine):
        out: Out[int]

    with refused("child 'b' of NoOutput has no output 'out'; there are none"):

        class NoOutput(Machine):
            a, b = Steady(), A()
            out: Out[float] = priority(a, b)  # <-

    with refused("output 'out' of Typed is of type float, that of 'b' of type int; declare both alike"):

        class Typed(Machine):
            a, b = Steady(), Whole()
            out: Out[float] = priority(a, b)  # <-

    with refused("'c' is not a child of Stranger"):

        class Stranger(Machine):
            a = Steady()
            out: Out[float] = priority(a, "c")  # <-

    with refused("'Steady' is not a child of Other"):

        class Other(Machine):
            a = Steady()
            out: Out[float] = priority(Steady())  # <-

    with refused("passes through, but Concurrent is concurrent"):

        class Concurrent(Machine):
            a = Steady()
            out: Out[float] = pass_through()  # <-

    with refused("has a weight that is not positive"):

        class Weights(Machine):
            a = Steady()
            out: Out[float] = weighted_blend({a: 0.0})  # <-

    with refused("names a child twice"):

        class Twice(Machine):
            a = Steady()
            out: Out[float] = priority(a, a)  # <-

    with refused("priority.. names no children"):

        class Nobody(Machine):
            a = Steady()
            out: Out[float] = priority()  # <-

    with refused("output 'out' of Truth is of type bool, which has no most_conservative"):

        class Truth(Machine):
            class One(Machine):
                def activity(m):
                    m.out = True

            out: Out[bool] = most_conservative()  # <-

    with refused("no child of Alone has an output 'out' to resolve"):

        class Alone(Machine):
            out: Out[float] = most_conservative()  # <-

    with refused("the lambda takes 1 arguments for 2 children"):

        class Arguments(Machine):
            a, b = Steady(), Steady()
            out: Out[float] = own(lambda x: x, a, b)  # <-

    with refused("is given 3.0; an output is null at the beginning of each step"):

        class Given(Machine):
            out: Out[float] = 3.0  # <-


# Structure ------------------------------------------------------------------------------------------------------------


def test_a_transition_between_strangers_is_refused() -> None:
    with refused("'B' is not a child of Moves; valid names are a"):

        class Moves(Machine):
            a = A()
            start = a
            transitions = (a >> B,)  # <-

    with refused("'b' is not a child of Named"):

        class Named(Machine):
            a = A()
            start = a
            transitions = (a >> "b",)  # <-


def test_transitions_that_nothing_tells_apart_are_refused() -> None:
    with refused("Moves has two transitions from 'a' to 'b', the first on line"):

        class Moves(Machine):
            a, b = A(), B()
            start = a
            transitions = (
                a >> b,
                a >> b,  # <-
            )


def test_a_start_that_is_missing_unknown_or_needless_is_refused() -> None:
    with refused("Missing has transitions but no start; write `start = a`"):

        class Missing(Machine):  # <-
            a, b = A(), B()
            transitions = (a >> b, b >> a)

    with refused("the start of Unknown, 'c', is not one of its children"):

        class Unknown(Machine):
            a, b = A(), B()
            start = "c"  # <-
            transitions = (a >> b, b >> a)

    with refused("Needless has a start but no transitions; without transitions all children are active"):

        class Needless(Machine):
            a, b = A(), B()
            start = a  # <-


def test_a_child_that_nothing_leads_to_is_a_warning() -> None:
    with pytest.warns(MachineWarning, match="no transition of Moves leads to child 'c'"):

        class Moves(Machine):
            a, b, c = A(), B(), A()
            start = a
            transitions = (a >> b, c >> a)


def test_conditions_have_no_side_effects() -> None:
    def counting(m):
        m.count = 1  # <-
        return True

    with refused("'counting' is more than one return; a condition has no side effects"):

        class Moves(Machine):
            count: Local[int] = 0
            a, b = A(), B()
            start = a
            transitions = ((a >> b).when(counting), b >> a)

    with refused("press sends a message and has no value"):

        class Pressing(Machine):
            a, b = Steady(), B()
            start = a
            transitions = ((a >> b).when(lambda m: press(m.a.ring)), b >> a)  # <-

    with refused("a condition reads output 'a.out', which is not there yet; read it in `activity`"):

        class Reading(Machine):
            a, b = Steady(), B()
            start = a
            transitions = ((a >> b).when(lambda m: m.a.out > 1.0), b >> a)  # <-


def test_a_transition_function_is_a_def() -> None:
    with refused("a transition function is a lambda; statements need a `def`"):

        class Moves(Machine):
            a, b = A(), B()
            start = a
            transitions = ((a >> b).do(lambda m: 3), b >> a)  # <-


# Wiring ---------------------------------------------------------------------------------------------------------------


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


# The class body -------------------------------------------------------------------------------------------------------


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

    with refused("a port of Unknown has a type that is not known"):

        class Unknown(Machine):  # <-
            x: In[nothing]

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
