"""The pages of a history, as text: all campaigns, and each one, with what failed, what changed, and where it begins to.

A page for reading files from a folder and one that the studio serves differ only in where links lead (`Shown`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import combinations
from typing import Any, Final

from seahaven.testbed.history.comparison import Comparison, Kind, compare
from seahaven.testbed.history.entry import Entry, Note
from seahaven.testbed.history.history import CampaignLine, line_of
from seahaven.testbed.history.markup import (
    bar,
    card,
    drive_title,
    link,
    margin_text,
    page,
    section,
    share_bar,
    table,
    tiles,
)
from seahaven.testbed.history.summary import KINDS, never_held
from seahaven.testbed.history.svg import course, heat_map, margins_over, short_name, trend

__all__ = ["WORST", "Shown", "campaign_page", "first_page", "worst_of"]

WORST: Final = 6
"""So many of a campaign's worst drives are shown one by one."""
MOST_PARAMETERS: Final = 6
"""Maps are drawn for pairs of the first parameters: 15 of them for six."""
MOST_CHANGES: Final = 30
"""So many drives that changed are listed."""
MOST_LISTED: Final = 2000
"""So many drives of a campaign are listed in a table; `history query` has all."""
LATEST: Final = 8
"""The requirements of so many campaigns stand beside each other."""
MOST_REQUIREMENTS: Final = 12


def _nothing(_: Entry) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Shown:
    """Where the links of a page lead: to the page of a campaign, and to the replay and the picture of a drive, if any.

    `top` is markup that stands first on each page, and `home` leads to the page with all campaigns.
    """

    campaign: Callable[[str], str]
    home: str = "../index.html"
    replay: Callable[[Entry], str] = _nothing
    picture: Callable[[Entry], str] = _nothing
    top: str = ""


def first_page(campaigns: Mapping[str, Sequence[Entry]], shown: Shown) -> str:
    """The page with all campaigns, from the oldest to the latest as they are given."""
    lines = [line_of(name, entries) for name, entries in campaigns.items()]
    drives = sum(line.drives for line in lines)
    body = [f"<nav>{shown.top}</nav>" if shown.top else "", "<h1>Test drives</h1>"]
    if not lines:
        return page("Test drives", [*body, card("No campaign has been played into this history yet.")])
    body.append(f"<p>Campaigns: {len(lines)}. Drives: {drives}.</p>")
    body.append(_latest(lines, campaigns, shown))
    if len(lines) > 1:
        body.append(section("Share of drives that passed", card(_trend(lines, shown))))
    rows = [
        [link(shown.campaign(line.name), line.name), escape(line.software), bar(line), str(line.drives),
         str(line.failed), str(line.errors), _worst_text(campaigns[line.name])]
        for line in reversed(lines)
    ]  # fmt: skip
    heads = ["campaign", "software", "passed", "#drives", "#failed", "#not played", "worst drive"]
    body.append(section("Campaigns", card(table(heads, rows))))
    body.append(_requirements_over(campaigns, shown))
    body.append(_margins_over(campaigns))
    return page("Test drives", body)


def _trend(lines: Sequence[CampaignLine], shown: Shown) -> str:
    """The trend in two widths, of which the style sheet shows the one that fits the screen."""
    drawn = (("wide", trend(lines, shown.campaign)), ("narrow", trend(lines[-LATEST:], shown.campaign, wide=430.0)))
    return "".join(f'<div class="{kind}">{drawing}</div>' for kind, drawing in drawn)


def _latest(lines: Sequence[CampaignLine], campaigns: Mapping[str, Sequence[Entry]], shown: Shown) -> str:
    line, before = lines[-1], lines[-2] if len(lines) > 1 else None
    head = f"<p>Latest: {link(shown.campaign(line.name), line.name)}, {escape(line.software or 'unknown software')}</p>"
    comparison = compare(campaigns[before.name], campaigns[line.name]) if before else None
    return head + tiles(_facts(line, before, comparison))


def _worst_text(entries: Sequence[Entry]) -> str:
    """Which requirement the worst drive failed, and by how much."""
    entry = worst_of(entries)[0]
    if entry.error:
        return escape(f"{entry.error.splitlines()[0]:.60}")
    return f"{escape(entry.worst)}: {margin_text(entry.margin, _unit(entry))}" if entry.worst else ""


def _unit(entry: Entry) -> str:
    return next((note.unit for note in entry.notes if note.requirement == entry.worst), "")


def _facts(
    line: CampaignLine, before: CampaignLine | None, comparison: Comparison | None
) -> list[tuple[str, str, str]]:
    share = 100.0 * line.passed / max(line.drives, 1)
    was = 100.0 * before.passed / max(before.drives, 1) if before else share
    change = f"{share - was:+.1f}" if abs(share - was) >= 0.05 else ""
    facts = [
        (f"{share:.1f} %", "of drives passed", change), (str(line.drives), "drives", ""),
        (str(line.failed), "failed", ""), (str(line.errors), "could not be played", ""),
    ]  # fmt: skip
    told: tuple[tuple[Kind, str], ...] = (("worse", "got worse"), ("better", "got better"))
    if comparison:
        facts += [(str(len(comparison.of(kind))), text, "") for kind, text in told]
    return facts


