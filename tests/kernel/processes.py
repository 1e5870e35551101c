"""What the processes of a split run do; each is started by itself and imports only this file."""

from __future__ import annotations

import json
import os
from multiprocessing.connection import Connection

from docs.toy_kernel import Toy, Wire
from seahaven.kernel import SECOND, Controller, In, Module, Out, PipeChannel, Split, Stream, Tick
from tests.kernel.graphs import RATES, play

UNTIL = 2 * SECOND


def graph(seed: int) -> dict[str, Toy]:
    """Five modules with delayed wires and events, all drawn from a seed."""
    stream = Stream.named(seed, "graph")
    names = [f"m{i}" for i in range(5)]

    def pick(options: list, i: int, draw: int):
        return options[int(stream.uniform(entity=i, draw=draw) * len(options))]

    def toy(i: int) -> Toy:
        sources = dict.fromkeys(pick(names, i, draw) for draw in range(3))
        wires = tuple(
            Wire(s, pick([0, 1, 2, 3], i, 10 + d), pick([0, 50_000_000], i, 20 + d)) for d, s in enumerate(sources)
        )
        return Toy(pick(RATES, i, 30), i / 10, wires, (pick(names, i, 31),))

    return {name: toy(i) for i, name in enumerate(names)}


def place(path: str) -> str:
    """Even modules here, odd ones there."""
    return "AB"[int(path.removeprefix("m")) % 2]


def play_part(here: str, other: str, seeds: list[int], pipes: list[Connection], result: Connection) -> None:
    """Run one process's part of every graph, and send the logs as text."""
    logs = [
        play(graph(seed), UNTIL, Split(here, place, {other: PipeChannel(pipe)}))
        for seed, pipe in zip(seeds, pipes, strict=True)
    ]
    result.send_bytes(json.dumps(logs).encode())


class Mortal(Module):
    """Takes its whole process with it at its fifth step."""

    x: Out[float] = 0.0

    def step(self, tick: Tick) -> None:
        if tick.index == 5:
            os._exit(3)


class Heir(Module):
    value: In[float]

    def step(self, tick: Tick) -> None:
        pass


def family() -> Module:
    """A module that dies and one that depends on it."""
    root = Module("root", Mortal("mortal", rate=10), Heir("heir", rate=10))
    root.link("mortal.x", "heir.value")
    return root


def die(pipe: Connection) -> None:
    """Run the mortal part, until it ends the process."""
    split = Split("B", {"mortal": "B", "heir": "A"}.__getitem__, {"A": PipeChannel(pipe)})
    Controller(family(), split=split).run(UNTIL)
