"""The meeting place: one simulation, and all who watch it.

What the simulation says is kept for those who come later, and handed on to all others. Each viewer has a place of its
own for the newest frame of each run; one that is slow finds the newest there when it is ready, and misses the others.
"""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path
from typing import Any, Final

from seahaven.studio.commands import Command, Controls, Open, Rise, Sit
from seahaven.studio.frames import run_of
from seahaven.studio.seating import Seating

__all__ = ["Hub", "Viewer"]

MOST_MESSAGES: Final = 500
"""Messages that wait for one viewer; one that reads none of them is let go."""
MOST_MACHINES: Final = 12
"""Machines that are told of at a time."""
LENGTH: Final = 4
WATCHED: Final = 0.5
"""s between looks for drivers who are away."""
LASTING: Final = ("opening", "opened", "state", "ready", "seats", "reel", "lab", "asked")
"""Types of messages that newcomers are told, too."""


class Viewer:
    """One page that watches."""

    def __init__(self, number: int, role: str) -> None:
        self.number, self.role = number, role
        self.is_lost = False
        self.thing = ""
        """Whose machine it shows; empty for none."""
        self.topics: frozenset[str] = frozenset()
        """Which layers and other topics it shows."""
        self.dropped = 0
        """Frames that it missed."""
        self._news = asyncio.Event()
        self._messages: list[str] = []
        self._frames: dict[int, bytes] = {}

    def tell(self, message: str) -> None:
        """Have a message sent."""
        self._messages.append(message)
        self.is_lost = self.is_lost or len(self._messages) > MOST_MESSAGES
        self._news.set()

    def show(self, run: int, frame: bytes) -> None:
        """Have a frame sent, in the place of an older one."""
        self.dropped += run in self._frames
        self._frames[run] = frame
        self._news.set()

    async def news(self) -> tuple[list[str], list[bytes]]:
        """What is to be sent next; waits until there is something."""
        await self._news.wait()
        self._news.clear()
        messages, frames = self._messages, [frame for _, frame in sorted(self._frames.items())]
        self._messages, self._frames = [], {}
        return messages, frames


