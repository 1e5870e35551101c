"""Machines that take their part: lines of JSON over a connection that asks for the key of the run.

The machine says `hello` with its name, the key and its version, and is told what to start. From then on it passes on
what the wardens of its processes say; their signs of life are those of the machine and of the way to it. When the
connection ends, it ends its processes.
"""

from __future__ import annotations

import json
import secrets
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock, Thread
from typing import Any, Final

from seahaven import __version__
from seahaven.errors import FederationError, InputError
from seahaven.federation.sheet import load_sheet
from seahaven.federation.ward import Ward

__all__ = ["Gatehouse", "join"]

MOST_BYTES: Final = 1 << 20
"""Of one line."""
PATIENCE: Final = 5.0
"""Seconds that a stranger has to say who he is."""


@dataclass(slots=True)
class Machine:
    """A machine that has joined."""

    name: str
    stream: socket.socket
    _lock: Lock = field(default_factory=Lock)

    def send(self, what: dict[str, Any]) -> None:
        """Tell it something; one that is gone hears nothing, which its silence will tell."""
        with self._lock, suppress(OSError):
            self.stream.sendall(json.dumps(what).encode() + b"\n")

    def close(self) -> None:
        """Let it go, and its processes with it."""
        with suppress(OSError):
            self.stream.shutdown(socket.SHUT_RDWR)
        self.stream.close()


class Gatehouse:
    """Where machines come in: listens at an address, and turns away whoever does not know the key."""

    def __init__(self, host: str, port: int, machines: Sequence[str], joined: Callable[[Machine], None]) -> None:
        self.key = secrets.token_hex(16)
        self.refused = 0
        self._machines, self._joined = machines, joined
        self.machines: dict[str, Machine] = {}
        self.wards: dict[str, Ward] = {}
        try:
            self._server = socket.create_server((host, port))
        except OSError as error:
            raise FederationError(f"nobody can join at {host}:{port}: {error.strerror}; choose another port") from None
        self.address = f"{host}:{self._server.getsockname()[1]}"
        Thread(target=self._welcome, name="gatehouse", daemon=True).start()

    def _welcome(self) -> None:
        with suppress(OSError):
            while True:
                stream, _ = self._server.accept()
                Thread(target=self._attend, args=(stream,), name="machine", daemon=True).start()

    def _attend(self, stream: socket.socket) -> None:
        """Hear a machine out; a stranger, or one that sends what makes no sense, is turned away and counted."""
        machine = None
        with suppress(OSError), stream, stream.makefile("rb") as lines:
            stream.settimeout(PATIENCE)
            try:
                machine = self._admitted(stream, json.loads(lines.readline(MOST_BYTES)))
                stream.settimeout(None)
                self._joined(machine)
                for line in iter(lambda: lines.readline(MOST_BYTES), b""):
                    told = json.loads(line)
                    self.wards[told["process"]].hear(told["told"])
            except (InputError, KeyError, TypeError, ValueError) as error:
                self.refused += 1
                with suppress(OSError):
                    stream.sendall(json.dumps({"refused": str(error)[:500]}).encode() + b"\n")
        if machine is not None:
            for ward in self.wards.values():
                if ward.machine is machine:
                    ward.tell(ward.name, {"gone": True})

    def _admitted(self, stream: socket.socket, told: Any) -> Machine:
        if not isinstance(told, dict) or not secrets.compare_digest(str(told.get("key")), self.key):
            raise InputError("this is not the key of the run")
        name, version = told.get("hello"), told.get("version")
        if version != __version__:
            raise InputError(f"you have Seahaven {version}, this federation has {__version__}; install the same")
        if not isinstance(name, str) or name not in self._machines:
            raise InputError(f"the call sheet names no machine '{name}'; it names {', '.join(self._machines)}")
        if name in self.machines:
            raise InputError(f"machine '{name}' has joined already")
        machine = self.machines[name] = Machine(name, stream)
        return machine

    def close(self) -> None:
        """Let all machines go."""
        self._server.close()
        for machine in self.machines.values():
            machine.close()


def join(
    address: str,
    sheet: Path,
    *,
    machine: str,
    key: str,
    out: Path,
    allow: Sequence[str] = (),
    notice: Callable[[str], None],
) -> None:
    """Take a machine's part in a federation: start the processes that the sheet places there, until it is over.

    Sheet and study are this machine's own copies; that they are the same is checked before anything begins.
    """
    call_sheet = load_sheet(sheet)
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal():
        raise InputError(f"'{address}' is no address; write it as HOST:PORT")
    (out / "parts").mkdir(parents=True, exist_ok=True)
    wards: dict[str, Ward] = {}
    lock = Lock()
    try:
        stream = socket.create_connection((host, int(port)), timeout=PATIENCE)
    except OSError as error:
        raise FederationError(f"nobody answers at {address}: {error.strerror or error}") from None
    with stream, stream.makefile("rb") as lines:
        stream.settimeout(None)

        def send(what: dict[str, Any]) -> None:
            with lock, suppress(OSError):
                stream.sendall(json.dumps(what).encode() + b"\n")

        send({"hello": machine, "key": key, "version": __version__})
        notice(f"joined {address} as '{machine}'")
        try:
            for line in iter(lines.readline, b""):
                told = json.loads(line)
                if "refused" in told:
                    raise FederationError(f"{address} refused: {told['refused']}")
                if "kill" in told and (ward := wards.get(told["kill"])):
                    ward.kill()
                if "start" in told:
                    own = {"sheet": str(call_sheet.file.absolute()), "out": str(out.absolute()), "allow": list(allow)}
                    orders = {**told["start"], **own}
                    name = orders["process"]
                    ward = wards[name] = Ward(name, lambda *_: None)
                    ward.passes_on = lambda what, name=name: send({"process": name, "told": what})
                    ward.start(
                        [sys.executable, "-m", "seahaven.federation"], orders, folder=Path.cwd(),
                        log=(out / "parts" / f"{name}.log").absolute(),
                    )  # fmt: skip
                    notice(f"started '{name}'")
        except ConnectionError:
            notice(f"the way to {address} is cut")
        finally:
            for ward in wards.values():
                ward.kill()
