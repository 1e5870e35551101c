"""A campaign played: on all cores, on where it broke off, into a history that nothing is lost from or counted twice."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Protocol

from seahaven.errors import InputError, SeahavenError
from seahaven.files import write_text_atomic
from seahaven.takes import claimed
from seahaven.testbed.campaigns.campaign import Campaign, PlannedDrive
from seahaven.testbed.campaigns.cluster import clustered
from seahaven.testbed.campaigns.searching import Search, squashed
from seahaven.testbed.history import Entry, History, entry_of
from seahaven.testbed.outcome import VERDICT, DriveOutcome
from seahaven.testbed.playing import DriveJob
from seahaven.trials import OnTrial, side_by_side

__all__ = ["CampaignOptions", "CampaignTask", "Shard", "play_campaign"]

STATE: Final = "campaign.json"
FORMAT: Final = 1
RESERVE: Final = 200_000_000
"""Bytes that have to be free on the disk for another drive: a minute with twenty vehicles takes less than 2 MB."""
TRIES: Final = 2
"""How often a drive is played whose process dies: once more, in case that the reason was outside."""

OnCampaign = Callable[[str, Any], None]
"""Hears how far a campaign is: what (*planned*, *kept*, *entry*, *again*, *date*), and its value."""


@dataclass(frozen=True, slots=True)
class Shard:
    """Which part of a campaign is played: the drives whose numbers come to `index`, counted round to `count`."""

    index: int = 1
    count: int = 1

    def __contains__(self, number: int) -> bool:
        return (number - self.index) % self.count == 0

    def __str__(self) -> str:
        return f"{self.index}/{self.count}"

    @classmethod
    def of(cls, text: str) -> Shard:
        """A shard as the command line has it: `3/10`."""
        index, _, count = text.partition("/")
        if not (index.isdecimal() and count.isdecimal() and 1 <= int(index) <= int(count)):
            raise InputError(f"'{text}' is no shard; expected one such as 3/10, from 1/10 to 10/10")
        return cls(int(index), int(count))


@dataclass(frozen=True, slots=True)
class CampaignOptions:
    """How a campaign is played: by whom, as which software, which part, on how many cores, and whether anew.

    `cluster` is the address of a Ray cluster that plays it; there, 0 jobs stand for all cores.
    """

    driver: str = ""
    software: str = ""
    shard: Shard = Shard()
    jobs: int = 1
    overwrite: bool = False
    allow: tuple[str, ...] = ()
    cluster: str = ""


class Players(Protocol):
    """What plays tasks, and gives their records: processes of this computer, or a cluster."""

    def play(self, jobs: Sequence[CampaignTask], tell: OnTrial) -> list[Any]:
        """Play drives, and tell of each what comes of it."""


@dataclass(frozen=True, slots=True)
class CampaignTask:
    """A drive of a campaign as a process does it: played, judged, and its recording thrown away if it is not wanted."""

    job: DriveJob
    planned: PlannedDrive
    keep: str = "failures"

    @property
    def folder(self) -> Path:
        """Its own folder."""
        return self.job.folder

    def play(self, tell: Callable[[str, Any], None], known: dict[Any, Any]) -> None:
        """Play and judge it, in an empty folder: a process that was killed may have left half a recording."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self.job.play(tell, known)
        outcome = self.record()
        if outcome and (self.keep == "none" or (self.keep == "failures" and outcome.state == "passed")):
            _forget_recording(self.folder)

    def record(self) -> DriveOutcome | None:
        """What came of it."""
        return self.job.record()

    def failed(self, why: str) -> DriveOutcome:
        """Note that it could not be played."""
        return self.job.failed(why)

    def again(self, *, has_begun: bool) -> CampaignTask:
        """The same: a drive is played from its beginning."""
        return self


def play_campaign(
    campaign: Campaign, out: Path, history: History, *, name: str, options: CampaignOptions, tell: OnCampaign
) -> list[Entry]:
    """Play all drives of a campaign that are not in the history yet, and give the entries of all, in their order.

    `name` is what a new campaign is called in the history. One that broke off goes on under the name that it had, if it
    is played into the same folder: drives that were judged are not played again, and drives in the history are not
    entered again. Another run into the same folder is refused.
    """
    if campaign.is_search and options.shard.count > 1:
        raise InputError("a search goes by all drives before, so it cannot be played in shards; leave out --shard")
    with claimed(out):
        _refuse_full(out, 0)
        state = _begun(campaign, out, history, name, options)
        play = _Play(campaign, out, history, state["name"], options, tell)
        play.known = {entry.number: entry for entry in history.entries(play.name)} if _is_there(history, play) else {}
        with _players(campaign, options) as crew:
            found = play.search(crew) if campaign.is_search else play.all(crew, campaign.plan())
    return found


def _players(campaign: Campaign, options: CampaignOptions) -> AbstractContextManager[Players]:
    limit, memory = campaign.file.limit, campaign.file.memory_gb * 1e9
    if options.cluster:
        files = (campaign.path, *campaign.sources)
        return clustered(options.cluster, limit=limit, memory=memory, files=files, most=options.jobs or None)
    return side_by_side(options.jobs, limit=limit, memory=memory, tries=TRIES)


def _is_there(history: History, play: _Play) -> bool:
    return (history.folder / play.name).is_dir()


