"""Learned drivers of a study: from what it says of them, and rule files, to the modules that drive."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from math import isfinite
from typing import TYPE_CHECKING, Any

from seahaven.classifiers import Goal, Layout, RuleBase, Terms, parse_rules
from seahaven.errors import InputError, Position, nearest
from seahaven.files import KeyPath, load_yaml, read_source
from seahaven.kernel import Module
from seahaven.seats.learned import Effector, LearnedDriver, LearnedDrivers, Objective, Sensor, quantity_named
from seahaven.takes.at import At
from seahaven.takes.conditions import condition, quantity_value, refuse_never
from seahaven.takes.learned_entries import HALF_SECONDS, GoalEntry, LearnedEntry
from seahaven.takes.reading import Reading
from seahaven.world import World

if TYPE_CHECKING:
    from seahaven.takes.actors import Actors

__all__ = ["add_learned_drivers", "learned_drivers"]

SETTINGS = ("decides", "least_speed", "most_speed", "random", "learns", "most")
"""What a file says once, and another that is `like` it may say otherwise."""
USUAL_MOST_SPEED = 60.0
"""m/s."""


@dataclass(slots=True)
class _Parts:
    """What was declared so far, by name, each with its place."""

    sensors: dict[str, Sensor] = field(default_factory=dict)
    effectors: dict[str, Effector] = field(default_factory=dict)
    objectives: dict[str, Objective] = field(default_factory=dict)
    places: dict[tuple[str, str], Position] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)
    terms: dict[str, Any] = field(default_factory=dict)


def learned_drivers(entries: Mapping[str, LearnedEntry], reading: Reading) -> tuple[LearnedDriver, ...]:
    """The learned drivers that a study declares, in its order."""
    return tuple(_driver(name, entry, reading) for name, entry in entries.items())


def _driver(name: str, entry: LearnedEntry, reading: Reading) -> LearnedDriver:
    path: KeyPath = ("learned", name)
    parts = _Parts()
    _declare(parts, name, entry, path, reading, set())
    for kind in ("sensors", "effectors", "objectives"):
        if not getattr(parts, kind):
            word = "goals" if kind == "objectives" else kind
            raise InputError(f"the learned driver '{name}' has no {word}", reading.key_at(*path))
    _refuse_contradictions(parts)
    said = parts.settings
    span = said.get("least_speed", 0.0), said.get("most_speed", USUAL_MOST_SPEED)
    for sensor in parts.sensors.values():
        with At(parts.places["sensor", sensor.name]):
            refuse_never(sensor.when, bounds={"speed": span})
    with At(reading.key_at(*path)):
        layout = Layout(tuple(parts.sensors), tuple(parts.effectors), tuple(o.goal for o in parts.objectives.values()))
    bases = tuple(_bases(entry, layout, path, reading))
    with At(reading.key_at(*path)):
        return LearnedDriver(
            name, tuple(parts.sensors.values()), tuple(parts.effectors.values()), tuple(parts.objectives.values()),
            terms=_terms(parts.terms), period=float(1 / said.get("decides", HALF_SECONDS)), least_speed=span[0],
            most_speed=span[1], learns=said.get("learns", False), most=said.get("most", 64),
            random_rules=said.get("random", 0), bases=bases,
        )  # fmt: skip


def _declare(
    parts: _Parts, name: str, entry: LearnedEntry, path: KeyPath, reading: Reading, met: set[str]
) -> None:  # fmt: skip
    """Add what a file declares, after what the file that it is like does."""
    if entry.like is not None:
        _declare_like(parts, name, entry.like, reading.at(*path, "like"), reading, met)
    for sensor, text in entry.sensors.items():
        at = parts.places["sensor", sensor] = reading.at(*path, "sensors", sensor)
        with At(at):
            parts.sensors[sensor] = Sensor(sensor, condition(text))
    for effector, deed in entry.effectors.items():
        parts.places["effector", effector] = reading.key_at(*path, "effectors", effector)
        parts.effectors[effector] = Effector(effector, deed.acceleration, deed.lane, deed.horn)
    for goal, function in entry.goals.items():
        own = (*path, "goals", goal)
        parts.places["goal", goal] = reading.key_at(*own)
        parts.objectives[goal] = _objective(goal, function, own, reading)
    parts.settings |= {key: value for key in SETTINGS if (value := getattr(entry, key)) is not None}
    for term, value in entry.terms.items():
        known = {each.name for each in fields(Terms)}
        if term not in known:
            raise InputError(f"there is no term '{term}'{nearest(term, known)}", reading.key_at(*path, "terms", term))
        with At(reading.at(*path, "terms", term)):
            _terms({**parts.terms, term: value})
        parts.terms[term] = value


def _declare_like(parts: _Parts, name: str, file: str, at: Position, reading: Reading, met: set[str]) -> None:
    """Add what another file declares."""
    from seahaven.files import Document, validate

    source = reading.file(file)
    if not source.is_file():
        raise InputError(f"there is no file '{file}' beside the study", at)
    if str(source.resolve()) in met:
        raise InputError(f"'{file}' is like a file that is like it", at)
    document: Document = load_yaml(source)
    data: Any = document.data
    declared = data.get("learned") if isinstance(data, dict) else None
    if not isinstance(declared, dict) or not declared:
        raise InputError(f"'{file}' declares no learned driver (a section 'learned')", at)
    chosen = name if name in declared else next(iter(declared)) if len(declared) == 1 else None
    if chosen is None:
        raise InputError(f"'{file}' declares {', '.join(declared)}, and no '{name}'", at)
    there = Reading(document, reading.inputs)
    entry = validate(document.below(("learned", chosen)), LearnedEntry)
    _declare(parts, chosen, entry, ("learned", chosen), there, {*met, str(source.resolve())})


def _objective(name: str, said: GoalEntry, path: KeyPath, reading: Reading) -> Objective:
    for key in ("reward", "times"):
        if not isfinite(getattr(said, key)):
            raise InputError(f"goal '{name}' has {key} {getattr(said, key)}; it must be finite", reading.at(*path, key))
    with At(reading.at(*path, "when")):
        when = condition(said.when)
    of, less = None, 0.0
    if said.of is not None:
        with At(reading.at(*path, "of")):
            of = quantity_named(said.of)
        with At(reading.at(*path, "less")):
            less = quantity_value(said.less, of)
    if said.reward == 0.0 and (of is None or said.times == 0.0):
        raise InputError(
            f"goal '{name}' never earns anything; give it a 'reward', or a quantity 'of'", reading.key_at(*path)
        )
    with At(reading.key_at(*path)):
        return Objective(Goal(name, said.priority, said.tolerance), when, said.reward, of, less, said.times)


def _refuse_contradictions(parts: _Parts) -> None:
    """Refuse two goals of which one rewards what the other punishes."""
    known: dict[Any, Objective] = {}
    for objective in parts.objectives.values():
        for about, sign in _wants(objective):
            first = known.setdefault((about, sign), objective)
            other = known.get((about, -sign))
            if other is not None and other is not objective and first is objective:
                at = parts.places["goal", objective.goal.name]
                line = parts.places["goal", other.goal.name].line
                pair = f"goal '{objective.goal.name}' and goal '{other.goal.name}' (line {line})"
                raise InputError(f"{pair} contradict each other: one rewards what the other punishes", at)


def _wants(objective: Objective) -> Iterator[tuple[Any, int]]:
    """What a goal is about, and whether it wants more of it or less."""
    if objective.reward != 0.0 and objective.when.terms:
        yield frozenset(objective.when.terms), 1 if objective.reward > 0.0 else -1
    if objective.of is not None and objective.times != 0.0:
        yield (objective.of.name, objective.when), 1 if objective.times > 0.0 else -1


def _terms(said: Mapping[str, Any]) -> Terms:
    """The terms of learning, of which some are said."""
    for name, value in said.items():
        usual = getattr(Terms(), name)
        kinds: tuple[type, ...] = (
            (bool,) if isinstance(usual, bool) else (int,) if isinstance(usual, int) else (int, float)
        )
        if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
            raise InputError(f"'{name}' is {value!r}; expected a value such as {usual!r}")
    return Terms(**said)


def _bases(entry: LearnedEntry, layout: Layout, path: KeyPath, reading: Reading) -> Iterator[RuleBase]:
    """The rule bases of the files that a study names; one of another layout is refused with the line that differs."""
    files = [entry.rules] if isinstance(entry.rules, str) else entry.rules or []
    for file in files:
        source = reading.file(file)
        if not source.is_file():
            at = (
                reading.at(*path, "rules")
                if isinstance(entry.rules, str)
                else reading.at(*path, "rules", files.index(file))
            )
            close = get_close_matches(source.name, [each.name for each in source.parent.glob("*.rules")], n=1)
            hint = f"; did you mean '{close[0]}'?" if close else ""
            raise InputError(f"there is no rule file '{file}' beside the study{hint}", at)
        text = read_source(source).text
        base = parse_rules(text, name=str(source))
        if not layout.continues(base.layout):
            raise _misfit(base.layout, layout, text, str(source), path[1])
        yield base.carried_to(layout)


def _misfit(found: Layout, wanted: Layout, text: str, file: str, driver: Any) -> InputError:
    """What is wrong with a rule file of another layout."""
    for heading, theirs, ours in (
        ("sensors", found.sensors, wanted.sensors),
        ("effectors", found.effectors, wanted.effectors),
        ("goals", found.goal_names, wanted.goal_names),
    ):
        for k, name in enumerate(theirs):
            if k >= len(ours) or ours[k] != name:
                own = f"'{ours[k]}'" if k < len(ours) else "nothing"
                line = next((n for n, each in enumerate(text.splitlines(), 1) if each.startswith(heading)), 1)
                message = (
                    f"the rules are of another layout: number {k + 1} of the {heading} is '{name}' here, and {own}"
                )
                return InputError(f"{message} in the learned driver '{driver}'", Position(file, line, 1))
    return InputError(f"the rules are of another layout than the learned driver '{driver}'", Position(file, 1, 1))


def add_learned_drivers(actors: Actors, world: World, root: Module) -> None:
    """Put the modules of all learned drivers into the tree, and give them the vehicles that the study names."""
    location = actors.location
    for actor in actors.members:
        if actor.kind.learned is not None and actor.seating:
            raise InputError(
                f"{actor.kind} has a learned driver, and '{actor.name}' another one", location.reading.at(*actor.path)
            )
    for number, driver in enumerate(location.learned):
        module = LearnedDrivers(f"learned{number}", rate=location.traffic.rate, driver=driver, number=number)
        root.add(module)
        own = [world[actor.name].id for actor in actors.members if actor.kind.learned == number]
        world.grant(module.path, "vehicle", ids=own)
