"""From an author's class to a checked program."""

from __future__ import annotations

from seahaven.bench.drivers import TalkingDriver
from seahaven.bench.drivers.large import TownDriver
from seahaven.bench.drivers.machine import Following, SpeedKeeping
from seahaven.hcsm import Dial, In, Local, Machine, Out, either
from seahaven.hcsm.program import Assign, ChildInput, Compare, Const, Port, Read, Resolution, Wire
from tests.hcsm.parts import Echo, Steady
from tests.hcsm.refusals import refused


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