@dataclass(slots=True)
class _Play:
    """A campaign on its way."""

    campaign: Campaign
    out: Path
    history: History
    name: str
    options: CampaignOptions
    tell: OnCampaign
    known: dict[int, Entry] = field(default_factory=dict)
    done: int = 0

    def all(self, crew: Players, planned: Sequence[PlannedDrive]) -> list[Entry]:
        """Play some drives, and give their entries."""
        wanted = [each for each in planned if each.number in self.options.shard]
        self.tell("planned", len(wanted))
        found: dict[int, Entry] = {}
        tasks = []
        for each in wanted:
            entry = self.known.get(each.number) or self._left(each)
            if entry:
                found[each.number] = entry
                self.done += 1
                self.tell("kept", entry)
            else:
                tasks.append(self._task(each))
        for outcome, task in self._played(crew, tasks):
            found[task.planned.number] = self._enter(task.planned, outcome)
        return [found[each.number] for each in wanted]

    def search(self, crew: Players) -> list[Entry]:
        """Play round after round of what a search proposes, and give the entries of all."""
        file, entries, number = self.campaign.file, list[Entry](), 1
        search = Search(self.campaign.parameters, seed=file.seed, first=min(file.batch, file.samples))
        each = len(self.campaign.sources) * len(self.campaign.seeds)
        while number <= file.samples * each:
            proposed = search.round(min(file.batch, file.samples - (number - 1) // each))
            playable = [settings for settings in proposed if self.campaign.fits(settings)]
            drives = self.campaign.drives(proposed, number)
            found = self.all(crew, [drive for drive in drives if drive.settings in playable])
            search.tell([_least(settings, found) for settings in proposed])
            entries += found
            number += len(drives)
        return entries

    def _task(self, planned: PlannedDrive) -> CampaignTask:
        variant, options = planned.variant, self.options
        variant = replace(variant, driver=options.driver) if options.driver else variant
        folder = self.out / "drives" / f"{planned.number:06d}"
        job = DriveJob(str(planned.source), folder, planned.seed, variant, options.allow)
        return CampaignTask(job, planned, self.campaign.file.keep)

    def _left(self, planned: PlannedDrive) -> Entry | None:
        """The entry of a drive that was judged before everything ended, and not entered yet."""
        task = self._task(planned)
        with suppress(SeahavenError):  # what was damaged is played again
            outcome = task.record()
            if outcome and outcome.variant == task.job.variant and outcome.source == task.job.source:
                return self._enter(planned, outcome)
        return None

    def _played(self, crew: Players, tasks: Sequence[CampaignTask]) -> Iterable[tuple[DriveOutcome, CampaignTask]]:
        finished = list[tuple[DriveOutcome, CampaignTask]]()

        def hear(task: CampaignTask, what: str, value: Any) -> None:
            if what == "record":
                _refuse_full(self.out, self.done)
                finished.append((value, task))
                entry = self._enter(task.planned, value)
                self.done += 1
                self.tell("entry", entry)
            else:
                self.tell(what, value)

        crew.play(tasks, hear)
        return finished

    def _enter(self, planned: PlannedDrive, outcome: DriveOutcome) -> Entry:
        """Put a drive into the history, where it stays as it is if it is there already."""
        entry = entry_of(
            replace(outcome, seed=planned.seed), campaign=self.name, number=planned.number, settings=planned.settings,
            software=self.options.software, folder=self.out / "drives" / f"{planned.number:06d}",
        )  # fmt: skip
        if planned.number not in self.known:
            self.history.add(entry)
            self.known[planned.number] = entry
        return self.known[planned.number]


def _least(settings: Any, entries: Sequence[Entry]) -> float | None:
    """The least margin among the drives of one combination, squashed; null if none could be played."""
    found = [
        squashed({note.requirement: note.margin for note in each.notes}, each.state == "failed")
        for each in entries
        if each.settings == settings and each.state != "error"
    ]
    return min(found, default=None)


def _begun(campaign: Campaign, out: Path, history: History, name: str, options: CampaignOptions) -> dict[str, Any]:
    """What is known of the campaign in a folder; noted if it begins, refused if another one lies there."""
    path = out / STATE
    said = {
        "digest": campaign.digest,
        "driver": options.driver,
        "software": options.software,
        "shard": str(options.shard),
    }
    if path.is_file() and not options.overwrite:
        state: dict[str, Any] = json.loads(path.read_text("utf-8"))
        if any(state.get(key) != value for key, value in said.items()):
            what = next(key for key, value in said.items() if state.get(key) != value)
            what = {"digest": "files"}.get(what, what)
            raise InputError(
                f"{out} holds a campaign with another {what}; play into another folder with --out, or anew with --force"
            )
        return state
    if options.overwrite:
        with suppress(FileNotFoundError):
            shutil.rmtree(out / "drives")
    state = {"format": FORMAT, "name": history.begin(name, joins=options.shard.count > 1), **said}
    write_text_atomic(path, json.dumps(state, indent=1) + "\n")
    return state


def _refuse_full(out: Path, done: int) -> None:
    """Refuse to go on with a disk that is nearly full."""
    left = shutil.disk_usage(out).free
    if left < RESERVE:
        raise InputError(
            f"just {left / 1e6:.0f} MB are free on the disk of {out}, less than {RESERVE / 1e6:.0f} MB; "
            f"{done} drives are done and kept: make room, and the same command goes on from there"
        )


def _forget_recording(folder: Path) -> None:
    for path in folder.iterdir():
        if path.name != VERDICT:
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()
