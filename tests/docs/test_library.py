"""The tables of situations in the docs match the library: copy the lines that this test reports into the page."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

from seahaven.direction import Situation
from seahaven.direction.coach import Coach
from seahaven.direction.facts import ROLE_FACTS
from seahaven.direction.library import LIBRARY
from seahaven.direction.quantities import QUANTITIES
from seahaven.direction.roles import Ahead, Beside, Crossing, Joining, Oncoming, Standing
from seahaven.direction.siting import notes_of
from seahaven.direction.situation import Needs

PAGE = Path(__file__).parents[2] / "docs" / "direction.md"


def line(name: str, situation: type[Situation]) -> str:
    """The row of a situation: name, what happens, roles, needs, where, criterion and parameters."""
    notes = notes_of(situation)
    says = (situation.__doc__ or "").partition("\n")[0].rstrip(".")
    roles = ", ".join(f"`{role}`" for role in notes.cast.roles)
    wanted = f"{notes.criterion.quantity} of `{notes.criterion.of}` = `{notes.criterion.wanted}`"
    dials = ", ".join(f"`{dial.name}` {dial.default or 0:.4g} {dial.unit}".rstrip() for dial in situation.program.dials)
    return f"| `{name}` | {says} | {roles} | {needs(situation)} | {where(situation)} | {wanted} | {dials} |"


def where(situation: type[Situation]) -> str:
    """Where the critical moment may come, relative to the place."""
    wanted = notes_of(situation).needs
    return (
        f"{wanted.window:,.0f} m before to {wanted.after:,.0f} m after it"
        if wanted.window
        else f"at it, or up to {wanted.after:,.0f} m after it"
    )


def needs(situation: type[Situation]) -> str:
    """What the road must have, in words."""
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


def test_the_table_of_what_a_coach_hears_is_that_of_its_panel() -> None:
    page = PAGE.read_text()
    rows = [f"| `{button.name}` | {button.unit} | {button.doc} |" for button in Coach.program.buttons]
    missing = [row for row in rows if row not in page]
    assert not missing, "\n".join(missing)


def test_all_roles_needs_and_facts_are_told() -> None:
    page = PAGE.read_text()
    roles = [Ahead, Beside, Standing, Joining, Crossing, Oncoming]
    names = [name for role in roles for name in (role.__name__, *(field.name for field in fields(role)))]
    names += [*Needs.__slots__, *QUANTITIES, *ROLE_FACTS]
    assert not [name for name in names if f"`{name}`" not in page and f"`{name}(" not in page]
