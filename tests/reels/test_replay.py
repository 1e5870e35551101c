from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from seahaven.errors import OwnershipError, ReelError, StepError, WiringError
from seahaven.kernel import (
    SECOND,
    Controller,
    Module,
    Tick,
    fork,
    load_checkpoint,
    nanoseconds,
    restore,
    save_checkpoint,
    take_snapshot,
)
from seahaven.reels import Recorder, Reel, Replay, compaction
from seahaven.world import Column, FamilyType, World, writes
from tests.reels.drives import PERSON, VEHICLE, cut_reel, record, recorder

PLAYED = [name for name, column in VEHICLE.columns.items() if not column.is_entity]


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("original") / "a.reel"
    record(folder, seconds=3.0)
    return folder


def play(original: Path, folder: Path, *, seconds: float = 3.0, rate: Any = 10, **values: Any) -> Reel:
    """Play a reel into an empty world and record that at the replay's rate."""
    world = World([VEHICLE, PERSON])
    film = Replay("film", rate=rate, reel=original, **values)
    with Controller(Module("root", film, recorder(world, folder, rate=rate)), store=world) as controller:
        controller.run(nanoseconds(seconds))
    return Reel.open(folder)


def values(reel: Reel, columns: list[str] = PLAYED, **options: Any) -> pa.Table:
    return reel.table("vehicle", ["time", *columns], **options)


def entities(reel: Reel, names: list[str] = PLAYED) -> dict[Any, Any]:
    """Rows by entity, without its id: a replay gives new ones."""
    rows = reel.frame("vehicle", ["id", "time", *names]).groupby("id", sort=True)
    return dict(sorted((tuple(group.time), group.drop(columns="id").values.tolist()) for _, group in rows))


def test_played_at_the_recorded_rate_it_is_recorded_again_bit_for_bit(original: Path, tmp_path: Path) -> None:
    again = play(original, tmp_path / "b.reel")
    first = Reel.open(original)
    assert again.times.tolist() == first.times.tolist()
    assert values(again).equals(values(first))


@pytest.mark.parametrize("rows", [1, 3, 7])
def test_row_groups_do_not_show(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rows: int) -> None:
    monkeypatch.setattr(compaction, "GROUP_ROWS", rows)
    record(tmp_path / "a.reel", seconds=3.0, flush_every=0.0)
    again = play(tmp_path / "a.reel", tmp_path / "b.reel")
    assert values(again).equals(values(Reel.open(tmp_path / "a.reel")))


@pytest.mark.parametrize("rows", [1, 7, 131_072])
def test_how_often_a_run_is_flushed_does_not_show(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rows: int) -> None:
    monkeypatch.setattr(compaction, "GROUP_ROWS", rows)
    for name, flush_every in (("often", 0.0), ("seldom", 100.0)):
        record(tmp_path / f"{name}.reel", seconds=3.0, flush_every=flush_every)
    often, seldom = (sorted((tmp_path / f"{name}.reel").glob("*.parquet")) for name in ("often", "seldom"))
    assert [path.name for path in often] == [path.name for path in seldom]
    assert [path.read_bytes() for path in often] == [path.read_bytes() for path in seldom]


def test_a_slower_replay_shows_some_frames_and_a_faster_one_all_and_more(original: Path, tmp_path: Path) -> None:
    first = Reel.open(original)
    slow = play(original, tmp_path / "slow.reel", rate=5)
    assert slow.times.tolist() == first.times[::2].tolist()
    fast = play(original, tmp_path / "fast.reel", rate=40)
    for time in first.times:
        assert values(fast, time=(time, time)).equals(values(first, time=(time, time)))


def test_in_between_floats_move_and_the_rest_is_held(original: Path, tmp_path: Path) -> None:
    fast = play(original, tmp_path / "b.reel", rate=20).frame("vehicle", time=(0.1, 0.2))
    first = Reel.open(original).frame("vehicle", time=(0.1, 0.2))
    early, late = first[first.time == 0.1], first[first.time == 0.2]
    half = fast[fast.time == 0.15]
    assert np.allclose(half.x, (early.x.to_numpy() + late.x.to_numpy()) / 2, rtol=0, atol=1e-12)
    assert half.kind.tolist() == early.kind.tolist()
    assert half.gap.isna().tolist() == early.gap.isna().tolist()


def test_without_interpolation_everything_is_held(original: Path, tmp_path: Path) -> None:
    fast = play(original, tmp_path / "b.reel", rate=20, interpolate="none")
    assert (
        values(fast, PLAYED, time=(0.15, 0.15))
        .drop_columns(["time"])
        .equals(values(Reel.open(original), PLAYED, time=(0.1, 0.1)).drop_columns(["time"]))
    )


