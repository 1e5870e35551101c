"""Programs in seats: the protocol, everything that they may do wrong, and that none is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from seahaven.errors import InputError, OccupantError, StepError
from seahaven.kernel import Deadline
from seahaven.seats import OccupantFault, OccupantLate, ProgramDriver, refuse_missing
from seahaven.seats.child import Child
from tests.seats.driving import FOLDER, ROOT, driven, program
from tests.seats.test_seat import listening, told

FAULTS = {
    "nan": "LaneControls.acceleration got nan; expected a number from -15 to 15",
    "types": "LaneControls.acceleration got 'fast'",
    "beyond": "LaneControls.acceleration got 1000000.0",
    "unknown": "controls has no field 'accelleration'; did you mean 'acceleration'?",
    "missing": "controls lacks 'acceleration'",
    "other": "it sent controls of kind 'motion'; the seat takes 'lane'",
    "nonsense": "is no MessagePack",
    "list": "is no message; expected a map with a text 'kind'",
    "wrong step": "it answered step 8; expected step 3",
    "text": "to its standard output, which is for messages; print to the standard error",
    "megabytes": "it announced a message of 268,435,456 bytes",
    "half": "it closed its output in the middle of a message and ended with exit status 0",
    "exit": "it closed its output and ended with exit status 4; it wrote: the licence has expired",
    "crash": "was ended by signal SIGSEGV",
    "hang": "it did not answer within 1 s",
    "flood": "expected step 4",
}
LASTING = ("nan", "types", "beyond", "unknown", "missing", "other", "nonsense", "list", "wrong step")
"""Faults after which a program can still be asked."""


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"


def left_in(group: int) -> list[str]:
    """The processes of a group that are still there after a while: those that were killed take a moment to die."""
    for _ in range(100):
        if not alive_in(group):
            break
        Event().wait(0.05)
    return alive_in(group)


def alive_in(group: int) -> list[str]:
    """The processes of a group that are not just waiting to be reaped."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, own = stat.read_text().rpartition(")")[2].split()[:3]
        except OSError:
            continue
        if int(own) == group and state != "Z":
            found.append(stat.parent.name)
    return found


def pid_of(drive: Any) -> int:
    return int(drive.seat.live.occupant.pid)


def limit_for(how: str) -> float:
    """Seconds by the wall clock: ample on a busy machine, short where the test waits for the limit to pass."""
    return 1.0 if how in ("hang", "megabytes", "text") else 20.0


def test_a_program_drives_and_ends_with_the_run() -> None:
    drive = driven(program("occupant.py"), controls="lane")
    drive.go(1.0)
    assert drive.row.speed == pytest.approx(20.5)
    pid = pid_of(drive)
    assert is_alive(pid)
    drive.controller.end()
    assert not is_alive(pid)


@pytest.mark.parametrize("how", FAULTS)
def test_a_wrong_answer_ends_the_drive_with_program_step_and_last_answer(how: str) -> None:
    drive = driven(program("occupant.py", how), controls="lane", limit=limit_for(how))
    with pytest.raises(StepError) as error:
        drive.go(3.0)
    message = str(error.value)
    assert FAULTS[how] in message
    assert f"occupant.py {how}' at step {4 if how == 'flood' else 3}" in message
    assert "its last answer was LaneControls(acceleration=0." in message
    assert not is_alive(pid_of(drive))


@pytest.mark.parametrize("how", [*LASTING, "exit", "hang", "megabytes"])
@pytest.mark.parametrize("policy", ["hold", "brake"])
def test_the_drive_goes_on_without_an_answer_as_configured(how: str, policy: str) -> None:
    drive = listening(driven(program("occupant.py", how), controls="lane", limit=limit_for(how), on_fault=policy))
    drive.go(1.0)
    if policy == "hold":
        assert drive.row.speed == pytest.approx(20.5)
    else:
        assert drive.row.speed < 17.0
    faults = told(drive, OccupantFault)
    assert len(faults) == (7 if how in LASTING else 1)
    assert faults[0].goes_on == (how in LASTING)
    pid = pid_of(drive)
    drive.controller.end()
    assert not is_alive(pid)


