"""Drives of a campaign on the computers of a Ray cluster.

The one place in Seahaven where pickles cross a socket: Ray sends tasks and answers as such, and runs what reaches its
ports. So it belongs on networks that only its users can reach, and it is only used where `--cluster` asks for it.

    campaign ──> ClusterCrew ──> Player on a core of a node ──> process of a `Crew`, which plays the drive
                      ^                                                        │
                      └──────── files of the drive, as bytes <─────────────────┘
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import tempfile
import threading
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from seahaven import __version__
from seahaven.errors import InputError, SeahavenError
from seahaven.files import file_digest, write_bytes_atomic
from seahaven.kernel import Deadline
from seahaven.testbed.outcome import VERDICT
from seahaven.trials import Crew, OnTrial, side_by_side

__all__ = ["ClusterCrew", "Player", "clustered"]

LOSSES: Final = 3
"""How often a drive is given to another node after that on which it was played was lost."""
TRIES: Final = 2
"""How often a node plays a drive whose process dies, as on a single computer."""
LOOK: Final = 1.0
"""Seconds between two looks at which nodes the cluster has."""
REACH: Final = 5.0
"""Seconds in which the address has to answer: Ray itself goes on trying for ten minutes."""
PATIENCE: Final = 120.0
"""Seconds without any node that can play, after which a campaign breaks off; the same command goes on."""
SLACK: Final = 60.0
"""Seconds that a node may be silent beyond the time that its drive has, before it counts as lost."""
STAY_LOCAL: Final = "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"
"""At 0, Ray takes 127.0.0.1 as it is; else it takes it for the outward address of this computer."""


class Player:
    """Plays drives on a node, one at a time, in a process that stays warm, like those of a single computer."""

    def __init__(self, limit: float, memory: float, home: str) -> None:
        self._exits = ExitStack()
        self._crew: Crew = self._exits.enter_context(side_by_side(1, limit=limit, memory=memory, tries=TRIES))
        self._home = home

    def refusal(self, version: str, digests: Mapping[str, str]) -> str:
        """Why this node cannot play the campaign; empty if it can: it has the same Seahaven and the same files."""
        if __version__ != version:
            return f"it has Seahaven {__version__}, and the campaign was begun with {version}"
        if not Path(self._home).is_dir():
            return f"it has no folder {self._home}; the project has to lie at the same path on all nodes"
        os.chdir(self._home)
        for path, digest in digests.items():
            if not Path(path).is_file() or file_digest(path) != digest:
                return f"its file {path} is another one, or missing"
        return ""

    def play(self, task: Any) -> tuple[list[tuple[str, Any]], dict[str, bytes]]:
        """Play a drive; gives what was told on the way, and all files that it left."""
        told: list[tuple[str, Any]] = []
        with tempfile.TemporaryDirectory(prefix="seahaven-drive-") as place:
            folder = Path(place) / "drive"
            moved = replace(task, job=replace(task.job, folder=folder))
            self._crew.play([moved], lambda _, what, value: told.append((what, value)))
            found = sorted(path for path in folder.rglob("*") if path.is_file())
            files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}
        return [each for each in told if each[0] == "again"], files


@dataclass(slots=True)
class _Hand:
    """A player as the campaign knows it: on which node, what it was asked last, and which drive it plays."""

    actor: Any
    node: str
    asked: Any
    task: Any = None
    is_ready: bool = False
    deadline: Deadline | None = None


@dataclass(slots=True)
class ClusterCrew:
    """Players on all nodes of a cluster, which come and go; it plays tasks as a `Crew` of processes does."""

    ray: Any
    digests: Mapping[str, str]
    limit: float
    memory: float
    most: int | None = None
    hands: list[_Hand] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)

    def play(self, jobs: Sequence[Any], tell: OnTrial) -> list[Any]:
        """Play drives, and give their records in the same order."""
        round_ = _Round(deque(jobs), tell)
        alone = Deadline(PATIENCE)
        while len(round_.records) < len(jobs):
            self._hire(len(jobs) - len(round_.records))
            for hand in self.hands:
                if hand.is_ready and hand.task is None and round_.waiting:
                    self._begin(hand, round_.waiting.popleft())
            asked = {hand.asked: hand for hand in self.hands if hand.asked is not None}
            done = self.ray.wait(list(asked), num_returns=1, timeout=LOOK)[0] if asked else []
            if not asked:
                threading.Event().wait(LOOK)
            for answer in done:
                self._hear(asked[answer], round_)
            for hand in list(self.hands):
                if hand.deadline and hand.deadline.has_passed:
                    self._lose(hand, round_, "it did not answer any more")
            alone = Deadline(PATIENCE) if any(hand.is_ready for hand in self.hands) else alone
            if alone.has_passed:
                raise SeahavenError(f"no computer of the cluster can play: {self._complaint()}")
        return [round_.records[job.folder] for job in jobs]

    def end(self) -> None:
        """End all players."""
        for hand in self.hands:
            self._kill(hand)
        self.hands.clear()

    def _hire(self, wanted: int) -> None:
        """Have a player on each core of each node that is there, but not more than are wanted."""
        held = Counter(hand.node for hand in self.hands)
        wanted = min(wanted, self.most or wanted)
        for node in self.ray.nodes():
            name, cores = node["NodeID"], int(node["Resources"].get("CPU", 0))
            while node["Alive"] and name not in self.refused and held[name] < cores and len(self.hands) < wanted:
                self.hands.append(self._hired(name))
                held[name] += 1

    def _hired(self, node: str) -> _Hand:
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        there = NodeAffinitySchedulingStrategy(node, soft=False)
        kind = self.ray.remote(Player).options(num_cpus=1, max_restarts=0, scheduling_strategy=there)
        actor = kind.remote(self.limit, self.memory, str(Path.cwd()))
        return _Hand(actor, node, actor.refusal.remote(__version__, dict(self.digests)), deadline=Deadline(PATIENCE))

    def _begin(self, hand: _Hand, task: Any) -> None:
        hand.task, hand.asked = task, hand.actor.play.remote(task)
        hand.deadline = Deadline(TRIES * self.limit + SLACK)

    def _hear(self, hand: _Hand, round_: _Round) -> None:
        try:
            answer = self.ray.get(hand.asked)
        except Exception as error:  # whatever became of a node, its drive is played on another one
            self._lose(hand, round_, _words(error))
            return
        hand.asked = hand.deadline = None
        if hand.task is None:
            hand.is_ready = not answer
            if answer:
                self.refused[hand.node] = answer
                self._drop(hand)
            return
        (told, files), task, hand.task = answer, hand.task, None
        for what, value in told:
            round_.tell(task, what, value)
        _keep(task.folder, files)
        round_.close(task, task.record())

    def _lose(self, hand: _Hand, round_: _Round, why: str) -> None:
        self._drop(hand)
        if hand.task is not None:
            round_.lost(hand.task, f"the computer that played it was lost: {why}")

    def _drop(self, hand: _Hand) -> None:
        self.hands.remove(hand)
        self._kill(hand)

    def _kill(self, hand: _Hand) -> None:
        with suppress(Exception):  # it may be gone already
            self.ray.kill(hand.actor)

    def _complaint(self) -> str:
        return "; ".join(sorted(set(self.refused.values()))) or "none is there, or none has a core that is free"


@dataclass(slots=True)
class _Round:
    """How far a number of drives is."""

    waiting: deque[Any]
    tell: OnTrial
    records: dict[Path, Any] = field(default_factory=dict)
    losses: Counter[Path] = field(default_factory=Counter)

    def lost(self, task: Any, why: str) -> None:
        """Have a drive played again whose node was lost, unless it has lost too many."""
        self.losses[task.folder] += 1
        if self.losses[task.folder] < LOSSES:
            self.waiting.appendleft(task.again(has_begun=True))
            self.tell(task, "again", why)
        else:
            self.close(task, task.failed(f"{why}, as were {LOSSES - 1} before it"))

    def close(self, task: Any, record: Any) -> None:
        """Take down what came of a drive."""
        if record is None:
            record = task.failed("it left no verdict")
        self.records[task.folder] = record
        self.tell(task, "record", record)


def _keep(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write the files of a drive; its verdict comes last, so that a drive with a verdict has all of them."""
    shutil.rmtree(folder, ignore_errors=True)
    for name in sorted(files, key=lambda name: (name == VERDICT, name)):
        target = (folder / name).resolve()
        if not target.is_relative_to(folder.resolve()):
            raise SeahavenError(f"a node sent a file '{name}' that is to lie outside of {folder}")
        target.parent.mkdir(parents=True, exist_ok=True)
        write_bytes_atomic(target, files[name])


