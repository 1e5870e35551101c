"""The table of situations in the docs says what the library holds: copy the lines that this test misses into it."""

from __future__ import annotations

from pathlib import Path

from seahaven.direction import Situation
from seahaven.direction.library import LIBRARY
from seahaven.direction.siting import notes_of

PAGE = Path(__file__).parents[2] / "docs" / "direction.md"


def line(name: str, situation: type[Situation]) -> str:
    """The row of a situation: its name, what it is, what it needs, what is wanted, and its parameters."""
    notes = notes_of(situation)
    says = (situation.__doc__ or "").partition("\n")[0].rstrip(".")
    roles = ", ".join(f"`{role}`" for role in notes.cast.roles)
    wanted = f"{notes.criterion.quantity} of `{notes.criterion.of}` = `{notes.criterion.wanted}`"
    dials = ", ".join(f"`{dial.name}` {dial.default or 0:.4g} {dial.unit}".rstrip() for dial in situation.program.dials)
    return f"| `{name}` | {says} | {roles} | {needs(situation)} | {wanted} | {dials} |"


def needs(situation: type[Situation]) -> str:
    """What the road has to have, in words."""
    wanted = notes_of(situation).needs
    told = [f"a {wanted.junction}"] if wanted.junction else []
    told += [f"a grade of {100 * wanted.grade:g} %"] if wanted.grade else []
    told += ["an oncoming lane"] if wanted.has_oncoming else []
    told += [f"{wanted.lanes} lanes"] if wanted.lanes > 1 else []
    return ", ".join(told) or "—"


def test_the_table_of_situations_is_that_of_the_library() -> None:
    page = PAGE.read_text()
    missing = [row for row in (line(name, kind) for name, kind in LIBRARY.items()) if row not in page]
    assert not missing, "\n".join(missing)
