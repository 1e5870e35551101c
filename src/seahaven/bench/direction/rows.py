"""What is measured of direction, and the goals."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import nan
from pathlib import Path

from seahaven.bench.bench import Progress, require_peer
from seahaven.bench.direction.campaign import Plan, Task, play_all
from seahaven.bench.direction.ledger import Ledger, Record, trial_code
from seahaven.bench.direction.speed import times_real_time
from seahaven.bench.direction.unnoticed import Sample, judge, matched
from seahaven.bench.parts import Part, chosen
from seahaven.bench.row import Row
from seahaven.files import load_yaml, validate
from seahaven.seats import KINDS
from seahaven.takes import Study

__all__ = ["PARTS", "DirectionBench"]

PARTS = ("situations", "fixed", "drives", "unnoticed", "speed")
"""What is measured, in this order."""
STUDY = Path(__file__).parents[4] / "examples" / "rear_end.study.yaml"
SECONDS = 1800.0
KIND_NUMBER = {kind: number for number, kind in enumerate(KINDS)}
"""Windows are matched by the kind of subject, too, since they tell how fast others are beside it."""


@dataclass(frozen=True, slots=True)
class DirectionBench:
    """How well situations happen around virtual subjects, whether that is seen, and how fast it runs."""

    subjects: int = 200
    """How many people come to each situation, from shortly before it on."""
    drives: int = 100
    """How many of them drive all the way."""
    out: Path = Path("out/bench-direction")
    """The folder of what has been measured already."""
    jobs: int = 1
    """How many processes make trials."""
    study: Path = STUDY
    parts: tuple[str, ...] = PARTS

    name = "direction"
    about = (
        "The rear-end study around virtual subjects: criteria met, against what was possible and fixed triggers; who "
        "is seen to come or go; whether a classifier notices direction; speed"
    )
    libraries = ("numba", "numpy", "scikit-learn")

    def quick(self) -> DirectionBench:
        """The same at a size that takes less than five minutes."""
        return replace(self, subjects=2, drives=1, parts=("situations", "drives", "speed"))

    def rows(self, progress: Progress) -> Iterator[Row]:
        """Make the trials that are missing, and judge all of them; in full it takes hours, and may be stopped."""
        require_peer(self.name, "scikit-learn")
        parts = chosen(self.name, self.parts, among=PARTS)
        study = validate(load_yaml(self.study), Study)
        ledger = Ledger(self.out, self.study, study.seed, trial_code())
        self._play(ledger, self._tasks(parts, len(study.situations)), study.seed, progress)
        measured: dict[str, Part] = {
            "situations": lambda _: situation_rows(ledger.of("ours", self.subjects), "forked"),
            "fixed": lambda _: fixed_rows(ledger.of("fixed", self._plan.fixed), ledger.of("ours", self.subjects)),
            "drives": lambda _: drive_rows(ledger.of("drive", self.drives)),
            "unnoticed": lambda _: self._unnoticed(ledger),
            "speed": self._speed,
        }
        for part in parts:
            yield from measured[part](progress)

    @property
    def _plan(self) -> Plan:
        """What is there to be compared with is made with fewer subjects; but some of all kinds are there."""
        some = min(self.subjects, len(KINDS))
        fewer = self.subjects // 4, self.drives // 4, self.subjects // 8
        return Plan(self.subjects, self.drives, *(max(count, some) for count in fewer))

    def _tasks(self, parts: Sequence[str], situations: int) -> list[Task]:
        needed = {
            "situations": {"ours"}, "fixed": {"ours", "fixed"}, "drives": {"drive"},
            "unnoticed": {"ours", "crude", "control"}, "speed": set[str](),
        }  # fmt: skip
        variants = set[str]().union(*(needed[part] for part in parts))
        return [task for task in self._plan.tasks(situations) if task[0] in variants]

    def _play(self, ledger: Ledger, tasks: Sequence[Task], seed: int, progress: Progress) -> None:
        missing = [task for task in tasks if task not in ledger]
        done = len(tasks) - len(missing)
        for record in play_all(self.study, seed, missing, jobs=self.jobs):
            ledger.add(record)
            done += 1
            progress(f"{done} of {len(tasks)} trials, now {record.get('situation', record['variant'])}")

    def _unnoticed(self, ledger: Ledger) -> Iterator[Row]:
        ours, crude = ledger.of("ours", self.subjects), ledger.of("crude", self._plan.crude)
        others = _samples([*ours, *ledger.of("control", self._plan.controls)], "others")
        yield _noticed("directed vehicles told from others", _samples(ours, "directed"), others, most=0.65)
        yield _noticed("the same of a crude director", _samples(crude, "directed"), others, least=0.9)

    def _speed(self, progress: Progress) -> Iterator[Row]:
        progress("a whole drive against the clock")
        ratio = times_real_time(self.study, seconds=SECONDS)
        yield Row.at_least("a drive of half an hour, on one core", ratio, "times real time", limit=100)


def _noticed(
    name: str, directed: Sequence[Sample], others: Sequence[Sample], *, most: float = 1.0, least: float = 0.0
) -> Row:  # fmt: skip
    pairs = matched(directed, others)
    found = judge(pairs)
    if found is None:
        return Row.skipped(name, f"only {len(pairs)} windows have a match")
    share = _share(found.windows // 2, len(directed))
    about = (
        f"{found.low:.3f} to {found.high:.3f} (95 %), {found.windows:,} windows of {found.people} subjects, "
        f"{share:.0f} % of directed ones have a match"
    )
    unit = f"area under the curve, {about}"
    return (
        Row.at_most(name, found.area, unit, limit=most)
        if not least
        else Row.at_least(name, found.area, unit, limit=least)
    )


def _samples(records: Iterable[Record], sort: str) -> list[Sample]:
    return [
        Sample(record["person"], (*stratum, KIND_NUMBER[record["kind"]]), numbers, sort == "directed")
        for record in records
        for stratum, numbers in record.get(sort, ())
    ]


def situation_rows(records: Sequence[Record], sort: str) -> Iterator[Row]:
    """How many criteria were met, of those that could be, with every miss and its cause; and what the cast did."""
    able = [record for record in records if record["is_possible"]]
    met = sum(record["is_met"] for record in able)
    unit = f"% of {len(able):,} possible pairs of subject and situation"
    misses = [record for record in able if not record["is_met"]]
    yield Row.at_least(f"{sort}: criterion met", _share(met, len(able)), unit, limit=99).with_details(_told(misses))
    everyone = sum(record["is_met"] for record in records)
    yield Row(f"{sort}: criterion met, of all", _share(everyone, len(records)), f"% of {len(records):,} pairs")
    yield _impossible(records, sort)
    for name, own in _by(able, "situation").items():
        causes = Counter(record["why"] for record in own if not record["is_met"])
        told = "; ".join(f"{count} × {cause}" for cause, count in causes.most_common(2))
        unit = f"% of {len(own)}" + (f" ({told})" if told else "")
        yield Row(f"{sort}: {name}", _share(sum(record["is_met"] for record in own), len(own)), unit)
    for kind, own in _by(able, "kind").items():
        yield Row(
            f"{sort}: met by {kind}", _share(sum(record["is_met"] for record in own), len(own)), f"% of {len(own)}"
        )
    yield from conduct_rows(records, sort)


def _impossible(records: Sequence[Record], sort: str) -> Row:
    told = []
    for kind, own in _by(records, "kind").items():
        unable = [record for record in own if not record["is_possible"]]
        reasons = Counter(record["possible_why"] for record in unable)
        told.append(f"{kind}: {len(unable)} of {len(own)}; " + ", ".join(f"{n} × {why}" for why, n in reasons.items()))
    count = sum(not record["is_possible"] for record in records)
    return Row.at_most(f"{sort}: impossible", _share(count, len(records)), "% of all pairs", limit=5).with_details(told)


def conduct_rows(records: Sequence[Record], sort: str) -> Iterator[Row]:
    """What the cast did: how hard it accelerated while nothing was ordered, and who came or went in sight."""
    steps, hard = sum(record["steps"] for record in records), Counter[str]()
    for record in records:
        hard.update(record["hard"])
    told = [f"{name}: {count} steps" for name, count in hard.most_common()]
    unit = f"% of {steps:,} directed steps outside ordered manoeuvres"
    share = _share(steps - hard.total(), steps)
    yield Row.at_least(f"{sort}: below 3.5 m/s²", share, unit, limit=99.9).with_details(told)
    seen = [f"{record['kind']} {record['person']}: {what}" for record in records for what in record["in_sight"]]
    came, went = (sum(record[name] for record in records) for name in ("came", "went"))
    unit = f"of {came:,} who came and {went:,} who went"
    yield Row.at_most(f"{sort}: came or went in sight", len(seen), unit, limit=0).with_details(seen)


def fixed_rows(records: Sequence[Record], ours: Sequence[Record]) -> Iterator[Row]:
    """What fixed triggers come to, with the same subjects at the same situations, of those that were possible."""
    able = {(record["number"], record["person"]) for record in ours if record["is_possible"]}
    own = [record for record in records if (record["number"], record["person"]) in able]
    met = sum(record["is_met"] for record in own)
    unit = f"% of the {len(own):,} possible pairs"
    yield Row("fixed triggers: criterion met", _share(met, len(own)), unit).with_details(
        f"{name}: {sum(one['is_met'] for one in some)} of {len(some)}" for name, some in _by(own, "situation").items()
    )


def drive_rows(records: Sequence[Record]) -> Iterator[Row]:
    """The same of whole drives."""
    pairs = [
        {**told, "kind": record["kind"], "person": record["person"], "number": number, **conduct}
        for record in records
        for number, told in enumerate(record["situations"])
        for conduct in [_conduct(record) if number == 0 else _NOTHING]
    ]
    yield from situation_rows(pairs, "whole drives")
    minutes = [record["seconds"] / 60.0 for record in records]
    yield Row(
        "whole drives: how long", sum(minutes) / len(minutes) if minutes else nan, f"minutes, {len(minutes)} drives"
    )


_NOTHING: Record = {"steps": 0, "hard": {}, "came": 0, "went": 0, "in_sight": []}


def _conduct(record: Record) -> Record:
    return {name: record[name] for name in _NOTHING}


def _told(misses: Iterable[Record]) -> Iterator[str]:
    for record in misses:
        reached = "" if record.get("reached") is None else f", {record['reached']:g} instead of {record['wanted']:g}"
        yield f"{record['situation']}, {record['kind']} {record['person']}: {record['why']}{reached}"


def _by(records: Iterable[Record], name: str) -> dict[str, list[Record]]:
    found: dict[str, list[Record]] = defaultdict(list)
    for record in records:
        found[record[name]].append(record)
    return dict(found)


def _share(count: float, whole: float) -> float:
    return 100.0 * count / whole if whole else nan
