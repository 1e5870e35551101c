"""A machine may press what its siblings have on their panels (H11), by name, and nothing further inside (H2)."""

from __future__ import annotations

from seahaven.hcsm import Button, Dial, In, Interpreter, Local, Machine, Out, declare, send
from seahaven.hcsm.program import Const, Press, Read, SiblingPanel
from tests.hcsm.refusals import refused


class Driving(Machine):
    """Heads for a lane, which others may ask for."""

    change_lane: Button[int]
    hurries: Dial[bool] = False
    eagerness: Dial[float] = 1.0
    lane: Local[int] = 0
    aim: Out[int]

    class Hands(Machine):
        grip: Dial[float] = 1.0

    def activity(m):
        if m.change_lane.any:
            m.lane += m.change_lane.last
        m.aim = m.lane


class Passing(Machine):
    """Asks for the left lane while the leader is slow."""

    gap: In[float | None] = declare(unit="m")

    def activity(m):
        if m.gap < 30.0:
            send("driving", "change_lane", 1)
            send("driving", "hurries")
            send("driving", "eagerness", m.gap)


class Driver(Machine):
    gap: In[float | None]
    driving, passing = Driving(), Passing()
    aim: Out[int]


def test_h11_passing_presses_the_lane_button_of_driving() -> None:
    interpreter = Interpreter(Driver)
    driver = interpreter.machine(entity=1)
    gaps = [{"gap": gap} for gap in (50.0, 20.0, 50.0, None)]
    assert [interpreter.step(driver, gap, step=k).outputs["aim"] for k, gap in enumerate(gaps)] == [0, 0, 1, 1]
    assert driver.dials("Driver/driving") == {"hurries": True, "eagerness": 20.0}


def test_it_becomes_a_press_of_a_sibling() -> None:
    branch = Passing.program.activity[0]
    first, second, third = branch.then  # type: ignore[union-attr]
    assert first == Press(SiblingPanel("driving", "change_lane"), Const(1, "int"), first.where)
    assert second == Press(SiblingPanel("driving", "hurries"), Const(1.0, "float"), second.where)
    assert third == Press(SiblingPanel("driving", "eagerness"), Read("input", "gap", "float", True), third.where)


def test_what_is_not_a_sibling_is_refused_with_the_nearest() -> None:
    class Lost(Machine):
        def activity(m):
            send("drivin", "change_lane", 1)  # <-

    with refused("'lost' of Top sends to 'drivin', which is not its sibling; did you mean 'driving'"):

        class Top(Machine):
            driving, lost = Driving(), Lost()

    with refused("'lost' of Single sends to 'drivin', which is not its sibling; it has no siblings"):

        class Single(Machine):
            lost = Lost()


def test_what_is_inside_a_sibling_is_out_of_reach() -> None:
    with refused("'Reaching' of Top sends to 'driving/Hands', which is not its sibling.*never to what is inside one"):

        class Top(Machine):
            driving = Driving()

            class Reaching(Machine):
                def entry(m):
                    send("driving/Hands", "grip", 0.5)  # <-


def test_a_machine_is_not_its_own_sibling() -> None:
    with refused("'Selfish' of Top sends to itself; keep the value in a local"):

        class Top(Machine):
            class Selfish(Machine):
                now: Button[float]

                def activity(m):
                    send("Selfish", "now", 0.5)  # <-


def test_a_panel_that_has_no_such_item_is_refused() -> None:
    with refused("sends to 'driving', which has no button or dial 'change'; did you mean 'change_lane'"):

        class Top(Machine):
            driving = Driving()

            class Asking(Machine):
                def exit(m):
                    send("driving", "change", 1)  # <-


def test_a_value_of_another_type_is_refused() -> None:
    with refused("'driving.change_lane' is of type int and gets a float from 'Asking' of Top"):

        class Top(Machine):
            driving = Driving()

            class Asking(Machine):
                def activity(m):
                    send("driving", "change_lane", 0.5)  # <-
