"""What a script in plain Python prints before a message of ours: its own traceback, and no other one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from seahaven.errors import InputError, SeahavenError
from seahaven.files import load_toml, load_xml, load_yaml, parse_quantity
from seahaven.kernel import Controller, Module, load_checkpoint, read_checkpoint
from seahaven.reels import Reel
from seahaven.reels.manifest import MANIFEST
from seahaven.roads import read_roads
from seahaven.takes import load_take
from seahaven.world import World
from tests.chains import chain_before
from tests.reels.drives import VEHICLE, record
from tests.takes.test_study import STUDY, written


def study(text: str) -> Callable[[Path], object]:
    return lambda folder: load_take(written(folder, text))


def changed(old: str, new: str) -> Callable[[Path], object]:
    assert old in STUDY
    return study(STUDY.replace(old, new))


def file(name: str, content: bytes, load: Callable[[Path], object]) -> Callable[[Path], object]:
    def fault(folder: Path) -> object:
        (folder / name).write_bytes(content)
        return load(folder / name)

    return fault


def reel(change: Callable[[Path], object], look: Callable[[Reel], object]) -> Callable[[Path], object]:
    """A fault of a reel to which something was done."""

    def fault(folder: Path) -> object:
        record(folder / "a.reel")
        change(folder / "a.reel")
        return look(Reel.open(folder / "a.reel"))

    return fault


def empty_checkpoint(path: Path) -> object:
    np.savez(path, text=np.frombuffer(b'{"format": 1, "now": 0, "seed": 0, "notes": {}}', np.uint8))
    return load_checkpoint(Controller(Module("root")), path)


FAULTS: dict[str, Callable[[Path], object]] = {
    "no study": lambda folder: load_take(folder / "no.study.yaml"),
    "a folder": lambda folder: load_yaml(folder),
    "not YAML": study("study: [1, 2\n"),
    "a control character": study("study: a\x01b\n"),
    "a wrong escape": study('study: "\\q"\n'),
    "not UTF-8": file("a.study.yaml", b"study: \xff\n", load_take),
    "nested too deep": study("study: " + "[" * 3000 + "\n"),
    "an unknown key": changed("seed:", "sead:"),
    "a wrong unit": changed("duration: 4 s", "duration: 4 kg"),
    "a division by zero": changed("duration: 4 s", "duration: 1/0 s"),
    "an unknown module": changed("use: car", "use: cra"),
    "code that is not allowed": changed("use: car", "use: os:system"),
    "code of ours that there is not": changed("use: car", "use: seahaven.nowhere:Car"),
    "a name that is not in the code": changed("use: car", "use: seahaven.kernel:Modul"),
    "roads that are missing": study(STUDY + "roads: missing.xodr\n"),
    "roads that are no XML": file("a.xodr", b"<OpenDRIVE><road></OpenDRIVE>", read_roads),
    "roads with a wrong number": file(
        "a.xodr", b'<OpenDRIVE><header/><road id="1" length="x"/></OpenDRIVE>', read_roads
    ),
    "a network with a wrong offset": file("a.net.xml", b'<net><location netOffset="x"/></net>', read_roads),
    "a packed file cut short": file("a.xodr.gz", b"\x1f\x8b\x08", load_xml),
    "not TOML": file("a.toml", b"a = [", load_toml),
    "a quantity": lambda _: parse_quantity("1e999 m", "length"),
    "no reel": lambda folder: Reel.open(folder / "no.reel"),
    "a manifest that is no JSON": reel(lambda path: (path / MANIFEST).write_text("{"), Reel.events),
    "a manifest without fields": reel(lambda path: (path / MANIFEST).write_text('{"format": 1}'), Reel.events),
    "a table cut short": reel(
        lambda path: (path / "vehicle.parquet").write_bytes(b"PAR1"), lambda a: a.frame("vehicle")
    ),
    "a query": reel(lambda _: None, lambda a: a.query("select nothing from nowhere")),
    "a table that there is not": reel(lambda _: None, lambda a: a.frame("vehicles")),
    "no checkpoint": lambda folder: read_checkpoint(folder / "no.npz"),
    "a checkpoint that is no archive": file("a.npz", b"PK\x03\x04 and nothing more", read_checkpoint),
    "a checkpoint of nothing": lambda folder: empty_checkpoint(folder / "a.npz"),
    "a family that there is not": lambda _: World([VEHICLE]).add("vehicles"),
    "a column that there is not": lambda _: World([VEHICLE]).add("vehicle", z=1.0),
    "a value that does not fit": lambda _: World([VEHICLE]).add("vehicle", x="fast"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_nothing_internal_stands_before_the_message(fault: str, tmp_path: Path) -> None:
    with pytest.raises(SeahavenError) as caught:
        FAULTS[fault](tmp_path)
    assert chain_before(caught.value) == ""


def test_what_the_code_of_the_user_raised_does_stand_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "studies_of_tests.py").write_text("def broken():\n    return 1 / 0\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(InputError, match="studies_of_tests:broken failed: ZeroDivisionError") as caught:
        load_take("studies_of_tests:broken", allow=["studies_of_tests"])
    assert "return 1 / 0" in chain_before(caught.value)
