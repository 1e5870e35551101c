"""Random machines without end: compiled, and held to the interpreter (H10).

    make fuzz                                                   goes on until Ctrl-C, after the property tests
    make fuzz MINUTES=30                                        goes on for so long
    .venv/bin/python -m tests.hcsm.fuzz --date 2031-05-01       machines only
    .venv/bin/python -m tests.hcsm.fuzz --only 4711             one of them again, with all that there is to see

Machines are numbered. Which numbers have been tried, with which engine, stands in `docs/fuzz.csv`; the next run goes on
where the last one ended. Numbers that failed stay there until they are seen to.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import signal
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields, replace
from importlib.metadata import version
from pathlib import Path
from types import FrameType

import seahaven.hcsm
from seahaven.hcsm import draw_text
from tests.hcsm.agreement import STEPS, Agreement, native_entities

LEDGER = Path(__file__).parents[2] / "docs" / "fuzz.csv"
FIRST = 1000
"""Those below are left to `make test`."""
ROUND = 25
"""Machines in one process: their code stays in its memory, so that it cannot go on forever."""


@dataclass(frozen=True, slots=True)
class Campaign:
    """All that was tried with one engine; a line of the ledger."""

    date: str
    engine: str
    first: int
    last: int
    machines: int = 0
    steps: int = 0
    differences: str = "none"

    def after(self, number: int, agrees: bool, date: str) -> Campaign:
        """The same with one more machine."""
        differences = self.differences if agrees else f"{self.differences.removeprefix('none')} {number}".strip()
        steps = self.steps + STEPS * len(native_entities(number))
        return replace(self, date=date, last=number, machines=self.machines + 1, steps=steps, differences=differences)


def engine() -> str:
    """A hash of both engines, of what makes a machine from a number, and of the libraries that all stand on."""
    room, here = Path(seahaven.hcsm.__file__).parent, Path(__file__).parent
    files = [here / name for name in ("agreement.py", "chance.py", "compiler/calm.py", "random_programs.py")]
    files += [room / name for name in ("arithmetic.py", "panel.py", "program.py")]
    files += [file for part in ("compiler", "interpreter") for file in (room / part).glob("*.py")]
    digest = hashlib.blake2b(f"{version('numba')} {version('numpy')}".encode(), digest_size=4)
    for file in sorted(files, key=lambda file: file.name):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def read(ledger: Path) -> list[Campaign]:
    """The campaigns so far, oldest first."""
    if not ledger.exists():
        return []
    with ledger.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    whole = ("first", "last", "machines", "steps")
    return [Campaign(**{name: int(text) if name in whole else text for name, text in row.items()}) for row in rows]


def write(ledger: Path, campaigns: list[Campaign]) -> None:
    """Replace the ledger by these campaigns, in one go."""
    draft = ledger.with_suffix(".draft")
    with draft.open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, [field.name for field in fields(Campaign)], lineterminator="\n")
        table.writeheader()
        table.writerows(asdict(campaign) for campaign in campaigns)
    draft.replace(ledger)


def kept(campaigns: list[Campaign], number: int, agrees: bool, made: str, date: str) -> list[Campaign]:
    """The campaigns with one more machine: in the last one, or in a new one if the engine has changed."""
    if campaigns and campaigns[-1].engine == made:
        return [*campaigns[:-1], campaigns[-1].after(number, agrees, date)]
    return [*campaigns, Campaign(date, made, number, number).after(number, agrees, date)]


def agrees(number: int) -> bool:
    """Whether the engines agree on a machine; if not, all that is needed to look into it is printed."""
    with tempfile.TemporaryDirectory() as cache:
        agreement = None
        try:
            agreement = Agreement.of(number, Path(cache))
            agreement.hold()
        except Exception:
            print(f"\nmachine {number}: the engines differ", file=sys.stderr)
            if agreement:
                print(draw_text(agreement.program), agreement.crowd.code.source, sep="\n", file=sys.stderr)
            traceback.print_exc()
            return False
    return True


def rounds(first: int) -> Iterator[tuple[int, bool]]:
    """Machines from a number on, without end, and whether the engines agree; each round in a process of its own.

    A process that dies has met a machine whose native code is worse than wrong.
    """
    while True:
        command = [sys.executable, "-m", "tests.hcsm.fuzz", "--round", str(first)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True) as process:
            try:
                number = first
                for line in process.stdout or ():
                    yield number, line.strip() == "agrees"
                    number += 1
                if process.wait() != 0:
                    print(f"\nmachine {number}: the process ended with {process.returncode}", file=sys.stderr)
                    yield number, False
                    number += 1
                first = number
            finally:
                process.kill()


def go_on(ledger: Path, date: str, minutes: float | None) -> int:
    """Try machines until time is up or somebody stops it; the number of those that failed."""
    for stopping in (signal.SIGINT, signal.SIGTERM, signal.SIGALRM):
        signal.signal(stopping, _stop)
    signal.setitimer(signal.ITIMER_REAL, 60.0 * minutes if minutes else 0.0)
    campaigns = read(ledger)
    first = 1 + max((campaign.last for campaign in campaigns), default=FIRST - 1)
    tried = failed = 0
    print(f"Random machines from number {first} on; Ctrl-C ends it.", flush=True)
    try:
        for number, same in rounds(first):
            campaigns = kept(campaigns, number, same, engine(), date)
            write(ledger, campaigns)
            tried, failed = tried + 1, failed + (not same)
            if not same:
                print(f"again: {Path(sys.executable).name} -m tests.hcsm.fuzz --only {number}", file=sys.stderr)
            if tried % ROUND == 0:
                print(f"{tried} machines, {failed} differences", flush=True)
    except KeyboardInterrupt:
        pass
    print(f"{tried} machines, {failed} differences; the ledger is {ledger}")
    return failed


def _stop(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.hcsm.fuzz")
    parser.add_argument("--date", default="", help="what the ledger says of when")
    parser.add_argument("--minutes", type=float, help="how long; without end if not given")
    parser.add_argument("--ledger", type=Path, default=LEDGER)
    parser.add_argument("--only", type=int, help="try this machine, and none else")
    parser.add_argument("--round", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.only is not None:
        return 0 if agrees(options.only) else 1
    if options.round is not None:
        for number in range(options.round, options.round + ROUND):
            print("agrees" if agrees(number) else "differs", flush=True)
        return 0
    return min(go_on(options.ledger, options.date, options.minutes), 1)


if __name__ == "__main__":
    sys.exit(main())
