"""Whatever has happened to a reel or a checkpoint, each use of it ends in one line that names it, or works."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import chdir, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from seahaven.cli import app
from seahaven.cli.faults import _text
from seahaven.errors import SeahavenError
from seahaven.kernel import SECOND, Controller, Module, load_checkpoint, read_checkpoint, save_checkpoint
from seahaven.kernel.archive import read_archive, write_archive
from seahaven.reels import Recorder, Reel, recover
from seahaven.reels.manifest import MANIFEST
from seahaven.reels.page import page_text
from seahaven.takes import load_take
from seahaven.world import ROAD_VEHICLE, World
from tests.mutations import damaged_bytes, damaged_json, damaged_tables
from tests.reels.pages import Drive, straight_road

TABLES = ("vehicle", "events", "frames")
MANY = settings(max_examples=max(1, settings().max_examples * 3 // 10))
"""Thirty for each test, three thousand when fuzzing."""


@pytest.fixture(autouse=True, scope="module")
def _hasty_disk() -> Iterator[None]:
    """Nobody cuts the power here, so nothing has to wait for the disk."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(os, "fsync", lambda _: None)
        yield


def run_of(folder: Path) -> tuple[Controller, Recorder]:
    world = World([ROAD_VEHICLE])
    world.add_many("vehicle", 4, x=0.0, y=0.0)
    recorder = Recorder(
        "recorder", rate=10, families=world.families, folder=folder, study="A circle", names={"ada": 2}, subjects=(2,),
        roads=straight_road(), flush_every=0.2,
    )  # fmt: skip
    return Controller(Module("root", Drive("drive", rate=10), recorder), seed=5, store=world), recorder


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a closed reel, the same as a killed process would have left it, and a checkpoint."""
    folder = tmp_path_factory.mktemp("whole")
    run, recorder = run_of(folder / "closed.reel")
    run.run(15 * SECOND // 10)
    recorder.mark()
    save_checkpoint(run, folder / "kept.npz", notes={"study": "A circle", "inputs": {"a.yaml": "ab12"}})
    shutil.copytree(folder / "closed.reel", folder / "cut.reel")
    run.end()
    return folder


@contextmanager
def copied(reel: Path) -> Iterator[Path]:
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.reel"
        shutil.copytree(reel, copy)
        yield copy


def uses(path: Path) -> dict[str, Callable[[], object]]:
    """All that can be done with a reel in Python."""

    def play() -> None:
        take = load_take(path)
        with take.controller() as run:
            run.run(take.duration)

    def ask() -> None:
        Reel.open(path).query("select count(*) from vehicle, frames, events").fetchall()

    return {
        "look": lambda: [getattr(Reel.open(path), name) for name in ("damage", "so_far", "recovered_until", "is_live")],
        "read": lambda: [Reel.open(path).frame(name) for name in TABLES],
        "part": lambda: Reel.open(path).table("vehicle", ["time", "x"], time=(0.5, 1.0)),
        "ask": ask,
        "show": lambda: page_text(Reel.open(path)),
        "play": play,
        "recover": lambda: recover(path),
    }


def refuse_unclear(path: Path) -> int:
    """Use a damaged reel in every way; gives how often that was refused."""
    texts = [refused(use) for use in uses(path).values()]
    for text in texts:
        assert "\n" not in text, text
        assert not text or path.name in text, text
    return sum(map(bool, texts))


def refused(use: Callable[[], object]) -> str:
    """What is printed if something is refused; an empty text if it works."""
    try:
        use()
    except duckdb.Error:
        return ""  # DuckDB reads for itself, and says itself what it cannot
    except SeahavenError as error:
        return _text(error)
    return ""


def test_whole_ones_can_be_used_in_every_way(whole: Path) -> None:
    assert refuse_unclear(whole / "closed.reel") == 0
    with copied(whole / "cut.reel") as cut:
        assert refuse_unclear(cut) == 2  # it has to be recovered before it can be shown or played


@MANY
@given(st.data())
def test_a_manifest_of_another_shape_is_one_line(whole: Path, data: st.DataObject) -> None:
    with copied(whole / data.draw(st.sampled_from(["closed.reel", "cut.reel"]))) as reel:
        told = json.loads((reel / MANIFEST).read_text())
        (reel / MANIFEST).write_text(json.dumps(data.draw(damaged_json(told))))
        refuse_unclear(reel)


@MANY
@given(st.data())
def test_damaged_bytes_of_any_file_of_a_closed_reel_are_one_line(whole: Path, data: st.DataObject) -> None:
    with copied(whole / "closed.reel") as reel:
        file = data.draw(st.sampled_from(sorted(path.name for path in reel.iterdir())))
        before = (reel / file).read_bytes()
        (reel / file).write_bytes(data.draw(damaged_bytes(before)))
        if data.draw(st.booleans()) and file != MANIFEST:
            forget_digests(reel)
        refuse_unclear(reel)


@MANY
@given(st.data())
def test_damaged_bytes_of_any_file_of_a_cut_reel_are_one_line(whole: Path, data: st.DataObject) -> None:
    with copied(whole / "cut.reel") as reel:
        file = data.draw(st.sampled_from(sorted(path.name for path in reel.iterdir())))
        (reel / file).write_bytes(data.draw(damaged_bytes((reel / file).read_bytes())))
        refuse_unclear(reel)


@MANY
@given(st.data())
def test_tables_of_another_shape_are_one_line(whole: Path, data: st.DataObject) -> None:
    with copied(whole / "closed.reel") as reel:
        name = data.draw(st.sampled_from(TABLES))
        changed = data.draw(damaged_tables(pq.read_table(reel / f"{name}.parquet")))
        pq.write_table(changed, reel / f"{name}.parquet")
        if data.draw(st.booleans()):
            forget_digests(reel, rows={name: len(changed)})
        refuse_unclear(reel)


@MANY
@given(st.data())
def test_streams_of_another_shape_are_one_line(whole: Path, data: st.DataObject) -> None:
    with copied(whole / "cut.reel") as reel:
        path = reel / f"{data.draw(st.sampled_from(TABLES))}.arrows"
        with pa.ipc.open_stream(path.read_bytes()) as stream:
            changed = data.draw(damaged_tables(stream.read_all()))
        with pa.OSFile(str(path), "wb") as sink, pa.ipc.new_stream(sink, changed.schema) as out:
            out.write_table(changed)
        refuse_unclear(reel)


def forget_digests(reel: Path, rows: dict[str, int] | None = None) -> None:
    """Make a reel one of an earlier version, which cannot tell by a digest; or one whose maker knows better."""
    told = json.loads((reel / MANIFEST).read_text())
    told.pop("digests", None)
    for name, count in (rows or {}).items():
        if name in told["families"]:
            told["families"][name]["rows"] = count
        else:
            told[name] = count
    (reel / MANIFEST).write_text(json.dumps(told))


@MANY
@given(st.data())
def test_a_damaged_checkpoint_is_one_line(whole: Path, data: st.DataObject) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "copy.npz"
        path.write_bytes(data.draw(damaged_bytes((whole / "kept.npz").read_bytes())))
        refuse_unclear_checkpoint(path)


@MANY
@given(st.data())
def test_a_checkpoint_of_another_shape_is_one_line(whole: Path, data: st.DataObject) -> None:
    text, arrays = read_archive(whole / "kept.npz")
    changed = data.draw(damaged_json(json.loads(text)))
    if data.draw(st.booleans()):
        arrays[data.draw(st.integers(0, len(arrays) - 1))] = data.draw(
            st.sampled_from([np.zeros(0), np.array("x"), np.array(1)])
        )
    with TemporaryDirectory() as folder:
        path = Path(folder) / "copy.npz"
        with path.open("wb") as file:
            write_archive(file, json.dumps(changed).encode(), arrays)
        refuse_unclear_checkpoint(path)


def refuse_unclear_checkpoint(path: Path) -> None:
    run, _ = run_of(path.with_name("new.reel"))
    for use in (lambda: read_checkpoint(path), lambda: load_checkpoint(run, path)):
        text = refused(use)
        assert "\n" not in text, text
        assert not text or path.name in text, text


COMMANDS = (
    ("info", "copy.reel"),
    ("info", "copy.reel", "--json"),
    ("replay", "copy.reel", "--force"),
    ("play", "copy.reel", "--out", "out", "--force"),
    ("recover", "copy.reel"),
)


@MANY
@given(st.data())
def test_the_commands_tell_damage_in_one_line(whole: Path, data: st.DataObject) -> None:
    with copied(whole / data.draw(st.sampled_from(["closed.reel", "cut.reel"]))) as reel, chdir(reel.parent):
        file = data.draw(st.sampled_from(sorted(path.name for path in reel.iterdir())))
        (reel / file).write_bytes(data.draw(damaged_bytes((reel / file).read_bytes())))
        for words in COMMANDS:
            result = CliRunner().invoke(app, words)
            assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
            assert result.exit_code in (0, 1)
            if result.exit_code and result.stderr:
                first, *others = result.stderr.splitlines()
                assert first.startswith("error: "), result.stderr
                assert "copy" in first, result.stderr
                assert others == [], result.stderr
