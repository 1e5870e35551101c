"""What is printed of situations: a line for each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import isfinite
from typing import TYPE_CHECKING, Final

from rich.text import Text

from seahaven.cli.console import OUT, tell

if TYPE_CHECKING:
    from seahaven.direction import Closed, Critical, DriveLaid, Opened
    from seahaven.trials import Row, Trials

__all__ = ["closed_line", "laid_line", "row_line", "show_situations"]

_FAR: Final = 20.0
"""Seconds to a collision of which nobody thinks."""
_STYLES: Final = {"met": "green", "missed": "yellow", "failed": "bold red", "dropped": "bold red", "postponed": "red"}


def row_line(row: Row) -> Text:
    """One situation: what was reached, what was wanted, and how the subject answered."""
    return _line(row.number, row.situation, _verdict(row.outcome, row.is_met), _words(row))


def closed_line(closed: Closed, opened: Opened | None, critical: Critical | None) -> Text:
    """One situation that is just over, and what it came to at its critical moment, or how near if that never came."""
    verdict = _verdict(closed.outcome, critical.is_met if critical else None)
    words = list(filter(None, (closed.why, closed.lacked)))
    if critical:
        words.insert(0, _reached(critical, critical.reached))
    elif opened:
        words.insert(0, _reached(opened, closed.nearest, "at the nearest"))
    return _line(closed.number + 1, closed.situation, verdict, words)


def laid_line(laid: DriveLaid) -> Text:
    """Why the drive was laid anew, and from where to where."""
    from seahaven.trials import laid_text  # heavy rooms wait until a command needs them

    return Text(f"    {laid_text(laid)}")


def show_situations(trials: Trials) -> None:
    """Print a line for each situation of a drive, and where its table, report and page lie."""
    tell(OUT, "Situations:")
    for row in trials.rows:
        tell(OUT, row_line(row))
    for record in trials.records:
        for time, text in record.laid:
            tell(OUT, f"    at {time:.1f} s {text}")
    tell(OUT, str(trials.folder / "situations.csv"), "bold cyan", lead="Table: ")
    tell(OUT, str(trials.folder / "report.html"), "bold cyan", lead="Report: ")
    for record in trials.records:
        if record.page:
            tell(OUT, f"{trials.folder / record.page}#situation=1", "bold cyan", lead="Replay: ")


def _line(number: int, situation: str, verdict: str, words: Iterable[str]) -> Text:
    told = f"{situation}: {'; '.join(words)}"
    return Text.assemble(f"{number:>3} ", (f"{verdict:<6} ", _STYLES.get(verdict, "")), told.removesuffix(": "))


def _verdict(outcome: str, is_met: bool | None) -> str:
    return outcome if is_met is None else "met" if is_met else "missed"


def _reached(asked: Opened | Critical | Row, reached: float | None, how: str = "") -> str:
    """What there was of a criterion, and how much of it was wanted."""
    from seahaven.trials import quantity  # heavy rooms wait until a command needs them

    told = f"{quantity(reached, asked.unit)} {how}".rstrip() if reached is not None and isfinite(reached) else "never"
    return f"{asked.criterion} {told} (wanted {asked.wanted:g} ± {asked.tolerance or 0.0:.3g})"


def _words(row: Row) -> Iterator[str]:
    if row.time is not None:
        yield f"at {row.time:.1f} s"
    if row.attempt > 1:
        yield f"attempt {row.attempt}"
    if row.criterion and row.wanted is not None and row.opened is not None:
        yield _reached(row, row.reached) if row.is_met is not None else _reached(row, row.nearest, "at the nearest")
    if row.reaction_time is not None:
        yield f"{row.reaction} after {row.reaction_time:.1f} s"
    if row.least_time_to_collision is not None and row.least_time_to_collision < _FAR:
        yield f"least time to collision {row.least_time_to_collision:.1f} s"
    if row.collision:
        yield f"hit {row.collision}"
    yield from filter(None, (row.why, row.lacked))
