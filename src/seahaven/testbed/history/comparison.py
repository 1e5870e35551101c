"""Two campaigns compared: which drives got better or worse, and which come out now one way and now another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from seahaven.testbed.history.entry import ORDER, Entry

__all__ = ["Change", "Comparison", "Kind", "compare", "entry_text"]

Kind = Literal["worse", "better", "flaky", "drifted", "new", "gone"]
DRIFT: Final = 0.2
LEAST: Final = 0.1
"""A margin has drifted if it has changed by this share of itself, and by so much at least."""


@dataclass(frozen=True, slots=True)
class Change:
    """A drive that came out otherwise: how, and its entries before and after."""

    kind: Kind
    before: Entry | None
    after: Entry | None

    @property
    def entry(self) -> Entry:
        """The drive, as it came out last."""
        found = self.after or self.before
        assert found is not None, "a change has one of the two"
        return found

    def __str__(self) -> str:
        """In words: `cut_in, seed 3, subject.speed 90 km/h: passed, now failed: no_collision by -0.4 m`."""
        what, entry = entry_text(self.entry), self.entry
        if self.before is None or self.after is None:
            return f"{what}: {'' if self.after else 'was '}{entry.state}"
        if self.kind == "drifted":
            return f"{what}: {entry.worst} from {_margin(self.before)} to {_margin(self.after)}"
        why = f": {entry.worst} by {_margin(entry)}" if entry.state == "failed" else ""
        why = f": {entry.error.splitlines()[0]:.100}" if entry.error else why
        return f"{what}: {self.before.state}, now {entry.state}{why}"


@dataclass(frozen=True, slots=True)
class Comparison:
    """What has changed from one campaign to another, in the order of drives, and how many drives stayed the same."""

    before: str
    after: str
    changes: tuple[Change, ...]
    same: int

    def of(self, kind: Kind) -> list[Change]:
        """The changes of a kind."""
        return [each for each in self.changes if each.kind == kind]


def compare(before: Sequence[Entry], after: Sequence[Entry]) -> Comparison:
    """Compare the drives of two campaigns: the same file, seed and settings are the same drive.

    Worse is what passed and does not any more, or cannot be played any more; better is the reverse. A drive is flaky if
    the same software, with the same files, came out in two ways at it.
    """
    old, new = _by_key(before), _by_key(after)
    changes, same = list[Change](), 0
    for key in dict.fromkeys([*new, *old]):
        change = _change(old.get(key, []), new.get(key, []))
        same += change is None
        changes += [change] if change else []
    names = [each[0].campaign if each else "" for each in (before, after)]
    return Comparison(names[0], names[1], tuple(changes), same)


def _by_key(entries: Iterable[Entry]) -> dict[str, list[Entry]]:
    found: dict[str, list[Entry]] = {}
    for entry in entries:
        found.setdefault(entry.key, []).append(entry)
    return found


def _change(before: list[Entry], after: list[Entry]) -> Change | None:
    last, now = (before[-1] if before else None), (after[-1] if after else None)
    if last is None or now is None:
        return Change("new" if last is None else "gone", last, now)
    ways: dict[tuple[str, str], set[str]] = {}
    for each in (*before, *after):
        ways.setdefault((each.software, str(sorted(each.inputs.items()))), set()).add(each.state)
    if any(len(states) > 1 for states in ways.values()):
        return Change("flaky", last, now)
    if now.state != last.state:
        return Change("worse" if ORDER[now.state] < ORDER[last.state] else "better", last, now)
    if now.margin is None or last.margin is None or now.worst != last.worst:
        return None
    has_drifted = abs(now.margin - last.margin) > max(LEAST, DRIFT * abs(last.margin))
    return Change("drifted", last, now) if has_drifted else None


def entry_text(entry: Entry) -> str:
    """A drive in words: `cut_in, seed 3, subject.speed 90 km/h`."""
    return ", ".join([entry.drive, f"seed {entry.seed}", *(f"{name} {is_}" for name, is_ in entry.settings.items())])


def _margin(entry: Entry) -> str:
    note = next((each for each in entry.notes if each.requirement == entry.worst), None)
    return "infinity" if entry.margin is None else f"{entry.margin:.3g} {note.unit if note else ''}".strip()
