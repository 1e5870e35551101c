"""The replay page of a directed drive knows its situations."""

from __future__ import annotations

from seahaven.reels import Reel
from seahaven.reels.page import page_text
from seahaven.reels.page.situation import situations_of
from tests.reels.pages import Parsed


def test_a_page_tells_situations_with_their_moments(reel: Reel) -> None:
    first, second = Parsed(page_text(reel)).story["situations"]
    assert (first["number"], first["name"], first["outcome"]) == (1, "sudden stop", "met")
    assert (first["from"], first["at"], first["to"], first["who"]) == (4.1, 8.1, 18.1, [2])
    assert first["text"].startswith("time gap 1.5")
    assert second["name"] == "gentle slowdown"


def test_situations_are_cut_to_what_the_page_shows(reel: Reel) -> None:
    (first,) = situations_of(reel, start=10.0, end=20.0)
    assert (first["from"], first["at"], first["to"]) == (10.0, 8.1, 18.1)
