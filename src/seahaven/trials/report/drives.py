"""The drives of a report, one by one: what came of each, its situations, and the log of its direction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Final

from seahaven.trials.numbers import FAR, quantity
from seahaven.trials.record import Record
from seahaven.trials.report.markup import named, reached_text, row_of, smaller, table, time_text
from seahaven.trials.row import Row

__all__ = ["drive_parts", "look_legend"]

_COLUMNS: Final = (
    *("no.", "Situation", "time", "outcome", "reached", "error", "answer", "least TTC", "least gap", "braking", ""),
)
_LOOKS: Final = {"met": "as wanted", "missed": "played, but missed what was wanted", "failed": "not played"}


def drive_parts(records: Sequence[Record]) -> Iterator[str]:
    """One part for each drive, which opens by a click."""
    for record in records:
        drive = record.drive
        name = " · ".join(escape(part) for part in (drive.participant, drive.subject, drive.condition) if part)
        is_open = " open" if len(records) == 1 else ""
        yield f'<details id="{escape(drive.folder)}"{is_open}><summary>{name}{_verdict(record)}</summary>'
        yield _error(record) or _inside(record)
        yield "</details>"


def _verdict(record: Record) -> str:
    """What is seen of a drive while it is closed."""
    if not record.is_finished:
        return '<span class="grave">failed</span>'
    marks = "".join(f'<i class="mark {_look(row)}" title="{_title(row)}"></i>' for row in record.rows)
    hits = f'<span class="grave">{record.collisions} × collided</span>' if record.collisions else ""
    told = f"{record.distance / 1000:.1f} km, {3.6 * (record.handling.mean_speed or 0.0):.0f} km/h"
    return f'<span class="marks">{marks}</span><span class="dim">{told}</span>{hits}'


def _title(row: Row) -> str:
    return escape(f"{row.situation}: {_LOOKS[_look(row)]}")


def look_legend() -> str:
    """What the marks of drives mean."""
    marks = "".join(f'<span><i class="mark {look}"></i>{escape(told)}</span>' for look, told in _LOOKS.items())
    return f'<p class="legend">A mark for each situation: {marks}</p>'


def _look(row: Row) -> str:
    return "met" if row.is_met else "missed" if row.is_met is False else "failed"


def _error(record: Record) -> str:
    return "" if record.is_finished else f'<p class="grave">{escape(record.error)}</p>'


def _inside(record: Record) -> str:
    folder = Path(record.drive.folder)
    page = (folder / record.page).as_posix() if record.page else ""
    link = f'<a href="{escape(page)}">replay</a> · ' if page else ""
    order = f" · order {escape(record.drive.who.order)}" if record.drive.order else ""
    reel = escape((folder / record.reel).as_posix())
    resumed = f" · broke off, went on at {', '.join(map(time_text, record.resumed))}" if record.resumed else ""
    laid = (
        f" · the drive was laid anew at {', '.join(time_text(time) for time, _ in record.laid)}" if record.laid else ""
    )
    head = f'<p class="dim">{link}reel {reel} · seed {record.drive.seed}{order}{resumed}{laid}</p>'
    rows = [row_of(_cells(row, page), _look(row)) for row in record.rows]
    return head + (table(_COLUMNS, rows) if rows else "") + _log(record, page)


def _cells(row: Row, page: str) -> Iterator[str]:
    yield str(row.number)
    yield named(
        row.situation, (row.why, "grave"), (row.lacked, "grave"), *((role, "dim") for role in row.cast.split("; "))
    )
    yield time_text(row.time) if row.time is not None else "–"
    yield escape(row.outcome) + smaller((f"attempt {row.attempt}" if row.attempt > 1 else "", "dim"))
    yield _reached(row)
    yield escape(quantity(row.error, row.unit, sign=True))
    yield escape(f"{row.reaction} after {row.reaction_time:.1f} s") if row.reaction_time is not None else "–"
    yield escape(quantity(row.least_time_to_collision, "s", most=FAR, digits=1))
    yield escape(quantity(row.least_role_gap, "m"))
    yield escape(quantity(row.hardest_braking, "m/s²"))
    hit = f'<b class="grave">hit {escape(row.collision)}</b> ' if row.collision else ""
    yield hit + (f'<a href="{escape(page)}#situation={row.number}">see it</a>' if page else "")


def _reached(row: Row) -> str:
    """What there was of the criterion, with what was wanted below it."""
    if not row.criterion or row.opened is None:
        return "–"
    how = "at the nearest, " if row.reached is None and row.nearest is not None else ""
    wanted = f"{how}wanted {row.wanted:g} {row.unit}" if row.wanted is not None else ""
    return escape(reached_text(row)) + smaller((wanted, "dim"))


def _log(record: Record, page: str) -> str:
    if not record.log:
        return ""
    openings = {row.number: f"{row.situation} opens" for row in record.rows}
    lines = ""
    for time, number, text in record.log:
        look = "remark" if not number else "opens" if text.startswith(openings[number]) else ""
        lines += f"<li{f' class={look}' if look else ''}>{_moment(time, page)} {escape(text)}</li>"
    return f"<h4>What the direction did</h4><ol>{lines}</ol>"


def _moment(time: float, page: str) -> str:
    text = time_text(time)
    return f'<a href="{escape(page)}#t={time:g}">{text}</a>' if page else f"<b>{text}</b>"
