"""The page on situations and its pictures are made from the library: `python -m tests.docs.situation_page`."""

from __future__ import annotations

from seahaven.direction.library import LIBRARY
from seahaven.direction.sketch import sketch
from tests.docs.situation_page import PAGE, page, picture


def test_the_page_is_made_from_the_library() -> None:
    assert PAGE.read_text() == page(), "write it anew: python -m tests.docs.situation_page"


def test_each_situation_has_its_picture() -> None:
    stale = [name for name, kind in LIBRARY.items() if picture(name).read_text() != sketch(kind, name)]
    assert not stale, "draw them anew: python -m tests.docs.situation_page"
