"""A driver for measuring, as a class and as a program: it keeps its lane, and its distance to the vehicle ahead."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from seahaven.seats import VERSION, LaneControls, View, frame, unpacked

__all__ = ["Cruising", "drive_all"]

PACE = 27.0
"""m/s."""


def wish(speed: float, ahead: Sequence[float], left: Sequence[float]) -> float:
    """The acceleration for a speed and the places of others."""
    gap = min((a for a, b in zip(ahead, left, strict=True) if a > 0.0 and abs(b) < 1.5), default=1000.0)
    return max(min(0.3 * (PACE - speed), 0.2 * (gap - 8.0 - 1.5 * speed), 1.5), -6.0)


class Cruising:
    """The driver in Python."""

    def drive(self, view: View) -> LaneControls:
        """The controls for a view."""
        return LaneControls(wish(view.ego.speed, view.objects.ahead.tolist(), view.objects.left.tolist()))


def drive_all() -> None:
    """Answer the messages on the standard input until it ends."""
    read, write = sys.stdin.buffer.read, sys.stdout.buffer
    while len(head := read(4)) == 4:
        message = unpacked(read(int.from_bytes(head, "big")))
        if message["kind"] == "goodbye":
            return
        if message["kind"] == "hello":
            answer = {"kind": "welcome", "version": VERSION, "controls": "lane", "name": "cruising"}
        else:
            others = message["objects"]
            acceleration = wish(message["ego"]["speed"], others["ahead"], others["left"])
            controls = {"kind": "lane", "acceleration": acceleration}
            answer = {"kind": "answer", "step": message["step"], "controls": controls}
        write.write(frame(answer))
        write.flush()


if __name__ == "__main__":
    drive_all()
