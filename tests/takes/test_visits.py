"""However modules are run, a study gives the same reel, byte for byte: visited, as parts, checked, on two threads."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from seahaven.files import Document
from seahaven.kernel import SECOND, Controller, Visits
from seahaven.takes import load_take

EXAMPLES = Path(__file__).parents[2] / "examples"
SECONDS = {"sudden_braking": 12, "motorway": 12, "town": 20, "rear_end": 40}
"""How much is played of each example. The town has people, actuated lights, flows, a bus line with halts and a warm-up;
the rear-end study has directors, ambient traffic and a virtual subject."""
WARM_UP = "30 s"


def changed(document: Document, *, threads: int) -> Document:
    """The study with a short warm-up, if it has one, and its traffic on so many threads."""
    data: dict[str, Any] = dict(document.data)  # type: ignore[call-overload] # a study is a mapping
    traffic = {**data.get("traffic", {}), "threads": threads}
    if "warm_up" in traffic:
        traffic["warm_up"] = WARM_UP
    if "traffic" in data:
        data["traffic"] = traffic
    return Document(document.file, data, document.keys, document.values)


def tables(study: str, folder: Path, *, threads: int = 1) -> dict[str, bytes]:
    """The tables of the reel of an example."""
    take = load_take(EXAMPLES / f"{study}.study.yaml", seed=5, change=partial(changed, threads=threads))
    reel = take.play(folder, until=SECONDS[study] * SECOND)
    return {file.name: file.read_bytes() for file in sorted(reel.path.iterdir()) if file.suffix == ".parquet"}


@pytest.mark.parametrize("study", SECONDS)
def test_a_reel_is_the_same_however_modules_are_visited(study: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    reels = []
    for visits in Visits:
        monkeypatch.setattr(Controller, "usual_visits", visits)
        reels.append(tables(study, tmp_path / visits.value))
    assert len(reels[0]) > 2
    assert reels[0] == reels[1] == reels[2]


@pytest.mark.parametrize("study", ["motorway", "town"])
def test_a_reel_is_the_same_on_two_threads(study: str, tmp_path: Path):
    assert tables(study, tmp_path / "one") == tables(study, tmp_path / "two", threads=2)
