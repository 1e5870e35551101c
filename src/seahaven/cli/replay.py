"""`seahaven replay`: a reel as one HTML page that plays it."""

from __future__ import annotations

from fractions import Fraction
from math import inf
from pathlib import Path
from typing import Annotated

import typer

from seahaven.cli import quantity
from seahaven.cli.console import ERR, OUT, tell
from seahaven.cli.reel import open_reel
from seahaven.errors import InputError

__all__ = ["REPLAY_EXAMPLES", "replay"]

REPLAY_EXAMPLES = """
Examples:

  seahaven replay out/two-cars/two-cars.reel

  seahaven replay drive.reel -o crash.html --from "2 min" --to "150 s"

  seahaven replay drive.reel --rate "5 Hz" --plot steering --force
"""

LARGE = 30_000_000
"""A page with more bytes than this takes a while to open."""

ReelPath = Annotated[Path, typer.Argument(metavar="REEL", help="The reel to show.")]
Output = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE.html", help="The page to write.", show_default="NAME.html"),
]
From = Annotated[
    int | None,
    typer.Option("--from", parser=quantity.duration, metavar="TIME", help="When to begin.", show_default="the start"),
]
To = Annotated[
    int | None,
    typer.Option("--to", parser=quantity.duration, metavar="TIME", help="When to end.", show_default="the end"),
]
Rate = Annotated[
    Fraction | None,
    typer.Option(parser=quantity.rate, metavar="HZ", help="How many frames to keep.", show_default="all of them"),
]
Plot = Annotated[
    list[str] | None,
    typer.Option(metavar="COLUMN", help="A column to plot besides those that are plotted anyway; repeat for more."),
]
Title = Annotated[str, typer.Option(metavar="TEXT", help="A title other than the name of the study.")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite a file that exists.")]


def replay(
    reel: ReelPath,
    output: Output = None,
    start: From = None,
    end: To = None,
    rate: Rate = None,
    plot: Plot = None,
    title: Title = "",
    force: Force = False,
) -> None:
    """Write one HTML page that plays a reel: map, vehicles, events, situations and plots; it needs no server."""
    from seahaven.kernel import in_seconds  # heavy rooms wait until a command needs them, so that --help is quick
    from seahaven.reels.page import write_page
    from seahaven.trials import collision_curves

    first, last = (None if date is None else in_seconds(date) for date in (start, end))
    if first is not None and last is not None and last < first:
        raise InputError(f"--to {last:g} s lies before --from {first:g} s")
    recording = open_reel(reel)
    page = output or Path(f"{recording.path.resolve().stem}.html")
    recording.refuse_damaged()
    with recording.interpreting():
        curves = collision_curves(recording, start=-inf if first is None else first, end=inf if last is None else last)
    size = write_page(
        recording, page, title=title, start=first, end=last, rate=rate, plot=plot or (), curves=curves, overwrite=force
    )
    tell(OUT, f"{page}: {size / 1e6:.1f} MB; open it in a browser")
    if size > LARGE:
        tell(ERR, "a page of this size opens slowly; --from, --to and --rate make it smaller", "yellow")
