"""`seahaven rules`: rule files read, compared, mixed, and made into machines."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from seahaven.cli.console import OUT, counted, plain_table, print_json, tell
from seahaven.cli.options import Json

if TYPE_CHECKING:
    from seahaven.classifiers import Rule, RuleBase

__all__ = ["rules"]

EXAMPLES = """
Examples:

  seahaven rules show "out/nine-vehicles/rules/vehicle-1.rules"

  seahaven rules diff before.rules after.rules

  seahaven rules merge careful.rules fast.rules --most 40 -o both.rules

  seahaven rules export careful.rules --name Careful -o careful.py
"""
rules = typer.Typer(help="Read, compare and mix the rules of learned drivers.", epilog=EXAMPLES, no_args_is_help=True)

File = Annotated[Path, typer.Argument(metavar="FILE", help="A rule file (*.rules).")]
Least = Annotated[float, typer.Option("--significant", metavar="STRENGTH", help="Show rules stronger than this.")]
Output = Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The file to write.")]


@rules.callback()
def _group() -> None:
    """Read, compare and mix the rules of learned drivers."""


@rules.command(no_args_is_help=True)
def show(file: File, significant: Least = float("-inf"), json: Json = False) -> None:
    """Print rules, the strongest first, and in words what they come down to."""
    from seahaven.classifiers import condition_words, read_rules, simplified

    base = read_rules(file).significant(significant)
    if json:
        print_json({**_layout(base), "rules": [_told(base, rule) for rule in base.rules]})
        return
    layout = base.layout
    table = plain_table(*layout.sensors, "effector", *layout.goal_names, numbers=layout.goal_names)
    for rule in base.rules:
        table.add_row(*rule.condition, layout.effectors[rule.action], *(f"{each:.2f}" for each in rule.strengths))
    OUT.print(table)
    tell(OUT, "\nIn words", "bold")
    words = plain_table("condition", "effector")
    for habit in simplified(base):
        for k, condition in enumerate(habit.conditions):
            words.add_row(condition_words(layout, condition), "" if k else layout.effectors[habit.action])
    OUT.print(words)


@rules.command(no_args_is_help=True)
def diff(
    before: Annotated[Path, typer.Argument(metavar="BEFORE")],
    after: Annotated[Path, typer.Argument(metavar="AFTER")],
    by: Annotated[float, typer.Option(metavar="STRENGTH", help="Leave out rules that changed by less.")] = 1.0,
    json: Json = False,
) -> None:
    """Say which rules are gone, new, or stronger or weaker; a narrower rule file is widened first."""
    from seahaven.classifiers import read_rules

    first, second = read_rules(before), read_rules(after)
    if first.layout != second.layout:
        first = first.carried_to(second.layout)
    told = first.difference(second)
    changed = [(was, now) for was, now in told.changed if abs(now.strength - was.strength) >= by]
    if json:
        print_json({
            "gone": [_told(second, rule) for rule in told.gone], "new": [_told(second, rule) for rule in told.new],
            "changed": [{**_told(second, now), "was": list(was.strengths)} for was, now in changed],
        })  # fmt: skip
        return
    for look, word, found in (("red", "gone", told.gone), ("green", "new", told.new)):
        for rule in sorted(found, key=lambda rule: -rule.strength):
            tell(OUT, f"  {_line(second, rule)}  {rule.strength:.2f}", lead=f"{word:>8}", lead_style=look)
    for was, now in sorted(changed, key=lambda pair: -abs(pair[1].strength - pair[0].strength)):
        word = "stronger" if now.strength > was.strength else "weaker"
        tell(
            OUT,
            f"  {_line(second, now)}  {was.strength:.2f} -> {now.strength:.2f}",
            lead=f"{word:>8}",
            lead_style="dim",
        )
    same = len(second.rules) - len(told.new) - len(changed)
    tell(OUT, f"{counted(same, 'rule')} as before")


@rules.command(no_args_is_help=True)
def merge(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Rule files of one layout.")],
    output: Output,
    most: Annotated[int | None, typer.Option(min=1, metavar="NUMBER", help="Keep only so many, the strongest.")] = None,
) -> None:
    """Mix rule files: rules that occur more than once get their mean strengths."""
    from seahaven.classifiers import read_rules, write_rules

    first, *others = (read_rules(file) for file in files)
    mixed = first.merged(others, most=most).strongest()
    write_rules(mixed, output)
    tell(OUT, str(output), "bold cyan", lead=f"{counted(len(mixed.rules), 'rule')}: ")


@rules.command(no_args_is_help=True)
def export(
    file: File,
    output: Output,
    name: Annotated[str, typer.Option(metavar="CLASS", help="What the machine is called.")] = "LearnedDriver",
    prioritised: Annotated[
        bool, typer.Option("--priorities/--no-priorities", help="Whether goals of the first priority come first.")
    ] = True,
) -> None:
    """Write a machine in Python that decides as a driver does who goes by the strongest of these rules."""
    from seahaven.classifiers import Terms, machine_source, read_rules
    from seahaven.files import write_text_atomic

    write_text_atomic(output, machine_source(read_rules(file), name, terms=Terms(prioritised=prioritised)))
    tell(OUT, f"{output}:{name}", "bold cyan", lead="Machine: ")


def _layout(base: RuleBase) -> dict[str, object]:
    layout = base.layout
    return {
        "sensors": list(layout.sensors), "effectors": list(layout.effectors),
        "goals": [asdict(goal) for goal in layout.goals],
    }  # fmt: skip


def _told(base: RuleBase, rule: Rule) -> dict[str, object]:
    effector = base.layout.effectors[rule.action]
    return {"condition": rule.condition, "effector": effector, "strengths": list(rule.strengths)}


def _line(base: RuleBase, rule: Rule) -> str:
    from seahaven.classifiers import condition_words

    return f"{condition_words(base.layout, rule.condition)} -> {base.layout.effectors[rule.action]}"
