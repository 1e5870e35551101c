from __future__ import annotations

import io
import json
import subprocess
import sys
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.lib import format as npy
from numpy.typing import NDArray

from seahaven.errors import SnapshotError
from seahaven.kernel import (
    SECOND,
    Controller,
    Emits,
    Hears,
    Module,
    Out,
    Param,
    State,
    Tick,
    load_checkpoint,
    port,
    read_checkpoint,
    save_checkpoint,
)
from seahaven.kernel.archive import read_archive, write_archive
from tests.kernel.parts import Dice, Source, counting


class Phase(Enum):
    IDLE = 1
    BUSY = 2


@dataclass(frozen=True, slots=True)
class Note:
    phase: Phase
    at: Fraction
    path: tuple[float, ...] = ()


class Rich(Module):
    """State of every kind that a file can hold."""

    gain: Param[float] = 1.0
    network: Param[object] = None
    phase: State[Phase] = Phase.IDLE
    note: State[Note | None] = None
    shares: State[tuple[Fraction, ...]] = (Fraction(1, 3),)
    table: State[NDArray[np.float64]] = port(np.zeros((2, 2)))
    counts: State[dict[int, list[int]]] = port({})
    out: Out[NDArray[np.float64]] = np.zeros(2)
    told: Emits[Note]
    heard: Hears[Note]
    diary: State[list[Note]] = port([])

    def step(self, tick: Tick) -> None:
        self.phase = Phase.BUSY if tick.index % 2 else Phase.IDLE
        self.note = Note(self.phase, Fraction(tick.index, 7), (tick.seconds, self.gain))
        self.shares = (*self.shares, Fraction(1, tick.index + 2))
        self.table[0, 1] += self.gain / 3.0
        self.counts.setdefault(tick.index % 3, []).append(tick.index)
        self.out = self.table.sum(axis=0) + tick.random.uniform()
        self.told.append(self.note)
        self.diary += [event.value for event in self.heard]


def rich(**values: Any) -> Controller:
    root = Module("root", Rich("rich", rate=3, **values), Dice("dice", rate=2))
    root.link("rich.told", "rich.heard")
    return Controller(root, seed=7)


def text(controller: Controller) -> str:
    return "\n".join(
        f"{n} {controller.get(f'rich.{n}')!r}" for n in Rich.fields if n not in ("network", "told", "heard")
    )


def test_states_of_every_kind_go_on_from_a_file_as_if_nothing_had_happened(tmp_path: Path) -> None:
    file = tmp_path / "run.npz"
    controller = rich()
    controller.run(2 * SECOND)
    save_checkpoint(controller, file)
    again = rich()
    load_checkpoint(again, file)
    assert text(again) == text(controller)
    for run in (controller, again):
        run.run(4 * SECOND)
    assert text(again) == text(controller)
    assert again.get("dice.thrown") == controller.get("dice.thrown")


def test_a_loaded_state_can_be_changed_and_a_loaded_output_cannot(tmp_path: Path) -> None:
    controller = rich()
    controller.run(SECOND)
    save_checkpoint(controller, tmp_path / "run.npz")
    again = rich()
    load_checkpoint(again, tmp_path / "run.npz")
    assert again.get("rich.table").flags.writeable
    assert not again.get("rich.out").flags.writeable


def test_parameters_come_back_as_they_were_when_saved(tmp_path: Path) -> None:
    file = tmp_path / "run.npz"
    controller = rich(gain=2.0, network=open)
    controller.set("rich.gain", 5.0)
    save_checkpoint(controller, file)
    again = rich(gain=2.0, network=print)
    load_checkpoint(again, file)
    assert (again.get("rich.gain"), again.get("rich.network")) == (5.0, print)
    unchanged = rich(gain=3.0)
    save_checkpoint(unchanged, file)
    load_checkpoint(again, file)
    assert again.get("rich.gain") == 3.0


def test_saving_twice_gives_the_same_bytes(tmp_path: Path) -> None:
    controller = rich()
    controller.run(SECOND)
    for name in ("a.npz", "b.npz"):
        save_checkpoint(controller, tmp_path / name)
    again = rich()
    load_checkpoint(again, tmp_path / "a.npz")
    save_checkpoint(again, tmp_path / "c.npz")
    first, second, third = ((tmp_path / name).read_bytes() for name in ("a.npz", "b.npz", "c.npz"))
    assert first == second == third


