"""What came of an experiment, as one HTML file."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import groupby
from math import isfinite
from pathlib import Path

from seahaven.files import write_text_atomic
from seahaven.learning.cohort import Cohort
from seahaven.learning.experiment import Learned
from seahaven.learning.plots import Strand, curve_plot
from seahaven.learning.published import BEHAVIOURS, CLASSIFIERS, SENSORS
from seahaven.learning.tables import Behaviour, RuleLine, behaviours, rule_lines, rules_in_words, short_names
from seahaven.trials.report import figure, report_page, row_of, table

__all__ = ["report_text", "strands_of", "write_learning_report"]


def write_learning_report(learned: Learned) -> Path:
    """Write the report into the folder of the experiment, and give its path."""
    path = learned.folder / "report.html"
    write_text_atomic(path, report_text(learned))
    return path


def report_text(learned: Learned) -> str:
    """The text of a page with curves, rules and behaviours of each driver."""
    sections: dict[str, str] = {}
    for cohort in learned.cohorts:
        name = f" of '{cohort.driver}'" if len(learned.cohorts) > 1 else ""
        sections[f"Learning curves{name}"] = figure(curve_plot(strands_of(learned, cohort))) + _figures(learned, cohort)
        least, has_paper = learned.significant, learned.published
        sections[f"Significant classifiers{name}"] = _classifiers(cohort, least, has_paper=has_paper)
        sections[f"In words{name}"] = _in_words(cohort, least, has_paper=has_paper)
        sections[f"What vehicles do{name}"] = _behaviours(cohort)
    driven = sum(cohort.curve.whole.figures.kilometres for cohort in learned.cohorts)
    told = {
        "Learned by": ", ".join(f"{len(cohort.learners)} vehicles of '{cohort.driver}'" for cohort in learned.cohorts),
        "Driven": f"{driven:,.0f} km in {learned.seconds / 3600.0:g} h",
        "Seed": str(learned.seed),
        "Goals": "; ".join(
            f"{goal.name} (priority {goal.priority})" for goal in learned.cohorts[0].layout.goals
        ),
    }  # fmt: skip
    lead = "Vehicles that found their own rules from sensors, effectors and goals."
    return report_page(learned.name, lead, told, sections)


def strands_of(learned: Learned, cohort: Cohort) -> list[Strand]:
    """The curve of a cohort, after that of the experiment before and beside that without it, if there are such."""
    before = _same(learned.before, cohort)
    start = learned.before.seconds if learned.before else 0.0
    strands = [Strand(f"before: {learned.before.name}", before.curve)] if before and learned.before else []
    label = f"{learned.name}, with what was learned" if before else learned.name
    strands.append(Strand(label, cohort.curve, start))
    if fresh := _same(learned.fresh, cohort):
        strands.append(Strand("the same from nothing", fresh.curve, start))
    return strands


def _same(learned: Learned | None, cohort: Cohort) -> Cohort | None:
    if learned is None:
        return None
    found = [each for each in learned.cohorts if each.driver == cohort.driver]
    return found[0] if found else learned.cohorts[0] if len(learned.cohorts) == 1 else None


def _figures(learned: Learned, cohort: Cohort) -> str:
    """A line for the beginning and the end of each curve."""
    lines = []
    for strand in strands_of(learned, cohort):
        for part in (strand.curve.beginning, strand.curve.ending):
            found = part.figures
            values = (found.hits, found.people, found.speed, 100.0 * found.rightmost, *found.rewards)
            cells = [escape(strand.label), part.name, f"{found.kilometres:,.0f} km", *map(_number, values)]
            cells += [""] * (len(cohort.layout.goals) - len(found.rewards))
            lines.append(row_of(cells))
    titles = ["", "", "driven", "hits per 1,000 km", "people per 1,000 km", "m/s", "% rightmost"]
    return table([*titles, *(f"“{name}”" for name in cohort.layout.goal_names)], lines, "figures")


def _in_words(cohort: Cohort, least: float, *, has_paper: bool) -> str:
    told = f'<p class="dim">Rules stronger than {least:g} in words (Figure 11 of the paper).</p>'
    text = told + _behaviour_table(rules_in_words(cohort, least))
    if not has_paper:
        return text
    theirs = (
        row_of([each.vehicles, *_stacked(tuple(zip(each.conditions, each.actions, strict=True)))])
        for each in BEHAVIOURS
    )
    return f"{text}<h4>The paper's vehicles</h4>{table(['vehicles', 'condition', 'action'], theirs)}"


def _behaviours(cohort: Cohort) -> str:
    told = (
        '<p class="dim">What each vehicle does when it goes by its strongest rules, in the shortest words that tell '
        "its decisions apart in the situations that came up, and in which share of them.</p>"
    )
    return told + _behaviour_table(behaviours(cohort))


def _behaviour_table(told: Sequence[Behaviour]) -> str:
    lines = (row_of([escape(_numbers(each.learners)), *_stacked(each.lines)]) for each in told)
    return table(["vehicles", "condition", "action"], lines)


def _stacked(lines: Sequence[tuple[str, str]]) -> tuple[str, str]:
    return "<br>".join(escape(words) for words, _ in lines), "<br>".join(escape(action) for _, action in lines)


def _classifiers(cohort: Cohort, least: float, *, has_paper: bool) -> str:
    sensors, effectors = short_names(cohort.layout.sensors), short_names(cohort.layout.effectors)
    words = [f"{short} {name}" for short, name in zip((*sensors, *effectors), (*cohort.layout.sensors, *cohort.layout.effectors), strict=True)]  # fmt: skip # noqa: E501
    told = f'<p class="dim">Rules stronger than {least:g} (Figure 10 of the paper). {escape(", ".join(words))}.</p>'
    lines = rule_lines(cohort, least)
    rows = []
    for learner, own in groupby(lines, key=lambda line: line.learner):
        for k, line in enumerate(own):
            action = effectors[cohort.layout.effectors.index(line.action)]
            rows.append(row_of(["" if k else escape(learner), *line.condition, action, *_strengths(line)]))
    heads = ["vehicle", *sensors, "action", "strength", *(f"for “{name}”" for name in cohort.layout.goal_names)]
    text = told + table(heads, rows)
    if not has_paper:
        return text
    theirs = []
    for vehicle, own_rules in groupby(CLASSIFIERS, key=lambda rule: rule.vehicle):
        for k, rule in enumerate(own_rules):
            cells = ["" if k else str(vehicle), *rule.condition, rule.action, f"{rule.strength:.6f}"]
            theirs.append(row_of(cells))
    return f"{text}<h4>The paper's vehicles</h4>{table(['vehicle', *SENSORS, 'action', 'strength'], theirs)}"


def _strengths(line: RuleLine) -> list[str]:
    return [f"{line.strength:.6f}", *(f"{value:.2f}" for value in line.strengths)]


def _numbers(names: Sequence[str]) -> str:
    """Names, shortened where they differ in their last word only: `vehicle 1, 7`."""
    heads = {name.rpartition(" ")[0] for name in names}
    if len(names) > 1 and len(heads) == 1 and "" not in heads:
        return f"{names[0].rpartition(' ')[0]} {', '.join(name.rpartition(' ')[2] for name in names)}"
    return ", ".join(names)


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100.0 else f"{value:.3g}" if isfinite(value) else "–"
