"""Pieces of HTML that a report is made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from seahaven.direction import QUANTITIES
from seahaven.trials.numbers import quantity
from seahaven.trials.row import Row

__all__ = ["asked_of", "facts", "figure", "legend", "named", "reached_text", "row_of", "smaller", "table", "time_text"]


def facts(told: Mapping[str, str]) -> str:
    """Names beside their values, leaving out what is empty."""
    pairs = (f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in told.items() if value)
    return f"<dl>{''.join(pairs)}</dl>"


def table(titles: Sequence[str], lines: Iterable[str], look: str = "") -> str:
    """A table that scrolls sideways where the page is narrow; lines are made by `row_of`."""
    head = "".join(f"<th>{escape(title)}</th>" for title in titles)
    body = f"<thead><tr>{head}</tr></thead><tbody>{''.join(lines)}</tbody>"
    return f'<div class="wide"><table class="{look}">{body}</table></div>'


def row_of(cells: Iterable[str], look: str = "") -> str:
    """A line of a table; cells are HTML already."""
    return f"<tr{f' class={look!r}' if look else ''}>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


def figure(svg: str) -> str:
    """A picture, if there is one."""
    return f"<figure>{svg}</figure>" if svg else ""


def legend(conditions: Sequence[str]) -> str:
    """What the dots of plots mean."""
    dots = [f'<span><i class="dot c{k + 1}"></i>{escape(name)}</span>' for k, name in enumerate(conditions)]
    dots = dots or ['<span><i class="dot c2"></i>a drive</span>']
    dots += ['<span><i class="dot hollow"></i>missed</span>', '<span><i class="band"></i>wanted, with tolerance</span>']
    return f'<p class="legend">{"".join(dots)}</p>'


def named(name: str, *lines: tuple[str, str]) -> str:
    """A name, and below it smaller what there is to say of it, line by line, each with its look."""
    return f"<strong>{escape(name)}</strong>{smaller(*lines)}"


def smaller(*lines: tuple[str, str]) -> str:
    """Lines in a smaller type, each with its look, leaving out what is empty."""
    return "".join(f'<small class="{look}">{escape(line)}</small>' for line, look in lines if line)


def asked_of(rows: Sequence[Row]) -> str:
    """The criterion of a situation and whose it is: *gap of truck*, or *delay*, which is the subject's own."""
    row = next((row for row in rows if row.criterion), None)
    if row is None:
        return ""
    known = QUANTITIES.get(row.criterion)
    return row.criterion if known and known.is_of_subject else f"{row.criterion} of {row.role}"


def reached_text(row: Row) -> str:
    """What there was of the criterion at the critical moment, or else at the nearest."""
    value = row.nearest if row.reached is None else row.reached
    return f"{row.criterion} {'never' if value is None else quantity(value, row.unit)}"


def time_text(seconds: float) -> str:
    """A time as people read it.

    >>> time_text(62.54), time_text(9.0)
    ('1:02.5', '0:09.0')
    """
    minutes, rest = divmod(round(seconds, 1), 60.0)
    return f"{minutes:.0f}:{rest:04.1f}"
