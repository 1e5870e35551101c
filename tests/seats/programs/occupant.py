"""A program that drives as its argument says: well, or in one of many wrong ways."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading

import msgpack

HOW = sys.argv[1] if len(sys.argv) > 1 else "well"
WRONG_FROM = 3
"""The step from which on it misbehaves."""


SOURCE, TARGET = sys.stdin.buffer, sys.stdout.buffer
if "SEAHAVEN_SEAT" in os.environ and HOW != "absent":
    host, _, number = os.environ["SEAHAVEN_SEAT"].partition(":")
    line = socket.create_connection((host, int(number)))
    line.sendall(b"x" * 32 if HOW == "impostor" else os.environ["SEAHAVEN_SEAT_TOKEN"].encode())
    SOURCE, TARGET = line.makefile("rb"), line.makefile("wb")


def receive() -> dict | None:
    length = SOURCE.read(4)
    return msgpack.unpackb(SOURCE.read(int.from_bytes(length, "big"))) if len(length) == 4 else None


def write(data: bytes) -> None:
    TARGET.write(data)
    TARGET.flush()


def send(message: object) -> None:
    packed = msgpack.packb(message)
    write(len(packed).to_bytes(4, "big") + packed)


def hang() -> None:
    threading.Event().wait(60.0)


def misbehave(step: int) -> None:
    """One wrong answer."""
    wrong = {
        "nan": {"kind": "lane", "acceleration": float("nan")},
        "types": {"kind": "lane", "acceleration": "fast"},
        "beyond": {"kind": "lane", "acceleration": 1e6},
        "unknown": {"kind": "lane", "accelleration": 1.0},
        "missing": {"kind": "lane"},
        "other": {"kind": "motion", "acceleration": 1.0},
    }
    if HOW in wrong:
        send({"kind": "answer", "step": step, "controls": wrong[HOW]})
    elif HOW == "nonsense":
        packed = b"\xc1\xc1 this is no MessagePack"
        write(len(packed).to_bytes(4, "big") + packed)
    elif HOW == "text":
        write(b"step 3: all is well\n")
        hang()
    elif HOW == "megabytes":
        write((1 << 28).to_bytes(4, "big"))
        write(b"x" * (1 << 22))
    elif HOW == "flood":
        while True:
            send({"kind": "answer", "step": step, "controls": {"kind": "lane", "acceleration": 0.0}})
    elif HOW == "trickle":
        for _ in range(50):
            write(b"\x00")
            threading.Event().wait(0.05)
        hang()
    elif HOW == "half":
        write((100).to_bytes(4, "big") + b"half")
        sys.exit(0)
    elif HOW == "exit":
        print("the licence has expired", file=sys.stderr)
        sys.exit(4)
    elif HOW == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif HOW == "hang":
        hang()
    elif HOW == "wrong step":
        send({"kind": "answer", "step": step + 5, "controls": {"kind": "lane", "acceleration": 0.0}})
    elif HOW == "list":
        send([1, 2, 3])
    elif HOW == "leak":
        kept = []
        while True:
            kept.append(bytearray(1 << 22))


def main() -> None:
    """Answer until the goodbye."""
    if HOW in ("silent", "absent"):
        hang()
    if HOW in ("stubborn", "family"):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if HOW == "family":
        subprocess.Popen([sys.executable, "-c", "import threading; threading.Event().wait(60)"])
    late = 0
    while True:
        message = receive()
        if message is None or message["kind"] == "goodbye":
            if HOW in ("stubborn", "family"):
                hang()
            return
        if message["kind"] == "hello":
            version = 99 if HOW == "future" else message["version"]
            controls = "motion" if HOW == "other kind" else message["controls"]
            send({"kind": "welcome", "version": version, "controls": controls, "name": HOW})
            continue
        step = message["step"]
        if step >= WRONG_FROM and HOW not in ("well", "stubborn", "family", "late", "loud", "gentle", "slow"):
            misbehave(step)
            if HOW in ("nan", "types", "beyond", "unknown", "missing", "other", "nonsense", "wrong step", "list"):
                continue
        if HOW == "loud":
            print("x" * 100_000, file=sys.stderr)
        if HOW == "slow":
            threading.Event().wait(0.1)
        if HOW == "late" and step == WRONG_FROM:
            late = step
            continue
        if late:
            send({"kind": "answer", "step": late, "controls": {"kind": "lane", "acceleration": 1.0}})
            late = 0
        send({"kind": "answer", "step": step, "controls": {"kind": "lane", "acceleration": 0.5}})


if __name__ == "__main__":
    main()