def test_a_start_offset_shifts_the_reel(original: Path, tmp_path: Path) -> None:
    first = Reel.open(original)
    late = play(original, tmp_path / "late.reel", start=1.0, seconds=4.0)
    assert len(late.table("vehicle", time=(0.0, 0.9))) == 0
    assert entities(late, ["x"]).keys() == {tuple(np.round(np.array(t) + 1.0, 9)) for t in entities(first, ["x"])}
    skipped = play(original, tmp_path / "skipped.reel", start=-1.0, seconds=2.0)
    assert values(skipped).drop_columns("time").equals(values(first, time=(1.0, None)).drop_columns("time"))


def test_after_the_last_frame_there_is_nobody(original: Path, tmp_path: Path) -> None:
    again = play(original, tmp_path / "b.reel", seconds=4.0)
    assert again.counts().column("vehicle").to_pylist() == [4] * 31 + [0] * 10


def test_in_a_loop_the_reel_begins_anew_with_new_entities(original: Path, tmp_path: Path) -> None:
    first = Reel.open(original)
    looped = play(original, tmp_path / "b.reel", seconds=7.0, loop=True)
    for turn in (0.0, 3.0):
        part = values(looped, time=(turn, turn + 2.95)).drop_columns("time")
        assert part.equals(values(first, time=(0.0, 2.95)).drop_columns("time"))
    before = set(looped.table("vehicle", time=(0.0, 2.95)).column("id").to_pylist())
    after = set(looped.table("vehicle", time=(3.0, 5.95)).column("id").to_pylist())
    assert not before & after


def test_only_the_entities_asked_for_are_played(original: Path, tmp_path: Path) -> None:
    again = play(original, tmp_path / "b.reel", ids=(2, 3))
    table = Reel.open(original).frame("vehicle")
    assert again.table("vehicle").column("x").to_pylist() == table[table.id.isin([2, 3])].x.tolist()


def test_only_the_columns_asked_for_are_played(original: Path, tmp_path: Path) -> None:
    again = play(original, tmp_path / "b.reel", columns=("x", "kind"))
    assert values(again, ["x", "kind"]).equals(values(Reel.open(original), ["x", "kind"]))
    assert set(again.table("vehicle").column("heading").to_pylist()) == {0.0}


class Mover(Module):
    """Moves all vehicles that are nobody's in particular."""

    body = writes("vehicle", "x", "speed")

    def step(self, tick: Tick) -> None:
        """Go on by a metre."""
        self.body.x = self.body.x + 1.0


def mixed(original: Path, **values: Any) -> tuple[World, Controller, Replay]:
    """A replay beside two live vehicles, 1 and 2, that start at 100 and 200."""
    world = World([VEHICLE, PERSON])
    world.add_many("vehicle", 2, x=[100.0, 200.0])
    world.grant("film", "vehicle", ids=[])
    film = Replay("film", rate=10, reel=original, **values)
    return world, Controller(Module("root", film, Mover("mover", rate=10)), store=world), film


def test_replayed_entities_live_beside_live_ones(original: Path) -> None:
    world, controller, film = mixed(original)
    controller.run(SECOND)
    table = Reel.open(original).frame("vehicle", time=(1.0, 1.0))
    assert [world.entity(1).x, world.entity(2).x] == [110.0, 210.0]
    assert [world.entity(film.cast[entity]).x for entity in table.id] == table.x.tolist()
    assert world.family("vehicle").ids.tolist() == sorted([1, 2, *film.cast.values()])


def test_without_a_grant_a_second_writer_is_refused(original: Path) -> None:
    world = World([VEHICLE, PERSON])
    with pytest.raises(OwnershipError, match=r"'film' and 'mover' both write vehicle\.x of all entities; grant one"):
        Controller(
            Module("root", Replay("film", rate=10, reel=original), Mover("mover", rate=10)),
            store=world,
        )


