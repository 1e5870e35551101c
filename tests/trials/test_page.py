"""The replay page of a directed drive knows its situations."""

from __future__ import annotations

from pathlib import Path

from seahaven.reels import Reel
from seahaven.reels.page import page_text
from seahaven.reels.page.situation import situations_of
from seahaven.takes import load_take
from tests.reels.pages import Parsed
from tests.trials.script import STUDY


def test_a_page_tells_situations_with_their_moments(reel: Reel) -> None:
    first, second = Parsed(page_text(reel)).story["situations"]
    assert (first["number"], first["name"], first["outcome"]) == (1, "sudden stop", "met")
    assert (first["from"], first["at"], first["to"], first["who"]) == (4.1, 8.1, 18.1, [2])
    assert first["text"].startswith("time gap 1.5")
    assert second["name"] == "gentle slowdown"


def test_situations_are_cut_to_what_the_page_shows(reel: Reel) -> None:
    (first,) = situations_of(reel, start=10.0, end=20.0)
    assert (first["from"], first["at"], first["to"]) == (10.0, 8.1, 18.1)


def test_a_situation_that_failed_tells_what_was_wanted_and_who_lacked_how_much(tmp_path: Path) -> None:
    (tmp_path / "fails.study.yaml").write_text(STUDY.replace("hard: 5.0", "fails: true").replace("40 s", "12 s"))
    reel = load_take(tmp_path / "fails.study.yaml", allow=("tests",)).play(tmp_path / "out")
    (one,) = situations_of(reel, start=0.0, end=12.0)
    assert one["text"] == "wanted: time gap 1.5 ± 0.2 s; nobody came by to play the lead; lead 20 m too far ahead"
