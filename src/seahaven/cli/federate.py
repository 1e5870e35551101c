"""`seahaven federate`: a call sheet played over several processes, and what came of it."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from seahaven.cli.console import ERR, OUT, print_json, tell
from seahaven.cli.options import Allow, Json, Pace
from seahaven.cli.stopping import Stopped, Stopping

__all__ = ["FEDERATE_EXAMPLES", "JOIN_EXAMPLES", "federate", "join"]

FEDERATE_EXAMPLES = """
Examples:

  seahaven check examples/rear_end.sheet.toml

  seahaven federate examples/rear_end.sheet.toml

  seahaven federate examples/rear_end.sheet.toml --resume
"""

JOIN_EXAMPLES = """
Examples:

  seahaven federate examples/two_machines.sheet.toml --listen 192.168.1.2

  SEAHAVEN_KEY=... seahaven join 192.168.1.2:40123 examples/two_machines.sheet.toml --machine simulator
"""

Sheet = Annotated[Path, typer.Argument(metavar="SHEET", help="A call sheet, *.sheet.toml.")]
Out = Annotated[
    Path | None, typer.Option(metavar="DIR", help="The folder to play into.", show_default="out/NAME of the sheet")
]
Force = Annotated[bool, typer.Option("--force", help="Overwrite a reel that is there already.")]
Resume = Annotated[
    bool, typer.Option("--resume", help="Go on from the last state that all processes have kept in the folder.")
]
Port = Annotated[
    int | None,
    typer.Option(
        min=1024, max=65535, metavar="NUMBER", help="The port of the broker.", show_default="one that is free"
    ),
]
Listen = Annotated[
    str, typer.Option(metavar="HOST", help="The address of this machine at which others reach it; loopback by default.")
]
Address = Annotated[str, typer.Argument(metavar="ADDRESS", help="HOST:PORT, as the federation says.")]
Machine = Annotated[str, typer.Option(metavar="NAME", help="Which machine of the sheet this one is.")]
Key = Annotated[str, typer.Option(metavar="TEXT", envvar="SEAHAVEN_KEY", help="The key of the run.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but errors.")]


def federate(
    sheet: Sheet,
    out: Out = None,
    pace: Pace = None,
    allow: Allow = None,
    force: Force = False,
    resume: Resume = False,
    json: Json = False,
    listen: Listen = "127.0.0.1",
    port: Port = None,
    quiet: Quiet = False,
) -> None:
    """Play a study over several processes, as a call sheet says, and watch over them."""
    from seahaven.federation import Supervisor, folder_of, load_sheet
    from seahaven.takes import claimed

    call_sheet = load_sheet(sheet)
    folder = out or folder_of(call_sheet)

    def notice(text: str) -> None:
        if not quiet:
            tell(ERR, text, "yellow")

    with claimed(folder), Stopping() as stopping:
        supervisor = Supervisor(
            call_sheet,
            folder,
            allow=allow or (),
            overwrite=force,
            pace=pace,
            resume=resume,
            listen=listen,
            port=port,
            notice=notice,
        )
        try:
            account = supervisor.run()
        except KeyboardInterrupt:
            raise Stopped("interrupted; all processes have ended", stopping.exit_code) from None
    if json:
        print_json(asdict(account))
    elif not quiet:
        tell(OUT, f" came to {account.reached:g} s", lead=account.title)
        for part in account.parts:
            share = 100.0 * part.waited / part.seconds if part.seconds else 0.0
            told = (
                f": {part.dates:,} dates, {part.sent / 1e6:.2f} MB sent, waited {share:.0f} % of {part.seconds:.1f} s"
            )
            tell(OUT, told + (f"; {part.text}" if part.text else ""), lead=f"  {part.process}")
        if account.reel:
            tell(OUT, account.reel, lead="  reel ")
    if not account.is_whole:
        raise typer.Exit(1)


def join(
    address: Address,
    sheet: Sheet,
    machine: Machine,
    key: Key,
    out: Out = None,
    allow: Allow = None,
    quiet: Quiet = False,
) -> None:
    """Take this machine's part in a federation that is played on another one."""
    from seahaven.federation import folder_of, load_sheet
    from seahaven.federation import join as take_part

    def notice(text: str) -> None:
        if not quiet:
            tell(ERR, text, "yellow")

    with Stopping() as stopping:
        try:
            folder = out or folder_of(load_sheet(sheet))
            take_part(address, sheet, machine=machine, key=key, out=folder, allow=allow or (), notice=notice)
        except KeyboardInterrupt:
            raise Stopped("left the federation; its processes here have ended", stopping.exit_code) from None
