"""The table of measures in the docs says what the room holds: copy the lines that this test misses into it."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

from seahaven.measures import DEFINITIONS, MOMENT, STIMULI, StimulusKind

PAGE = Path(__file__).parents[2] / "docs" / "measures.md"


def test_the_docs_define_all_measures() -> None:
    page = PAGE.read_text()
    rows = [
        f"| `{one.name}` | {one.title} | {one.unit} | {one.meaning} | {one.standard or '–'} | {one.source} |"
        for one in DEFINITIONS.values()
    ]
    missing = [row for row in rows if row not in page]
    assert not missing, "\n".join(missing)


def test_the_docs_tell_all_stimuli() -> None:
    page = PAGE.read_text()
    assert {*STIMULI, MOMENT} == {*get_args(StimulusKind)}
    assert not [kind for kind in get_args(StimulusKind) if f"| `{kind}` |" not in page]


def test_each_measure_has_a_source_and_a_meaning() -> None:
    assert len(DEFINITIONS) >= 20
    assert not [one.name for one in DEFINITIONS.values() if not (one.meaning and one.source and one.title)]
