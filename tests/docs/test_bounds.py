"""The table of bounds in the docs says what the schemas hold: copy the lines that this test misses there."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from seahaven.behaviour import TRAITS
from seahaven.files import numeric_fields
from seahaven.motion import BODY_BOUNDS
from seahaven.takes import Study
from seahaven.takes.limits import LIMITS, column_limit
from seahaven.traffic import VEHICLES

PAGE = Path(__file__).parents[2] / "docs" / "studies.md"


def study_lines() -> list[str]:
    """A row for all keys that have the same bounds; one weather has the keys of each of several."""
    keys = dict[str, list[str]]()
    for path, within in numeric_fields(Study):
        found = keys.setdefault(f"| {within.lowest} | {within.highest} |" if within else "", [])
        if (name := f"`{path.replace('weather[]', 'weather')}`") not in found:
            found.append(name)
    return [f"{bounds} {', '.join(names)} |" for bounds, names in keys.items()]


def column_lines() -> list[str]:
    """A row for each trait of a driver, and for what a body has."""
    names = [*TRAITS, *BODY_BOUNDS]
    limits = [(name, column_limit(name, VEHICLES.columns[name].unit)) for name in names]
    return [f"| {within.lowest} | {within.highest} | `{name}` |" for name, within in limits]


def other_lines() -> list[str]:
    """A row for each kind of quantity."""
    names = {dimension: dimension for dimension in LIMITS} | {"ratio": "ratio, plain number"}
    return [f"| {within.lowest} | {within.highest} | {names[dimension]} |" for dimension, within in LIMITS.items()]


def missing(lines: Iterable[str]) -> str:
    page = PAGE.read_text().splitlines()
    return "\n".join(line for line in lines if line not in page)


def test_the_docs_tell_all_bounds() -> None:
    assert not missing([*study_lines(), *column_lines(), *other_lines()])


def test_the_docs_tell_no_other_bounds() -> None:
    section = PAGE.read_text().partition("\n## Bounds")[2].partition("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("| ") and "---" not in line]
    assert set(rows) - {"| from | to | of |"} == {*study_lines(), *column_lines(), *other_lines()}
