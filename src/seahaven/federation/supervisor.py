"""The supervisor of a federation: starts its processes, watches over them, and sees to it that all know of a fault.

HELICS does not notice that a federate has died, and lets the others wait for ever. So the supervisor owns the broker
and the processes. Each process has a warden, a small process of its own that gives signs of life ten times a second and
tells at once if its ward ends or is stopped. A ward that computes for a minute is no matter; one that ends before its
time, is stopped, or whose warden is silent, is a fault. The broker then fails all federates with a text that names
it, which ends whatever they wait for.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from queue import Empty, Queue
from typing import Any, Final

from seahaven.disk import replacing
from seahaven.errors import FederationError
from seahaven.federation.broker import Broker
from seahaven.federation.checkpoints import forget_checkpoints, last_common_date
from seahaven.federation.part import Orders
from seahaven.federation.sheet import HERE, CallSheet
from seahaven.federation.ward import Ward
from seahaven.kernel import SECOND, Deadline, Stopwatch, in_seconds

__all__ = ["Account", "Fault", "PartAccount", "Supervisor"]

TURN: Final = 0.05
"""Seconds between two looks at who is silent."""
GRACE: Final = 10.0
"""Seconds that others have to end in order after a fault."""
MOST_RESTARTS: Final = 3

Notice = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Fault:
    """What went wrong with a process, and when (seconds of simulated time that it had come to at least)."""

    process: str
    what: str
    at: float
    told_after: float
    """Seconds from when it was noticed until all other processes had ended in order, or had been ended."""


@dataclass(frozen=True, slots=True)
class PartAccount:
    """How one process fared."""

    process: str
    seconds: float = 0.0
    dates: int = 0
    sent: int = 0
    received: int = 0
    parcels: int = 0
    grants: int = 0
    waited: float = 0.0
    text: str = ""
    """Why it ended, if not at its end."""


@dataclass(frozen=True, slots=True)
class Account:
    """How a federation fared."""

    title: str
    reached: float
    parts: tuple[PartAccount, ...]
    faults: tuple[Fault, ...] = ()
    reel: str | None = None

    @property
    def is_whole(self) -> bool:
        """Whether it came to its end."""
        return self.reel is not None or not self.faults


@dataclass(slots=True)
class Supervisor:
    """Plays a sheet into a folder. `notice` is told what there is to know meanwhile."""

    sheet: CallSheet
    out: Path
    allow: Sequence[str] = ()
    overwrite: bool = False
    pace: float | None = None
    resume: bool = False
    """Whether to go on from the last common checkpoint in the folder."""
    notice: Notice = field(default=lambda _: None)
    wards: dict[str, Ward] = field(default_factory=dict, init=False)
    _told: Queue[tuple[str, dict[str, Any]]] = field(default_factory=Queue, init=False)

    def run(self) -> Account:
        """Play it; raises what a part failed with, after all others have ended in order."""
        away = [name for name, machine in self.sheet.processes.items() if machine != HERE]
        if away:
            raise FederationError(
                f"process '{away[0]}' runs on machine '{self.sheet.processes[away[0]]}'; machines cannot join yet"
            )
        parts = self.out / "parts"
        parts.mkdir(parents=True, exist_ok=True)
        date = self._first_date(parts)
        faults: list[Fault] = []
        while True:
            account = self._play(date)
            faults += account.faults
            account = replace(account, faults=tuple(faults))
            if not account.faults or account.reel or self.sheet.entry.on_fault == "stop":
                break
            if len(faults) > MOST_RESTARTS:
                self.notice(f"gave up after {MOST_RESTARTS} restarts")
                break
            date = last_common_date(parts, self.sheet.processes)
            self.overwrite = True
            self.notice(f"begins anew {'at the beginning' if date is None else f'from {in_seconds(date):g} s'}")
        with replacing(self.out / "federation.json") as file:
            file.write(json.dumps(asdict(account), indent=1).encode())
        return account

    def _first_date(self, parts: Path) -> int | None:
        if not self.resume:
            forget_checkpoints(parts, self.sheet.processes)
            return None
        date = last_common_date(parts, self.sheet.processes)
        if date is None:
            raise FederationError(f"{parts} holds no state that all processes have in common; play without --resume")
        return date

    # --- one run ----------------------------------------------------------------------------------------------------

    def _play(self, date: int | None) -> Account:
        """Play from a date on, until all have ended."""
        self._told = Queue()
        with Broker(len(self.sheet.processes), core=self.sheet.entry.core) as broker:
            try:
                self._start(broker, date)
                return self._attend(broker)
            finally:
                for ward in self.wards.values():
                    ward.kill()

    def _start(self, broker: Broker, date: int | None) -> None:
        self.wards = {}
        for name in self.sheet.processes:
            orders = Orders(
                str(self.sheet.file.absolute()), name, str(self.out.absolute()), asdict(broker.terms),
                list(self.allow), self.overwrite, self.pace, date,
            )  # fmt: skip
            ward = self.wards[name] = Ward(name, lambda who, what: self._told.put((who, what)))
            log = (self.out / "parts" / f"{name}.log").absolute()
            ward.start([sys.executable, "-m", "seahaven.federation"], asdict(orders), folder=Path.cwd(), log=log)

    def _attend(self, broker: Broker) -> Account:
        """Watch until every process has ended."""
        ready, fault, since = set[str](), None, Stopwatch()
        deadline: Deadline | None = None
        while not all(ward.is_over for ward in self.wards.values()):
            found = self._next_fault(ready)
            if found and fault is None:
                fault, since, deadline = found, Stopwatch(), Deadline(GRACE)
                self.notice(fault.what)
                self.wards[fault.process].kill()
                self.wards[fault.process].ended = self.wards[fault.process].ended or -9
                broker.tell_all(fault.what)
            if len(ready) == len(self.wards) and fault is None:
                broker.open_gate()
                ready = set()
            if deadline and deadline.has_passed:
                for ward in self.wards.values():
                    ward.kill()
                break
        faults = (replace(fault, told_after=since.seconds),) if fault else ()
        return self._account(faults)

    def _next_fault(self, ready: set[str]) -> Fault | None:
        """Hear what the wardens say, for a moment; gives the first fault there is."""
        try:
            name, told = self._told.get(timeout=TURN)
        except Empty:
            return self._silent()
        ward = self.wards[name]
        if "said" in told:
            return self._heard(ward, told["said"], ready)
        if "stopped" in told:
            return self._fault(ward, "was stopped by a signal, and the others would wait for it")
        if "ended" in told and ward.outcome is None:
            code = told["ended"]
            how = f"was killed by signal {-code}" if code < 0 else f"ended with exit status {code}"
            return self._fault(ward, f"{how}; see {self.out / 'parts' / f'{name}.log'}")
        if "gone" in told and not ward.is_over:
            return self._fault(ward, "lost its warden")
        return None

    def _heard(self, ward: Ward, line: str, ready: set[str]) -> Fault | None:
        try:
            told = json.loads(line)
        except ValueError:
            return None
        if not isinstance(told, dict):
            return None
        if "ready" in told:
            ready.add(ward.name)
        elif "at" in told:
            ward.last = told
        elif "done" in told:
            ward.outcome = told["done"]
        elif "failed" in told:
            ward.outcome = {"failed": told["failed"], "is_victim": told.get("is_victim", False)}
            if not told.get("is_victim"):
                return self._fault(ward, f"failed: {told['failed']}")
        return None

    def _silent(self) -> Fault | None:
        patience = self.sheet.entry.patience / SECOND
        for ward in self.wards.values():
            if not ward.is_over and ward.silence.seconds > patience:
                return self._fault(ward, f"has given no sign of life for {ward.silence.seconds:.1f} s")
        return None

    def _fault(self, ward: Ward, what: str) -> Fault:
        at = in_seconds(ward.last.get("at", 0))
        return Fault(ward.name, f"process '{ward.name}' {what} (it had come to {at:g} s at least)", at, 0.0)

    def _account(self, faults: tuple[Fault, ...]) -> Account:
        parts, reached, reel = [], 0, None
        for name, ward in self.wards.items():
            outcome = ward.outcome or {}
            traffic = outcome.get("traffic") or ward.last.get("traffic") or {}
            numbers = {
                key: traffic[key] for key in ("sent", "received", "parcels", "grants", "waited") if key in traffic
            }
            parts.append(
                PartAccount(
                    name,
                    seconds=outcome.get("seconds", 0.0),
                    dates=outcome.get("dates", 0),
                    text=outcome.get("failed", ""),
                    **numbers,
                )
            )
            reached = max(reached, outcome.get("to", ward.last.get("at", 0)))
            reel = reel or outcome.get("reel")
        return Account(self.sheet.title, in_seconds(reached), tuple(parts), faults, None if faults else reel)
