"""Who drives when: the drives of a study's experiment, each with its condition, order and seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from seahaven.errors import InputError, nearest
from seahaven.files import Document, distinct_names
from seahaven.kernel import Stream
from seahaven.takes import ExperimentEntry, Study, movable, reordered, under
from seahaven.trials.balance import balanced_orders, shuffled_order
from seahaven.trials.row import Who
from seahaven.trials.subject import driven_by, kind_of

__all__ = ["Drive", "drives_of", "only", "virtual_drives"]

_SEEDS: Final = 2**31
MOST_DRIVES: Final = 100_000
"""Of an experiment."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drive:
    """One drive: who drives, under which condition, in which order situations come, and under which seed.

    `subject` is the kind of the virtual subject that drives, and `person` its number, 0 for people. `position` counts
    the drives of a participant from 1. All of them have the same seed.
    """

    folder: str
    participant: str
    subject: str = ""
    condition: str = ""
    order: tuple[int, ...] = ()
    seed: int = 0
    person: int = 0
    position: int = 1

    @property
    def who(self) -> Who:
        """What the tables say of it."""
        order = "-".join(str(one + 1) for one in self.order)
        return Who(self.participant, self.subject, self.condition, order, self.position)

    def change(self, document: Document) -> Document:
        """The study as it is for this drive."""
        if self.condition:
            document = under(document, self.condition)
        if self.order:
            document = reordered(document, self.order)
        return driven_by(document, self.subject, self.person) if self.person else document


def drives_of(study: Study, document: Document, *, seed: int) -> list[Drive]:
    """The drives of all participants of a study's experiment, in the order of participants."""
    entry = study.experiment or ExperimentEntry(conditions={}, questionnaires={})
    spots, conditions = movable(document), list(entry.conditions)
    for condition in conditions:
        under(document, condition)
    if entry.order != "fixed" and len(spots) < 2 and (len(conditions) < 2 or entry.between):
        message = f"there is nothing to bring into a {entry.order} order; mark situations as 'movable: true'"
        raise InputError(message, document.at("experiment", "order"))
    _refuse_many(entry, document)
    folders = distinct_names(conditions, empty="condition")
    return [
        drive
        for number, name in enumerate(entry.names)
        for drive in _drives(entry, folders, len(spots), number, name, seed)
    ]


def _refuse_many(entry: ExperimentEntry, document: Document) -> None:
    """Refuse more drives than could ever be played: all of them are laid out before the first begins."""
    people, conditions = len(entry.names), 1 if entry.between else max(1, len(entry.conditions))
    if people * conditions > MOST_DRIVES:
        message = f"{people:,} participants under {conditions:,} conditions are {people * conditions:,} drives"
        raise InputError(f"{message}; expected up to {MOST_DRIVES:,}", document.at("experiment"))


def virtual_drives(drives: Sequence[Drive], *, seed: int) -> list[Drive]:
    """The same drives, each by a virtual subject: all drives of a participant by the same one."""
    numbers = {name: k + 1 for k, name in enumerate(dict.fromkeys(drive.participant for drive in drives))}
    made = []
    for drive in drives:
        person = numbers[drive.participant]
        folder = drive.folder.replace("participant", "subject", 1)
        made.append(replace(drive, folder=folder, subject=kind_of(person, seed), person=person))
    return made


def only(drives: Sequence[Drive], participant: str) -> list[Drive]:
    """The drives of one participant."""
    chosen = [drive for drive in drives if drive.participant == participant]
    if not chosen:
        known = list(dict.fromkeys(drive.participant for drive in drives))
        if len(known) == 1:
            more = "name more of them in the study's 'experiment', or let virtual subjects drive with --subjects"
            raise InputError(f"there is no participant '{participant}', but only '{known[0]}'; {more}")
        among = f"there are {len(known)}, from '{known[0]}' to '{known[-1]}'"
        raise InputError(f"there is no participant '{participant}'{nearest(participant, known)} ({among})")
    return chosen


def _drives(
    entry: ExperimentEntry, folders: Mapping[str, str], spots: int, number: int, name: str, seed: int
) -> list[Drive]:
    """The drives of one participant: under each condition, or under the one whose turn it is.

    `folders` has for each condition what its folders are called.
    """
    conditions = list(folders)
    if entry.between and conditions:
        chosen = [conditions[number % len(conditions)]]
        turn = number // len(conditions)
    else:
        ways = _order(entry, len(conditions), number, f"{name}, conditions", seed)
        chosen, turn = [conditions[k] for k in ways] or [""], number // _turns(entry, len(conditions))
    order = _order(entry, spots, turn, f"{name}, situations", seed) if entry.order != "fixed" else ()
    return [
        Drive(
            folder=_folder(number, folders.get(condition, "")),
            participant=name,
            condition=condition,
            order=order,
            seed=_seed(seed, name),
            position=position,
        )
        for position, condition in enumerate(chosen, start=1)
    ]


def _turns(entry: ExperimentEntry, count: int) -> int:
    """After how many participants so many things come in the same order again: as many have each order of the rest."""
    return len(balanced_orders(count)) if entry.order == "balanced" and count > 1 else 1


def _order(entry: ExperimentEntry, count: int, turn: int, name: str, seed: int) -> tuple[int, ...]:
    if entry.order == "balanced" and count > 1:
        orders = balanced_orders(count)
        return orders[turn % len(orders)]
    return shuffled_order(count, seed, name) if entry.order == "shuffled" else tuple(range(count))


def _folder(number: int, condition: str) -> str:
    """Participants go by their number, so that no two of them share a folder whatever they are called."""
    return f"participant-{number + 1:03}" + (f"-{condition}" if condition else "")


def _seed(seed: int, name: str) -> int:
    return int(_SEEDS * Stream.named(seed, f"drives of {name}").uniform())
