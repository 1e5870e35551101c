"""Federations of real processes: each test starts its own, at a port of its own, and none is left behind."""

from __future__ import annotations

import json
import os
import signal
import threading
from hashlib import sha256
from pathlib import Path

import pytest

from seahaven.federation import Account, Supervisor, load_sheet
from seahaven.kernel import SECOND, Deadline
from seahaven.takes import load_take

pytest.importorskip("helics")
pytestmark = pytest.mark.timeout(120)

STUDY = """
study: Two cars
seed: 7
duration: 40 s
record: 20 Hz

courses:
  road:
    start: {x: 0 m, y: 0 m, heading: 35 deg}
    pieces:
      - {line: 1000 m}

world:
  vehicle:
    lead: {on: road, at: 55 m, speed: 30 km/h}
    chaser: {on: road, at: 5 m, speed: 50 km/h}

modules:
  lead:
    use: car
    entity: lead
    with: {course: road, desired_speed: 50 km/h}
  chaser:
    use: car
    entity: chaser
    with: {course: road, desired_speed: 80 km/h, headway: 1.2 s}
"""
SHEET = """
federation = "Two cars, apart"
study = "cars.study.yaml"
until = "{until} s"
patience = "5 s"
checkpoint_every = "1 s"
on_fault = "{policy}"

[processes]
bodies = {{}}
minds = {{}}

[modules]
"lead/pilot" = "minds"
recorder = "minds"
"""


def sheet_in(folder: Path, *, until: float, policy: str = "stop") -> Path:
    (folder / "cars.study.yaml").write_text(STUDY)
    sheet = folder / "apart.sheet.toml"
    sheet.write_text(SHEET.format(until=until, policy=policy))
    return sheet


def digests(reel: Path | str) -> dict[str, str]:
    return {file.name: sha256(file.read_bytes()).hexdigest() for file in sorted(Path(reel).iterdir())}


def tables(reel: Path | str) -> dict[str, str]:
    """Without the manifest, which says that the recording was gone on with."""
    return {name: digest for name, digest in digests(reel).items() if name != "manifest.json"}


def whole(folder: Path, until: float) -> dict[str, str]:
    """The reel of the same study, played in one process."""
    reel = load_take(folder / "cars.study.yaml").play(folder / "whole", until=round(until * SECOND))
    return digests(reel.path)


def alive(supervisor: Supervisor) -> list[int]:
    """The processes of a federation that are still there."""
    pids = [ward.pid for ward in supervisor.wards.values() if ward.pid]
    return [pid for pid in pids if Path(f"/proc/{pid}").exists()]


def interfered(supervisor: Supervisor, victim: str, number: int, after: int) -> Account:
    """Play, and send a signal to a process once it has come to a date (ns)."""
    done = threading.Event()

    def interfere() -> None:
        deadline = Deadline(90.0)
        while not done.wait(0.02) and not deadline.has_passed:
            ward = supervisor.wards.get(victim)
            if ward and ward.last.get("at", 0) > after and ward.pid:
                os.kill(ward.pid, number)
                return

    thread = threading.Thread(target=interfere)
    thread.start()
    try:
        return supervisor.run()
    finally:
        done.set()
        thread.join()


def test_a_reel_recorded_over_processes_is_the_same_byte_for_byte(tmp_path: Path) -> None:
    supervisor = Supervisor(load_sheet(sheet_in(tmp_path, until=3.0)), tmp_path / "out")
    account = supervisor.run()
    assert account.is_whole
    assert digests(account.reel or "") == whole(tmp_path, 3.0)
    assert account.reached == 3.0
    assert all(part.sent and part.grants for part in account.parts)
    assert json.loads((tmp_path / "out" / "federation.json").read_text())["title"] == "Two cars, apart"
    assert not alive(supervisor)


def test_a_process_that_dies_is_named_and_all_others_end_with_what_they_have(tmp_path: Path) -> None:
    supervisor = Supervisor(load_sheet(sheet_in(tmp_path, until=40.0)), tmp_path / "out")
    account = interfered(supervisor, "bodies", signal.SIGKILL, SECOND)
    assert not account.is_whole
    (fault,) = account.faults
    assert fault.what.startswith("process 'bodies' was killed by signal 9")
    assert fault.told_after < 5.0
    assert "'minds' cannot go on: process 'bodies' was killed by signal 9" in account.parts[1].text
    assert json.loads((tmp_path / "out" / "two-cars.reel" / "manifest.json").read_text())["state"] == "failed"
    assert not alive(supervisor)


def test_after_a_process_was_stopped_the_whole_begins_anew_and_comes_to_the_same_reel(tmp_path: Path) -> None:
    supervisor = Supervisor(load_sheet(sheet_in(tmp_path, until=4.0, policy="restart")), tmp_path / "out")
    account = interfered(supervisor, "minds", signal.SIGSTOP, SECOND)
    (fault,) = account.faults
    assert fault.what.startswith("process 'minds' was stopped by a signal")
    whole(tmp_path, 4.0)
    assert tables(account.reel or "") == tables(tmp_path / "whole" / "two-cars.reel")
    assert not alive(supervisor)
