"""What is kept of a run now and then, so that it can go on where it was if it breaks off."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from seahaven.errors import InputError, ReelError, SnapshotError, StepError
from seahaven.files import file_name
from seahaven.kernel import SECOND, Controller, read_checkpoint, save_checkpoint
from seahaven.reels import Mark, Recorder, Reel, library_versions

__all__ = [
    "KEEP_EVERY",
    "Halfway",
    "Keeper",
    "anew",
    "cockpits_beside",
    "cockpits_in",
    "kept_in",
    "reel_in",
    "refuse_other_notes",
    "resumable",
    "slug_of",
]

KEEP_EVERY: Final = 120 * SECOND
"""Simulated time between two states that are kept."""
_MARK: Final = "mark"


@dataclass(frozen=True, slots=True)
class Halfway:
    """A state that was kept of a run: where it lies, its date (ns), and how much of the reel belongs to it."""

    path: Path
    now: int
    mark: Mark


def slug_of(title: str) -> str:
    """A take's title as a file name."""
    return file_name(title, empty="take")


def reel_in(out: Path, title: str) -> Path:
    """Where the reel of a take lies in the folder that it was played into."""
    return out / f"{slug_of(title)}.reel"


def cockpits_in(out: Path) -> Path:
    """The folder beside the reel of a take in which a reel of its cockpits lies, recorded at the rate of the seats."""
    return out / "cockpit"


def cockpits_beside(reel: Reel) -> Reel | None:
    """The recording of cockpits that belongs to a reel; None where nobody drove freely, or if it is of another run."""
    path = cockpits_in(reel.path.parent) / reel.path.name
    if not path.is_dir():
        return None
    cockpits = Reel.open(path)
    is_same = (cockpits.seed, cockpits.manifest.inputs) == (reel.seed, reel.manifest.inputs)
    return cockpits if is_same else None


def kept_in(out: Path, title: str) -> Path:
    """Where the state of a take is kept meanwhile."""
    return out / f"{slug_of(title)}.checkpoint.npz"


def resumable(out: Path, notes: Mapping[str, Any], *, seed: int, rate: Fraction | None) -> Halfway:
    """The state from which a run that broke off in the folder `out` can go on; refuses where there is none.

    `notes` are those of the run that is to go on, `rate` is how often it records.
    """
    title = str(notes["study"])
    kept = kept_in(out, title)
    if not kept.exists():
        raise InputError(f"{out} holds no run of '{title}' that can go on; {anew(out)}")
    before = _halfway(kept, notes, seed)
    reel = Reel.open(reel_in(out, title))
    if reel.manifest.rate != rate:
        own = reel.manifest.rate
        raise InputError(f"{out} was recorded at {own} Hz, this run would record at {rate} Hz; give --rate {own}")
    if reel.manifest.versions != library_versions():
        raise InputError(f"{out} was recorded by another version; {anew(out)}")
    before.mark.refuse_shorter(reel)
    return before


def anew(out: Path) -> str:
    """The advice for a run that cannot go on in the folder `out`."""
    return f"play it anew with --out {out} --force, without --resume"


def _halfway(path: Path, notes: Mapping[str, Any], seed: int) -> Halfway:
    """The state in a file that a keeper wrote; refuses that of another run."""
    header = read_checkpoint(path)
    refuse_other_notes(path, header.notes, notes)
    if header.seed != seed:
        raise InputError(f"{path} was kept under seed {header.seed}, this run has {seed}; give --seed {header.seed}")
    if _MARK not in header.notes:
        raise InputError(f"{path} does not say how much was recorded; go on from it into another folder")
    return Halfway(path, header.now, _mark(path, header.notes[_MARK]))


def _mark(path: Path, told: Any) -> Mark:
    frames, events = (told.get(name) if isinstance(told, dict) else None for name in ("frames", "events"))
    if type(frames) is not int or type(events) is not int or min(frames, events) < 0:
        raise InputError(f"{path} is damaged: it says that {told!r:.40} was recorded; play from the beginning")
    return Mark(frames, events)


def refuse_other_notes(path: Path, found: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
    """Refuse the checkpoint of something else."""
    if {name: note for name, note in found.items() if name != _MARK} == wanted:
        return
    study = wanted["study"]
    if found.get("study") != study:
        made = found.get("study", "another run")
        raise InputError(f"{path} is a checkpoint of '{made}', not of '{study}'; give the study that it was made from")
    raise InputError(
        f"{path} is a checkpoint of '{study}' before something was changed{_changed(found, wanted)}; undo that to go "
        "on from it, or play from the beginning, without --resume"
    )


def _changed(found: Mapping[str, Any], wanted: Mapping[str, Any]) -> str:
    """The files that are not as they were."""
    before, now = found.get("inputs"), wanted["inputs"]
    if not isinstance(before, dict):
        return ""
    files = sorted(name for name in {*before, *now} if before.get(name) != now.get(name))
    return f" in {', '.join(files)}" if files else ""


@dataclass(slots=True)
class Keeper:
    """Keeps the state of a run in a file beside its reel, every `KEEP_EVERY`, until the run is over.

    What was recorded is safe before the state that goes with it. A run with modules that cannot be kept goes on
    without. As a context it forgets the state of a run that has come to its end, or that would fail again from there.
    """

    path: Path
    recorder: Recorder
    notes: Mapping[str, Any]
    due: int = field(init=False)

    def begin(self, now: int) -> None:
        """Count from this date (ns) on."""
        self.due = now + KEEP_EVERY

    def look(self, controller: Controller) -> None:
        """Keep the state, if it is time to."""
        if controller.now < self.due:
            return
        self.begin(controller.now)
        notes = {**self.notes, _MARK: asdict(self.recorder.mark())}
        with suppress(SnapshotError):
            save_checkpoint(controller, self.path, notes=notes)

    @contextmanager
    def forgetting_unfit(self) -> Iterator[None]:
        """Forget a state from which it proves impossible to go on, so that the next run begins anew."""
        try:
            yield
        except SnapshotError:
            self.forget()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        would_fail_again = isinstance(error, StepError) and not isinstance(error.__cause__, ReelError)
        if error is None or would_fail_again:
            self.forget()

    def forget(self) -> None:
        """Take the file away: the run is over, or begins anew."""
        if self.path.exists():
            self.path.unlink()
