from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from seahaven.kernel import SECOND, Controller, Module, Stream, Tick
from seahaven.reels import Reel
from seahaven.reels.camera import Camera
from seahaven.reels.schema import FRAMES, frame_schema
from seahaven.reels.sheet import Sheet
from seahaven.reels.sheet_kernels import ROOM
from seahaven.reels.stream import Stream as TableStream
from seahaven.reels.stream import stream_table
from seahaven.reels.track import Track
from seahaven.world import FamilyType, World, reads, spawns
from tests.reels.drives import PERSON, VEHICLE, recorder


def filled(count: int, seed: int) -> World:
    """Vehicles with something in every column, and null here and there."""
    world, draws = World([VEHICLE]), Stream.named(seed, "sheet")

    def chance(column: int) -> np.ndarray:
        return draws.uniforms(np.arange(count) + 1000 * column)

    columns = {
        "x": chance(0),
        "gap": [None if u < 0.3 * (seed % 3) else u for u in chance(1).tolist()],
        "width": chance(2),
        "lane": (chance(3) * 200 - 100).astype(np.int8),
        "honks": [None if u < 0.5 else int(1e15 * u) for u in chance(4).tolist()],
        "braking": chance(5) < 0.5,
        "kind": [("car", "truck", "bus")[int(3 * u)] for u in chance(6).tolist()],
        "leader": [None if u < 0.5 else 1 + int(50 * u) for u in chance(7).tolist()],
    }
    world.add_many("vehicle", count, **columns)
    return world


@given(st.lists(st.integers(0, 70), min_size=1, max_size=12), st.integers(1, 12), st.integers(0, 10))
def test_the_messages_of_a_sheet_hold_what_the_tables_held(
    tmp_path_factory: object, counts: list[int], flush_at: int, seed: int
) -> None:
    folder: Path = tmp_path_factory.mktemp("sheet")  # type: ignore[attr-defined]  # a fixture
    worlds = [filled(count, seed + k) for k, count in enumerate(counts)]
    track = Track(folder, VEHICLE, worlds[0].family("vehicle"))
    index = Sheet(TableStream(folder, FRAMES, frame_schema({"vehicle": VEHICLE})))
    camera = Camera([track], index)
    for k, world in enumerate(worlds):
        assert camera.take_of({"vehicle": world.family("vehicle")}, 0.1 * k)
        if k % flush_at == 0 or k == len(worlds) - 1:
            camera.flush_families()
            camera.flush_frames()
    for stream in (track.sheet.stream, index.stream):
        stream.close()
    rows = stream_table(folder, "vehicle", track.sheet.stream.schema)
    frames = stream_table(folder, FRAMES, index.stream.schema)
    assert frames.column("vehicle").to_pylist() == counts
    assert rows.column("time").to_pylist() == [0.1 * k for k, count in enumerate(counts) for _ in range(count)]
    ids = [entity for world in worlds for entity in world.family("vehicle").ids.tolist()]
    assert rows.column("id").to_pylist() == ids
    for name in VEHICLE.columns:
        cells = [getattr(world.entity(entity), name) for world in worlds for entity in world.family("vehicle").ids]
        assert rows.column(name).to_pylist() == cells


class Tide(Module):
    """Comes and goes, so that tables grow, and now and then there is no one."""

    door = spawns("person")
    seen = reads("person")

    def step(self, tick: Tick) -> None:
        """Go, and come anew."""
        self.door.remove(self.seen.ids)
        self.door.add([0, 3, 40, 700, 1][tick.index % 5], x=tick.seconds)


def test_rows_stay_in_order_when_sheets_are_full_and_tables_grow(tmp_path: Path) -> None:
    world = World([PERSON])
    root = Module("root", Tide("tide", rate=10), recorder(world, tmp_path / "a.reel", flush_every=1e6))
    with Controller(root, store=world) as controller:
        controller.run(6 * SECOND)
    reel = Reel.open(tmp_path / "a.reel")
    counts = [0, *([0, 3, 40, 700, 1] * 12)]
    assert sum(counts) > 2 * ROOM
    assert reel.counts().column("person").to_pylist() == counts
    assert np.allclose(reel.table("person").column("x").to_numpy(), np.repeat(reel.times, counts) - 0.1)


def test_more_frames_than_a_sheet_has_room_for_are_recorded(tmp_path: Path) -> None:
    world = World([FamilyType("nobody", {}), PERSON])
    with Controller(Module("root", recorder(world, tmp_path / "a.reel", rate=1000, flush_every=1e6)), store=world) as c:
        c.run((ROOM + 10) * SECOND // 1000)
    reel = Reel.open(tmp_path / "a.reel")
    assert len(reel.times) == ROOM + 11
    assert reel.table("nobody").num_rows == 0
    assert reel.table("nobody").schema.names == ["time", "id"]
    assert isinstance(reel.table("person"), pa.Table)
