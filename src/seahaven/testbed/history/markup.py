"""Pieces of the pages of a history: a page, a table, a link, a bar, a margin in words."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from seahaven.testbed.history.entry import Entry
from seahaven.testbed.history.history import CampaignLine
from seahaven.testbed.history.style import STYLE
from seahaven.testbed.history.svg import short_name

__all__ = ["bar", "card", "drive_title", "link", "margin_text", "page", "section", "share_bar", "table", "tiles"]


def page(title: str, body: Sequence[str]) -> str:
    """A whole page, which loads nothing but pictures."""
    meta = '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    head = f"{meta}<title>{escape(title)}</title><style>{STYLE}</style>"
    return f'<!doctype html>\n<html lang="en"><head>{head}</head><body><main>{"".join(body)}</main></body></html>\n'


def section(title: str, *parts: str) -> str:
    """A heading with what belongs below it; nothing if there is nothing."""
    return f"<h2>{escape(title)}</h2>{''.join(parts)}" if any(parts) else ""


def card(text: str) -> str:
    """Markup on a sheet of its own."""
    return f'<div class="card">{text}</div>'


def tiles(facts: Sequence[tuple[str, str, str]]) -> str:
    """Numbers with their meaning, and how each has changed: `+3`, in green, or `-3`, in red; or nothing."""
    cells = []
    for value, text, change in facts:
        kind = "down" if change.startswith("-") else "up"
        small = f'<small class="{kind}">{escape(change)}</small>' if change else ""
        cells.append(f'<div class="tile"><b>{escape(value)}{small}</b><span>{escape(text)}</span></div>')
    return f'<div class="tiles">{"".join(cells)}</div>'


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of markup; the cells of columns whose names begin with `#` are numbers."""
    kinds = [' class="number"' if head.startswith("#") else "" for head in heads]
    top = "".join(f"<th{kind}>{escape(head.removeprefix('#'))}</th>" for head, kind in zip(heads, kinds, strict=True))
    lines = ("".join(f"<td{kind}>{cell}</td>" for cell, kind in zip(row, kinds, strict=True)) for row in rows)
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def link(target: str, text: str) -> str:
    """A link to another page."""
    return f'<a href="{escape(target)}">{escape(text)}</a>'


def bar(line: CampaignLine) -> str:
    """A campaign as a bar: what passed, what failed, what could not be played."""
    return share_bar((line.passed, "passed"), (line.failed, "failed"), (line.errors, "error"))


def share_bar(*parts: tuple[int, str]) -> str:
    """A bar of counts."""
    whole = max(sum(count for count, _ in parts), 1)
    cells = "".join(f'<i class="{kind}" style="width:{100 * count / whole:.2f}%"></i>' for count, kind in parts)
    words = ", ".join(f"{count} {kind}" for count, kind in parts)
    return f'<div class="bar" role="img" aria-label="{words}">{cells}</div>'


def margin_text(margin: float | None, unit: str = "") -> str:
    """A margin with its unit; a dash for none, or one that is infinite."""
    return "–" if margin is None else escape(f"{margin:.3g} {unit}".strip())


def drive_title(entry: Entry) -> str:
    """A drive, its seed, and what varied in it, by the last words of the parameters' names; a hover shows them whole."""
    parts = "".join(
        f'<span class="value" title="{escape(name)}">{escape(short_name(name))} <b>{escape(str(value))}</b></span>'
        for name, value in entry.settings.items()
    )
    return f'<div>{escape(entry.drive)} <span class="soft">seed {entry.seed}</span></div>{parts}'
