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
    assert (first["from"], first["at"], first["to"], first["is_shown"]) == (4.1, 8.1, 18.1, True)
    assert (first["role"], first["cast"]) == ("lead", [{"role": "lead", "who": 2, "from": 5.1}])
    assert first["text"].startswith("time gap 1.5")
    assert second["name"] == "gentle slowdown"


def test_situations_are_cut_to_what_the_page_shows(reel: Reel) -> None:
    first, second = situations_of(reel, start=10.0, end=20.0)
    assert (first["from"], first["at"], first["to"], first["is_shown"]) == (10.0, 8.1, 18.1, True)
    assert (second["from"], second["to"], second["is_shown"]) == (21.1, 35.1, False)


def test_a_situation_that_failed_tells_what_was_wanted_and_who_lacked_how_much(tmp_path: Path) -> None:
    (tmp_path / "fails.study.yaml").write_text(STUDY.replace("hard: 5.0", "fails: true").replace("40 s", "12 s"))
    reel = load_take(tmp_path / "fails.study.yaml", allow=("tests",)).play(tmp_path / "out")
    (one,) = situations_of(reel, start=0.0, end=12.0)
    assert one["text"] == "wanted: time gap 1.5 ± 0.2 s; nobody came by to play the lead; lead 20 m too far ahead"


def test_situations_that_never_opened_or_never_ended_are_listed_too(tmp_path: Path) -> None:
    text = STUDY.replace("at: 8 s, hard: 5.0", "at: 8 s, hard: 5.0, plans: true").replace("40 s", "12 s")
    text = text.replace("at: 25 s, hard: 2.0", "at: 25 s, hard: 2.0, plans: true")
    (tmp_path / "short.study.yaml").write_text(text)
    reel = load_take(tmp_path / "short.study.yaml", allow=("tests",)).play(tmp_path / "out")
    first, second = situations_of(reel, start=0.0, end=12.0)
    assert (first["outcome"], first["to"], first["is_shown"]) == ("met", 12.0, True)
    assert (second["number"], second["name"], second["outcome"]) == (2, "gentle slowdown", "unopened")
    assert (second["from"], second["at"], second["to"], second["is_shown"]) == (None, None, None, False)
    assert (second["place"], second["role"], second["cast"]) == (1400.0, "lead", [])
    assert second["text"] == "wanted: time gap 1.5 ± 0.2 s; the drive ended before the subject came near"
    (early, _) = situations_of(_cut_short(tmp_path, text), start=0.0, end=6.0)
    assert (early["outcome"], early["text"]) == (
        "unended",
        "wanted: time gap 1.5 ± 0.2 s; the drive ended before it was over",
    )


def _cut_short(folder: Path, text: str) -> Reel:
    (folder / "shorter.study.yaml").write_text(text.replace("12 s", "6 s"))
    return load_take(folder / "shorter.study.yaml", allow=("tests",)).play(folder / "shorter")
