"""`seahaven judge`: whether situations happened whole, from recordings alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from seahaven.cli.console import OUT, plain_table, print_json, tell
from seahaven.cli.options import Json
from seahaven.cli.reel import open_reel
from seahaven.errors import InputError

if TYPE_CHECKING:
    from seahaven.judges import Verdict
    from seahaven.reels import Reel

__all__ = ["JUDGE_EXAMPLES", "judge"]

JUDGE_EXAMPLES = """
Examples:

  seahaven judge out/rear-end-collisions

  seahaven judge out/rear_end-trials

  seahaven judge drive.reel --json
"""

Source = Annotated[
    Path, typer.Argument(metavar="PATH", help="A reel, the folder of a run, or a folder with drives of many subjects.")
]


def judge(path: Source, json: Json = False) -> None:
    """Judge whether each situation of a drive, or of many drives, happened as it is told."""
    drives = [(name, verdicts) for name, verdicts in _judged(path) if verdicts]
    if not drives:
        raise InputError(f"{path} has no situation that can be judged; record it with this version, or play it again")
    if json:
        print_json([_as_dict(name, verdict) for name, verdicts in drives for verdict in verdicts])
        return
    for name, verdicts in drives:
        _show(name if len(drives) > 1 else "", verdicts)
    if len(drives) > 1:
        _show_shares([verdict for _, verdicts in drives for verdict in verdicts])


def _judged(path: Path) -> Iterator[tuple[str, list[Verdict]]]:
    """The drives of a path, and the verdicts on each."""
    from seahaven.judges import judge_reel

    known: dict[str | None, Any] = {}
    for name, reel in _reels(path):
        yield name, judge_reel(reel, known=known)


def _reels(path: Path) -> Iterator[tuple[str, Reel]]:
    from seahaven.reels import only_reel_in
    from seahaven.trials import holds_drives

    if not (path.is_dir() and holds_drives(path)):
        yield path.name, open_reel(path)
        return
    for folder in sorted(path.iterdir()):
        reel = only_reel_in(folder) if folder.is_dir() else None
        if reel is not None:
            yield folder.name, open_reel(reel)


def _show(drive: str, verdicts: Sequence[Verdict]) -> None:
    """Print a line for each situation, and one for each finding that does not hold."""
    if drive:
        tell(OUT, drive, "bold")
    for verdict in verdicts:
        word, style = ("whole", "green") if verdict.is_whole else ("not", "bold red")
        when = "" if verdict.time is None else f" at {verdict.time:.1f} s"
        outcome = f": {verdict.outcome}" if verdict.outcome else ""
        tell(
            OUT,
            Text.assemble(f"{verdict.number + 1:>3} ", (f"{word:<6}", style), f"{verdict.situation}{when}{outcome}"),
        )
        for finding in verdict.findings:
            if not finding.holds:
                tell(OUT, f"           {finding.what}: {finding.shows}", "yellow")


def _show_shares(verdicts: Sequence[Verdict]) -> None:
    """Print the share of whole situations, and what the others lack."""
    table = plain_table("situation", "whole", "of", "lacking", numbers=("whole", "of"))
    for name in dict.fromkeys(verdict.situation for verdict in verdicts):
        chosen = [verdict for verdict in verdicts if verdict.situation == name]
        lacks = Counter(one.what for verdict in chosen for one in verdict.findings if not one.holds)
        lacking = ", ".join(f"{what} {count}" for what, count in lacks.most_common())
        table.add_row(name, str(sum(verdict.is_whole for verdict in chosen)), str(len(chosen)), lacking)
    table.add_row("all", str(sum(verdict.is_whole for verdict in verdicts)), str(len(verdicts)), "")
    OUT.print(table)


def _as_dict(drive: str, verdict: Verdict) -> dict[str, Any]:
    findings = [{"what": one.what, "holds": one.holds, "shows": one.shows} for one in verdict.findings]
    return {
        "drive": drive, "number": verdict.number + 1, "situation": verdict.situation, "use": verdict.use,
        "is_whole": verdict.is_whole, "time": verdict.time, "outcome": verdict.outcome, "findings": findings,
    }  # fmt: skip
