"""The supervisor of a federation: starts its processes, watches over them, and sees to it that all know of a fault.

HELICS does not notice that a federate has died, and lets the others wait for ever. So the supervisor owns the broker
and the processes. Each process has a warden, a small process of its own that gives signs of life ten times a second and
tells at once if its ward ends or is stopped. A ward that computes for a minute is no matter; one that ends before its
time, is stopped, or whose warden is silent, is a fault. The broker then fails all federates with a text that names
it, which ends whatever they wait for.
"""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from queue import Empty, Queue
from typing import Any, Final

from seahaven.disk import replacing
from seahaven.errors import FederationError
from seahaven.federation.broker import LOOPBACK, Broker
from seahaven.federation.checkpoints import forget_checkpoints, last_common_date
from seahaven.federation.control import Gatehouse
from seahaven.federation.part import Orders
from seahaven.federation.sheet import HERE, CallSheet
from seahaven.federation.ward import Elsewhere, Ward
from seahaven.kernel import SECOND, Deadline, Stopwatch, in_seconds

__all__ = ["Account", "Fault", "PartAccount", "Supervisor"]

CRASHES: Final = (signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS)
TURN: Final = 0.05
"""Seconds between two looks at who is silent."""
GRACE: Final = 10.0
"""Seconds that others have to end in order after a fault."""
MOST_RESTARTS: Final = 3
BEGINNING: Final = 20.0
"""Seconds within which all have to begin once all are ready. On a busy machine HELICS now and then misses one."""

