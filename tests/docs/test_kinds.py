"""The tables of virtual subjects in the docs match the source: copy the lines that this test reports into the page."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from seahaven.behaviour import TRAITS
from seahaven.seats import KINDS
from seahaven.seats.subjects.kind import ANYBODY, Kind, Span

PAGE = Path(__file__).parents[2] / "docs" / "subjects.md"


def span(low: float, high: float) -> str:
    return f"{low:g}" if low == high else f"{low:g} to {high:g}"


def spans(values: Mapping[str, Span]) -> str:
    return ", ".join(f"`{name}` {span(*bounds)}" for name, bounds in values.items())


def line(kind: Kind) -> str:
    """The row of a kind: its name, what it does, its own ranges of traits, and those of its habits."""
    return f"| `{kind.name}` | {kind.doc.rstrip('.')} | {spans(kind.traits)} | {spans(kind.ways)} |"


def trait_line(name: str, bounds: Span) -> str:
    """The row of a trait: its unit, the range of kinds that have none of their own, and its meaning."""
    return f"| `{name}` | {TRAITS[name].unit} | {span(*bounds)} | {TRAITS[name].doc} |"


def test_the_docs_list_all_kinds_with_their_ranges() -> None:
    page = PAGE.read_text()
    missing = [row for row in map(line, KINDS.values()) if row not in page]
    assert not missing, "\n".join(missing)


def test_the_docs_list_all_traits_with_their_ranges() -> None:
    page = PAGE.read_text()
    missing = [row for name, bounds in ANYBODY.items() if (row := trait_line(name, bounds)) not in page]
    assert not missing, "\n".join(missing)


def test_the_docs_explain_all_habits() -> None:
    page = PAGE.read_text()
    habits = {name for kind in KINDS.values() for name in kind.ways}
    assert not [name for name in sorted(habits) if f"\n| `{name}` |" not in page]