def _words(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[0] if lines else type(error).__name__


@contextmanager
def clustered(
    address: str, *, limit: float, memory: float, files: Sequence[Path], most: int | None = None
) -> Iterator[ClusterCrew]:
    """A crew on the cluster at an address; its nodes have to have the same files. All players are ended at the end."""
    ray = _ray(address)
    digests = {str(path): file_digest(path) for path in files}
    asked = signal.getsignal(signal.SIGTERM)
    try:
        ray.init(address=address, log_to_driver=False, logging_level="critical", configure_logging=False)
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise InputError(f"no Ray cluster could be joined at '{address}': {_words(error)}; {_HINT}") from None
    finally:
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGTERM, asked)  # Ray puts its own in the place of ours
    crew = ClusterCrew(ray, digests, limit, memory, most)
    try:
        yield crew
    finally:
        crew.end()
        ray.shutdown()


_HINT: Final = (
    "start one with 'ray start --head', and give the address that it prints, or 'auto' on a computer of the cluster"
)


def _ray(address: str) -> Any:
    """Ray, after a look at whether anything answers at the address."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    is_address = bool(host) and port.isdecimal()
    if not is_address and address != "auto":
        raise InputError(f"'{address}' is no address of a cluster; expected one such as 10.0.0.7:6379, or 'auto'")
    if is_address:
        try:
            socket.create_connection((host, int(port)), timeout=REACH).close()
        except (OSError, OverflowError) as error:
            raise InputError(f"nothing answers at '{address}' ({error}); {_HINT}") from None
    if host in ("127.0.0.1", "localhost"):
        os.environ.setdefault(STAY_LOCAL, "0")
    try:
        import ray
    except ImportError:
        raise InputError("'--cluster' needs Ray; install seahaven[cluster], or play shards with --shard") from None
    return ray