def _requirements_over(campaigns: Mapping[str, Sequence[Entry]], shown: Shown) -> str:
    """In which share of the drives each requirement failed, in the latest campaigns."""
    names = list(campaigns)[-LATEST:]
    failed = {name: Counter(n.requirement for e in campaigns[name] for n in e.notes if not n.passed) for name in names}
    whole = {name: Counter(n.requirement for e in campaigns[name] for n in e.notes) for name in names}
    total = Counter[str]()
    for counts in failed.values():
        total.update(counts)
    rows = "".join(
        f"<tr><td>{escape(each)}</td>{''.join(_heat(failed[name][each], whole[name][each]) for name in names)}</tr>"
        for each, count in total.most_common(MOST_REQUIREMENTS)
        if count
    )
    heads = "".join(f'<th class="heat">{link(shown.campaign(name), name)}</th>' for name in names)
    text = f"<table><thead><tr><th>requirement</th>{heads}</tr></thead><tbody>{rows}</tbody></table>"
    return section("Requirements that failed, and in how many drives", card(text)) if rows else ""


def _heat(failed: int, whole: int) -> str:
    if not whole:
        return '<td class="heat soft">–</td>'
    shade = 100.0 * failed / whole
    style = f"background:color-mix(in oklab, var(--fail) {0.75 * shade:.0f}%, var(--paper))"
    return f'<td class="heat" style="{style}" title="{failed} of {whole} drives">{failed}</td>'


def _margins_over(campaigns: Mapping[str, Sequence[Entry]]) -> str:
    """For each requirement its worst and its median margin, campaign by campaign."""
    found: dict[str, list[tuple[str, list[Note]]]] = {}
    for name, entries in campaigns.items():
        here: dict[str, list[Note]] = {}
        for note in (note for entry in entries for note in entry.notes if note.margin is not None):
            here.setdefault(note.requirement, []).append(note)
        for requirement, notes in here.items():
            found.setdefault(requirement, []).append((name, notes))
    figures = []
    for requirement, points in list(found.items())[:MOST_REQUIREMENTS]:
        if len(points) > 1:
            unit = points[0][1][0].unit
            title = f"{requirement}, in {unit}" if unit else requirement
            margins = [(name, sorted(note.margin or 0.0 for note in notes)) for name, notes in points]
            figures.append(_figure(title, course(margins)))
    legend = (
        "<p>The line is the median, the shaded area reaches down to the worst drive. "
        "Below the dashed line a requirement fails.</p>"
    )
    return (
        section("Margins, campaign by campaign", legend, f'<div class="grid">{"".join(figures)}</div>')
        if figures
        else ""
    )


def campaign_page(campaigns: Mapping[str, Sequence[Entry]], name: str, shown: Shown) -> str:
    """The page of one campaign."""
    names = list(campaigns)
    place, entries = names.index(name), campaigns[name]
    line, before = line_of(name, entries), names[place - 1] if place else None
    comparison = compare(campaigns[before], entries) if before else None
    later = names[place + 1] if place + 1 < len(names) else None
    around = "".join(
        link(shown.campaign(each), text) for each, text in ((before, "← earlier"), (later, "later →")) if each
    )
    body = [f'<nav>{shown.top}{link(shown.home, "All campaigns")}<span class="space"></span>{around}</nav>']
    body.append(f"<h1>{escape(name)}</h1><p>{escape(line.software or 'unknown software')}</p>")
    body.append(tiles(_facts(line, line_of(before, campaigns[before]) if before else None, comparison)))
    body += [
        card(f"No drive met <b>{escape(each)}</b>. Check whether any driver could.") for each in never_held(entries)
    ]
    body.append(_comparison(comparison) if comparison else "")
    body.append(_worst(entries, shown))
    body.append(_maps(entries))
    body.append(_requirements(entries))
    body.append(_all(entries))
    return page(name, body)


def _comparison(comparison: Comparison) -> str:
    counts = Counter(change.kind for change in comparison.changes)
    told = ", ".join(f"{counts[kind]} {kind}" for kind in KINDS)
    items = [change for kind in KINDS[:3] for change in comparison.of(kind)]
    rows = [[f'<span class="mark {each.kind}">{each.kind}</span>', escape(str(each))] for each in items[:MOST_CHANGES]]
    rest = len(items) - MOST_CHANGES
    more = f"<p>and {rest} more; <code>seahaven history compare</code> lists all</p>" if rest > 0 else ""
    return section(
        f"Against {comparison.before}", f"<p>{told}</p>", card(table(["", "drive"], rows) + more) if rows else ""
    )


