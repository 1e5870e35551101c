"""What is printed after a take: who drove how far, how fast and how close, and where the reel lies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rich.table import Table
from rich.text import Text

from seahaven.cli.console import OUT, counted, plain_table, tell

if TYPE_CHECKING:
    from seahaven.kernel import Pacing
    from seahaven.measures import Delay
    from seahaven.reels import Reel
    from seahaven.takes import Journey, Lapse, Summary, Throughput

__all__ = ["show_delays", "show_summary", "summary_dict"]

_COLUMNS = ("distance\nm", "mean speed\nm/s", "top speed\nm/s", "smallest gap\nm", "hardest braking\nm/s²")

_ACCIDENT = "accident"
_MOST_DELAYS, _STANDING = 5, 0.1
"""How many vehicles that were held up are named, and the speed (m/s) below which one stood."""


def summary_dict(reel: Reel, summary: Summary, pacing: Pacing | None, speed_up: float | None) -> dict[str, Any]:
    """Give the summary of a take as JSON takes it."""
    paced = {"dates": pacing.dates, "overruns": pacing.overruns, "worst": pacing.worst} if pacing else None
    return {"reel": str(reel.path), **summary.as_dict(), "pacing": paced, "speed_up": speed_up}


def show_summary(reel: Reel, summary: Summary, pacing: Pacing | None, speed_up: float | None) -> None:
    """Print the summary of a take for people."""
    facts = f"  {summary.duration:g} s, {summary.frames:,} frames, {summary.events:,} events, seed {summary.seed}"
    tell(OUT, facts, lead=summary.name, lead_style="bold")
    if summary.traffic:
        _show_traffic(summary.traffic, speed_up)
    show_delays(summary.delays)
    for staged in summary.staged:
        tell(OUT, f"{staged}; this cannot happen in reality", "bold magenta", lead="Staged: ")
    for lapse in summary.lapses:
        _show_lapse(lapse)
    if pacing:
        tell(OUT, f"Pace: {pacing}", "yellow" if pacing.overruns else "green")
    if summary.journeys:
        OUT.print(_journeys(summary))
    for picture in sorted(reel.path.parent.glob("*.svg")):
        tell(OUT, f"{picture}", "bold cyan", lead="Picture: ")
    tell(OUT, f"{reel.path}", "bold cyan", lead="Reel: ")
    for family in sorted(reel.families, key=lambda name: name != "vehicle")[:1]:
        tell(OUT, f'  import pandas\n  pandas.read_parquet("{(reel.path / family).as_posix()}.parquet")', "dim")


def _show_traffic(traffic: Throughput, speed_up: float | None) -> None:
    """Who came and went, how they drove, and how quickly that was reckoned."""
    queued = f", {traffic.queued:,} still wait to enter" if traffic.queued else ""
    told = f"{counted(traffic.vehicles, 'vehicle')}: {traffic.entered:,} entered, {traffic.left:,} left{queued}"
    tell(OUT, told, "yellow" if traffic.queued else "", lead="Traffic: ")
    fast = f"; {speed_up:,.3g}× real time" if speed_up else ""
    tell(OUT, f"  {traffic.distance / 1000:,.1f} vehicle-km at {3.6 * traffic.mean_speed:.0f} km/h{fast}")
    if traffic.collisions:
        tell(OUT, f"  {counted(traffic.collisions, 'collision')}", "bold red")


def _show_lapse(lapse: Lapse) -> None:
    """Print that an occupant failed or was late, and how it failed first."""
    if lapse.first:
        text = f"{counted(lapse.faults, 'failure')} of the occupant; the first: {lapse.first}"
        tell(OUT, text, "red", lead=f"  {lapse.name}: ")
    if lapse.late:
        tell(OUT, f"{counted(lapse.late, 'answer')} came late", "yellow", lead=f"  {lapse.name}: ")


def show_delays(delays: Sequence[Delay]) -> None:
    """Print which vehicles stood for minutes or could not climb a hill, the worst few of them."""
    for one in delays[:_MOST_DELAYS]:
        how = "stood" if one.speed < _STANDING else "crawled"
        where = f"on {one.lane} at {one.s:.0f} m" if one.lane else f"at x={one.x:.0f}, y={one.y:.0f}"
        text = f"{one.label} {how} for {one.seconds / 60.0:.1f} min from {one.begin:.0f} s on, {where}: {one.reason}"
        tell(OUT, text, "yellow", lead="  ")
    if len(delays) > _MOST_DELAYS:
        tell(
            OUT, f"and {counted(len(delays) - _MOST_DELAYS, 'more vehicle')} that stood or crawled", "yellow", lead="  "
        )


def _journeys(summary: Summary) -> Table:
    table = plain_table("vehicle", *_COLUMNS, "ended as", numbers=_COLUMNS)
    for journey in summary.journeys:
        name, state = Text(journey.label), Text(journey.state or "")
        state.stylize("bold red" if journey.state == _ACCIDENT else "")
        if journey.crashed is not None:
            state.append(f" at {journey.crashed:.1f} s")
        table.add_row(name, *map(_number, _figures(journey)), state)
    return table


def _figures(journey: Journey) -> tuple[float | None, ...]:
    return journey.distance, journey.mean_speed, journey.top_speed, journey.smallest_gap, journey.hardest_braking


def _number(value: float | None) -> Text:
    """A figure to a tenth; a dash where there is none, such as the gap of a vehicle that never followed another."""
    return Text("–", "dim") if value is None else Text(f"{value:,.1f}")
