"""The pages of a race: who came before whom, what did not hold, and a replay of each heat with all racers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Final

from seahaven.errors import SeahavenError
from seahaven.files import write_text_atomic
from seahaven.reels import Reel
from seahaven.reels.page import write_page
from seahaven.testbed.history.markup import card, link, margin_text, page, section, table, tiles
from seahaven.testbed.races.gaps import COLOURS, gap_chart
from seahaven.testbed.races.heat import Heat, Run
from seahaven.testbed.races.standing import Standing
from seahaven.testbed.verdict import Finding

__all__ = ["race_page", "write_race"]

ENDED: Final = {"collision": "collided", "fault": "its software failed", "time": "did not finish", "": ""}


def write_race(title: str, heats: Sequence[Heat], found: Sequence[Standing], out: Path) -> Path:
    """Write the page of a race with a replay page for each heat into a folder, and give the first of them."""
    out.mkdir(parents=True, exist_ok=True)
    replays = {heat.number: _replay(title, heat, out) for heat in heats}
    write_text_atomic(out / "race.html", race_page(title, heats, found, replays))
    return out / "race.html"


def _replay(title: str, heat: Heat, out: Path) -> str:
    """The name of the replay page of a heat; empty where nothing was recorded that could be shown."""
    if heat.reel is None:
        return ""
    target = out / f"heat-{heat.number}.html"
    try:
        write_page(Reel.open(heat.reel), target, title=f"{title}, heat {heat.number}", overwrite=True)
    except SeahavenError:
        return ""
    return target.name


def race_page(title: str, heats: Sequence[Heat], found: Sequence[Standing], replays: Mapping[int, str]) -> str:
    """The page of a race, as text."""
    names = [one.name for one in found]
    colours = {name: COLOURS[k % len(COLOURS)] for k, name in enumerate(sorted(names))}
    seeds = len({heat.outcome.seed for heat in heats})
    body = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{_count(len(names), 'racer')}, {_count(len(heats), 'heat')}, {_count(seeds, 'seed')}.</p>",
    ]
    body += [tiles(_facts(found)), section("Standings", _standings(found, colours), f"<p>{_RANKED}</p>")]
    body.append(section("Requirements", _requirements(found, heats, colours)))
    body += [_heat(heat, colours, replays.get(heat.number, "")) for heat in heats]
    return page(title, body)


_RANKED: Final = (
    "Ranked by the number of heats in which everything held that the drive requires, then by heats finished, then by "
    "mean time. In each heat the racers begin in another order."
)


_DOT: Final = "display:inline-block;width:10px;height:10px;border-radius:5px;"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _facts(found: Sequence[Standing]) -> list[tuple[str, str, str]]:
    if not found:
        return []
    best, times = found[0], [one.mean_time for one in found if one.mean_time is not None]
    facts = [(best.name, "is first", "")]
    if best.mean_time is not None:
        facts.append((f"{best.mean_time:.1f} s", f"mean time of {best.name}", ""))
    if len(times) > 1 and best.mean_time is not None:
        facts.append((f"{max(times) - min(times):.1f} s", "between the fastest and the slowest", ""))
    crashes = sum(count for one in found for why, count in one.ended if why == "collision")
    return [*facts, (str(crashes), "drives that ended in a collision", "")]


def _name(name: str, colours: Mapping[str, str]) -> str:
    return f'<span style="white-space:nowrap"><i style="{_DOT}background:{colours[name]}"></i> {escape(name)}</span>'


def _seconds(value: float | None) -> str:
    return "–" if value is None else f"{value:.1f} s"


def _standings(found: Sequence[Standing], colours: Mapping[str, str]) -> str:
    heads = [
        "#",
        "racer",
        "driver",
        "#all held",
        "#finished",
        "#won",
        "#mean time",
        "#best time",
        "#mean place",
        "ended early",
    ]
    rows = [
        [str(k), _name(one.name, colours), escape(one.driver or "of the file"), f"{one.passed} of {one.heats}",
         str(one.finished), str(one.won), _seconds(one.mean_time), _seconds(one.best_time), f"{one.mean_place:g}",
         escape(", ".join(f"{ENDED[why]} {count}×" for why, count in one.ended))]
        for k, one in enumerate(found, start=1)
    ]  # fmt: skip
    return card(table(heads, rows))


def _requirements(found: Sequence[Standing], heats: Sequence[Heat], colours: Mapping[str, str]) -> str:
    """The least margin of each racer at each requirement, over all heats."""
    findings: dict[str, dict[str, list[Finding]]] = {}
    for run in (run for heat in heats for run in heat.runs):
        for finding in run.verdict.findings:
            findings.setdefault(finding.requirement, {}).setdefault(run.name, []).append(finding)
    names = [one.name for one in found]
    heads = "".join(f"<th>{_name(name, colours)}</th>" for name in names)
    rows = "".join(
        f"<tr><td>{escape(requirement)}</td>{''.join(_worst(each.get(name, [])) for name in names)}</tr>"
        for requirement, each in findings.items()
    )
    if not rows:
        return ""
    note = "<p>The least margin over all heats; below 0 a requirement did not hold.</p>"
    return note + card(f"<table><thead><tr><th>requirement</th>{heads}</tr></thead><tbody>{rows}</tbody></table>")


def _worst(findings: Sequence[Finding]) -> str:
    if not findings:
        return "<td>–</td>"
    worst = min(findings, key=lambda one: (one.passed, _order(one)))
    failed = sum(not one.passed for one in findings)
    mark = f' <span class="mark failed">failed {failed}×</span>' if failed else ""
    text = (
        margin_text(worst.margin, worst.unit) if worst.margin is not None else "never came up" if worst.passed else "–"
    )
    return f'<td title="{escape(worst.reason)}">{text}{mark}</td>'


def _order(finding: Finding) -> float:
    if finding.margin is None:
        return float("inf") if finding.passed else float("-inf")
    return finding.margin


def _heat(heat: Heat, colours: Mapping[str, str], replay: str) -> str:
    title = f"Heat {heat.number}, seed {heat.outcome.seed}"
    if not heat.runs:
        return section(title, card(f"<p>It could not be played: {escape(heat.outcome.error)}</p>"))
    first = heat.runs[0]
    labels = [f"#at {escape(name)}" for name in first.checkpoints]
    heads = ["#", "racer", "#start", "#time", *labels, "#driven", "#top speed", ""]
    rows = [_row(k, run, heat.runs, colours) for k, run in enumerate(heat.runs, start=1)]
    links = [link(replay, "watch it, all racers in one page")] if replay else []
    links.append(f"<details><summary>race it again</summary><code>{escape(heat.outcome.command)}</code></details>")
    caption = "<figcaption>Metres behind the racer that has driven furthest since the start</figcaption>"
    chart = f"<figure>{caption}{gap_chart(heat.runs, colours)}</figure>"
    shown = "".join(f"<div>{one}</div>" for one in links)
    return section(title, card(table(heads, rows) + chart + shown))


def _row(place: int, run: Run, runs: Sequence[Run], colours: Mapping[str, str]) -> list[str]:
    splits = [_split(run, k, runs) for k in range(len(run.checkpoints))]
    failures = "; ".join(f"{one.requirement}: {margin_text(one.margin, one.unit)}" for one in run.verdict.failures)
    marks = f'<span class="mark failed">{escape(ENDED[run.ended] or "failed")}</span> ' if run.ended or failures else ""
    time = _seconds(run.finish)
    return [
        str(place), _name(run.name, colours), str(run.start), time, *splits, f"{run.distance:.0f} m",
        f"{3.6 * run.top_speed:.0f} km/h", marks + escape(failures),
    ]  # fmt: skip


def _split(run: Run, k: int, runs: Sequence[Run]) -> str:
    """When a racer came by a checkpoint: of the first one the time, of the others how much later."""
    if k >= len(run.splits):
        return "–"
    first = min(one.splits[k] for one in runs if k < len(one.splits))
    behind = run.splits[k] - first
    return f"{first:.1f} s" if behind <= 0.0 else f"+{behind:.1f} s"
