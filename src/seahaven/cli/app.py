"""The `seahaven` command: its parts, and what is asked before any of them."""

from __future__ import annotations

import gc
import sys
from typing import Annotated, Final

import typer

from seahaven import __version__
from seahaven.cli.bench import BENCH_EXAMPLES, bench
from seahaven.cli.campaign import CAMPAIGN_EXAMPLES, campaign
from seahaven.cli.check import CHECK_EXAMPLES, SCHEMA_EXAMPLES, check, schema
from seahaven.cli.faults import Commands
from seahaven.cli.federate import FEDERATE_EXAMPLES, JOIN_EXAMPLES, federate, join
from seahaven.cli.history import history
from seahaven.cli.info import INFO_EXAMPLES, info
from seahaven.cli.judge import JUDGE_EXAMPLES, judge
from seahaven.cli.learn import LEARN_EXAMPLES, learn
from seahaven.cli.library import SITUATION_EXAMPLES, situations
from seahaven.cli.machine import machine
from seahaven.cli.play import PLAY_EXAMPLES, play
from seahaven.cli.probe import PROBE_EXAMPLES, probe
from seahaven.cli.race import RACE_EXAMPLES, race
from seahaven.cli.reel import RECOVER_EXAMPLES, recover
from seahaven.cli.replay import REPLAY_EXAMPLES, replay
from seahaven.cli.roads import roads
from seahaven.cli.rules import rules
from seahaven.cli.scene import scene
from seahaven.cli.studio import STUDIO_EXAMPLES, studio
from seahaven.cli.testing import TEST_EXAMPLES, test
from seahaven.cli.vehicles import VEHICLE_EXAMPLES, vehicles

__all__ = ["app", "main"]

SEARCHES: Final = (50_000, 20, 20)
"""How many new objects there are before Python's garbage collector searches them, and how many such searches before it
searches older ones. By default it begins with 700, and spends a tenth of a short command on modules being loaded."""

app = typer.Typer(
    name="seahaven",
    cls=Commands,
    help="Directed driving simulation: ordinary-looking traffic, quietly directed around one driver.",
    epilog="Start with: seahaven play examples/two_cars.study.yaml",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command, examples in (
    (play, PLAY_EXAMPLES),
    (test, TEST_EXAMPLES),
    (campaign, CAMPAIGN_EXAMPLES),
    (race, RACE_EXAMPLES),
    (probe, PROBE_EXAMPLES),
    (learn, LEARN_EXAMPLES),
    (federate, FEDERATE_EXAMPLES),
    (join, JOIN_EXAMPLES),
    (replay, REPLAY_EXAMPLES),
    (studio, STUDIO_EXAMPLES),
    (info, INFO_EXAMPLES),
    (judge, JUDGE_EXAMPLES),
    (check, CHECK_EXAMPLES),
    (situations, SITUATION_EXAMPLES),
    (vehicles, VEHICLE_EXAMPLES),
    (recover, RECOVER_EXAMPLES),
    (schema, SCHEMA_EXAMPLES),
    (bench, BENCH_EXAMPLES),
):
    app.command(
        epilog=examples,
        no_args_is_help=command
        in (play, test, campaign, race, probe, learn, federate, join, replay, judge, check, recover, schema),
    )(command)
app.add_typer(history, name="history")
app.add_typer(machine, name="machine")
app.add_typer(roads, name="roads")
app.add_typer(rules, name="rules")
app.add_typer(scene, name="scene")


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"seahaven {__version__}")
        raise typer.Exit


Version = Annotated[
    bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
]
Traceback = Annotated[
    bool, typer.Option("--traceback", envvar="SEAHAVEN_TRACEBACK", help="Show where an error came from.")
]


@app.callback()
def _options(version: Version = False, traceback: Traceback = False) -> None:
    """Options of all commands; `Commands` looks at `traceback`."""


def main() -> None:
    """Run the command line of this process."""
    gc.set_threshold(*SEARCHES)
    try:
        app()
    finally:
        _flush()


def _flush() -> None:
    """Write what is left, quietly if nobody reads it any more; the interpreter would complain about that at exit."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        sys.stdout = None  # as Python does itself when there is no output