def worst_of(entries: Sequence[Entry]) -> list[Entry]:
    """The worst drives of a campaign, the very worst first; of a campaign in which all passed, those with the least margins."""
    return sorted(entries, key=lambda entry: entry.rank)[:WORST]


def _worst(entries: Sequence[Entry], shown: Shown) -> str:
    found = worst_of(entries)
    failed = [entry for entry in found if entry.state != "passed"]
    title = "The worst drives" if failed else "The drives with the least margins"
    return section(title, "".join(_drive(entry, shown) for entry in failed or found[:4]))


def _drive(entry: Entry, shown: Shown) -> str:
    """One of the worst drives: its pictures, what decided, and how to see or play it again."""
    picture, replay = shown.picture(entry), shown.replay(entry)
    parts = ['<div class="card drive">']
    if picture:
        image = f'<img class="strip" loading="lazy" src="{escape(picture)}" alt="pictures of the moments before">'
        parts.append(f'<a href="{escape(replay or picture)}">{image}</a>')
    note = next((note for note in entry.notes if note.requirement == entry.worst), None)
    if entry.error:
        why = f"<div>{escape(entry.error.splitlines()[0])}</div>"
    elif note:
        reason = f", {escape(note.reason)}" if note.reason else ""
        other = f", against {escape(note.other)}" if note.other else ""
        why = f"<div>{escape(note.requirement)}: <b>{margin_text(note.margin, note.unit)}</b></div>"
        why += f'<div class="soft">at {note.time:g} s{other}{reason}</div>'
    else:
        why = ""
    links = [link(replay, "watch it")] if replay else []
    links.append(
        f"<details><summary>play it again</summary><code>{escape(entry.command)}</code></details>"
        if entry.command
        else ""
    )
    head = f'<h3><span class="mark {entry.state}">{_STATES[entry.state]}</span> no. {entry.number}</h3>'
    parts.append(f'<div>{head}{drive_title(entry)}{why}<div class="links">{"".join(links)}</div></div></div>')
    return "".join(parts)


_STATES: Final = {"passed": "passed", "failed": "failed", "error": "not played"}


def _maps(entries: Sequence[Entry]) -> str:
    """For each pair of parameters a map of margins, and for each single one the margins over its values."""
    names = list(dict.fromkeys(name for entry in entries for name in entry.settings))[:MOST_PARAMETERS]
    figures = [
        _figure(f"Share of drives that passed, by {short_name(a)} and {short_name(b)}", heat_map(entries, a, b))
        for a, b in combinations(names, 2)
    ]
    figures += [_figure(f"Margins over {short_name(name)}", margins_over(entries, name)) for name in names]
    return section("Where it fails", f'<div class="grid">{"".join(figures)}</div>' if figures else "")


def _figure(title: str, drawing: str) -> str:
    return f'<figure class="card"><figcaption>{escape(title)}</figcaption>{drawing}</figure>'


def _requirements(entries: Sequence[Entry]) -> str:
    found: dict[str, list[Note]] = {}
    for entry in entries:
        for note in entry.notes:
            found.setdefault(note.requirement, []).append(note)
    rows = []
    for requirement, notes in found.items():
        margins = sorted(note.margin for note in notes if note.margin is not None)
        worst, middle = (margins[0], margins[len(margins) // 2]) if margins else (None, None)
        held, unit = sum(note.passed for note in notes), notes[0].unit
        rows.append([escape(requirement), share_bar((held, "passed"), (len(notes) - held, "failed")),
                     str(len(notes) - held), margin_text(worst, unit), margin_text(middle, unit)])  # fmt: skip
    return section(
        "Requirements", card(table(["requirement", "held", "#failed", "#worst", "#median"], rows)) if rows else ""
    )


def _all(entries: Sequence[Entry]) -> str:
    """All drives in a table that opens on a click."""
    names = list(dict.fromkeys(name for entry in entries for name in entry.settings))
    heads = ["#no.", "", "drive", "#seed", *map(short_name, names), "decided by", "#margin"]
    rows = [_row(entry, names) for entry in entries[:MOST_LISTED]]
    note = (
        f"<p>the first {MOST_LISTED}; <code>seahaven history query</code> has all</p>"
        if len(entries) > MOST_LISTED
        else ""
    )
    return section(
        "All drives", card(f"<details><summary>show {len(rows)} drives</summary>{table(heads, rows)}{note}</details>")
    )


def _row(entry: Entry, names: Sequence[str]) -> list[str]:
    settings: Mapping[str, Any] = entry.settings
    return [
        str(entry.number), f'<span class="mark {entry.state}">{_STATES[entry.state]}</span>', escape(entry.drive),
        str(entry.seed), *(escape(str(settings.get(name, ""))) for name in names),
        escape(entry.error.splitlines()[0] if entry.error else entry.worst), margin_text(entry.margin, _unit(entry)),
    ]  # fmt: skip
