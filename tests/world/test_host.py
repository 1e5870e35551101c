from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from seahaven.errors import SeahavenError
from seahaven.hcsm import Button, Dial, In, Instance, Interpreter, Local, Machine, Out
from seahaven.kernel import (
    SECOND,
    Controller,
    Emits,
    Module,
    Param,
    State,
    Tick,
    fork,
    load_checkpoint,
    port,
    save_checkpoint,
)
from seahaven.kernel import (
    Out as Gives,
)
from seahaven.world import Host, Press, World


class Counter(Machine):
    """Counts presses, times a dial."""

    count: Button[float]
    factor: Dial[float] = 1.0
    total: Local[float] = 0.0
    sum: Out[float]

    def pre_activity(m):
        m.total = m.total + m.count.total

    def activity(m):
        m.sum = m.factor * m.total


class Till(Host):
    machine = Counter
    shown: Gives[float] = 0.0

    def act(self, tick: Tick, outputs: Mapping[str, object]) -> None:
        self.shown = outputs["sum"]


class Finger(Module):
    """Presses something in its first steps."""

    presses: Param[tuple[tuple[Press, ...], ...]]
    pressed: Emits[Press]

    def step(self, tick: Tick) -> None:
        if tick.index < len(self.presses):
            self.pressed.extend(self.presses[tick.index])


def shop(*presses: tuple[Press, ...]) -> Controller:
    root = Module("root", Till("till", rate=10), Finger("finger", rate=10, presses=presses))
    root.link("finger.pressed", "till.presses")
    return Controller(root, store=World([]), seed=1)


def test_a_press_without_entities_is_for_the_machine_itself() -> None:
    run = shop((Press((), "count", 3.0), Press((), "count", 4.0)), (Press((), "factor", 10.0),))
    shown = []
    for _ in range(4):
        run.advance(SECOND // 10)
        shown.append(run["till"].shown)
    assert shown == [0.0, 7.0, 70.0, 70.0]


def test_a_press_before_the_machine_has_begun_is_there_in_its_first_step() -> None:
    root = Module("root", Finger("finger", rate=10, presses=((), (), (Press((), "count", 3.0),))))
    run = Controller(root, store=World([]), seed=1)
    run.advance(2 * SECOND // 10)
    run.root.link("finger.pressed", "till.presses")
    run.add(Till("till", rate=2))
    run.advance(2 * SECOND // 10)
    assert run["till"].live is None, "its first step is at 0.5 s"
    run.advance(2 * SECOND // 10)
    assert run["till"].live.instance.locals() == {"total": 3.0}


def test_a_press_with_entities_is_for_others() -> None:
    run = shop((Press((1, 2), "count", 3.0), Press((0,), "count", 3.0)))
    run.advance(SECOND)
    assert run["till"].shown == 0.0


def test_a_press_of_what_is_not_there_is_refused() -> None:
    run = shop((Press((), "ring", 3.0), Press((), "count", 1.0)))
    with pytest.raises(
        SeahavenError, match=r"'finger.pressed' pressed 'ring' of Counter; valid names are count, factor"
    ):
        run.advance(SECOND)


@pytest.mark.parametrize("steps", [1, 2, 3])
def test_forks_and_checkpoints_carry_what_was_pressed(steps: int, tmp_path: Path) -> None:
    presses = (Press((), "count", 3.0),), (Press((), "factor", 2.0),)
    run = shop(*presses)
    run.advance(steps * SECOND // 10)
    save_checkpoint(run, tmp_path / "run.npz")
    loaded = shop(*presses)
    load_checkpoint(loaded, tmp_path / "run.npz")
    for twin in (run, fork(run), loaded):
        twin.run(until=SECOND)
        assert twin["till"].shown == 6.0


class Lamp(Machine):
    """Blinks where it is asked to, and chooses by lot where it is pressed twice."""

    level: In[float]
    blink: Button[bool]
    left: Local[int] = 0
    lit: Out[float]

    class Dark(Machine):
        """Off."""

        def activity(m):
            m.lit = 0.0

    class Bright(Machine):
        """On."""

        def activity(m):
            m.lit = m.level

    class Dim(Machine):
        """Half on."""

        def activity(m):
            m.lit = 0.5 * m.level

    def pre_activity(m):
        m.left = max(0, m.left - 1, 3 if m.blink.any else 0)

    start = Dark
    transitions = (
        (Dark >> Bright).when(lambda m: m.left > 0),
        (Dark >> Dim).when(lambda m: m.left > 0),
        (Bright >> Dark).when(lambda m: m.left == 0),
        (Dim >> Dark).when(lambda m: m.left == 0),
    )


class Stage(Host):
    machine = Lamp
    shown: State[list[float]] = port([])

    def sense(self, tick: Tick) -> Mapping[str, float]:
        return {"level": float(tick.index // 10)}

    def act(self, tick: Tick, outputs: Mapping[str, object]) -> None:
        self.shown.append(outputs["lit"])


def test_a_machine_at_rest_is_not_run_and_nothing_is_any_different(monkeypatch: pytest.MonkeyPatch) -> None:
    presses = tuple((Press((), "blink", 1.0),) if index in (5, 6, 40, 41) else () for index in range(60))

    def played() -> tuple[list[float], dict[str, object], int]:
        steps: list[int] = []
        monkeypatch.setattr(Interpreter, "step", lambda *given, **named: steps.append(1) or step(*given, **named))
        root = Module("root", Stage("stage", rate=10), Finger("finger", rate=10, presses=presses))
        root.link("finger.pressed", "stage.presses")
        run = Controller(root, store=World([]), seed=3)
        run.run(6 * SECOND)
        run["stage"].freeze()
        return run["stage"].shown, run["stage"].saved, len(steps)

    step = Interpreter.step
    shown, saved, count = played()
    monkeypatch.setattr(Instance, "state_values", lambda _: [object()])
    assert played() == (shown, saved, 60)
    assert count < 30
    assert set(shown) > {0.0}