def test_another_process_with_other_hashes_writes_the_same_bytes(tmp_path: Path) -> None:
    program = (
        "import sys; from tests.kernel.parts import counting; from seahaven.kernel import *\n"
        "c = Controller(counting(3, 7)); c.run(2 * SECOND); save_checkpoint(c, sys.argv[1])"
    )
    for seed in ("1", "2"):
        command = [sys.executable, "-c", program, str(tmp_path / f"{seed}.npz")]
        subprocess.run(command, check=True, env={"PYTHONHASHSEED": seed, "PYTHONPATH": "."})
    assert (tmp_path / "1.npz").read_bytes() == (tmp_path / "2.npz").read_bytes()


def saved(path: Path) -> bytes:
    controller = Controller(counting())
    controller.run(SECOND)
    save_checkpoint(controller, path)
    return path.read_bytes()


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: b"not a checkpoint at all",
        lambda data: data[: len(data) // 2],
        lambda data: data[:-1],
        lambda data: data.replace(b'"format"', b'"farmat"'),
        lambda data: b"\x80\x04K\x01.",
    ],
    ids=["empty", "foreign", "half", "cut", "changed", "pickle"],
)
def test_a_damaged_file_is_refused_whole(tmp_path: Path, damage: Callable[[bytes], bytes]) -> None:
    file = tmp_path / "run.npz"
    file.write_bytes(damage(saved(file)))
    controller = Controller(counting())
    with pytest.raises(SnapshotError, match=r"run\.npz is not a checkpoint, or is damaged"):
        load_checkpoint(controller, file)
    controller.run(SECOND)
    assert controller.get("source.x") == 2.0


def rewritten(path: Path, change: Callable[[Any], Any]) -> None:
    """A checkpoint that somebody else made, with a seal that fits."""
    saved(path)
    text, arrays = read_archive(path)
    with path.open("wb") as file:
        write_archive(file, json.dumps(change(json.loads(text))).encode(), arrays)


def sealed(path: Path, members: dict[str, bytes], compression: int = zipfile.ZIP_STORED) -> None:
    """An archive of any parts, with a seal that fits."""
    digest = blake2b(b"".join(members.values()), digest_size=32).hexdigest()
    with zipfile.ZipFile(path, "w", compression) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
        archive.comment = b"seahaven 2 " + digest.encode()


def without(key: str) -> Callable[[Any], Any]:
    return lambda body: {k: v for k, v in body.items() if k != key}


def nested(depth: int) -> Any:
    value: Any = 0
    for _ in range(depth):
        value = [value]
    return value


def source_field(**changes: Any) -> Callable[[Any], Any]:
    def change(body: Any) -> Any:
        body["modules"]["source"] |= changes
        return body

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda body: {**body, "format": 3}, "has checkpoint format 3; this version reads 2; play from the beginning"),
        (lambda body: [1, 2], "has checkpoint format None; this version reads 2"),
        (without("modules"), "is damaged: its 'modules' is None; play from the beginning"),
        (lambda body: {**body, "now": 1.5}, r"is damaged: its 'now' is 1\.5"),
        (lambda body: {**body, "notes": [7]}, r"is damaged: its 'notes' is \[7\]"),
        (without("requests"), "holds no state of such a run .KeyError: 'requests'.; play from the beginning"),
        (lambda body: {**body, "connections": [{"from": "here"}]}, "holds no state of such a run .TypeError"),
        (source_field(index="soon"), "the state of module 'source' is damaged"),
        (source_field(fields=nested(300)), r"run\.npz: the state of module 'source' is damaged"),
        (lambda body: {**body, "seed": 3}, "the snapshot was taken under seed 3, this run has 0"),
        (source_field(rate="9 Hz"), "module 'source' has the rate 2 Hz, but had 9 Hz when saved"),
        (
            source_field(fields={"$dict": []}),
            "module 'source' has changed since the snapshot: its field 'n' was not there",
        ),
        (
            source_field(fields={"$data": ["os:system", {}]}),
            r"run\.npz: the data holds a 'os:system', which nothing here",
        ),
        (source_field(inbox={"$pickle": "x"}), r"run\.npz: the data is damaged"),
    ],
)
def test_a_file_of_another_time_or_hand_is_refused(tmp_path: Path, change: Callable[[Any], Any], message: str) -> None:
    file = tmp_path / "run.npz"
    rewritten(file, change)
    controller = Controller(counting())
    with pytest.raises(SnapshotError, match=message):
        load_checkpoint(controller, file)
    assert not controller.is_started


