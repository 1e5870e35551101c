"""`seahaven learn`: an experiment in learning, with a bar on the way, and tables and a report at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from seahaven.cli import quantity
from seahaven.cli.console import ERR, OUT, plain_table, print_json, tell
from seahaven.cli.options import Allow, Json
from seahaven.cli.stopping import Stopped, Stopping

if TYPE_CHECKING:
    from seahaven.learning import Cohort, Figures, Learned, Stage

__all__ = ["LEARN_EXAMPLES", "learn"]

LEARN_EXAMPLES = """
Examples:

  seahaven learn examples/nine_vehicles.learn.yaml

  seahaven learn mine.learn.yaml --seed 7 --until "10 h" --out out/mine

The same command goes on with an experiment that was stopped, and shows one that is done again.
"""

Source = Annotated[Path, typer.Argument(metavar="FILE", help="A study with learned drivers (*.learn.yaml).")]
Seed = Annotated[
    int | None,
    typer.Option(parser=quantity.seed, metavar="NUMBER", help="The seed to take instead of the study's own."),
]
Out = Annotated[Path | None, typer.Option(metavar="DIR", help="The folder for rules, curves and report; out/NAME.")]
Until = Annotated[
    int | None,
    typer.Option(
        parser=quantity.duration, metavar="TIME", help="When to stop, also later than the study says: '10 h'."
    ),
]
Force = Annotated[bool, typer.Option("--force", help="Begin anew in a folder that holds an experiment already.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but errors.")]


def learn(
    source: Source,
    seed: Seed = None,
    out: Out = None,
    until: Until = None,
    force: Force = False,
    allow: Allow = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Let the learned drivers of a study learn, and show curves, rules and what they do in words."""
    from seahaven.cli.compiling import announce_compiling
    from seahaven.files import file_name
    from seahaven.learning import Experiment, write_learning_report
    from seahaven.takes import load_study

    if not (json or quiet):
        announce_compiling()
    study, _ = load_study(source)
    folder = out or Path("out") / file_name(study.study)
    bar = _Bar(study.study, shown=not (json or quiet))
    experiment = Experiment(
        source, folder, seed=seed, until=until, allow=tuple(allow or ()), force=force, on_stage=bar.hear
    )
    with bar, _stopping(bar, folder):
        learned = experiment.run()
    report = write_learning_report(learned)
    if json:
        print_json(_told(learned, report))
    elif not quiet:
        _show(learned, report)


@contextmanager
def _stopping(bar: _Bar, folder: Path) -> Iterator[None]:
    """Say, when asked to stop, how far it came, and how to go on."""
    with Stopping() as stopping:
        try:
            yield
        except KeyboardInterrupt:
            text = f"interrupted at {bar.time:g} s; the same command goes on in {folder}"
            raise Stopped(text, stopping.exit_code) from None


class _Bar:
    """Shows how far an experiment is, and what each goal earns per decision just now."""

    def __init__(self, title: str, *, shown: bool) -> None:
        self.time = 0.0
        self._title = title
        self._progress = Progress(
            TextColumn("{task.description}", markup=False, style="bold"), BarColumn(bar_width=24),
            TextColumn("{task.fields[hours]}"), TimeRemainingColumn(compact=True),
            TextColumn("{task.fields[values]}", markup=False), console=ERR, transient=True,
            disable=not (shown and ERR.is_interactive),
        )  # fmt: skip
        self._task = self._progress.add_task(title, total=1.0, hours="", values="")

    def hear(self, stage: Stage) -> None:
        """Take in how far it is."""
        self.time = stage.time
        values = "; ".join(_values(name, stretch.figures, stage) for name, stretch in stage.stretches.items())
        part = f" ({stage.part})" if stage.part else ""
        self._progress.update(
            self._task, description=f"{self._title}{part}", completed=stage.time, total=stage.until,
            hours=f"{stage.time / 3600.0:.2f} of {stage.until / 3600.0:g} h", values=values,
        )  # fmt: skip

    def __enter__(self) -> _Bar:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()


def _values(name: str, figures: Figures, stage: Stage) -> str:
    """The objective values of one driver's vehicles, as the bar shows them."""
    own = f"{name}: " if len(stage.stretches) > 1 else ""
    goals = stage.goals[name]
    return own + ", ".join(
        f"{goal} {value:.2f}" for goal, value in zip(goals, figures.rewards, strict=True) if isfinite(value)
    )


# --- what came of it --------------------------------------------------------------------------------------------------


