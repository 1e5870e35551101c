"""Pictures of a history's pages, as SVG that takes its colours from the page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from math import floor
from typing import Any, Final

from seahaven.testbed.history.entry import Entry
from seahaven.testbed.history.history import CampaignLine
from seahaven.testbed.numbers import number_in

__all__ = ["course", "heat_map", "margins_over", "short_name", "trend"]

BINS: Final = 10
"""The number of equal parts into which a map divides the range of a parameter that takes more values than these."""
SHADES: Final = {"passed": "var(--pass)", "failed": "var(--fail)", "error": "var(--error)"}


def short_name(name: str) -> str:
    """The last two words of the keys that lead to a parameter: `cutter.at` of `world.vehicle.cutter.at`."""
    return ".".join(name.split(".")[-2:])


def trend(lines: Sequence[CampaignLine], to: Callable[[str], str], *, wide: float = 1040.0) -> str:
    """The share of drives that passed, campaign by campaign, and the share that could not be played."""
    high, left, top = 220.0, 46.0, 12.0
    step, base = (wide - left - 36.0) / max(len(lines) - 1, 1), high - 30.0
    shares = [(line.passed / max(line.drives, 1), line.errors / max(line.drives, 1)) for line in lines]

    def at(k: int, share: float) -> tuple[float, float]:
        return left + 14.0 + k * step, top + (base - top) * (1.0 - share)

    parts = [f'<svg viewBox="0 0 {wide:g} {high:g}" role="img" aria-label="share of drives that passed">']
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        _, y = at(0, share)
        parts.append(f'<line x1="{left:g}" x2="{wide - 8:g}" y1="{y:.1f}" y2="{y:.1f}" stroke="var(--line)"/>')
        parts.append(f'<text class="soft" x="{left - 8:g}" y="{y + 4:.1f}" text-anchor="end">{100 * share:g} %</text>')
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in (at(k, share) for k, (share, _) in enumerate(shares)))
    parts.append(f'<polyline points="{points}" fill="none" stroke="var(--pass)" stroke-width="2.5"/>')
    every = max(round(len(lines) * 130.0 / wide), 1)
    for k, (line, (share, errors)) in enumerate(zip(lines, shares, strict=True)):
        x, y = at(k, share)
        title = f"<title>{escape(line.name)}: {100 * share:.1f} % passed, {100 * errors:.1f} % not played</title>"
        dot = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="var(--pass)">{title}</circle>'
        parts.append(f'<a href="{escape(to(line.name))}">{dot}</a>')
        if errors:
            ex, ey = at(k, errors)
            parts.append(f'<circle cx="{ex:.1f}" cy="{ey:.1f}" r="3.5" fill="var(--error)">{title}</circle>')
        if k % every == 0 or k == len(lines) - 1:
            anchor = "start" if k == 0 else "end" if k == len(lines) - 1 else "middle"
            parts.append(
                f'<text class="soft" x="{x:.1f}" y="{base + 22:.1f}" text-anchor="{anchor}">{escape(line.name[:22])}</text>'
            )
    return "".join([*parts, "</svg>"])


def course(points: Sequence[tuple[str, Sequence[float]]]) -> str:
    """The median of some margins, which are sorted, campaign by campaign, and an area that reaches down to the least."""
    wide, tall, left, bottom = 480.0, 150.0, 56.0, 24.0
    worst, middle = [each[0] for _, each in points], [each[len(each) // 2] for _, each in points]
    low, high = min(*worst, 0.0), max(*middle, 0.0)
    span, step = (high - low) or 1.0, (wide - left - 22.0) / max(len(points) - 1, 1)

    def spot(k: int, value: float) -> str:
        return f"{left + 10.0 + k * step:.1f},{8.0 + (tall - bottom - 16.0) * (high - value) / span:.1f}"

    upper, lower = ([spot(k, value) for k, value in enumerate(each)] for each in (middle, worst))
    zero = spot(0, 0.0).split(",")[1]
    parts = [f'<svg viewBox="0 0 {wide:g} {tall:g}" role="img" aria-label="margins over campaigns">']
    parts.append(f'<polygon points="{" ".join([*upper, *lower[::-1]])}" fill="var(--pass)" fill-opacity="0.18"/>')
    parts.append(
        f'<line x1="{left:g}" x2="{wide:g}" y1="{zero}" y2="{zero}" stroke="var(--soft)" stroke-dasharray="4 4"/>'
    )
    parts.append(f'<polyline points="{" ".join(upper)}" fill="none" stroke="var(--pass)" stroke-width="2.5"/>')
    for k, (name, each) in enumerate(points):
        for place, value in ((upper[k], middle[k]), (lower[k], worst[k])):
            x, y = place.split(",")
            colour = "var(--fail)" if value < 0.0 else "var(--pass)"
            title = f"<title>{escape(name)}: worst {each[0]:.3g}, median {middle[k]:.3g}</title>"
            parts.append(f'<circle cx="{x}" cy="{y}" r="4" fill="{colour}">{title}</circle>')
    for value in dict.fromkeys((low, 0.0, high)):
        height = float(spot(0, value).split(",")[1]) + 4.0
        if value == 0.0 or abs(value) > 0.12 * span:
            parts.append(f'<text class="soft" x="{left - 6:g}" y="{height:.1f}" text-anchor="end">{value:.3g}</text>')
    for k, anchor in ((0, "start"), (len(points) - 1, "end")):
        x = spot(k, 0.0).split(",")[0]
        parts.append(
            f'<text class="soft" x="{x}" y="{tall - 6:g}" text-anchor="{anchor}">{escape(points[k][0][:24])}</text>'
        )
    return "".join([*parts, "</svg>"])


def heat_map(entries: Sequence[Entry], across: str, up: str) -> str:
    """The share of drives that passed in each cell of two parameters."""
    with_both = [entry for entry in entries if across in entry.settings and up in entry.settings]
    columns, rows = _bins(with_both, across), _bins(with_both, up)
    cells: dict[tuple[int, int], list[bool]] = {}
    for entry in with_both:
        key = _bin(columns, entry.settings[across]), _bin(rows, entry.settings[up])
        cells.setdefault(key, []).append(entry.state == "passed")
    wide, high, left, base = 480.0, 60.0 + 30.0 * len(rows), 92.0, 8.0 + 30.0 * len(rows)
    size = (wide - left - 8.0) / max(len(columns), 1)
    parts = [f'<svg viewBox="0 0 {wide:g} {high:g}" role="img" aria-label="{escape(across)} and {escape(up)}">']
    for (i, j), passed in sorted(cells.items()):
        share, x, y = sum(passed) / len(passed), left + i * size, base - 30.0 * (j + 1)
        shade = f"color-mix(in oklab, var(--pass) {100 * share:.0f}%, var(--fail))"
        title = f"<title>{len(passed)} drives, {100 * share:.0f} % passed</title>"
        parts.append(
            f'<rect x="{x + 1:.1f}" y="{y + 1:.1f}" width="{size - 2:.1f}" height="28" rx="3" fill="{shade}">{title}</rect>'
        )
        if size > 30.0:
            parts.append(
                f'<text x="{x + size / 2:.1f}" y="{y + 19:.1f}" text-anchor="middle" style="fill:#fff">{100 * share:.0f}</text>'
            )
    for i, (label, _) in enumerate(columns):
        if len(columns) <= 6 or i % 2 == 0:
            parts.append(
                f'<text class="soft" x="{left + (i + 0.5) * size:.1f}" y="{base + 18:.1f}" text-anchor="middle">{escape(label)}</text>'
            )
    for j, (label, _) in enumerate(rows):
        parts.append(
            f'<text class="soft" x="{left - 8:g}" y="{base - 30 * j - 11:.1f}" text-anchor="end">{escape(label[:12])}</text>'
        )
    parts.append(
        f'<text x="{(left + wide) / 2:.1f}" y="{base + 40:.1f}" text-anchor="middle">{escape(short_name(across))}</text>'
    )
    parts.append(f'<text x="8" y="{base + 40:.1f}">{escape(short_name(up))} ↑</text>')
    return "".join([*parts, "</svg>"])


def margins_over(entries: Sequence[Entry], name: str) -> str:
    """The margin of each drive over one parameter; those beyond ten times the middle are drawn at the edge."""
    found = [entry for entry in entries if name in entry.settings and entry.margin is not None]
    if not found:
        return '<p class="soft">no margins</p>'
    columns = _bins(found, name, most=10_000)
    margins = sorted(abs(entry.margin or 0.0) for entry in found)
    edge = max(10.0 * margins[len(margins) // 2], 0.1)
    values = [min(max(entry.margin or 0.0, -edge), edge) for entry in found]
    low, high = min(*values, 0.0), max(*values, 0.0)
    span, wide, tall, left = (high - low) or 1.0, 480.0, 220.0, 56.0
    numbers = [number_in(entry.settings[name]) for entry in found]
    is_number = all(number is not None for number in numbers)
    least, most = (min(numbers), max(numbers)) if is_number else (0.0, len(columns) - 1.0)  # type: ignore[type-var]  # none is None

    def x_of(entry: Entry, number: float | None) -> float:
        place = number if is_number and number is not None else float(_bin(columns, entry.settings[name]))
        return left + 10.0 + (wide - left - 24.0) * ((place - least) / ((most - least) or 1.0))  # type: ignore[operator]

    def y_of(margin: float) -> float:
        return 10.0 + (tall - 56.0) * (high - margin) / span

    parts = [f'<svg viewBox="0 0 {wide:g} {tall:g}" role="img" aria-label="margins over {escape(name)}">']
    parts.append(
        f'<line x1="{left:g}" x2="{wide:g}" y1="{y_of(0):.1f}" y2="{y_of(0):.1f}" stroke="var(--soft)" stroke-dasharray="4 4"/>'
    )
    for value in dict.fromkeys((low, 0.0, high)):
        parts.append(
            f'<text class="soft" x="{left - 6:g}" y="{y_of(value) + 4:.1f}" text-anchor="end">{value:.2g}</text>'
        )
    for entry, number, value in zip(found, numbers, values, strict=True):
        title = f"<title>{escape(str(entry.settings[name]))}: {escape(entry.worst)} {entry.margin:.3g}</title>"
        parts.append(
            f'<circle cx="{x_of(entry, number):.1f}" cy="{y_of(value):.1f}" r="4" fill="{SHADES[entry.state]}" fill-opacity="0.75">{title}</circle>'
        )
    ends = ((columns[0][0], left + 10.0, "start"), (columns[-1][0], wide - 14.0, "end"))
    for label, x, anchor in ends if is_number else ():
        parts.append(
            f'<text class="soft" x="{x:.1f}" y="{tall - 26:.1f}" text-anchor="{anchor}">{escape(label)}</text>'
        )
    if not is_number:
        for i, (label, _) in enumerate(columns):
            x = left + 10.0 + (wide - left - 24.0) * (i / max(len(columns) - 1, 1))
            parts.append(
                f'<text class="soft" x="{x:.1f}" y="{tall - 26:.1f}" text-anchor="middle">{escape(label[:14])}</text>'
            )
    parts.append(
        f'<text x="{(left + wide) / 2:.1f}" y="{tall - 6:.1f}" text-anchor="middle">{escape(short_name(name))}</text>'
    )
    return "".join([*parts, "</svg>"])


def _bins(entries: Sequence[Entry], name: str, *, most: int = BINS) -> list[tuple[str, Any]]:
    """The values of a parameter in order, with their labels; many numbers fall into bins of (low, high)."""
    values = list(dict.fromkeys(str(entry.settings[name]) for entry in entries))
    numbers = {value: number_in(value) for value in values}
    known = {value: number for value, number in numbers.items() if number is not None}
    if len(known) < len(values):
        return [(value, value) for value in values]
    ordered = sorted(values, key=lambda value: known[value])
    if len(values) <= most:
        return [(value, value) for value in ordered]
    low, high = known[ordered[0]], known[ordered[-1]]
    step = (high - low) / BINS
    return [(f"{low + k * step:.3g}", (low, high, k)) for k in range(BINS)]


def _bin(bins: Sequence[tuple[str, Any]], value: Any) -> int:
    if bins and isinstance(bins[0][1], tuple):
        low, high, _ = bins[0][1]
        number = number_in(value) or 0.0
        place: int = floor((number - low) / (high - low) * BINS)
        return min(max(place, 0), BINS - 1)
    return next((k for k, (_, known) in enumerate(bins) if known == str(value)), 0)