def test_an_entity_that_is_transferred_goes_on_by_itself(original: Path) -> None:
    world, controller, film = mixed(original, columns=("x", "speed"))
    controller.run(SECOND // 2)
    entity = film.cast[2]
    before = world.entity(entity).x
    world.transfer(entity, to="mover")
    controller.run(2 * SECOND)
    assert 2 not in film.cast
    assert world.entity(entity).x > before + 10.0


def test_restoring_forking_and_checkpoints_change_nothing(original: Path, tmp_path: Path) -> None:
    world, controller, _ = mixed(original)
    controller.run(SECOND)
    snapshot = take_snapshot(controller)
    save_checkpoint(controller, tmp_path / "a.npz")
    twin = fork(controller)
    controller.run(2 * SECOND)
    digest = world.digest()
    twin.run(2 * SECOND)
    assert isinstance(twin.store, World)
    assert twin.store.digest() == digest
    restore(controller, snapshot)
    controller.run(2 * SECOND)
    assert world.digest() == digest
    other, fresh, _ = mixed(original)
    load_checkpoint(fresh, tmp_path / "a.npz")
    fresh.run(2 * SECOND)
    assert other.digest() == digest


class Lamp(Module):
    """Writes an immediate column."""

    out = writes("lamp", "phase", "held")

    def step(self, tick: Tick) -> None:
        """Say how late it is, and how late it will be."""
        self.out.phase = tick.seconds
        self.out.held = tick.seconds + tick.dt


def test_immediate_columns_are_played_at_their_own_date(tmp_path: Path) -> None:
    lamp = FamilyType("lamp", {"phase": Column(default=0.0, immediate=True), "held": Column(default=0.0)})

    def run(mover: Module, world: World, folder: Path) -> pa.Table:
        taker = Recorder("a_recorder", rate=10, families=world.families, folder=folder)
        with Controller(Module("root", mover, taker), store=world) as controller:
            controller.run(SECOND)
        return Reel.open(folder).table("lamp", ["time", "phase", "held"])

    world = World([lamp])
    world.add("lamp")
    first = run(Lamp("lamp", rate=10), world, tmp_path / "a.reel")
    film = Replay("film", rate=10, reel=tmp_path / "a.reel", family="lamp")
    assert run(film, World([lamp]), tmp_path / "b.reel").equals(first)


def test_frames_without_entities_are_played_too(tmp_path: Path) -> None:
    world = World([VEHICLE, PERSON])
    with Controller(Module("root", recorder(world, tmp_path / "a.reel")), store=world) as controller:
        controller.run(SECOND)
    assert len(play(tmp_path / "a.reel", tmp_path / "b.reel").table("vehicle")) == 0


# --- what cannot be played


def refused(original: Path, family: FamilyType, **values: Any) -> str:
    """Why a replay into a world with this family is refused."""
    world = World([family])
    with pytest.raises(StepError) as caught:
        Controller(Module("root", Replay("film", rate=10, reel=original, **values)), store=world).start()
    return str(caught.value)


def changed(name: str, column: Column) -> FamilyType:
    return FamilyType("vehicle", {**VEHICLE.columns, name: column})


def test_columns_that_mean_something_else_in_the_world_are_refused(original: Path) -> None:
    told = refused(original, changed("speed", Column(unit="km/h", default=0.0)))
    assert f"vehicle.speed is in 'm/s' in {original}, but in 'km/h' in the world; name the columns to play" in told
    told = refused(original, changed("lane", Column("int16", default=0)))
    assert "vehicle.lane is a int8 column in" in told
    told = refused(original, changed("gap", Column(unit="m", default=0.0)))
    assert "vehicle.gap is a nullable float64 column in" in told
    told = refused(original, changed("kind", Column(kinds=("bus", "car", "truck"), default="car")))
    assert "vehicle.kind is a category column in" in told
    told = refused(original, changed("weight", Column(unit="kg")))
    assert f"a new vehicle must have 'weight', which is not played from {original}; record it, or give" in told


def test_a_world_may_know_more_kinds_than_the_reel(original: Path) -> None:
    world = World([changed("kind", Column(kinds=("car", "truck", "bus", "tram"), default="tram"))])
    with Controller(Module("root", Replay("film", rate=10, reel=original)), store=world) as controller:
        controller.run(SECOND)
    expected = Reel.open(original).frame("vehicle", time=(1.0, 1.0)).kind.cat.codes.tolist()
    assert sorted(world.family("vehicle").kind.tolist()) == sorted(expected)


def test_unknown_families_columns_and_ids_are_refused(original: Path) -> None:
    with pytest.raises(ReelError, match="has no family 'vehicel'; did you mean 'vehicle'"):
        Replay("film", reel=original, family="vehicel")
    with pytest.raises(ReelError, match="has no column 'sped' of family 'vehicle'; did you mean 'speed'"):
        Replay("film", reel=original, columns=("sped",))
    with pytest.raises(ReelError, match=r"vehicle\.leader names other entities, which have new ids"):
        Replay("film", reel=original, columns=("leader",))
    with pytest.raises(ReelError, match=r"has no vehicle no. 99; look for its ids in the reel"):
        Replay("film", reel=original, ids=(2, 99))
    with pytest.raises(WiringError, match="needs a value for its control parameter 'reel'"):
        Replay("film")


def test_a_reel_that_was_never_closed_is_refused(tmp_path: Path) -> None:
    cut_reel(tmp_path / "a.reel")
    with pytest.raises(ReelError, match=r"was never closed; make it whole with: seahaven recover .*a\.reel"):
        Replay("film", reel=tmp_path / "a.reel")


def test_a_single_frame_cannot_be_looped(tmp_path: Path) -> None:
    record(tmp_path / "a.reel", seconds=0.0)
    with pytest.raises(ReelError, match="too short to be played in a loop"):
        Replay("film", reel=tmp_path / "a.reel", loop=True)