def test_a_trickle_of_bytes_does_not_stretch_the_limit() -> None:
    drive = driven(program("occupant.py", "trickle"), controls="lane", limit=0.3)
    with pytest.raises(StepError, match=r"did not answer within 0.3 s|no MessagePack"):
        drive.go(1.0)


def test_much_on_the_standard_error_hurts_nobody() -> None:
    drive = driven(program("occupant.py", "loud"), controls="lane")
    drive.go(1.0)
    assert drive.row.speed == pytest.approx(20.5)
    drive.controller.end()


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ("future", "speaks version 99 of the protocol; expected 1"),
        ("other kind", "sends controls of kind 'motion'; the seat takes 'lane'"),
    ],
)
def test_a_program_of_another_version_or_kind_is_refused_before_the_start(how: str, message: str) -> None:
    drive = driven(program("occupant.py", how), controls="lane")
    with pytest.raises(StepError, match=message):
        drive.controller.start()
    assert drive.controller.now == 0


def test_a_program_that_says_nothing_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("seahaven.seats.program.STARTING", 0.3)
    drive = driven(program("occupant.py", "silent"), controls="lane")
    with pytest.raises(StepError, match=r"cannot take the seat: it did not answer within 0\.3 s"):
        drive.controller.start()


def test_a_missing_program_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no program")
    with pytest.raises(InputError, match=r"there is no program './mydriver' \(looked for"):
        refuse_missing(["./mydriver"], tmp_path)
    with pytest.raises(InputError, match=r"the program './notes.txt' cannot be executed; chmod \+x"):
        refuse_missing(["./notes.txt"], tmp_path)
    with pytest.raises(InputError, match=r"there is no program 'no-such-thing' on the PATH; write ./no-such-thing"):
        refuse_missing(["no-such-thing"], tmp_path)
    with pytest.raises(InputError, match="is an empty list"):
        refuse_missing([], tmp_path)


def test_a_file_that_is_no_program_is_refused(tmp_path: Path) -> None:
    (tmp_path / "data").write_bytes(b"\x00\x01")
    (tmp_path / "data").chmod(0o755)
    drive = driven(ProgramDriver(("./data",), tmp_path), controls="lane")
    with pytest.raises(StepError, match="cannot be started: Exec format error"):
        drive.controller.start()


def test_a_file_in_python_runs_with_our_interpreter_whatever_its_first_line_says(tmp_path: Path) -> None:
    """A new user has no environment activated, so that `env python3` is one without our libraries."""
    (tmp_path / "mydriver.py").write_text(f"#!/nowhere/python3\n{(FOLDER / 'programs' / 'occupant.py').read_text()}")
    drive = driven(ProgramDriver(("./mydriver.py",), tmp_path), controls="lane")
    drive.go(1.0)
    assert drive.row.speed == pytest.approx(20.5)
    drive.controller.end()


def test_no_shell_reads_the_arguments() -> None:
    drive = driven(program("occupant.py", "well; touch /tmp/never"), controls="lane")
    drive.go(0.2)
    drive.controller.end()
    assert not Path("/tmp/never").exists()


@pytest.mark.parametrize("how", ["stubborn", "family"])
def test_a_program_that_does_not_end_is_killed_with_its_children(how: str) -> None:
    drive = driven(program("occupant.py", how), controls="lane")
    drive.go(0.2)
    group = pid_of(drive)
    drive.controller.end()
    assert not left_in(group)


def test_a_program_does_not_outlive_a_simulator_that_is_killed() -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from seahaven.seats.child import Child\n"
        "from pathlib import Path\n"
        "child = Child([sys.executable, '-c', 'import threading; threading.Event().wait(60)'], Path())\n"
        "print(child.pid, flush=True)\n"
        "import threading; threading.Event().wait(60)\n"
    )
    ours = subprocess.Popen([sys.executable, "-c", code, str(ROOT)], stdout=subprocess.PIPE, text=True)
    assert ours.stdout
    pid = int(ours.stdout.readline())
    assert is_alive(pid)
    ours.send_signal(signal.SIGKILL)
    ours.wait()
    ours.stdout.close()
    deadline = Deadline(10.0)
    while is_alive(pid) and not deadline.has_passed:
        os.sched_yield()
    assert not is_alive(pid)


