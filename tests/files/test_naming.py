"""File names made from titles: readable, safe and distinct."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seahaven.files import distinct_names, file_name
from seahaven.files.naming import MOST_BYTES

TITLES = ["雨の日", "Дождь", "مطر خفيف", "🚗", "🚕", "हिन्दी", "???", "!", "+5 %", "-5 %", "A/B: c\\d", "Zoë"]


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Rain on the motorway", "rain-on-the-motorway"),
        ("雨の日", "雨の日"),
        ("Дождь, сильный", "дождь-сильный"),
        ("مطر خفيف", "مطر-خفيف"),
        ("🚗 Ausflug", "🚗-ausflug"),
        ("+5 %", "plus-5-percent"),
        ("-5 %", "minus-5-percent"),
        ("\N{MINUS SIGN}5 %", "minus-5-percent"),
        ("A/B: c\\d", "a-b-c-d"),
        ("../../etc", "etc"),
    ],
)
def test_a_name_is_the_title_with_nothing_but_unsafe_characters_replaced(title: str, name: str) -> None:
    assert file_name(title) == name


def test_a_title_without_letters_or_symbols_has_a_name_of_its_own() -> None:
    assert file_name("???", empty="take").startswith("take-")
    assert file_name("???", empty="take") != file_name("!!!", empty="take")


def test_both_ways_to_write_an_accent_give_the_same_bytes() -> None:
    assert file_name("e\N{COMBINING ACUTE ACCENT}") == file_name("é") == "é"


def test_long_titles_are_cut_and_stay_apart() -> None:
    first, second = (file_name("雨" * 400 + end) for end in ("a", "b"))
    assert first != second
    assert max(len(first.encode()), len(second.encode())) <= MOST_BYTES


@pytest.mark.parametrize("title", ["Con", "NUL", "com1"])
def test_no_name_is_a_device_of_windows(title: str) -> None:
    assert file_name(title) != title.lower()


def test_names_of_different_titles_differ_where_case_is_not_told_apart() -> None:
    titles = [*TITLES, "rain", "Rain", "RAIN", "rain!", "plus 5 percent", "straße", "STRASSE"]
    names = distinct_names(titles)
    assert len({name.casefold() for name in names.values()}) == len(titles)
    assert names["rain"] == "rain"


def test_a_title_that_is_added_changes_no_other_name() -> None:
    before = [*TITLES, "rain", "Rain"]
    assert distinct_names([*before, "rAIN"]).items() >= distinct_names(before).items()


@given(st.lists(st.text(max_size=60), unique=True, max_size=6))
def test_any_titles_have_distinct_safe_names(titles: list[str]) -> None:
    names = distinct_names(titles)
    assert len({unicodedata.normalize("NFC", name).casefold() for name in names.values()}) == len(titles)
    for name in names.values():
        assert name not in ("", ".", "..")
        assert not set(name) & set('/\\:*?"<>|%#&\0 ')
        assert unicodedata.is_normalized("NFC", name)
        assert len(name.encode()) <= 255 - len(".checkpoint.npz")
