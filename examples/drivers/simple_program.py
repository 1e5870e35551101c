#!/usr/bin/env python3
"""The smallest driver: steers along its way at the speed limit, and heeds nobody."""

import sys

import msgpack


def receive():
    length = sys.stdin.buffer.read(4)
    return msgpack.unpackb(sys.stdin.buffer.read(int.from_bytes(length, "big"))) if length else {"kind": "goodbye"}


def send(message):
    packed = msgpack.packb(message)
    sys.stdout.buffer.write(len(packed).to_bytes(4, "big") + packed)
    sys.stdout.buffer.flush()


while (message := receive())["kind"] != "goodbye":
    if message["kind"] == "hello":
        send({"kind": "welcome", "version": 1, "controls": message["controls"], "name": "my program"})
    else:
        road, ego = message["road"], message["ego"]
        ahead = next((k for k, far in enumerate(road["distance"]) if far > 5.0 + 0.6 * ego["speed"]), 0)
        x, y = road["ahead"][ahead], road["left"][ahead]
        acceleration = max(min(0.5 * (road["limit"][0] - ego["speed"]), 2.0), -6.0)
        curvature = 2.0 * y / (x * x + y * y)
        controls = {"kind": "motion", "acceleration": acceleration, "curvature": curvature}
        send({"kind": "answer", "step": message["step"], "controls": controls})
