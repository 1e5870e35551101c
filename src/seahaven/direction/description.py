"""Situations described for people: what happens, what they need, who plays, what is wanted, and every parameter."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

from seahaven.direction.bounds import bounds_of
from seahaven.direction.desk import Bystander
from seahaven.direction.siting import notes_of
from seahaven.direction.situation import Situation
from seahaven.measures import MOMENT
from seahaven.roads.places import describe as wish_text

__all__ = ["Parameter", "SituationDescription", "describe"]


@dataclass(frozen=True, slots=True)
class Parameter:
    """A dial that a study may set: its name, default, unit, bounds and meaning."""

    name: str
    default: str
    unit: str
    bounds: str
    meaning: str


@dataclass(frozen=True, slots=True)
class SituationDescription:
    """A situation in words; `wanted` names the criterion, `stimulus` what the subject has to answer."""

    name: str
    happens: str
    more: str
    roles: tuple[str, ...]
    needs: str
    place: str
    wanted: str
    stimulus: str
    parameters: tuple[Parameter, ...]


def describe(name: str, situation: type[Situation]) -> SituationDescription:
    """The description of a situation, from what its class declares."""
    notes = notes_of(situation)
    first, _, rest = (situation.__doc__ or "").strip().partition("\n")
    criterion, needs = notes.criterion, notes.needs
    shown = notes.stimulus.kind if notes.stimulus.kind == MOMENT else f"{notes.stimulus.kind} of {notes.stimulus.of}"
    begin = f"from {needs.window:,.0f} m before its place to {needs.after:,.0f} m after it"
    return SituationDescription(
        name=name,
        happens=first,
        more=" ".join(rest.split()),
        roles=(
            *(f"{role} ({kind.word}, {kind.type})" for role, kind in notes.cast.roles.items()),
            *(f"{name} (on foot)" for name in _bystanders(situation)),
        ),
        needs=_needs(situation),
        place=begin if needs.window else "at its place",
        wanted=f"{criterion.quantity} of {criterion.of} = {criterion.wanted}: {criterion.measured.meaning}",
        stimulus=shown,
        parameters=tuple(_parameters(situation)),
    )


def _parameters(situation: type[Situation]) -> list[Parameter]:
    found = []
    for dial in situation.program.dials:
        least, most = bounds_of(situation, dial)
        ends = (f"{value:g}" for value in (least, most))
        bounds = " to ".join(ends) if isfinite(least) and isfinite(most) else ""
        found.append(Parameter(dial.name, f"{float(dial.default or 0.0):.4g}", dial.unit, bounds, dial.doc))
    return found


def _needs(situation: type[Situation]) -> str:
    """What the road has to have at the place, in words; empty if any road will do."""
    needs = notes_of(situation).needs
    words = [f"a {needs.junction}"] if needs.junction else []
    words += [f"a {wish_text(needs.place)}"] if needs.place is not None else []
    words += [f"a grade of {100 * needs.grade:g} %"] if needs.grade else []
    words += ["an oncoming lane"] if needs.has_oncoming else []
    words += [f"{needs.lanes} lanes"] if needs.lanes > 1 else []
    words += ["a road with a pavement or verge, with no junction or crosswalk near"] if _bystanders(situation) else []
    return ", ".join(words)


def _bystanders(situation: type[Situation]) -> list[str]:
    """People on foot whom a situation puts beside the road."""
    return [name for name, desk in notes_of(situation).desks.known.items() if isinstance(desk, Bystander)]
