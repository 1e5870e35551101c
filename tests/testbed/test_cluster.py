"""Campaigns on a Ray cluster of two nodes on this computer, one of which dies."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from seahaven.errors import InputError
from seahaven.testbed import History
from seahaven.testbed.campaigns.cluster import Player, clustered
from tests.testbed.test_campaigns import ROOT, changed, folder, play

__all__ = ["folder"]

needs_ray = pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed: pip install 'seahaven[cluster]'")


@pytest.fixture
def cluster() -> Iterator[tuple[str, Callable[[], None]]]:
    """The address of a cluster of two nodes, and what ends the second of them."""
    command = [sys.executable, "-W", "ignore", "-m", "tests.testbed.ray_cluster"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, cwd=ROOT, text=True, **pipes) as process:  # type: ignore[call-overload]  # a dict
        assert process.stdin is not None
        assert process.stdout is not None

        def kill() -> None:
            process.stdin.write("kill\n")  # type: ignore[union-attr]
            process.stdin.flush()  # type: ignore[union-attr]

        yield process.stdout.readline().strip(), kill
        process.stdin.close()
        assert process.wait(timeout=60) == 0


PROGRAM = """
import sys
from pathlib import Path
from seahaven.testbed import CampaignOptions, History, load_campaign, play_campaign

folder, address = Path(sys.argv[1]), sys.argv[2]
campaign = load_campaign(folder / "closer.campaign.yaml", allow=["tests"])
options = CampaignOptions(allow=("tests",), cluster=address, jobs=0)
tell = lambda what, value: print(what, getattr(value, "number", value), flush=True)
play_campaign(campaign, folder / "out", History(folder / "history"), name="night", options=options, tell=tell)
"""


def _played(folder: Path, address: str, heard: Callable[[str], None]) -> list[str]:
    """Play the campaign of a folder on a cluster, in a process of its own; what was told of it."""
    command = [sys.executable, "-W", "ignore", "-c", PROGRAM, str(folder), address]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        told = []
        for line in process.stdout:
            told.append(line.strip())
            heard(line.strip())
        assert process.stderr is not None
        problem = process.stderr.read()
    assert process.returncode == 0, problem
    return told


@pytest.mark.slow
@needs_ray
def test_a_campaign_on_two_nodes_outlives_one_of_them(
    folder: Path, cluster: tuple[str, Callable[[], None]]
) -> None:  # fmt: skip
    address, kill = cluster
    changed(folder, "steps: 3", "steps: 6")
    (folder / "braking.study.yaml").write_text((folder / "braking.study.yaml").read_text().replace("3 s", "40 s"))
    entered = 0

    def heard(line: str) -> None:
        nonlocal entered
        entered += line.startswith("entry")
        if line.startswith("entry") and entered == 3:
            kill()

    told = _played(folder, address, heard)
    entries = History(folder / "history").entries("night")
    assert [entry.number for entry in entries] == list(range(1, 13))
    assert "error" not in {entry.state for entry in entries}
    assert [line for line in told if line.startswith("again")], "no drive was on the node that died"
    assert sorted(int(line.split()[1]) for line in told if line.startswith("entry")) == list(range(1, 13))
    alone, _ = play(folder, out="alone", history="other", jobs=2)
    assert [(e.number, e.state, e.notes, e.command) for e in entries] == [
        (e.number, e.state, e.notes, e.command) for e in alone
    ]
    failed = next(entry for entry in entries if entry.state == "failed")
    there, here = (folder / out / "drives" / f"{failed.number:06d}" for out in ("out", "alone"))
    names = sorted(path.relative_to(here) for path in here.rglob("*") if path.is_file() and path.name != "answers.json")
    assert [(there / name).read_bytes() for name in names] == [(here / name).read_bytes() for name in names]
    assert _left() == []


def _left() -> list[str]:
    """Processes that play drives of the campaign and should have ended with it."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes().decode(errors="replace").replace("\0", " ")
        except OSError:
            continue
        if "ray::Player" in words:
            found.append(words)
    return found


def test_a_node_with_other_files_or_another_version_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.study.yaml").write_text("study: A")
    player = object.__new__(Player)
    player._home = str(tmp_path)
    from seahaven import __version__
    from seahaven.files import file_digest

    digests = {"a.study.yaml": file_digest("a.study.yaml")}
    assert player.refusal(__version__, digests) == ""
    assert "the campaign was begun with 0.0.1" in player.refusal("0.0.1", digests)
    assert "a.study.yaml is another one, or missing" in player.refusal(__version__, {"a.study.yaml": "other"})
    player._home = str(tmp_path / "elsewhere")
    assert "has to lie at the same path on all nodes" in player.refusal(__version__, digests)


@pytest.mark.parametrize(
    ("address", "message"),
    [("nowhere", "is no address of a cluster"), ("127.0.0.1:1", "nothing answers at '127.0.0.1:1'")],
)
def test_an_address_without_a_cluster_is_refused(tmp_path: Path, address: str, message: str) -> None:
    with pytest.raises(InputError, match=message), clustered(address, limit=1.0, memory=1e9, files=[]):
        pass


def test_without_ray_a_cluster_is_refused_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with (
        pytest.raises(InputError, match=r"install seahaven\[cluster\]"),
        clustered("auto", limit=1.0, memory=1e9, files=[]),
    ):
        pass