class Hub:
    """The simulation's process, and its viewers."""

    def __init__(self, root: Path, *, is_shared: bool = False, first: Open | None = None) -> None:
        self._root, self._is_shared, self._first, self._lost = root, is_shared, first, 0
        self._process: Process | None = None
        self._viewers: dict[int, Viewer] = {}
        self._count = 0
        self._seating = Seating(lambda: asyncio.get_running_loop().time())
        self._lasting: dict[str, str] = {}
        self._frames: dict[int, bytes] = {}
        self.stores: dict[str, bytes] = {}
        """What stays the same for the whole run, by name."""

    async def run(self) -> None:
        """Keep a simulation running: start another one when it ends."""
        while True:
            command = (sys.executable, "-m", "seahaven.studio.simulate", str(self._root), *self._flags)
            self._process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
            self.attend()
            if self._first:
                self._send(json.dumps({"do": "open", **self._first.model_dump(exclude_defaults=True)}))
                self._first = None
            await self._read(self._process)
            code = await self._process.wait()
            self._lasting.clear()
            self._tell_all(
                {"type": "fault", "text": f"the simulation ended (code {code}); open a study to begin again"}
            )
            self._tell_all({"type": "closed"})

    @property
    def _flags(self) -> tuple[str, ...]:
        return ("shared",) if self._is_shared else ()

    async def close(self) -> None:
        """End the simulation, so that its reels are closed."""
        process = self._process
        if process is None or process.returncode is not None or process.stdin is None:
            return
        process.stdin.close()
        try:
            await asyncio.wait_for(process.wait(), timeout=10.0)
        except TimeoutError:
            process.kill()

    async def watch(self) -> None:
        """Find drivers who are away, again and again."""
        while True:
            await asyncio.sleep(WATCHED)
            if self._seating.watch():
                self._tell_seats()
            lost = sum(viewer.dropped for viewer in self._viewers.values())
            if lost != self._lost:
                self._lost = lost
                self._send(json.dumps({"do": "lost", "frames": lost}))

    def enter(self, role: str) -> Viewer:
        """A new viewer, who is told what there is."""
        self._count += 1
        viewer = self._viewers[self._count] = Viewer(self._count, role)
        for kind in LASTING:
            if kind in self._lasting:
                viewer.tell(self._lasting[kind])
        for run, frame in self._frames.items():
            viewer.show(run, frame)
        self._tell_present()
        return viewer

    def leave(self, viewer: Viewer) -> None:
        """Forget a viewer."""
        self._viewers.pop(viewer.number, None)
        if self._seating.rise(viewer.number):
            self._tell_seats()
        self._tell_present()
        self.attend()

    def attend(self) -> None:
        """Have the simulation tell what its viewers want to see, and nothing else."""
        things = sorted({viewer.thing for viewer in self._viewers.values()} - {""})
        topics = sorted({topic for viewer in self._viewers.values() for topic in viewer.topics})
        self._send(json.dumps({"do": "attend", "things": things[:MOST_MACHINES], "topics": topics}))

    def obey(self, command: Command, text: str, viewer: Viewer) -> None:
        """Do what a page asks, or have the simulation do it."""
        if isinstance(command, Sit):
            self._seating.sit(viewer.number, command)
            self._tell_seats()
        elif isinstance(command, Rise):
            self._seating.rise(viewer.number)
            self._tell_seats()
        elif not isinstance(command, Controls):
            self._send(text)
        else:
            was_away = self._seating.hear(viewer.number, command.vehicle)
            if was_away:
                self._tell_seats()
            if was_away is not None:  # a page that has lost its seat hears of it, and stops
                self._send(text)

    def _tell_seats(self) -> None:
        """Tell the pages who sits where, and the simulation whose drivers are there."""
        self._send(json.dumps({"do": "seated", "vehicles": self._seating.attended}))
        told = self._seating.told()
        self._lasting["seats"] = json.dumps(told)
        self._tell_all(told)

    def _send(self, line: str) -> None:
        """Hand a line on to the simulation."""
        if self._process and self._process.stdin and not self._process.stdin.is_closing():
            self._process.stdin.write(line.encode() + b"\n")

    def _tell_present(self) -> None:
        roles = [viewer.role for viewer in self._viewers.values()]
        self._tell_all({"type": "present", "roles": roles})

    def _tell_all(self, message: dict[str, Any]) -> None:
        text = json.dumps(message)
        for viewer in self._viewers.values():
            viewer.tell(text)

    async def _read(self, process: Process) -> None:
        stream = process.stdout
        assert stream is not None
        while True:
            try:
                size = int.from_bytes(await stream.readexactly(LENGTH), "little")
                content = await stream.readexactly(size)
            except asyncio.IncompleteReadError:
                return
            word, body = content[1 : 1 + content[0]].decode(), content[1 + content[0] :]
            self._take(word, body)

    def _take(self, word: str, body: bytes) -> None:
        if word == "frame":
            run = run_of(body)
            self._frames[run] = body
            for viewer in self._viewers.values():
                viewer.show(run, body)
        elif word == "message":
            self._hand_on(body.decode())
        else:
            self.stores[word] = body

    def _hand_on(self, text: str) -> None:
        message = json.loads(text)
        kind = message["type"]
        if kind == "opening":
            self._forget()
        if kind == "closed":
            self._forget()
        if kind == "answered":
            self._lasting.pop("asked", None)
        if kind == "state":
            for run in [run for run in self._frames if run >= message["runs"]]:
                del self._frames[run]
        if kind == "opened":
            self._seating.furnish({int(vehicle): name for vehicle, name in message["seats"].items()})
        if kind in LASTING:
            self._lasting[kind] = text
        for viewer in self._viewers.values():
            if message.get("for", viewer.number) == viewer.number:
                viewer.tell(text)
        if kind == "opened":
            self._tell_seats()

    def _forget(self) -> None:
        self._seating.furnish({})
        self._lasting.clear()
        self._frames.clear()
        self.stores.clear()