def test_a_pickle_inside_a_file_is_never_read(tmp_path: Path) -> None:
    class Evil:
        def __reduce__(self) -> tuple[Any, ...]:
            return (Path.touch, (tmp_path / "touched",))

    file = tmp_path / "run.npz"
    saved(file)
    with zipfile.ZipFile(file) as archive:
        text = archive.read("text.npy")
    evil = io.BytesIO()
    np.save(evil, np.array([Evil()], dtype=object), allow_pickle=True)
    sealed(file, {"text.npy": text, "a0.npy": evil.getvalue()})
    with pytest.raises(SnapshotError, match="is not a checkpoint, or is damaged: an array in it has another size"):
        load_checkpoint(Controller(counting()), file)
    assert not (tmp_path / "touched").exists()


def test_a_file_that_would_unpack_into_more_than_it_is_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "bomb.npz"
    sealed(file, {"text.npy": bytes(50_000_000)}, zipfile.ZIP_DEFLATED)
    assert file.stat().st_size < 100_000
    with pytest.raises(SnapshotError, match=r"bomb\.npz .* its parts claim to be larger than it is; play from the"):
        read_checkpoint(file)


def test_a_text_that_is_nested_too_deep_is_refused(tmp_path: Path) -> None:
    with (tmp_path / "deep.npz").open("wb") as file:
        write_archive(file, b"[" * 100_000, [])
    with pytest.raises(SnapshotError, match=r"deep\.npz is not a checkpoint, or is damaged: .*nest|recursion"):
        read_checkpoint(tmp_path / "deep.npz")


def test_an_array_that_claims_more_than_there_is_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "absurd.npz"
    header = io.BytesIO()
    npy.write_array_header_1_0(header, {"descr": "<f8", "fortran_order": False, "shape": (10**15,)})
    sealed(file, {"text.npy": header.getvalue()})
    with pytest.raises(SnapshotError, match=r"absurd\.npz .* an array in it has another size than it claims"):
        read_checkpoint(file)


def test_arrays_of_every_shape_and_order_come_back_to_the_bit(tmp_path: Path) -> None:
    whole = np.arange(12, dtype=np.float32).reshape(3, 4)
    arrays = [whole, np.asfortranarray(whole), whole[:, ::2], np.zeros((0, 3)), np.array(7), np.array(["ä", "b"])]
    with (tmp_path / "a.npz").open("wb") as out:
        write_archive(out, b"text", arrays)
    text, back = read_archive(tmp_path / "a.npz")
    assert text == b"text"
    for before, after in zip(arrays, back, strict=True):
        assert (before.dtype, before.shape, before.tobytes()) == (after.dtype, after.shape, after.tobytes())
        assert after.flags.writeable
    with np.load(tmp_path / "a.npz") as file:
        assert file["a0"].tolist() == whole.tolist()


def test_what_could_not_be_read_back_is_not_written(tmp_path: Path) -> None:
    class Anything(Module):
        thing: State[object] = None

    controller = Controller(Module("root", Anything("odd", thing=Note(Phase.IDLE, Fraction(1)))))
    with pytest.raises(SnapshotError, match=r"module 'odd': the data holds a '.*:Note', which nothing here declares"):
        save_checkpoint(controller, tmp_path / "run.npz")
    assert not (tmp_path / "run.npz").exists()


def test_files_that_are_not_there_or_cannot_be_written_are_named(tmp_path: Path) -> None:
    controller = Controller(Module("root", Source("source", rate=1)))
    with pytest.raises(SnapshotError, match=r"there is no checkpoint .*none\.npz"):
        load_checkpoint(controller, tmp_path / "none.npz")
    with pytest.raises(SnapshotError, match=r"cannot write the checkpoint .*: No such file or directory"):
        save_checkpoint(controller, tmp_path / "nowhere" / "run.npz")
