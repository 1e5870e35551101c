"""The table of requirements in the docs says what the room holds: copy the lines that this test misses into it."""

from __future__ import annotations

from pathlib import Path

from seahaven.testbed import VALIDATORS

PAGE = Path(__file__).parents[2] / "docs" / "test-drives.md"


def test_the_docs_list_all_requirements() -> None:
    page = PAGE.read_text()
    rows = []
    for name, kind in VALIDATORS.items():
        usual = f"`{kind.usual}`" if kind.usual else "–"
        rows.append(f"| `{name}` | {usual} | {kind.unit or '–'} | {str(kind.__doc__).splitlines()[0]} |")
    missing = [row for row in rows if row not in page]
    assert not missing, "\n".join(missing)
