"""The history of test drives in the studio, asked without a server."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the studio's libraries are not installed: pip install 'seahaven[studio]'")

from starlette.requests import Request
from starlette.responses import FileResponse, Response

from seahaven.studio.verdicts import Verdicts
from seahaven.testbed import Entry, History
from seahaven.testbed.history import Note


def _entry(number: int, folder: str, campaign: str = "one") -> Entry:
    note = Note("no collision", False, -float(number), "m/s", time=3.0)
    return Entry(
        campaign=campaign, number=number, drive="cut_in", seed=1, state="failed", margin=note.margin,
        worst="no collision",
        notes=(note,), folder=folder, reel="x.reel", settings={"speed": "<b>fast</b>"}, command="seahaven test",
    )  # fmt: skip


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with a history beside recordings, another history, and one outside."""
    root = tmp_path / "project"
    for number in (1, 2):
        folder = root / "out" / "drives" / f"{number:06d}"
        folder.mkdir(parents=True)
        (folder / "failure-1.png").write_bytes(b"picture")
        (folder / "x.reel").mkdir()
        History(root / "history").add(_entry(number, f"out/drives/{number:06d}"))
    History(root / "shards" / "two").add(_entry(1, str(tmp_path / "elsewhere"), "other"))
    History(tmp_path / "outside").add(_entry(1, "", "secret"))
    (tmp_path / "elsewhere" / "x.reel").mkdir(parents=True)
    (tmp_path / "elsewhere" / "failure-1.png").write_bytes(b"private")
    return root


def _asked(project: Path, page: str, query: str = "", **path: Any) -> Response:
    scope = {
        "type": "http",
        "method": "GET",
        "path": "/",
        "headers": [],
        "query_string": query.encode(),
        "path_params": path,
    }
    return asyncio.run(getattr(Verdicts(project, "default-src 'none'"), page)(Request(scope)))  # type: ignore[no-any-return]


def _text(answer: Response) -> str:
    return bytes(answer.body).decode()


def test_all_campaigns_of_the_usual_history_are_shown_with_links_to_others(project: Path) -> None:
    answer = _asked(project, "first")
    assert answer.headers["content-security-policy"] == "default-src 'none'"
    for text in ('href="/history/one"', 'href="/history?in=shards/two"', 'href="/">Studio', "Drives: 2."):
        assert text in _text(answer)
    assert "secret" not in _text(answer)


def test_a_campaign_leads_to_replays_and_pictures_inside_the_project_only(project: Path) -> None:
    text = _text(_asked(project, "campaign", campaign="latest"))
    assert "/replay?of=out/drives/000001/x.reel" in text
    assert "/history/one/2.png" in text
    assert "&lt;b&gt;fast&lt;/b&gt;" in text
    other = _text(_asked(project, "campaign", "in=shards/two", campaign="other"))
    assert 'href="/history?in=shards/two"' in other
    assert "/replay" not in other
    assert ".png" not in other
    picture = _asked(project, "picture", campaign="one", number=2)
    assert isinstance(picture, FileResponse)
    assert Path(picture.path).read_bytes() == b"picture"


@pytest.mark.parametrize(
    ("page", "query", "path"),
    [
        ("first", "in=../outside", {}),
        ("campaign", "", {"campaign": "../../outside/secret"}),
        ("picture", "in=shards/two", {"campaign": "other", "number": 1}),
        ("picture", "", {"campaign": "one", "number": 9}),
    ],
)
def test_what_is_not_there_or_outside_is_refused(project: Path, page: str, query: str, path: dict[str, Any]) -> None:
    assert _asked(project, page, query, **path).status_code == 404


def test_a_project_without_campaigns_has_an_empty_page(tmp_path: Path) -> None:
    assert "No campaign has been played" in _text(_asked(tmp_path, "first"))
