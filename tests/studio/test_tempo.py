"""When stretches of a run are due."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from seahaven.kernel import MILLISECOND
from seahaven.studio import tempo as tempo_module
from seahaven.studio.commands import Open, Seated, command_of
from seahaven.studio.frames import unpacked
from seahaven.studio.simulator import Simulator
from seahaven.studio.tempo import Tempo


def test_stretches_are_waited_for_and_counted_between_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    now, slept = [0], list[float]()
    pacer = tempo_module.Pacer

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        now[0] += round(seconds * 1e9)

    monkeypatch.setattr(tempo_module, "Pacer", lambda factor: pacer(factor, clock=lambda: now[0], sleep=sleep))
    tempo = Tempo()
    for date in range(3):
        tempo.wait(date * 10 * MILLISECOND, 2.0)
    assert slept == [0.005, 0.005]
    now[0] += 20 * MILLISECOND
    tempo.wait(30 * MILLISECOND, 2.0)
    tempo.restart()
    tempo.wait(500 * MILLISECOND, 1.0)
    assert [(report.dates, report.overruns) for report in tempo.reports] == [(4, 1), (1, 0)]
    assert tempo.reports[0].worst == pytest.approx(0.015)


def test_what_a_driver_does_is_in_the_next_frame(project: Path) -> None:
    frames: list[dict[str, Any]] = []
    simulator = Simulator(
        project, show=lambda run, frame: frames.append(unpacked(frame)), tell=lambda said: None, put=lambda *said: None
    )
    try:
        simulator.obey(Open(source="drive.study.yaml", driver="person"))
        ada = int(frames[-1]["vehicle"]["id"][0])
        simulator.obey(Seated(vehicles=(ada,)))
        for _ in range(5):
            simulator._go_on()
        for k in range(6):
            pressed = 0.2 + 0.6 * (k % 2)
            simulator.steer(
                command_of(f'{{"do": "controls", "vehicle": {ada}, "means": "wheel", "throttle": {pressed}}}')  # type: ignore[arg-type]  # it is Controls
            )
            shown = len(frames)
            simulator._go_on()
            assert len(frames) == shown + 1  # at once, also where it is not the turn of a frame
            assert frames[-1]["cockpit"]["throttle"][0] == pytest.approx(pressed, abs=0.01)
            for _ in range(k % 3):
                simulator._go_on()
    finally:
        simulator._close()
