"""What it costs to record: small frames often, and large frames against PyArrow writing the same table."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import pyarrow.parquet as pq

from seahaven.bench.crowd import Drift, crowd, relays
from seahaven.bench.stopwatch import race
from seahaven.kernel import SECOND, Controller, Module
from seahaven.reels import Recorder, Reel
from seahaven.world import World

__all__ = ["date_cost", "recording_rate"]

RATE = 100


def date_cost(entities: int, *, modules: int, dates: int, repeats: int) -> float:
    """Give the CPU time of one date in seconds, with a column for each module and everything recorded.

    Setting up and closing the reel are part of it: it is the cost of a whole run, over the number of its dates, in the
    median round.
    """
    with TemporaryDirectory() as folder:
        reel = Path(folder) / "small.reel"
        rounds = race(
            lambda: _run(crowd(entities, columns=modules), *relays(modules, rate=RATE), dates=dates, reel=reel),
            repeats=repeats,
        )
    return median(seconds for (seconds,) in rounds) / dates


def recording_rate(entities: int, *, columns: int, frames: int, repeats: int) -> float:
    """Give the rate of recording over that of `pyarrow.parquet.write_table` with the whole table at hand.

    Recording is what the recorder adds to a run: a run with it, from the first frame to the closed Parquet file, less
    the same run without it.
    """
    with TemporaryDirectory() as folder:
        play = partial(_drift, entities, columns, frames)
        reel = Path(folder) / "large.reel"
        play(reel)
        table = Reel.open(reel).table("body")
        rounds = race(
            lambda: play(reel),
            lambda: play(None),
            lambda: pq.write_table(table, f"{folder}/peer.parquet", **_settings(columns)),
            repeats=repeats,
        )
    return median(peer / (recorded - plain) for recorded, plain, peer in rounds)


def _drift(entities: int, columns: int, frames: int, reel: Path | None) -> None:
    _run(crowd(entities, columns=columns), Drift("drift", rate=RATE), dates=frames, reel=reel)


def _run(world: World, *modules: Module, dates: int, reel: Path | None) -> None:
    recorders = [Recorder("recorder", rate=RATE, families=world.families, folder=reel, overwrite=True)] if reel else []
    with Controller(Module("run", *modules, *recorders), store=world) as controller:
        controller.advance(dates * SECOND // RATE)


def _settings(columns: int) -> dict[str, Any]:
    """How a reel is packed; a peer that packs otherwise would do other work."""
    floats = dict.fromkeys((f"c{k}" for k in range(columns)), "BYTE_STREAM_SPLIT")
    return {"compression": "zstd", "use_dictionary": ["time", "id"], "column_encoding": floats}