def test_a_child_that_is_forgotten_is_ended() -> None:
    child = Child([sys.executable, "-c", "import threading; threading.Event().wait(60)"], FOLDER)
    pid = child.pid
    del child
    assert not is_alive(pid)


def test_a_program_that_does_not_read_is_given_up() -> None:
    child = Child([sys.executable, "-c", "import threading; threading.Event().wait(60)"], FOLDER)
    with pytest.raises(OccupantError, match=r"it did not read what it was sent within 0.2 s"):
        child.send(b"x" * (1 << 22), Deadline(0.2))
    child.close(0.0)


def test_a_paced_seat_applies_answers_at_the_next_view_and_counts_the_late() -> None:
    drive = listening(driven(program("occupant.py", "late"), controls="lane", mode="paced"))
    drive.controller.start()
    occupant = drive.seat.live.occupant
    for _ in range(12):
        drive.go(0.1)
        wait_for_answer(occupant)
    assert drive.seat.lateness == 1
    late = told(drive, OccupantLate)
    assert [(event.step, event.by) for event in late] == [(3, 1)]
    drive.controller.end()


def wait_for_answer(occupant: Any) -> None:
    """Give the program time to answer all but the view that it keeps back."""
    deadline = Deadline(5.0)
    kept = list(occupant._open)[-1:] == [3]
    while not kept and not occupant._child._buffer and not deadline.has_passed:
        occupant._child._read()


def by_socket(how: str) -> ProgramDriver:
    return replace(program("occupant.py", how), by_socket=True)


def test_a_program_may_drive_over_a_socket() -> None:
    drive = driven(by_socket("well"), controls="lane")
    drive.go(1.0)
    assert drive.row.speed == pytest.approx(20.5)
    pid = pid_of(drive)
    drive.controller.end()
    assert not is_alive(pid)


@pytest.mark.parametrize("how", ["nan", "half", "exit", "hang", "megabytes", "crash", "nonsense"])
def test_faults_over_a_socket_are_told_as_those_over_pipes(how: str) -> None:
    drive = driven(by_socket(how), controls="lane", limit=limit_for(how))
    with pytest.raises(StepError) as error:
        drive.go(3.0)
    assert FAULTS[how] in str(error.value)
    assert not is_alive(pid_of(drive))


@pytest.mark.parametrize("how", ["absent", "impostor"])
def test_nobody_without_the_token_takes_the_seat(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("seahaven.seats.program.STARTING", 0.5)
    drive = driven(by_socket(how), controls="lane")
    with pytest.raises(StepError, match=r"cannot take the seat: it did not connect"):
        drive.controller.start()


def test_a_program_that_leaks_memory_ends_at_its_limit() -> None:
    drive = driven(replace(program("occupant.py", "leak"), memory=3e8), controls="lane", limit=20.0)
    with pytest.raises(StepError, match=r"ended with exit status 1; it wrote: [\s\S]*MemoryError"):
        drive.go(1.0)


def test_a_paced_run_does_not_wait_for_a_slow_program() -> None:
    drive = driven(program("occupant.py", "slow"), controls="lane", mode="paced", rate=1000, limit=30.0)
    drive.controller.start()
    deadline = Deadline(20.0)
    drive.go(0.5)
    assert not deadline.has_passed
    assert drive.seat.skipped > 0
    assert drive.row.speed == pytest.approx(20.0, abs=0.3)
    drive.controller.end()


def test_a_paced_program_that_hangs_is_given_up_after_the_limit() -> None:
    drive = listening(
        driven(program("occupant.py", "hang"), controls="lane", mode="paced", limit=0.3, on_fault="brake")
    )
    drive.go(0.4)
    waiting, deadline = drive.seat.live.occupant, Deadline(5.0)
    while not deadline.has_passed and not all(limit.has_passed for limit in waiting._open.values()):
        os.sched_yield()
    drive.go(2.0)
    faults = told(drive, OccupantFault)
    assert len(faults) == 1
    assert "it did not answer step" in faults[0].what
    assert drive.row.speed < 16.0
    drive.controller.end()
