"""The conditions of an experiment side by side: how subjects drove under each, and what changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, Final

from seahaven.trials.comparison import Change, Estimate, change, estimate
from seahaven.trials.numbers import quantity
from seahaven.trials.record import Record
from seahaven.trials.report.markup import figure, named, row_of, smaller, table
from seahaven.trials.report.plots import Measure, interval_plot
from seahaven.trials.row import Row

__all__ = ["condition_parts"]

DRIVEN: Final = (
    Measure("mean_speed", "Mean speed", "m/s"),
    Measure("sd_speed", "Speed variation", "m/s"),
    Measure("sd_lane_position", "SD of lane position", "m"),
    Measure("steering_reversals", "Steering reversals", "1/min"),
    Measure("above_limit", "Time above the limit", "share"),
)
"""Of whole drives, up to a collision."""
ANSWERED: Final = (
    Measure("reaction_time", "Reaction time", "s"),
    Measure("least_time_to_collision", "Least time to collision", "s"),
    Measure("least_role_gap", "Least distance to the role", "m"),
    Measure("hardest_braking", "Hardest braking", "m/s²"),
)
"""Of situations, from the onset of their stimulus on."""
_DIGITS: Final = {"s": 2, "m": 2, "m/s": 2, "m/s²": 2, "1/min": 2, "share": 3}

Values = Mapping[str, Mapping[str, float]]
"""Of each condition, the value of each participant."""


@dataclass(frozen=True, slots=True)
class _Line:
    """One measure under all conditions."""

    name: str
    measure: Measure
    values: Values


def condition_parts(records: Sequence[Record], groups: Mapping[str, Sequence[Row]], conditions: Sequence[str]) -> str:
    """A section that compares conditions; empty with fewer than two."""
    if len(conditions) < 2:
        return ""
    driven = [*_driven(records, conditions)]
    answered = [line for name, rows in groups.items() for line in _answered(name, rows, conditions)]
    parts = [
        "<section><h2>Conditions</h2>",
        _meaning(conditions[0], _pairing(driven + answered, conditions)),
        _table("How subjects drove, up to a collision", driven, conditions),
        figure(interval_plot([(line.measure, _estimates(line, conditions)) for line in driven], conditions)),
        _table("How they answered", answered, conditions) if answered else "",
        "</section>",
    ]
    return "".join(parts)


def _meaning(first: str, pairing: str) -> str:
    return (
        f'<p class="dim">Means with their 95 % intervals; changes are against <b>{escape(first)}</b>. '
        f"{escape(pairing)} A change whose interval leaves out 0 is set in colour. Of many comparisons, one in twenty "
        "does so by chance.</p>"
    )


def _driven(records: Sequence[Record], conditions: Sequence[str]) -> Iterator[_Line]:
    for measure in DRIVEN:
        pairs = [(record.drive.condition, record.drive.participant, record.handling) for record in records]
        yield _Line("", measure, _values(pairs, conditions, measure.column))


def _answered(name: str, rows: Sequence[Row], conditions: Sequence[str]) -> Iterator[_Line]:
    for measure in ANSWERED:
        pairs = [(row.condition, row.participant, row) for row in rows]
        values = _values(pairs, conditions, measure.column)
        if any(values.values()):
            yield _Line(name, measure, values)


def _values(pairs: Sequence[tuple[str, str, Any]], conditions: Sequence[str], column: str) -> Values:
    return {
        condition: {
            who: number
            for one, who, what in pairs
            if one == condition and (number := getattr(what, column)) is not None
        }
        for condition in conditions
    }


def _estimates(line: _Line, conditions: Sequence[str]) -> list[Estimate | None]:
    return [estimate([*line.values[condition].values()]) for condition in conditions]


def _pairing(lines: Sequence[_Line], conditions: Sequence[str]) -> str:
    changes = [change(line.values[conditions[0]], line.values[conditions[1]]) for line in lines]
    if any(one is not None and one.is_paired for one in changes):
        return "Each participant is compared with itself."
    return "Participants of one condition are compared with those of another."


def _table(title: str, lines: Sequence[_Line], conditions: Sequence[str]) -> str:
    titles = [title, *conditions, *(f"change with {condition}" for condition in conditions[1:])]
    return table(titles, (row_of(_cells(line, conditions)) for line in lines), "figures")


def _cells(line: _Line, conditions: Sequence[str]) -> Iterator[str]:
    unit = "" if line.measure.unit == "share" else line.measure.unit
    yield named(line.name or line.measure.title, (line.measure.title if line.name else "", "dim"))
    for told in _estimates(line, conditions):
        yield _number(told.mean, told.low, told.high, unit, line.measure.unit) + _count(told) if told else "–"
    for condition in conditions[1:]:
        found = change(line.values[conditions[0]], line.values[condition])
        yield _changed(found, unit, line.measure.unit) if found else "–"


def _count(told: Estimate) -> str:
    return smaller((f"{told.count} drive{'s' * (told.count != 1)}", "dim"))


def _changed(found: Change, unit: str, kind: str) -> str:
    text = _number(found.mean, found.low, found.high, unit, kind, sign=True)
    share = "" if found.share is None else quantity(100.0 * found.share, "%", sign=True, digits=1)
    return (f'<b class="grave">{text}</b>' if found.is_clear else text) + smaller((share, "dim"))


def _number(mean: float, low: float | None, high: float | None, unit: str, kind: str, *, sign: bool = False) -> str:
    digits = _DIGITS.get(kind, 2)
    text = quantity(mean, unit, sign=sign, digits=digits)
    if low is None or high is None:
        return escape(text)
    ends = (quantity(value, "", sign=sign, digits=digits) for value in (low, high))
    return f'{escape(text)} <span class="dim">({escape(" to ".join(ends))})</span>'
