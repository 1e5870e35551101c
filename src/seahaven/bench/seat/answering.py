"""A program for measuring: it reads every view as a whole, and answers with the same controls."""

from __future__ import annotations

import sys

from seahaven.seats import VERSION, frame, unpacked

__all__ = ["answer_all"]


def answer_all() -> None:
    """Answer the messages on the standard input until it ends."""
    read, write = sys.stdin.buffer.read, sys.stdout.buffer
    while len(head := read(4)) == 4:
        message = unpacked(read(int.from_bytes(head, "big")))
        if message["kind"] == "goodbye":
            return
        controls = {"kind": "motion", "acceleration": 0.0, "curvature": 0.0, "turn_light": "off"}
        answer = {"kind": "answer", "step": message.get("step", 0), "controls": controls}
        welcome = {"kind": "welcome", "version": VERSION, "controls": "motion", "name": "answering"}
        write.write(frame(welcome if message["kind"] == "hello" else answer))
        write.flush()


if __name__ == "__main__":
    answer_all()
