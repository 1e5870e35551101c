"""What a panel makes of what is pressed."""

from __future__ import annotations

from seahaven.hcsm import Interpreter, Message
from seahaven.traffic.signals import Signalman


class Panel:
    """A panel that is stepped by hand, half a second at a time."""

    def __init__(self) -> None:
        self.interpreter = Interpreter(Signalman)
        self.machine = self.interpreter.machine(1)
        self.steps = 0
        self.step()

    def step(self, *presses: tuple[str, float], phase: int = 0, is_changing: bool = False) -> dict[str, object]:
        for item, value in presses:
            self.machine.post(Message(1, f".{item}", value))
        given = {"dt": 0.5, "phase": phase, "is_changing": is_changing}
        result = self.interpreter.step(self.machine, given, step=self.steps)
        self.steps += 1
        return dict(result.outputs)


def test_it_asks_for_nothing_of_its_own_accord() -> None:
    said = Panel().step()
    assert said == {"wished": None, "wished_program": None, "called": None, "is_held": False, "is_off": False}


def test_it_asks_until_the_phase_is_there_and_lets_go_at_once() -> None:
    panel = Panel()
    assert panel.step(("ask", 4))["wished"] == 4
    assert panel.step(is_changing=True)["wished"] == 4
    assert panel.step(phase=4)["wished"] is None


def test_it_holds_for_as_long_as_the_dial_says() -> None:
    panel = Panel()
    panel.step(("hold_for", 2.0), ("ask", 4))
    asked = [panel.step(phase=4)["wished"] for _ in range(6)]
    assert asked == [4, 4, 4, None, None, None]  # what is let go at 1.5 s can change at 2 s


def test_the_last_of_several_asks_counts_and_release_forgets_it() -> None:
    panel = Panel()
    assert panel.step(("ask", 4), ("ask", 2))["wished"] == 4  # sorted by value
    assert panel.step(("ask", 2))["wished"] == 2
    assert panel.step(("release", 1))["wished"] is None


def test_hold_and_release() -> None:
    panel = Panel()
    assert panel.step(("hold", 1))["is_held"] is True
    assert panel.step()["is_held"] is True
    assert panel.step(("release", 1))["is_held"] is False


def test_off_counts_before_all_else_and_only_on_ends_it() -> None:
    panel = Panel()
    assert panel.step(("off", 1), ("ask", 3))["is_off"] is True
    assert panel.step(("ask", 3), ("release", 1))["is_off"] is True
    assert panel.step(("on", 1)) == {
        "wished": None,
        "wished_program": None,
        "called": None,
        "is_held": False,
        "is_off": False,
    }


def test_a_program_stays_chosen() -> None:
    panel = Panel()
    assert panel.step(("switch_program", 1))["wished_program"] == 1
    assert panel.step()["wished_program"] == 1


def test_a_call_is_passed_on_once() -> None:
    panel = Panel()
    assert panel.step(("call", 5))["called"] == 5
    assert panel.step()["called"] is None
