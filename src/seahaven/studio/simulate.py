"""The process of the simulation: commands come as lines on its standard input, packets go to its standard output.

Whatever is printed on the way goes to the standard error. One thread reads commands, one writes packets; a frame that
could not be written before the next one of its run is dropped, so the simulation never waits for its viewers.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from queue import SimpleQueue
from threading import Condition, Thread
from typing import Any, BinaryIO

from seahaven.errors import SeahavenError
from seahaven.studio.commands import Command, Controls, order_of
from seahaven.studio.packets import packet
from seahaven.studio.simulator import Simulator

__all__ = ["main"]


class _Outbox:
    """What is to be written: all messages, and of each run the newest frame."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._news = Condition()
        self._words: list[bytes] = []
        self._frames: dict[int, bytes] = {}
        self.is_closed = False

    def show(self, run: int, frame: bytes) -> None:
        """Have a frame written, in the place of an older one of its run that still waits."""
        with self._news:
            self._frames[run] = frame
            self._news.notify()

    def tell(self, message: dict[str, Any]) -> None:
        """Have a message written."""
        self.put("message", json.dumps(message, separators=(",", ":"), ensure_ascii=False).encode())

    def put(self, word: str, body: bytes) -> None:
        """Have a packet written."""
        with self._news:
            self._words.append(packet(word, body))
            self._news.notify()

    def close(self) -> None:
        """Write what is left, and end."""
        with self._news:
            self.is_closed = True
            self._news.notify()

    def write(self) -> None:
        """Write until it is closed."""
        while True:
            with self._news:
                while not (self._words or self._frames or self.is_closed):
                    self._news.wait()
                words, frames, is_closed = self._words, self._frames, self.is_closed
                self._words, self._frames = [], {}
            try:
                for part in (*words, *(packet("frame", frame) for _, frame in sorted(frames.items()))):
                    self._stream.write(part)
                self._stream.flush()
            except BrokenPipeError:
                return  # the server has ended; the end of the standard input says so, too
            if is_closed:
                return


def _read(stream: BinaryIO, inbox: SimpleQueue[Command | None], outbox: _Outbox, simulator: Simulator) -> None:
    """Hand commands on; what a person does at the wheel takes effect at once, without waiting for the loop."""
    for line in stream:
        try:
            command = order_of(line.decode())
        except SeahavenError as error:
            outbox.tell({"type": "fault", "text": str(error)})
            continue
        if isinstance(command, Controls):
            simulator.steer(command)
        else:
            inbox.put(command)
    inbox.put(None)


def main() -> None:
    """Serve commands until the standard input ends."""
    stream = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    outbox, inbox = _Outbox(stream), SimpleQueue[Command | None]()
    simulator = Simulator(
        Path(sys.argv[1]), show=outbox.show, tell=outbox.tell, put=outbox.put, is_shared="shared" in sys.argv[2:]
    )
    writer = Thread(target=outbox.write, name="packets")
    writer.start()
    Thread(target=_read, args=(sys.stdin.buffer, inbox, outbox, simulator), name="commands", daemon=True).start()
    try:
        simulator.serve(inbox)
    finally:
        outbox.close()
        writer.join(timeout=5.0)


if __name__ == "__main__":
    main()