def _show(learned: Learned, report: Path) -> None:
    from seahaven.learning import BEHAVIOURS, CLASSIFIERS, SENSORS

    for cohort in learned.cohorts:
        _show_curve(learned, cohort)
        _show_rules(cohort, learned.significant)
        if learned.published:
            lines = [(str(rule.vehicle), rule.condition, rule.action, rule.strength) for rule in CLASSIFIERS]
            _rule_table("The paper's (Figure 10)", SENSORS, lines)
        _show_words(cohort, learned.significant)
        if learned.published:
            tell(OUT, "\nThe paper's (Figure 11)", "bold")
            told = [(each.vehicles, tuple(zip(each.conditions, each.actions, strict=True))) for each in BEHAVIOURS]
            _behaviour_table(told)
    tell(OUT, str(learned.folder / "rules"), "bold cyan", lead="\nRules:  ")
    tell(OUT, str(report), "bold cyan", lead="Report: ")


def _show_curve(learned: Learned, cohort: Cohort) -> None:
    from seahaven.learning import strands_of

    strands = strands_of(learned, cohort)
    has_people = any(strand.curve.whole.figures.people for strand in strands)
    goals = [f"“{name}”" for name in cohort.layout.goal_names]
    heads = ("km", "hits", *(("people",) if has_people else ()), "m/s", "% right", *goals)
    table = plain_table(cohort.driver, *heads, numbers=heads)
    for strand in strands:
        for part in (strand.curve.beginning, strand.curve.ending):
            found = part.figures
            people = (found.people,) if has_people else ()
            values = (found.kilometres, found.hits, *people, found.speed, 100.0 * found.rightmost, *found.rewards)
            cells = [_number(value) for value in values]
            lead = f"{strand.label}: " if len(strands) > 1 else ""
            table.add_row(f"{lead}{part.name}", *cells, *[""] * (len(heads) - len(cells)))
    OUT.print(table)
    told = "hits: ran into another vehicle, per 1,000 km; " + ("people: hit, per 1,000 km; " if has_people else "")
    tell(OUT, f"{told}% right: of the time on the rightmost lane; goals: points per decision", "dim")


def _show_rules(cohort: Cohort, least: float) -> None:
    from seahaven.learning import rule_lines, short_names

    effectors = short_names(cohort.layout.effectors)
    sensors = short_names(cohort.layout.sensors)
    lines = [
        (line.learner, line.condition, effectors[cohort.layout.effectors.index(line.action)], line.strength)
        for line in rule_lines(cohort, least)
    ]
    _rule_table(f"Significant classifiers (strength > {least:g}; the paper's Figure 10)", sensors, lines)
    names = zip((*sensors, *effectors), (*cohort.layout.sensors, *cohort.layout.effectors), strict=True)
    tell(OUT, ", ".join(f"{short} {name}" for short, name in names), "dim")


def _rule_table(title: str, sensors: Sequence[str], lines: Sequence[tuple[str, str, str, float]]) -> None:
    tell(OUT, f"\n{title}", "bold")
    table = plain_table("", *sensors, "action", "strength", numbers=("strength",))
    for name, own in groupby(lines, key=lambda line: line[0]):
        for k, (_, condition, action, strength) in enumerate(own):
            table.add_row("" if k else name, *condition, action, f"{strength:.6f}")
    OUT.print(table)


def _show_words(cohort: Cohort, least: float) -> None:
    from seahaven.learning import rules_in_words

    tell(OUT, "\nIn words (the paper's Figure 11)", "bold")
    _behaviour_table([(", ".join(each.learners), each.lines) for each in rules_in_words(cohort, least)])


def _behaviour_table(told: Sequence[tuple[str, Sequence[tuple[str, str]]]]) -> None:
    table = plain_table("vehicles", "condition", "action")
    for names, lines in told:
        for k, (condition, action) in enumerate(lines):
            table.add_row("" if k else names, condition, action)
    OUT.print(table)


def _told(learned: Learned, report: Path) -> dict[str, Any]:
    """What came of it, for programs."""
    from seahaven.learning import behaviours, rule_lines

    cohorts = {
        cohort.driver: {
            "vehicles": [learner.name for learner in cohort.learners],
            "goals": list(cohort.layout.goal_names),
            "first": _figures(cohort.curve.beginning.figures),
            "last": _figures(cohort.curve.ending.figures),
            "rules": [line._asdict() for line in rule_lines(cohort, learned.significant)],
            "behaviours": [each._asdict() for each in behaviours(cohort)],
        }
        for cohort in learned.cohorts
    }
    return {
        "study": learned.name, "seed": learned.seed, "seconds": learned.seconds, "folder": str(learned.folder),
        "report": str(report), "drivers": cohorts,
    }  # fmt: skip


def _figures(found: Figures) -> dict[str, Any]:
    names = ("kilometres", "collisions", "hits", "people", "speed", "rightmost")
    values = {name: getattr(found, name) for name in names}
    return {name: value if isfinite(value) else None for name, value in values.items()} | {
        "rewards": list(found.rewards)
    }


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100.0 else f"{value:.3g}" if isfinite(value) else "–"
