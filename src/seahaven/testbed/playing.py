"""A drive played and judged: from a drive file, a driver and a seed to a verdict and a reel."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from seahaven.errors import InputError, OccupantError, SeahavenError, StepError
from seahaven.measures import Lanes
from seahaven.reels import Reel
from seahaven.seats import Seat, TimedDriver
from seahaven.takes import Take, drivers_in, load_take, reel_in, staged_in
from seahaven.testbed.answers import answers_beside, write_answers
from seahaven.testbed.command import command_of
from seahaven.testbed.drive import Drive, Variant, load_drive
from seahaven.testbed.evidence import Evidence
from seahaven.testbed.outcome import VERDICT, DriveOutcome, read_outcome, write_outcome
from seahaven.testbed.report import draw_strips
from seahaven.testbed.requirement import Judging
from seahaven.testbed.validators import NoFault
from seahaven.testbed.verdict import DriveVerdict, Finding, judge

__all__ = ["DriveJob", "judge_reel", "play_and_judge"]

OnDate = Callable[[int], None]
Known = dict[str | None, Lanes]


@dataclass(frozen=True, slots=True)
class DriveJob:
    """A drive to be played and judged: from which file, into which folder, under which seed, how it differs.

    It can be sent to another process, and is a task for `play_side_by_side`. Without a seed, that of the file counts.
    """

    source: str
    folder: Path
    seed: int | None = None
    variant: Variant = field(default_factory=Variant)
    allow: tuple[str, ...] = ()

    def play(self, tell: Callable[[str, Any], None], known: dict[Any, Any]) -> None:
        """Play and judge it, and leave the outcome in its folder."""
        play_and_judge(self, on_date=lambda date: tell("date", date), known=known)

    def record(self) -> DriveOutcome | None:
        """The outcome that was left, if it was played."""
        return read_outcome(self.folder)

    def failed(self, why: str) -> DriveOutcome:
        """Leave an outcome of one whose process died again and again."""
        return _kept(self, DriveOutcome(self.name, self.source, self.variant, error=why, command=command_of(self)))

    def again(self, *, has_begun: bool) -> DriveJob:
        """The same: a drive is played from its beginning."""
        return self

    @property
    def name(self) -> str:
        """What it is called before it has been loaded."""
        return Drive(Path(self.source), self.variant, None, ()).name  # type: ignore[arg-type]  # the name needs no study


def play_and_judge(job: DriveJob, *, on_date: OnDate | None = None, known: Known | None = None) -> DriveOutcome:
    """Play a drive into its folder, whatever an earlier run left there, and judge it; the outcome is kept there, too.

    A drive that cannot be played or judged has an outcome with an error. If the software fails, that is a verdict.
    Pass the same dict as `known` for all drives, so that roads are read only once.
    """
    (job.folder / VERDICT).unlink(missing_ok=True)
    try:
        return _kept(job, _played(job, on_date, known))
    except (SeahavenError, OSError) as error:
        return job.failed(str(error))


def judge_reel(reel: Reel, requirements: tuple[Judging, ...], *, known: Known | None = None) -> DriveVerdict:
    """The verdict on a recorded drive, with the times of answers that lie beside the reel.

    Software that broke the drive off has failed, whether that was required or not. Each of several subjects is judged.
    """
    known = {} if known is None else known
    names = {entity: name for name, entity in reel.manifest.names.items()}
    subjects = reel.manifest.subjects or (None,)
    found = list[Finding]()
    for subject in subjects:
        name = names.get(subject, str(subject)) if subject is not None and len(subjects) > 1 else ""
        evidence = Evidence.of(reel, subject=subject, answers=answers_beside(reel.path.parent, name), known=known)
        asked = (*requirements, NoFault()) if _has_failed(reel, evidence, name, requirements) else requirements
        found += judge(asked, evidence, subject=name).findings
    return DriveVerdict(tuple(found))


def _has_failed(reel: Reel, evidence: Evidence, name: str, requirements: tuple[Judging, ...]) -> bool:
    """Whether software has failed that nobody required not to; of several, one failed even if the others drove on."""
    if any(isinstance(one, NoFault) for one in requirements):
        return False
    has_faults = any(not fault.is_late for fault in evidence.faults)
    return has_faults if name else reel.manifest.state == "failed"


def _played(job: DriveJob, on_date: OnDate | None, known: Known | None) -> DriveOutcome:
    drive = load_drive(job.source, job.variant, allow=job.allow)
    take = load_take(job.source, allow=job.allow, seed=job.seed, change=job.variant.change)
    _refuse_unrecorded(take)
    drivers = drivers_in(take.root, take.world)
    names = [name for name, entity in take.world.names.items() if entity in take.world.subjects]
    timed = _timed(take)
    fault = ""
    try:
        reel = take.play(job.folder, overwrite=True, on_date=on_date)
    except StepError as error:
        if not _is_of_the_software(error):
            raise
        reel, fault = Reel.open(reel_in(job.folder, take.name)), str(error.__cause__)
    if timed:
        write_answers(job.folder, {name: driver.took for name, driver in timed.items()})
    known = {} if known is None else known
    has_frames = len(reel.times) > 0
    verdict = judge_reel(reel, drive.requirements, known=known) if has_frames else _stillborn(fault)
    told = reel.manifest
    outcome = DriveOutcome(
        drive.name, job.source, job.variant, title=take.name, seed=take.seed,
        driver=", ".join(dict.fromkeys(drivers[name] for name in names)), duration=told.duration, reel=reel.path.name,
        inputs=dict(told.inputs), versions=dict(told.versions), verdict=verdict, command=command_of(job, take.seed),
        staged=staged_in(reel),
    )  # fmt: skip
    draw_strips(outcome, job.folder, known)
    return outcome


def _stillborn(fault: str) -> DriveVerdict:
    """The verdict on software that failed at its first view: nothing was recorded that could be judged."""
    text = NoFault().text()
    return DriveVerdict((Finding(text, False, -1.0, "", 0.0, 0.0, 0.0, "", "", fault, (0.0, 0.0)),))


def _timed(take: Take) -> dict[str, TimedDriver]:
    """Have the answers of the subjects' drivers timed, of those that come from outside."""
    names = {entity: name for name, entity in take.world.names.items()}
    subjects, found = {names.get(subject) for subject in take.world.subjects}, {}
    for module in take.root.walk():
        if isinstance(module, Seat) and module.vehicle in subjects and not isinstance(module.driver, TimedDriver):
            found[module.vehicle] = module.driver = TimedDriver(module.driver)
    return found


def _is_of_the_software(error: StepError) -> bool:
    """Whether a run broke off since its driver failed on the way, and not since there is none."""
    cause = error.__cause__
    return isinstance(cause, OccupantError) and not isinstance(cause.__cause__, InputError)


def _refuse_unrecorded(take: Take) -> None:
    if take.rate is None:
        message = f"'{take.name}' records nothing ('record: null'), and drives are judged by what was recorded"
        raise InputError(f"{message}; leave 'record' out of the study")


def _kept(job: DriveJob, outcome: DriveOutcome) -> DriveOutcome:
    job.folder.mkdir(parents=True, exist_ok=True)
    write_outcome(outcome, job.folder)
    return outcome
