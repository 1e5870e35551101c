"""The pages of a history: trends over campaigns, and for each campaign its worst drives and maps of its parameters."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Mapping, Sequence
from html import escape
from itertools import combinations
from os.path import relpath
from pathlib import Path
from typing import Any, Final

from seahaven.errors import SeahavenError
from seahaven.files import write_text_atomic
from seahaven.reels import Reel
from seahaven.reels.page import write_page
from seahaven.testbed.history.comparison import Comparison, compare, entry_text
from seahaven.testbed.history.entry import Entry
from seahaven.testbed.history.history import CampaignLine, History, line_of
from seahaven.testbed.history.summary import KINDS, never_held
from seahaven.testbed.history.svg import heat_map, margins_over, short_name, trend

__all__ = ["write_site"]

STYLE: Final = """
:root { --ink: #26323c; --soft: #66747f; --line: #dde4ea; --paper: #fff; --ground: #f4f6f8; --pass: #3a8f6b;
  --fail: #c8455a; --error: #d99a2b; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6ebef; --soft: #9aa8b3; --line: #38444f; --paper: #1d252c;
  --ground: #14191e; --pass: #59b88f; --fail: #e0697c; --error: #e6b355; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink);
  font: 15px/1.5 system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
main { max-width: 1120px; margin: 0 auto; padding: 28px 24px 64px; }
h1 { font-size: 26px; margin: 4px 0 2px; } h2 { font-size: 18px; margin: 34px 0 10px; }
p, .soft { color: var(--soft); margin: 2px 0 10px; } a { color: inherit; text-underline-offset: 3px; }
.card { background: var(--paper); border: 1px solid var(--line); border-radius: 10px; padding: 16px 18px;
  margin: 12px 0; overflow-x: auto; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 12px; }
.tile { background: var(--paper); border: 1px solid var(--line); border-radius: 10px; padding: 12px 16px; }
.tile b { display: block; font-size: 26px; line-height: 1.2; font-variant-numeric: tabular-nums; }
.tile span { color: var(--soft); font-size: 13px; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th { text-align: left; font-size: 12px; font-weight: 600; color: var(--soft); padding: 6px 10px 6px 0; }
td { border-top: 1px solid var(--line); padding: 7px 10px 7px 0; vertical-align: top; }
td.number, th.number { text-align: right; white-space: nowrap; }
.value { display: inline-block; border: 1px solid var(--line); border-radius: 6px; padding: 0 8px; margin: 2px 6px 2px 0; font-size: 13px; }
summary { cursor: pointer; font-size: 13px; } code { font-size: 12.5px; overflow-wrap: anywhere; }
.mark { display: inline-block; border-radius: 5px; padding: 0 7px; font-size: 12.5px; font-weight: 600; color: #fff; }
.passed { background: var(--pass); } .failed { background: var(--fail); } .error { background: var(--error); }
.bar { display: flex; height: 9px; border-radius: 5px; overflow: hidden; background: var(--line); min-width: 120px; }
.bar i { display: block; } .grid { display: grid; grid-template-columns: repeat(auto-fit, minmax(420px, 1fr)); gap: 12px; }
figure { margin: 0; } figcaption { font-size: 13px; color: var(--soft); margin-bottom: 6px; } svg { max-width: 100%; height: auto; }
svg text { fill: var(--ink); font: 12px system-ui, "DejaVu Sans", sans-serif; } svg .soft { fill: var(--soft); }
.strip { max-width: 100%; border-radius: 6px; margin-top: 6px; }
"""
WORST: Final = 12
"""So many of a campaign's worst drives are listed."""
PAGES: Final = 5
"""Of so many of them, replay pages are written where their recordings are still there."""
MOST_PARAMETERS: Final = 6
"""Maps are drawn for pairs of the first parameters: 15 of them for six."""


def write_site(history: History, out: Path, *, pages: int = PAGES) -> Path:
    """Write the pages of a history into a folder, and give the first of them."""
    out.mkdir(parents=True, exist_ok=True)
    campaigns = {name: history.entries(name) for name in history.campaigns}
    before: list[Entry] | None = None
    for name, entries in campaigns.items():
        folder = out / name
        folder.mkdir(exist_ok=True)
        comparison = None if before is None else compare(before, entries)
        write_text_atomic(folder / "index.html", _campaign_page(name, entries, comparison, folder, pages))
        before = entries
    lines = [line_of(name, entries) for name, entries in campaigns.items()]
    write_text_atomic(out / "index.html", _first_page(lines, campaigns))
    return out / "index.html"


def _first_page(lines: Sequence[CampaignLine], campaigns: Mapping[str, list[Entry]]) -> str:
    body = ["<h1>History of test drives</h1>"]
    drives = sum(line.drives for line in lines)
    body.append(f"<p>Campaigns: {len(lines)}. Drives: {drives}.</p>")
    shares = [(line.name, line.passed / max(line.drives, 1), line.errors / max(line.drives, 1)) for line in lines]
    body.append(f'<h2>Share of drives that passed</h2><div class="card">{trend(shares)}</div>')
    rows = [
        [_link(f"{line.name}/index.html", line.name), escape(line.software), _bar(line), _number(line.drives),
         _number(line.failed), _number(line.errors), _margin(line.margin)]
        for line in reversed(lines)
    ]  # fmt: skip
    heads = ["campaign", "software", "passed", "#drives", "#failed", "#not played", "#worst margin"]
    body.append(f'<h2>Campaigns</h2><div class="card">{_table(heads, rows)}</div>')
    body.append(_requirements_over(campaigns))
    return _page("History of test drives", body)


def _requirements_over(campaigns: Mapping[str, list[Entry]]) -> str:
    """How often each requirement failed in the latest campaigns."""
    names = list(campaigns)[-8:]
    failed = {name: Counter(n.requirement for e in campaigns[name] for n in e.notes if not n.passed) for name in names}
    total = Counter[str]()
    for counts in failed.values():
        total.update(counts)
    if not total:
        return ""
    rows = [
        [escape(requirement), *(_number(failed[name][requirement] or "–") for name in names)]
        for requirement, _ in total.most_common(20)
    ]
    return f'<h2>Requirements that failed, and in how many drives</h2><div class="card">{_table(["requirement", *(f"#{name}" for name in names)], rows)}</div>'


def _campaign_page(
    name: str, entries: Sequence[Entry], comparison: Comparison | None, folder: Path, pages: int
) -> str:  # fmt: skip
    line = line_of(name, entries)
    body = [f"<p>{_link('../index.html', 'History')}</p><h1>{escape(name)}</h1><p>{escape(line.software)}</p>"]
    body.append('<div class="tiles">' + "".join(
        f'<div class="tile"><b>{value}</b><span>{text}</span></div>'
        for value, text in ((f"{100.0 * line.passed / max(line.drives, 1):.1f} %", "of drives passed"),
                            (line.drives, "drives"), (line.failed, "failed"), (line.errors, "could not be played"))
    ) + "</div>")  # fmt: skip
    body += [
        f'<div class="card">No drive met <b>{escape(each)}</b>. Check whether any driver could.</div>'
        for each in never_held(entries)
    ]
    if comparison:
        body.append(_comparison(comparison))
    body.append(_maps(entries))
    body.append(_worst(entries, folder, pages))
    body.append(_requirements(entries))
    return _page(name, body)


def _comparison(comparison: Comparison) -> str:
    counts = Counter(change.kind for change in comparison.changes)
    told = ", ".join(f"{counts[kind]} {kind}" for kind in KINDS)
    items = [change for kind in KINDS[:3] for change in comparison.of(kind)]
    rows = [
        [f'<span class="mark {_kind(change.kind)}">{change.kind}</span>', escape(str(change))] for change in items[:30]
    ]
    table = _table(["", "drive"], rows) if rows else ""
    return f"<h2>Against {escape(comparison.before)}</h2><p>{told}</p>" + (
        f'<div class="card">{table}</div>' if table else ""
    )


def _kind(kind: str) -> str:
    return {"worse": "failed", "better": "passed"}.get(kind, "error")


def _worst(entries: Sequence[Entry], folder: Path, pages: int) -> str:
    ranked = sorted(entries, key=lambda entry: entry.rank)[:WORST]
    rows = []
    for place, entry in enumerate(ranked):
        shown = _replay(entry, folder) if place < pages and entry.state == "failed" else ""
        why = escape(entry.error.splitlines()[0]) if entry.error else escape(entry.worst)
        note = next((note for note in entry.notes if note.requirement == entry.worst), None)
        where = (
            f'<div class="soft">at {note.time:g} s{", " + escape(note.reason) if note.reason else ""}</div>'
            if note and not entry.error
            else ""
        )
        again = f"<details><summary class=soft>play it again</summary><code>{escape(entry.command)}</code></details>"
        rows.append(
            [
                f'<span class="mark {entry.state}">{entry.state}</span>',
                f"{_settings(entry)}{shown}",
                f"{why}{where}{again}",
                _margin(entry.margin, note.unit if note else ""),
            ]
        )
    table = _table(["", "drive", "decided by", "#margin"], rows)
    return f'<h2>The worst drives</h2><div class="card">{table}</div>'


def _settings(entry: Entry) -> str:
    """A drive and what varied in it, by the last words of the parameters' names; the whole names are shown on a hover."""
    parts = [
        f'<span class="value" title="{escape(name)}">{escape(short_name(name))} <b>{escape(str(value))}</b></span>'
        for name, value in entry.settings.items()
    ]
    return f'<div>{escape(entry.drive)} <span class="soft">seed {entry.seed}</span></div>{"".join(parts)}'


def _replay(entry: Entry, folder: Path) -> str:
    """A link to a replay page of a drive, and its strip of pictures, where its recording is still there."""
    path = Path(entry.folder) / entry.reel
    if not entry.reel or not path.exists():
        return ""
    target = folder / f"{entry.number:06d}.html"
    try:
        if not target.exists():
            write_page(Reel.open(path), target, title=entry_text(entry))
    except SeahavenError as error:
        return f'<div class="soft">no replay: {escape(str(error))}</div>'
    strip = next(iter(sorted(Path(entry.folder).glob("*.png"))), None)
    picture = ""
    if strip:
        kept = folder / f"{entry.number:06d}.png"
        shutil.copyfile(strip, kept)
        picture = f'<img class="strip" src="{kept.name}" alt="pictures of the drive">'
    return f"<div>{_link(relpath(target, folder), 'watch it')}</div>{picture}"


def _requirements(entries: Sequence[Entry]) -> str:
    rows = []
    found: dict[str, list[Any]] = {}
    for entry in entries:
        for note in entry.notes:
            found.setdefault(note.requirement, []).append(note)
    for requirement, notes in found.items():
        margins = sorted(note.margin for note in notes if note.margin is not None)
        middle = margins[len(margins) // 2] if margins else None
        held = sum(note.passed for note in notes)
        rows.append([escape(requirement), _share(held, len(notes)), _number(len(notes) - held),
                     _margin(margins[0] if margins else None, notes[0].unit), _margin(middle, notes[0].unit)])  # fmt: skip
    return f'<h2>Requirements</h2><div class="card">{_table(["requirement", "held", "#failed", "#worst", "#median"], rows)}</div>'


def _maps(entries: Sequence[Entry]) -> str:
    """For each pair of parameters a map of margins, and for each single one the margins over its values."""
    names = list(dict.fromkeys(name for entry in entries for name in entry.settings))[:MOST_PARAMETERS]
    figures = [
        f"<figure class=card><figcaption>Share of drives that passed, by {escape(short_name(a))} and {escape(short_name(b))}</figcaption>{heat_map(entries, a, b)}</figure>"
        for a, b in combinations(names, 2)
    ]
    figures += [
        f"<figure class=card><figcaption>Margins over {escape(short_name(name))}</figcaption>{margins_over(entries, name)}</figure>"
        for name in names
    ]
    return f'<h2>Parameters</h2><div class="grid">{"".join(figures)}</div>' if figures else ""


def _page(title: str, body: Sequence[str]) -> str:
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
    return f'<!doctype html><html lang="en"><head>{head}<style>{STYLE}</style></head><body><main>{"".join(body)}</main></body></html>\n'


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    kinds = [' class="number"' if head.startswith("#") else "" for head in heads]
    top = "".join(f"<th{kind}>{escape(head.removeprefix('#'))}</th>" for head, kind in zip(heads, kinds, strict=True))
    lines = ("".join(f"<td{kind}>{cell}</td>" for cell, kind in zip(row, kinds, strict=True)) for row in rows)
    return f"<table><thead><tr>{top}</tr></thead><tbody>{''.join(f'<tr>{line}</tr>' for line in lines)}</tbody></table>"


def _link(target: str, text: str) -> str:
    return f'<a href="{escape(target)}">{escape(text)}</a>'


def _number(value: object) -> str:
    return escape(str(value))


def _margin(margin: float | None, unit: str = "") -> str:
    return "–" if margin is None else escape(f"{margin:.3g} {unit}".strip())


def _bar(line: CampaignLine) -> str:
    whole = max(line.drives, 1)
    parts = ((line.passed, "passed"), (line.failed, "failed"), (line.errors, "error"))
    return (
        '<div class="bar">'
        + "".join(f'<i class="{kind}" style="width:{100 * n / whole:.2f}%"></i>' for n, kind in parts)
        + "</div>"
    )


def _share(held: int, whole: int) -> str:
    return f'<div class="bar"><i class="passed" style="width:{100 * held / max(whole, 1):.2f}%"></i><i class="failed" style="flex:1"></i></div>'
