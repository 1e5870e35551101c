"""What came of many drives, as one HTML file that asks nothing of the network."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files
from itertools import pairwise
from math import dist
from pathlib import Path
from statistics import median
from typing import Final

from seahaven.direction import QUANTITIES
from seahaven.files import write_text_atomic
from seahaven.trials.numbers import quantity
from seahaven.trials.record import Record
from seahaven.trials.report.conditions import condition_parts
from seahaven.trials.report.drives import drive_parts, look_legend
from seahaven.trials.report.markup import asked_of, facts, figure, legend, named, reached_text, row_of, smaller, table
from seahaven.trials.report.plots import COLOURS, Measure, reached_plot, strip_plot
from seahaven.trials.report.route_map import map_plot
from seahaven.trials.row import Row

__all__ = ["report_text", "write_report"]

MEASURES: Final = (
    Measure("reaction_time", "Reaction time", "s"),
    Measure("least_time_to_collision", "Least time to collision", "s, below 10"),
    Measure("least_role_gap", "Least distance to the role", "m, 100 and above at the edge", most=100.0),
    Measure("hardest_braking", "Hardest braking", "m/s²"),
)
_COLUMNS: Final = (
    *("Situation", "drives", "played", "met", "wanted", "reached", "reaction", "least TTC", "least gap", "braking"),
    "collisions",
)
_EXAMPLES: Final = 5
"""Of drives for each cause."""


def write_report(records: Sequence[Record], path: Path) -> None:
    """Write the report of some drives to a file."""
    write_text_atomic(path, report_text(records))


def report_text(records: Sequence[Record]) -> str:
    """The text of a page that tells of drives: what was asked and reached, how subjects answered, and each log."""
    rows = [row for record in records for row in record.rows]
    groups = _groups(rows)
    conditions = list(dict.fromkeys(record.drive.condition for record in records if record.drive.condition))
    parts = {
        "title": escape(next((record.study for record in records if record.is_finished), "Trials")),
        "lead": _lead(records, rows),
        "facts": facts(_asked(records, conditions)),
        "overview": _overview(groups, conditions),
        "conditions": condition_parts(records, groups, conditions),
        "map": figure(map_plot([record.trail for record in records], _marks(groups, records))),
        "meanings": _meanings(rows),
        "legend": legend(conditions),
        "reached": figure(reached_plot(groups, conditions)),
        "answers": figure(strip_plot(groups, MEASURES, conditions)),
        "looks": look_legend(),
        "drives": "".join(drive_parts(records)),
    }
    room = files("seahaven.trials.report") / "web"
    parts["style"] = (room / "report.css").read_text("utf-8")
    text = (room / "report.html").read_text("utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], text)


def _groups(rows: Iterable[Row]) -> dict[str, list[Row]]:
    """The rows of each situation, in the order in which situations come first."""
    groups: dict[str, list[Row]] = {}
    for row in sorted(rows, key=lambda row: row.number):
        groups.setdefault(row.situation, []).append(row)
    return groups


def _lead(records: Sequence[Record], rows: Sequence[Row]) -> str:
    """The outcome in a sentence or two."""
    failed, resumed = sum(not record.is_finished for record in records), sum(bool(one.resumed) for one in records)
    played, met = sum(row.outcome == "played" for row in rows), sum(row.is_met is True for row in rows)
    collisions = sum(record.collisions for record in records)
    told = f"{_counted(len(records), 'drive')}, {_counted(len(rows), 'situation')}: {played} played, {met} as wanted."
    told += f" {_counted(collisions, 'collision')} of subjects." if collisions else " No subject collided."
    told += f" {_counted(resumed, 'drive')} broke off and went on." if resumed else ""
    strayed = sum(bool(record.laid) for record in records)
    told += f" In {_counted(strayed, 'drive')} the subject left its way, which was laid anew." if strayed else ""
    return escape(told + (f" {_counted(failed, 'drive')} failed." if failed else ""))


def _asked(records: Sequence[Record], conditions: Sequence[str]) -> dict[str, str]:
    drivers = {record.drive.participant: record.drive.subject for record in records}
    kinds = Counter(kind for kind in drivers.values() if kind)
    orders = {record.drive.who.order for record in records if record.drive.order}
    return {
        "Subjects": f"{len(drivers)}"
        + (": " + ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items())) if kinds else ""),
        "Conditions": ", ".join(conditions),
        "Orders": _counted(len(orders), "order") if orders else "",
        "Driven": f"{sum(record.distance for record in records) / 1000:,.1f} km in "
        f"{_time(sum(record.duration for record in records))}",
    }


def _overview(groups: dict[str, list[Row]], conditions: Sequence[str]) -> str:
    """A line for each situation, with one for each condition below it where there are several."""
    lines = []
    for name, rows in groups.items():
        lines.append(row_of([named(name, (asked_of(rows), "dim")), *_outcome(rows), *_middles(rows)]))
        for k, condition in enumerate(conditions if len(conditions) > 1 else ()):
            own = [row for row in rows if row.condition == condition]
            if own:
                dot = f'<i class="dot c{k % len(COLOURS) + 1}"></i>'
                lines.append(row_of([f"{dot} {escape(condition)}", *_outcome(own), *_middles(own)], "condition"))
    return (
        table(_COLUMNS, lines, "figures") + _failures(groups, conditions)
        if lines
        else "<p>No situation came about.</p>"
    )


def _failures(groups: dict[str, list[Row]], conditions: Sequence[str]) -> str:
    """Why situations were not played, the most frequent cause first, and how near they came in some drives."""
    causes: dict[tuple[str, str], list[Row]] = {}
    for name, rows in groups.items():
        for row in rows:
            if row.why:
                causes.setdefault((name, row.why), []).append(row)
    items = (
        f"<li><b>{len(rows)} ×</b><span>{escape(f'{name}: {why}')}"
        f"{_shares(rows, conditions)}{_examples(rows)}</span></li>"
        for (name, why), rows in sorted(causes.items(), key=lambda cause: -len(cause[1]))
    )
    return f'<h4>Why situations were not played</h4><ol class="causes">{"".join(items)}</ol>' if causes else ""


def _shares(rows: Sequence[Row], conditions: Sequence[str]) -> str:
    """How many of some rows each condition has, where there are several."""
    if len(conditions) < 2:
        return ""
    counts = Counter(row.condition for row in rows)
    return smaller((", ".join(f"{condition} {counts[condition]}" for condition in conditions), ""))


def _examples(rows: Sequence[Row]) -> str:
    """How near some drives came, and which role lacked how much."""
    told = [row for row in rows if row.nearest is not None or row.lacked]
    lines = [_example(row) for row in told[:_EXAMPLES]]
    lines += [f"and {len(told) - _EXAMPLES} more"] if len(told) > _EXAMPLES else []
    return smaller(*((line, "dim") for line in lines))


def _example(row: Row) -> str:
    nearest = "" if row.nearest is None else f"{reached_text(row)} at the nearest"
    who = " ".join(filter(None, (row.participant, row.subject, row.condition)))
    return f"{who}: {'; '.join(filter(None, (nearest, row.lacked)))}"


def _outcome(rows: Sequence[Row]) -> list[str]:
    played, met = sum(row.outcome == "played" for row in rows), sum(row.is_met is True for row in rows)
    wanted = {row.wanted for row in rows if row.wanted is not None}
    unit = next((row.unit for row in rows if row.unit), "")
    tolerance = next((row.tolerance for row in rows if row.tolerance is not None), None)
    asked = f"{wanted.pop():g} ± {tolerance:g} {escape(unit)}" if len(wanted) == 1 and tolerance is not None else "–"
    share = f'<i class="bar" style="--share:{100 * met / len(rows):.0f}%"></i>'
    return [str(len(rows)), str(played), f"{met} {share}", asked]


def _middles(rows: Sequence[Row]) -> list[str]:
    """The medians of a situation, and how often it came to a collision."""
    unit = next((row.unit for row in rows if row.unit), "")
    columns = [
        ("reaction_time", "s"),
        ("least_time_to_collision", "s"),
        ("least_role_gap", "m"),
        ("hardest_braking", "m/s²"),
    ]
    hits = sum(bool(row.collision) for row in rows)
    reached = _middle(rows, "reached", unit, digits=None)
    return [reached, *(_middle(rows, *column) for column in columns), f'<b class="grave">{hits}</b>' if hits else "0"]


def _middle(rows: Sequence[Row], column: str, unit: str, digits: int | None = 1) -> str:
    values = [value for row in rows if (value := getattr(row, column)) is not None]
    return escape(quantity(median(values) if values else None, unit, digits=digits))


def _meanings(rows: Sequence[Row]) -> str:
    """What the criteria in use mean, for who does not know them by heart."""
    used = sorted({row.criterion for row in rows} & QUANTITIES.keys())
    told = "; ".join(f"<b>{name}</b>: {escape(QUANTITIES[name].meaning)}" for name in used)
    return f'<p class="dim">{told}.</p>' if told else ""


def _marks(groups: dict[str, list[Row]], records: Sequence[Record]) -> dict[str, list[tuple[float, float]]]:
    """Where each situation came to its critical moment, along the drive; else the one place where it would have."""
    longest = max((record.trail for record in records), key=lambda trail: sum(map(dist, trail, trail[1:])), default=())
    marks = {}
    for name, rows in groups.items():
        places = sorted((row.distance, row.x, row.y) for row in rows if row.x is not None)
        wanted = [row.place for row in rows if row.place is not None]
        if places:
            marks[name] = [(float(x or 0.0), float(y or 0.0)) for _, x, y in places]
        elif wanted and longest:
            marks[name] = [_along(longest, wanted[0])]
    return marks


def _along(trail: Sequence[tuple[float, float]], metres: float) -> tuple[float, float]:
    """The point of a way that is the first so far along it, or its last."""
    for here, there in pairwise(trail):
        metres -= dist(here, there)
        if metres <= 0.0:
            return there
    return trail[-1]


def _time(seconds: float) -> str:
    return f"{seconds / 3600.0:,.1f} h" if seconds >= 3600.0 else f"{seconds / 60.0:.1f} min"


def _counted(count: int, thing: str) -> str:
    return f"{count:,} {thing}{'s' * (count != 1)}"
