"""The broker of a run, which the supervisor owns: it lets the processes begin together, and tells all of a fault."""

from __future__ import annotations

import secrets
import socket
from contextlib import suppress
from threading import Thread
from types import TracebackType
from typing import Final, Self

from seahaven.errors import FederationError
from seahaven.federation import engine as helics
from seahaven.federation.post import Terms, common_words

__all__ = ["Broker", "free_port"]

LOOPBACK: Final = "127.0.0.1"
PORTS: Final = range(20_000, 32_000)
FAULT: Final = -33
"""The code of a fault; what matters is the text."""


def free_port(host: str = LOOPBACK) -> int:
    """A port that nobody listens at, below those that the system gives to connections, which come and go."""
    for _ in range(100):
        port = PORTS.start + secrets.randbelow(len(PORTS))
        with socket.socket() as probe, suppress(OSError):
            probe.bind((host, port))
            return port
    raise FederationError(f"none of the ports {PORTS.start} to {PORTS.stop} that were tried is free; choose one")


class Broker:
    """A broker for so many federates, with a key of its own at a port of its own.

    A federate of ours, the gate, counts among them and is the last to begin. Without it, a stranger who is turned away
    for a wrong key is counted all the same, and HELICS begins without one of those who belong.
    """

    def __init__(self, federates: int, *, core: str, host: str = LOOPBACK, port: int | None = None) -> None:
        self.terms = Terms(core, host, port or free_port(host), secrets.token_hex(16))
        words = (
            f"--federates={federates + 1} --dynamic --port={self.terms.port} --broker_key={self.terms.key} "
            f"{common_words(core)}"
        )
        if host != LOOPBACK:
            words += f" --local_interface={host}"
        self._broker = helics.helicsCreateBroker(core, f"seahaven{self.terms.port}", words)
        if not helics.helicsBrokerIsConnected(self._broker):
            raise FederationError(f"a broker cannot listen at {host}:{self.terms.port}; choose another --port")
        info = helics.helicsCreateFederateInfo()
        helics.helicsFederateInfoSetCoreTypeFromString(info, core)
        helics.helicsFederateInfoSetCoreInitString(info, self.terms.words)
        helics.helicsFederateInfoSetFlagOption(info, helics.HELICS_FLAG_OBSERVER, True)
        self._gate = helics.helicsCreateValueFederate("gate", info)

    def open_gate(self) -> None:
        """Let all begin that have come; to be called when everybody has."""
        Thread(target=self._pass, name="gate", daemon=True).start()

    def _pass(self) -> None:
        with suppress(helics.HelicsException):  # a process that dies right now is the supervisor's matter
            helics.helicsFederateEnterExecutingMode(self._gate)
            helics.helicsFederateDisconnect(self._gate)

    def tell_all(self, what: str) -> None:
        """Let everybody know of a fault: whoever waits gets an error with this text at once."""
        with suppress(helics.HelicsException):
            helics.helicsBrokerGlobalError(self._broker, FAULT, what.encode())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with suppress(helics.HelicsException):
            helics.helicsFederateDisconnect(self._gate)
        with suppress(helics.HelicsException):
            helics.helicsBrokerDisconnect(self._broker)
        with suppress(helics.HelicsException):
            helics.helicsFederateFree(self._gate)
            helics.helicsBrokerFree(self._broker)
