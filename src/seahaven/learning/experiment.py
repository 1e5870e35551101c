"""Experiments in learning: a study whose learned drivers learn, from the first point of their curves to the report."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from seahaven.classifiers import rules_text, write_rules
from seahaven.errors import InputError
from seahaven.files import file_name
from seahaven.geometry import Floats
from seahaven.kernel import SECOND, in_seconds, read_checkpoint, save_checkpoint
from seahaven.learning.cohort import Cohort, Learner
from seahaven.learning.curve import Curve, Stretch, sums_of
from seahaven.seats.learned import LearnedDrivers
from seahaven.takes import Run, Take, claimed, load_study, load_take

__all__ = ["Experiment", "Learned", "Stage"]

KEPT_TIMES: Final = 50
"""How often the state of an experiment is kept, at most: a kill costs a fiftieth of it."""
STATE: Final = "experiment.checkpoint.npz"


@dataclass(frozen=True, slots=True)
class Stage:
    """How far an experiment is: in which part of it, and what was just driven, by driver."""

    part: str
    time: float
    until: float
    stretches: dict[str, Stretch]
    goals: dict[str, tuple[str, ...]]


OnStage = Callable[[Stage], None]


@dataclass(frozen=True, slots=True)
class Learned:
    """What came of an experiment: the cohorts of its drivers, those of the one before, and those without that."""

    name: str
    seed: int
    folder: Path
    seconds: float
    cohorts: tuple[Cohort, ...]
    significant: float
    published: bool
    before: Learned | None = None
    fresh: Learned | None = None


@dataclass(slots=True)
class Experiment:
    """A study with learned drivers, to be played into a folder.

        Experiment(Path("examples/nine_vehicles.learn.yaml"), Path("out/nine-vehicles")).run()

    Every `learning.every` the curves get a point. The state is kept meanwhile: played again into the same folder, an
    experiment that broke off goes on, with the bytes that it would have had; one that is done shows what came of it,
    or goes on to a later `until` (ns). `force` begins anew.
    """

    source: Path
    out: Path
    seed: int | None = None
    until: int | None = None
    allow: Sequence[str] = ()
    force: bool = False
    on_stage: OnStage | None = None
    part: str = ""
    fresh: bool = False
    """Whether what was learned in the experiment before is left out."""
    _before: Learned | None = field(init=False, default=None)

    def run(self) -> Learned:
        """Play it to its end, or as far as it goes, and give what came of it."""
        study, _ = load_study(self.source)
        if not study.learned:
            raise InputError(f"'{self.source}' has no learned driver; declare one under 'learned:'")
        said = study.learning
        with claimed(self.out):
            if self.force:
                _forget(self.out)
            if said is not None and said.after is not None and not self.fresh:
                self._before = self._other(self.source.parent / said.after, "before").run()
            learned = self._played(said.every if said else 60.0)
            contrast = None
            if said is not None and said.fresh and self._before is not None:
                contrast = replace(self._other(self.source, "fresh"), fresh=True, until=self.until).run()
        return replace(
            learned, before=self._before, fresh=contrast, significant=said.significant if said else 30.0,
            published=said.published if said else False,
        )  # fmt: skip

    def _other(self, source: Path, part: str) -> Experiment:
        """Another experiment that belongs to this one, in a folder of its own."""
        return replace(self, source=source, out=self.out / part, until=None, part=part, force=False)

    def _played(self, every: float) -> Learned:
        take = load_take(self.source, allow=self.allow, seed=self.seed)
        drivers = [module for module in take.root.walk() if isinstance(module, LearnedDrivers)]
        if not any(module.driver.learns for module in drivers):
            raise InputError(f"no learned driver of '{self.source}' learns; add 'learns: true' to one")
        if self._before is not None:
            _hand_over(self._before, drivers)
        session = _Session(take, drivers, self.out, every)
        end = take.duration if self.until is None else self.until
        session.play(end, lambda stage: self.on_stage and self.on_stage(replace(stage, part=self.part)))
        return session.learned()


@dataclass(slots=True)
class _Session:
    """One experiment at work: a run, the modules of its learned drivers, and their curves."""

    take: Take
    drivers: Sequence[LearnedDrivers]
    out: Path
    every: float
    run: Run = field(init=False)
    curves: dict[str, Curve] = field(init=False, default_factory=dict)
    sums: dict[str, Floats] = field(init=False, default_factory=dict)

    def play(self, end: int, tell: Callable[[Stage], object]) -> None:
        """Go on from what was kept, or begin, and play to a date (ns)."""
        every = max(round(self.every * SECOND), 1)
        self.run = Run(self.take, out=self.out, is_bare=True)
        kept = self.out / STATE
        if kept.exists():
            self._resume(kept, end)
        else:
            self.run.begin()
            self._begin_curves()
        keep_every = max(every, end // KEPT_TIMES)
        next_kept = self.run.now + keep_every
        with self.run:
            while self.run.now < end:
                due = min((self.run.now // every + 1) * every, end)
                self.run.play(due, lambda _: False, due - self.run.now)
                tell(self._point(in_seconds(end)))
                if self.run.now >= min(next_kept, end):
                    self._keep(kept)
                    next_kept = self.run.now + keep_every

    def learned(self) -> Learned:
        """What was learned so far; writes the rules of each vehicle."""
        cohorts = tuple(self._cohort(module) for module in self.drivers)
        folder = self.out / "rules"
        folder.mkdir(exist_ok=True)
        for cohort in cohorts:
            for learner in cohort.learners:
                write_rules(learner.rules.strongest(), folder / f"{file_name(learner.name)}.rules")
        return Learned(self.take.name, self.take.seed, self.out, self.run.time, cohorts, 30.0, published=False)

    # --- curves and state -------------------------------------------------------------------------------------------

    def _begin_curves(self) -> None:
        for module in self.drivers:
            goals = module.driver.layout.goal_names
            self.curves[module.path] = curve = Curve(goals, module.driver.seats)
            self.sums[module.path] = curve.nothing

    def _point(self, until: float) -> Stage:
        """Give each curve a point."""
        found = {}
        for module in self.drivers:
            curve, before = self.curves[module.path], self.sums[module.path]
            after = sums_of(module.tally)
            curve.add(self.run.time, before, after)
            self.sums[module.path] = after
            found[module.driver.name] = curve.stretches[-1]
        goals = {module.driver.name: module.driver.layout.goal_names for module in self.drivers}
        return Stage("", self.run.time, until, found, goals)

    def _keep(self, path: Path) -> None:
        """Write the curves, then the state that goes with them."""
        for module in self.drivers:
            self.curves[module.path].write(self._table(module))
        save_checkpoint(self.run.controller, path, notes=self._notes())

    def _resume(self, path: Path, end: int) -> None:
        header = read_checkpoint(path)
        if header.notes != self._notes() or header.seed != self.take.seed:
            raise InputError(
                f"{self.out} holds an experiment of '{header.notes.get('study')}' with seed {header.seed}, or one from "
                "before its files were changed; begin anew with --force, or choose another folder with --out"
            )
        if header.now > end:
            raise InputError(
                f"{self.out} holds this experiment up to {in_seconds(header.now):g} s already; let it end later "
                "(--until), or begin anew with --force"
            )
        self.run.begin(path)
        for module in self.drivers:
            layout = module.driver.layout
            self.curves[module.path] = Curve.read(
                self._table(module), goals=layout.goal_names, seats=module.driver.seats, until=in_seconds(header.now)
            )
            self.sums[module.path] = sums_of(module.tally)

    def _table(self, module: LearnedDrivers) -> Path:
        return self.out / f"{file_name(module.driver.name)}.curve.csv"

    def _notes(self) -> dict[str, Any]:
        texts = (rules_text(base) for module in self.drivers for base in module.driver.bases)
        begun = sha256("\n".join(texts).encode()).hexdigest()
        return {"study": self.take.name, "inputs": dict(self.take.inputs), "said": self.take.said, "begun": begun}

    def _cohort(self, module: LearnedDrivers) -> Cohort:
        driver, curve = module.driver, self.curves[module.path]
        names = {entity: name for name, entity in self.run.world.names.items()}
        seated = {seat: names.get(entity, "") for entity, seat in module.seats.items()} if driver.learns else {}
        drove = [seat for seat in range(driver.seats) if any(stretch.sums[seat, 0] for stretch in curve.stretches)]
        learners = tuple(
            Learner(seated.get(seat) or f"{driver.name} {seat + 1}", seat, module.rules(seat)) for seat in drove
        )
        return Cohort(driver.name, driver.layout, driver.terms, driver.learns, learners, curve, module.occurred)


def _hand_over(before: Learned, drivers: Sequence[LearnedDrivers]) -> None:
    """Let drivers begin with the rules of an earlier experiment, vehicle by vehicle (A7)."""
    for module in drivers:
        found = {cohort.driver: cohort for cohort in before.cohorts}
        cohort = found.get(module.driver.name) or (before.cohorts[0] if len(before.cohorts) == 1 else None)
        if cohort is None or not module.driver.learns:
            continue
        module.begin_with([learner.rules for learner in cohort.learners])


def _forget(folder: Path) -> None:
    """Remove what an experiment has left in a folder; whatever else lies there stays."""
    for part in ("before", "fresh"):
        if (folder / part / STATE).exists():
            shutil.rmtree(folder / part)
    (folder / STATE).unlink(missing_ok=True)
