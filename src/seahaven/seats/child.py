"""A program and the line to it, which carries frames: pipes, or a socket on this machine."""

from __future__ import annotations

import os
import select
import socket
from collections.abc import Sequence
from contextlib import suppress
from hmac import compare_digest
from pathlib import Path
from secrets import token_hex
from typing import Final

from seahaven.errors import OccupantError
from seahaven.kernel import Deadline
from seahaven.seats.process import Process
from seahaven.seats.protocol import ADDRESS, LENGTH_BYTES, MOST_BYTES, TOKEN, TOKEN_BYTES

__all__ = ["Child"]

CHUNK: Final = 1 << 16
"""Bytes that are read at a time: what a pipe holds on Linux."""
SHOWN: Final = 40
"""Bytes of what is no frame that messages quote."""
LAST_WORDS: Final = 2000
"""Bytes of what the program wrote to its standard error that are kept for messages."""
ROOMY: Final = 8e9
"""Bytes of data that a program may have by default."""


class Child:
    """A running program, to which frames are sent and from which they come: a length, and so many bytes.

    Reading and writing take turns as the program allows, so that neither side can block the other; both give up when a
    deadline has passed. What the program writes to its standard error is kept for messages, the last of it. With
    `by_socket` it has to connect before anything is sent: `connect` waits for that.
    """

    def __init__(self, command: Sequence[str], folder: Path, *, by_socket: bool = False, memory: float = ROOMY) -> None:
        self._listener = _listener() if by_socket else None
        self._socket: socket.socket | None = None
        self._token = token_hex(TOKEN_BYTES // 2)
        variables = {}
        if self._listener:
            host, number = self._listener.getsockname()
            variables = {ADDRESS: f"{host}:{number}", TOKEN: self._token}
        self._process = Process(command, folder, memory=memory, is_apart=by_socket, variables=variables)
        self._input, self._output, self._errors = self._process.pipes
        if by_socket:
            self._errors = self._output
        self._buffer = bytearray()
        self._outbox = bytearray()
        self._words = bytearray()
        self._is_silent = self._is_mute = False  # whether the line to us and the standard error were closed

    @property
    def pid(self) -> int:
        """The id of the process, and of its group."""
        return self._process.pid

    @property
    def last_words(self) -> str:
        """The end of what the program wrote to its standard error."""
        self._listen()
        return self._words.decode("utf-8", "replace").strip()

    def connect(self, deadline: Deadline) -> None:
        """Wait until the program has connected and shown its token; with pipes there is nothing to wait for."""
        while self._listener and not self._socket:
            select.select([self._listener.fileno(), self._errors], [], [], min(deadline.left, 0.1))
            self._listen()
            if self._process.has_ended():
                raise OccupantError(f"it did not connect{self._ended()}")
            if deadline.has_passed:
                raise OccupantError(f"it did not connect within {deadline.seconds:g} s{self._said()}")
            with suppress(BlockingIOError):
                self._welcome(self._listener.accept()[0], deadline)

    def _welcome(self, caller: socket.socket, deadline: Deadline) -> None:
        """Take a connection whose first bytes are the token; any other is closed."""
        caller.settimeout(max(deadline.left, 0.001))
        shown = b""
        with suppress(OSError):
            while len(shown) < TOKEN_BYTES and (part := caller.recv(TOKEN_BYTES - len(shown))):
                shown += part
        if not compare_digest(shown, self._token.encode()):
            caller.close()
            return
        caller.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        caller.setblocking(False)
        self._socket = caller
        self._input = self._output = caller.fileno()
        if self._listener:
            self._listener.close()

    def send(self, message: bytes, deadline: Deadline) -> None:
        """Write a frame."""
        rest = memoryview(message)
        while rest:
            if self._wait(deadline, write=True):
                try:
                    rest = rest[os.write(self._input, rest[:CHUNK]) :]
                except BlockingIOError:
                    continue
                except (BrokenPipeError, ConnectionResetError):
                    raise OccupantError(f"it closed its input{self._ended()}") from None

    def post(self, message: bytes) -> bool:
        """Write a frame as far as there is room for it now, and the rest later; False if there is no room at all.

        There is none as long as a part of the frame before has to wait.
        """
        if not self._flush():
            return False
        self._outbox += message
        self._flush()
        return True

    def _flush(self) -> bool:
        """Write what waits to be written, as far as there is room; whether nothing waits any more."""
        while self._outbox:
            try:
                del self._outbox[: os.write(self._input, self._outbox[:CHUNK])]
            except BlockingIOError:
                return False
            except (BrokenPipeError, ConnectionResetError):
                raise OccupantError(f"it closed its input{self._ended()}") from None
        return True

    def receive(self, deadline: Deadline) -> bytes:
        """The next frame, without its length."""
        while (received := self.poll()) is None:
            self._wait(deadline, write=False)
        return received

    def poll(self) -> bytes | None:
        """The next frame, if it is there already."""
        self._listen()
        self._read()
        if len(self._buffer) < LENGTH_BYTES:
            if self._is_silent:
                raise OccupantError(f"it closed its output{self._ended()}")
            return None
        length = int.from_bytes(self._buffer[:LENGTH_BYTES], "big")
        if length > MOST_BYTES:
            raise OccupantError(_no_frame(bytes(self._buffer[:SHOWN]), length))
        end = LENGTH_BYTES + length
        if len(self._buffer) < end:
            if self._is_silent:
                raise OccupantError(f"it closed its output in the middle of a message{self._ended()}")
            return None
        received = bytes(self._buffer[LENGTH_BYTES:end])
        del self._buffer[:end]
        return received

    def close(self, grace: float = 1.0) -> None:
        """End the program: close the line, wait `grace` seconds, then kill its process group."""
        for line in (self._listener, self._socket):
            if line:
                with suppress(OSError):
                    line.close()
        self._process.end(grace)

    def _wait(self, deadline: Deadline, *, write: bool) -> bool:
        """Wait until there is something to read, or room to write, which is said; take in what is there meanwhile."""
        reading = [pipe for pipe, is_shut in self._read_from() if not is_shut]
        readable, writable, _ = select.select(reading, [self._input] if write else [], [], deadline.left)
        if self._errors in readable:
            self._listen()
        if self._output in readable:
            self._read()
        if not writable and deadline.has_passed:
            doing = "read what it was sent" if write else "answer"
            raise OccupantError(f"it did not {doing} within {deadline.seconds:g} s{self._said()}")
        return bool(writable)

    def _read_from(self) -> tuple[tuple[int, bool], ...]:
        """What the program writes to, and whether nothing is to be read from there now."""
        return (self._output, self._is_silent or self._is_full), (self._errors, self._is_mute)

    def _read(self) -> None:
        """Take in what the program wrote, up to the longest message: with more it has to wait until that is read."""
        while not self._is_full and not self._is_silent:
            try:
                part = os.read(self._output, CHUNK)
            except BlockingIOError:
                return
            except ConnectionResetError:
                part = b""
            self._is_silent = not part
            self._buffer += part

    @property
    def _is_full(self) -> bool:
        return len(self._buffer) > LENGTH_BYTES + MOST_BYTES

    def _listen(self) -> None:
        """Take in what the program wrote to its standard error, at most a megabyte at a time."""
        for _ in range(16):
            try:
                part = os.read(self._errors, CHUNK)
            except OSError:
                return
            if not part:
                self._is_mute = True
                return
            self._words = (self._words + part)[-LAST_WORDS:]

    def _ended(self) -> str:
        how = self._process.how_it_ended()
        return f"{f' and {how}' if how else ''}{self._said()}"

    def _said(self) -> str:
        words = self.last_words
        return f"; it wrote: {words[-300:]}" if words else ""


def _no_frame(begin: bytes, length: int) -> str:
    """What is wrong with bytes that announce too long a message; text was most likely printed for people."""
    line = begin.partition(b"\n")[0].decode("latin-1")
    if line.isascii() and line.isprintable():
        return f"it wrote text, {line!r}, to its standard output, which is for messages; print to the standard error"
    announced = f"it announced a message of {length:,} bytes ({begin!r})"
    return f"{announced}; expected at most {MOST_BYTES:,}, and nothing but frames"


def _listener() -> socket.socket:
    """A socket on this machine alone, at a free port, that waits for one program."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=1)
    listener.setblocking(False)
    return listener
