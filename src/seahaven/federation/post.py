"""How parcels travel: a federate of HELICS for each process, with a message endpoint for each way to another.

The clock of HELICS goes with the dates of the run, a microsecond behind. A process asks for the time of its next date,
and is granted it once all others are past everything before; so every parcel of an earlier date has come by then. Where
a module waits for another within a date, its process goes on by a nanosecond of HELICS at a time.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from seahaven.errors import FederationError
from seahaven.federation import engine as helics
from seahaven.kernel import Parcel, Stopwatch, in_seconds, pack, unpack

__all__ = ["Line", "Post", "Terms", "Traffic"]

BEHIND: Final = 1_000
"""How far (ns) the clock of HELICS is behind the dates of the run."""
LARGEST: Final = 64 * 1024 * 1024
"""Bytes of the largest message. By default, the TCP cores of HELICS stall at 4 kB."""
END_OF_TIME: Final = 9.0e9
"""Seconds: HELICS grants a time beyond all others to a federate that it has given up."""


@dataclass(frozen=True, slots=True)
class Terms:
    """How a process reaches the broker of its run."""

    core: str
    host: str
    port: int
    key: str

    @property
    def words(self) -> str:
        """The options of a core of HELICS."""
        return (
            f"--federates=1 --broker_address={self.host} --brokerport={self.port} --broker_key={self.key} "
            f"{common_words(self.core)}"
        )


def common_words(core: str) -> str:
    """The options that cores and broker have in common: patience on a busy machine, and room for large messages."""
    room = f" --maxsize={LARGEST}" if core.startswith("tcp") else ""
    return f"--loglevel=no_print --tick=60s --timeout=120s{room}"


@dataclass(slots=True)
class Traffic:
    """What a process has sent and received, and for how long (s) it has waited for others."""

    parcels: int = 0
    sent: int = 0
    received: int = 0
    grants: int = 0
    waited: float = 0.0
    refused: int = 0


@dataclass(slots=True)
class Line:
    """A way to another process."""

    post: Post
    out: Any
    target: str
    into: Any
    arrived: deque[bytes] = field(default_factory=deque)

    def send(self, parcel: Parcel) -> None:
        """Hand over a parcel without waiting for the other side."""
        message = pack(parcel, self.post.kinds)
        self.post.traffic.parcels += 1
        self.post.traffic.sent += len(message)
        with self.post.asking():
            helics.helicsEndpointSendBytesTo(self.out, message, self.target)

    def receive(self) -> Parcel:
        """The next parcel; waits for it."""
        while not self.arrived:
            self.post.go_on()
        return unpack(self.arrived.popleft(), self.post.kinds)


class Post:
    """The federate of a process."""

    def __init__(self, name: str, peers: Iterable[str], terms: Terms, kinds: Mapping[str, type]) -> None:
        self.name = name
        self.kinds = kinds
        self.traffic = Traffic()
        self._now = 0
        self.waiting: Stopwatch | None = None
        """For how long it has been waiting, if it is."""
        with self.asking():
            info = helics.helicsCreateFederateInfo()
            helics.helicsFederateInfoSetCoreTypeFromString(info, terms.core)
            helics.helicsFederateInfoSetCoreInitString(info, terms.words)
            helics.helicsFederateInfoSetTimeProperty(info, helics.HELICS_PROPERTY_TIME_DELTA, 1e-9)
            helics.helicsFederateInfoSetFlagOption(info, helics.HELICS_FLAG_UNINTERRUPTIBLE, True)
            self.federate = helics.helicsCreateCombinationFederate(name, info)
            register = helics.helicsFederateRegisterGlobalEndpoint
            self.lines = {
                peer: Line(
                    self, register(self.federate, f"{name}/to/{peer}"), f"{name}>{peer}",
                    register(self.federate, f"{peer}>{name}"),
                )
                for peer in peers
            }  # fmt: skip

    def enter(self) -> None:
        """Begin with all others; waits for them."""
        with self.asking():
            helics.helicsFederateEnterExecutingMode(self.federate)

    def reach(self, date: int) -> None:
        """Come to a date of the run: all that others send before it has arrived by then."""
        if self._now < date + BEHIND:
            self._request(date + BEHIND)

    def go_on(self) -> None:
        """Let the others send more at the date reached."""
        self._request(self._now + 1)

    def _request(self, target: int) -> None:
        watch = self.waiting = Stopwatch()
        with self.asking():
            granted = helics.helicsFederateRequestTime(self.federate, in_seconds(target))
        self.waiting = None
        self.traffic.waited += watch.seconds
        self.traffic.grants += 1
        if granted > END_OF_TIME:
            raise FederationError(f"'{self.name}' was put out of the federation at {in_seconds(self._now):.9g} s")
        self._now = max(target, self._now)
        self._collect()

    def _collect(self) -> None:
        for line in self.lines.values():
            while helics.helicsEndpointHasMessage(line.into):
                message = helics.helicsEndpointGetMessage(line.into)
                content = helics.helicsMessageGetBytes(message)
                helics.helicsMessageFree(message)  # else HELICS keeps it to the end of the run
                self.traffic.received += len(content)
                line.arrived.append(content)

    def asking(self) -> Asking:
        """Meanwhile, what HELICS refuses is an error of the federation."""
        return Asking(self.name)

    def close(self) -> None:
        """Leave the federation; once is enough. What HELICS holds is left to the end of the process."""
        federate, self.federate = self.federate, None
        if federate is not None:
            with self.asking():
                helics.helicsFederateDisconnect(federate)


class Asking:
    """A context in which errors of HELICS become ours, with what the supervisor said of the fault."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if isinstance(error, helics.HelicsException):
            told = str(error).partition("] ")[2] or str(error)
            raise FederationError(f"'{self._name}' cannot go on: {told}") from None
