"""Who may come into a studio that is shared, and what happens when a part of it ends."""

from __future__ import annotations

import os
import signal
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from seahaven.bench.studio.client import Client, time_of
from seahaven.bench.studio.served import Served
from seahaven.reels import Reel
from seahaven.studio.access import COOKIE
from tests.studio.conftest import STUDY


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("shared")
    (made / "drive.study.yaml").write_text(STUDY)
    return made


@pytest.fixture(scope="module")
def served(folder: Path) -> Iterator[Served]:
    """A studio that is shared, for both tests in their order."""
    with Served(folder, "--share") as served:
        yield served


@pytest.fixture(scope="module")
def tokens(served: Served) -> dict[str, str]:
    return served.tokens()


def visitor(served: Served, token: str) -> Client:
    return Client(served.address, additional_headers={"Cookie": f"{COOKIE}={token}"})


def status(address: str, token: str = "") -> int:
    request = urllib.request.Request(address, headers={"Cookie": f"{COOKIE}={token}"} if token else {})
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        with error:
            return error.code


def test_a_shared_studio_asks_for_a_token_and_gives_its_role(served: Served, tokens: dict[str, str]) -> None:
    assert sorted(tokens) == ["director", "driver", "viewer"]
    assert status(served.address) == status(served.address, "guess") == 403
    assert status(served.address, tokens["viewer"]) == 200
    with pytest.raises((InvalidStatus, ConnectionClosed)), Client(served.address):
        pass
    said = {}
    for role, token in tokens.items():
        with visitor(served, token) as client:
            client.ask("pause" if role == "director" else "open", source="drive.study.yaml")
            said[role] = client.hear("fault")["text"]
    assert said["viewer"] == "a viewer may not 'open'; that takes the link of a director"
    assert said["driver"] == "a driver may not 'open'; that takes the link of a director"
    assert "may not" not in said["director"]


def is_alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_nothing_recorded_is_lost_when_the_simulation_or_the_server_is_killed(
    served: Served, tokens: dict[str, str], folder: Path
) -> None:
    with visitor(served, tokens["director"]) as client:
        client.ask("open", source="drive.study.yaml", record=True)
        client.see(lambda frame: time_of(frame) > 1.2)
        first = served.simulation
        os.kill(first, signal.SIGKILL)
        assert "the simulation ended" in client.hear("fault")["text"]
        (broken,) = (folder / "out" / "studio").rglob("*.reel")
        assert Reel.open(broken).manifest.state != "closed"
        client.hear("closed")
        client.ask("open", source="drive.study.yaml", record=True)  # another one is there by now
        client.see(lambda frame: time_of(frame) > 1.2)
        process = served.simulation
        assert process != first
    served.kill()
    for _ in range(400):
        if not is_alive(process):
            break
        Event().wait(0.05)
    assert not is_alive(process)
    (path,) = (folder / "out" / "studio").rglob("*.reel")
    manifest = Reel.open(path).manifest
    assert manifest.state == "closed"
    assert manifest.duration > 1.0