Notice = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Fault:
    """What went wrong with a process, and when (seconds of simulated time that it had come to at least)."""

    process: str
    what: str
    at: float
    told_after: float
    """Seconds from when it was noticed until all other processes had ended in order, or had been ended."""
    is_crash: bool = False
    """Whether the system ended it: by a signal that nobody sends on purpose."""


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
    has_begun: bool = True

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
    listen: str = LOOPBACK
    """The address at which other machines reach this one."""
    port: int | None = None
    """The port of the broker; one that is free, if none is given."""
    notice: Notice = field(default=lambda _: None)
    address: str = field(default="", init=False)
    """The options by which a core of HELICS finds the broker."""
    wards: dict[str, Ward] = field(default_factory=dict, init=False)
    _orders: dict[str, Orders] = field(default_factory=dict, init=False)
    gatehouse: Gatehouse | None = field(default=None, init=False)
    _told: Queue[tuple[str, dict[str, Any]]] = field(default_factory=Queue, init=False)
    _inputs: dict[str, Any] = field(default_factory=dict, init=False)
    _began: set[str] = field(default_factory=set, init=False)
    _misses: int = field(default=0, init=False)

    def run(self) -> Account:
        """Play it; raises what a part failed with, after all others have ended in order."""
        parts = self.out / "parts"
        parts.mkdir(parents=True, exist_ok=True)
        date = self._first_date(parts)
        away = sorted({machine for machine in self.sheet.processes.values() if machine != HERE})
        if not away:
            return self._play_on(parts, date)
        self.gatehouse = Gatehouse(self.listen, 0, away, lambda machine: self._told.put(("", {"joined": machine})))
        try:
            names = ", ".join(f"'{name}'" for name in away)
            how = f"seahaven join {self.gatehouse.address} {self.sheet.file.name} --key {self.gatehouse.key}"
            self.notice(f"waits for {names}: {how} --machine NAME")
            return self._play_on(parts, date)
        finally:
            self.gatehouse.close()

    def _play_on(self, parts: Path, date: int | None) -> Account:
        """Play, and begin anew after faults as often as the policy says."""
        faults: list[Fault] = []
        while True:
            account = self._play(date)
            if not account.has_begun and self._misses < MOST_RESTARTS:
                self._misses += 1
                self.overwrite = True
                continue
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
        outside = self.sheet.entry.outside
        federates = len(self.sheet.processes) + len(outside)
        with Broker(federates, core=self.sheet.entry.core, host=self.listen, port=self.port) as broker:
            self.address = broker.terms.words
            if outside:
                names = ", ".join(f"'{name}'" for name in outside)
                self.notice(f"waits for {names}, with these options of HELICS:")
                self.notice(self.address)
                with replacing(self.out / "parts" / "address") as file:
                    file.write(self.address.encode())
            try:
                self._start(broker, date)
                return self._attend(broker)
            finally:
                for ward in self.wards.values():
                    ward.kill()

    def _start(self, broker: Broker, date: int | None) -> None:
        self.wards, self._inputs, self._orders = {}, {}, {}
        for name, machine in self.sheet.processes.items():
            orders = self._orders[name] = Orders(
                str(self.sheet.file.absolute()), name, str(self.out.absolute()), asdict(broker.terms),
                list(self.allow), self.overwrite, self.pace, date,
            )  # fmt: skip
            ward = self.wards[name] = Ward(name, lambda who, what: self._told.put((who, what)))
            if machine != HERE and self.gatehouse:
                ward.is_away = True
                self.gatehouse.wards[name] = ward
                if joined := self.gatehouse.machines.get(machine):
                    self._send_orders(ward, joined)
                continue
            log = (self.out / "parts" / f"{name}.log").absolute()
            ward.start([sys.executable, "-m", "seahaven.federation"], asdict(orders), folder=Path.cwd(), log=log)

    def _send_orders(self, ward: Ward, machine: Elsewhere) -> None:
        """Have another machine start a process."""
        ward.machine, ward.silence = machine, Stopwatch()
        machine.send({"start": asdict(self._orders[ward.name])})

    def _attend(self, broker: Broker) -> Account:
        """Watch until every process has ended."""
        ready, fault, since = set[str](), None, Stopwatch()
        deadline: Deadline | None = None
        beginning: Deadline | None = None
        has_begun = True
        self._began = set()
        while not self._told.empty() or not all(ward.is_over for ward in self.wards.values()):
            found = self._next_fault(ready)
            if found and fault is None:
                fault, since, deadline = found, Stopwatch(), Deadline(GRACE)
                self.notice(fault.what)
                if culprit := self.wards.get(fault.process):
                    culprit.kill()
                    culprit.ended = culprit.ended or -9
                broker.tell_all(fault.what)
            if len(ready) == len(self.wards) and fault is None:
                broker.open_gate()
                beginning = None if self.sheet.entry.outside else Deadline(BEGINNING)
                ready = set()
            if beginning and beginning.has_passed and fault is None:
                if len(self._began) < len(self.wards):
                    has_begun, deadline = False, Deadline(0.0)
                beginning = None
            if deadline and deadline.has_passed:
                for ward in self.wards.values():
                    ward.kill()
                break
        faults = (replace(fault, told_after=since.seconds),) if fault else ()
        if fault and fault.is_crash and len(self._began) < len(self.wards):
            has_begun = False
        return replace(self._account(faults), has_begun=has_begun)

    def _next_fault(self, ready: set[str]) -> Fault | None:
        """Hear what the wardens say, for a moment; gives the first fault there is."""
        try:
            name, told = self._told.get(timeout=TURN)
        except Empty:
            return self._silent()
        if "joined" in told:
            for process, machine in self.sheet.processes.items():
                if machine == told["joined"].name and self.wards[process].machine is None:
                    self._send_orders(self.wards[process], told["joined"])
            return None
        ward = self.wards[name]
        if "said" in told:
            return self._heard(ward, told["said"], ready)
        if "stopped" in told:
            return self._fault(ward, "was stopped by a signal, and the others would wait for it")
        if "ended" in told and ward.outcome is None:
            code = told["ended"]
            how = f"was killed by signal {-code}" if code < 0 else f"ended with exit status {code}"
            found = self._fault(ward, f"{how}; see {self.out / 'parts' / f'{name}.log'}")
            return replace(found, is_crash=-code in CRASHES)
        if "gone" in told and not ward.is_over:
            return self._fault(ward, "is lost: its machine has gone" if ward.is_away else "lost its warden")
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
            self._inputs[ward.name] = told.get("inputs")
            if any(inputs != told.get("inputs") for inputs in self._inputs.values()):
                return self._fault(ward, "plays another study than the others: its files are not the same")
        elif "began" in told:
            self._began.add(ward.name)
        elif "at" in told:
            ward.last = told
        elif "notice" in told:
            self.notice(f"{ward.name}: {told['notice']}")
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
            if ward.is_watched and ward.silence.seconds > patience:
                return self._fault(ward, f"has given no sign of life for {ward.silence.seconds:.1f} s")
        return self._blocked()

    def _blocked(self) -> Fault | None:
        """Whether all processes wait, for longer than they may, for a simulator from outside: nobody else can tell."""
        running = [ward for ward in self.wards.values() if not ward.is_over]
        for name, outside in self.sheet.entry.outside.items():
            waited = min((ward.last.get("waiting", 0.0) for ward in running), default=0.0)
            if running and waited > outside.limit / SECOND:
                at = in_seconds(max(ward.last.get("at", 0) for ward in running))
                what = f"'{name}', a simulator from outside, has let all others wait for {waited:.1f} s at {at:g} s"
                return Fault(name, what, at, 0.0)
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
