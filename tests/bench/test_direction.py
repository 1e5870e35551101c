"""The bench of direction: what is kept, what is read from a drive, and how it is judged."""

from __future__ import annotations

from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seahaven.bench import find_bench
from seahaven.bench.direction.campaign import Plan, play_all
from seahaven.bench.direction.ledger import Ledger, trial_code
from seahaven.bench.direction.outcome import directed_spans, hard_steps, told_spans, trajectory
from seahaven.bench.direction.rows import STUDY, DirectionBench, drive_rows, fixed_rows, situation_rows
from seahaven.bench.direction.trial import TRAFFICS, among_others, person, traffic_around
from seahaven.bench.direction.unnoticed import GROUPS, Sample, area_under_curve, judge, matched
from seahaven.bench.direction.watch import Frame, Notes
from seahaven.bench.direction.windows import FEATURES, windows
from seahaven.direction.log import CastMember, Closed, Critical, Ordered
from seahaven.errors import InputError
from seahaven.kernel import Stream
from seahaven.seats import KINDS
from seahaven.takes import load_take
from seahaven.world import Press

SUBJECT, LEAD, OTHER = 1, 2, 3


def drive(seconds: float, *, braking_at: float | None = None) -> Notes:
    """A subject at 20 m/s, a lead 50 m ahead, and somebody on the left lane; from some time on the lead brakes hard."""
    notes = Notes()
    for k in range(int(10 * seconds)):
        time = 0.1 * k
        hard = -5.0 if braking_at is not None and time >= braking_at else 0.1
        along, accelerations = 20.0 * time + np.array([0.0, 50.0, 20.0]), np.array([0.0, hard, 0.2])
        where = np.array([SUBJECT, LEAD, OTHER]), along, np.array([1, 1, 0])
        notes.frames.append(Frame(time, *where, np.full(3, 20.0), accelerations, np.zeros(3), np.full(3, 4.6), 0))
    return notes


def record(person: int, **other: Any) -> dict[str, Any]:
    return {
        "variant": "ours", "number": 0, "person": person, "kind": "steady", "situation": "gang", "is_met": True,
        "is_possible": True, "possible_why": "", "why": "", "steps": 1000, "hard": {}, "came": 3, "went": 2,
        "in_sight": [], "wanted": 1.5, "reached": 1.5, **other,
    }  # fmt: skip


def test_a_ledger_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    first = Ledger(tmp_path, STUDY, 1, "a")
    first.add(record(0))
    first.add(record(1))
    with first.file.open("a") as out:
        out.write('{"variant":"ours","number":0,"per')
    again = Ledger(tmp_path, STUDY, 1, "a")
    assert ("ours", 0, 1) in again
    assert ("ours", 0, 2) not in again
    again.add(record(2))
    assert [one["person"] for one in Ledger(tmp_path, STUDY, 1, "a").of("ours")] == [0, 1, 2]
    assert [one["person"] for one in again.of("ours", 2)] == [0, 1]


def test_other_code_another_seed_and_another_study_are_another_ledger(tmp_path: Path) -> None:
    files = {Ledger(tmp_path, STUDY, seed, version).file for seed in (1, 2) for version in ("a", "b")}
    assert len(files) == 4
    assert trial_code() == trial_code()


def test_what_is_done_on_order_is_not_held_against_the_cast() -> None:
    notes = drive(20.0, braking_at=12.0)
    notes.events.append((2.0, CastMember("sudden stop", 0, "lead", LEAD, "conscripted", 1)))
    assert hard_steps(notes) == (180, {"sudden stop": 80})
    notes.events.append((12.0, Ordered("sudden stop", 0, "lead", LEAD, "brake", 5.0)))
    notes.events.append((12.0, Critical("sudden stop", 0, "gap", "m", 30.0, 30.2, 1.5, True, "lead", LEAD)))
    notes.events.append((19.0, Closed("sudden stop", 0, "played", "")))
    assert directed_spans(notes) == [(LEAD, "sudden stop", 2.0, 12.0)]
    assert hard_steps(notes) == (100, {})


def test_the_subjects_way_is_told_twice_a_second() -> None:
    way = trajectory(drive(2.0), SUBJECT)
    assert way == [(0.0, 0.0, 20.0), (0.5, 10.0, 20.0), (1.0, 20.0, 20.0), (1.5, 30.0, 20.0)]


def test_windows_tell_the_directed_from_those_who_never_are() -> None:
    notes = drive(21.0)
    notes.events.append((4.0, CastMember("gang", 0, "lead", LEAD, "conscripted", 1)))
    directed, others = windows(notes, SUBJECT)
    assert len(directed) == 3
    assert len(others) == 4
    assert [stratum for stratum, _ in directed] == [[0, 1, 1, 1]] * 3
    numbers = dict(zip(FEATURES, directed[0][1], strict=True))
    assert numbers["gap mean"] == pytest.approx(45.4)
    assert numbers["relative speed mean"] == 0.0
    assert numbers["acceleration mean"] == pytest.approx(0.1)


def test_whoever_is_told_a_speed_is_directed_until_it_is_released_and_never_counts_as_another() -> None:
    notes = drive(21.0)
    notes.events.append((4.0, Press((OTHER,), "adjust_speed", 23.0)))
    notes.events.append((6.0, Press((OTHER,), "adjust_speed", 24.0)))
    notes.events.append((15.5, Press((OTHER,), "release")))
    assert told_spans(notes) == [(OTHER, "", 4.0, 15.5)]
    directed, others = windows(notes, SUBJECT)
    assert [stratum[1] for stratum, _ in directed] == [0, 0]
    assert [stratum[1] for stratum, _ in others] == [1] * 4
    notes.events.append((12.0, Critical("gang", 0, "headway", "s", 1.5, 1.5, 0.25, True, "lead", LEAD)))
    assert told_spans(notes) == [(OTHER, "", 4.0, 12.0)]
    notes.events.append((1.0, CastMember("gang", 0, "lead", OTHER, "conscripted", 1)))
    assert told_spans(notes) == []


def samples(*, shift: float, count: int = 400, strata: int = 1) -> list[Sample]:
    stream = Stream.named(5, "samples")
    noise = stream.normals(np.arange(2 * count))
    return [
        Sample(k % 20, (k % strata,), [float(noise[k] + (shift if k < count else 0.0)), 0.0], k < count)
        for k in range(2 * count)
    ]


def test_a_classifier_cannot_know_vehicles_again_that_it_has_seen_around_others() -> None:
    pytest.importorskip("sklearn")
    marks = [2 * (traffic_around(k % 20) % GROUPS) for k in range(400)]
    known = [Sample(k % 20, (0,), [float(mark + k // 200), 0.0], k >= 200) for k, mark in enumerate(marks)]
    found = judge(known)
    assert found is not None
    assert found.area < 0.6


def test_all_kinds_of_subjects_are_in_all_groups_and_traffics_about_equally_full() -> None:
    numbers = range(200)
    assert {(number % len(KINDS), traffic_around(number) % GROUPS) for number in numbers} == set(
        product(range(len(KINDS)), range(GROUPS))
    )
    counts = Counter(map(traffic_around, numbers))
    assert len(counts) == TRAFFICS
    assert 7 <= min(counts.values()) <= max(counts.values()) <= 12
    assert TRAFFICS % GROUPS == 0, "a traffic belongs to one group"
    assert [person(number, 7).kind for number in range(len(KINDS))] == [
        person(number + len(KINDS), 7).kind for number in range(len(KINDS))
    ]


def test_groups_of_subjects_drive_among_other_vehicles() -> None:
    take = load_take(STUDY, seed=1995)
    assert among_others(take, 0).seed == take.seed
    assert among_others(take, 1).seed != among_others(take, 2).seed
    assert among_others(take, 1).world is take.world


def test_a_classifier_finds_what_is_there_and_nothing_else() -> None:
    pytest.importorskip("sklearn")
    alike, crude = judge(samples(shift=0.0)), judge(samples(shift=4.0))
    assert alike is not None
    assert crude is not None
    assert alike.low < 0.55
    assert alike.low <= alike.area <= alike.high
    assert crude.area > 0.97
    assert judge(samples(shift=0.0, count=5)) is None


def test_samples_are_matched_stratum_by_stratum() -> None:
    here = [Sample(k, (k % 2,), [0.0], True) for k in range(10)]
    there = [Sample(k, (k % 3,), [0.0], False) for k in range(30)]
    pairs = matched(here, there)
    assert sum(one.is_directed for one in pairs) == sum(not one.is_directed for one in pairs) == 10
    assert {one.stratum for one in pairs} == {(0,), (1,)}


def test_the_area_under_a_curve_counts_pairs() -> None:
    truth = np.array([True, True, False, False])
    assert area_under_curve(np.array([0.9, 0.8, 0.2, 0.1]), truth) == 1.0
    assert area_under_curve(np.array([0.5, 0.5, 0.5, 0.5]), truth) == 0.5
    assert area_under_curve(np.array([0.9, 0.1, 0.5, 0.2]), truth) == 0.5


def test_what_is_impossible_does_not_count_as_missed() -> None:
    told = [record(k) for k in range(99)]
    told.append(record(99, is_met=False, is_possible=False, possible_why="the subject never came to the place"))
    told.append(record(100, is_met=False, why="headway too much", reached=2.0, in_sight=["7 came in sight at 3.0 s"]))
    rows = {row.name: row for row in situation_rows(told, "forked")}
    met = rows["forked: criterion met"]
    assert met.value == pytest.approx(99.0)
    assert met.holds
    assert met.details == ("gang, steady 100: headway too much, 2 instead of 1.5",)
    assert rows["forked: criterion met, of all"].value == pytest.approx(100.0 * 99 / 101)
    assert rows["forked: impossible"].value == pytest.approx(100.0 / 101)
    assert rows["forked: came or went in sight"].holds is False


def test_fixed_triggers_are_held_to_the_same_pairs() -> None:
    ours = [record(0), record(1, is_possible=False)]
    fixed = [record(0, variant="fixed", is_met=False), record(1, variant="fixed")]
    (row,) = fixed_rows(fixed, ours)
    assert row.value == 0.0
    assert row.unit == "% of the 1 possible pairs"


def test_whole_drives_count_conduct_once() -> None:
    told = [
        {"situation": "gang", **{key: record(0)[key] for key in ("is_met", "is_possible", "possible_why", "why")}}
    ] * 3
    whole = {**record(0), "situations": told, "seconds": 1800.0}
    rows = {row.name: row for row in drive_rows([whole])}
    assert rows["whole drives: below 3.5 m/s²"].unit.startswith("% of 1,000 ")
    assert rows["whole drives: criterion met"].unit == "% of 3 possible pairs of subject and situation"


def test_a_campaign_has_fewer_of_those_that_are_there_to_be_compared_with() -> None:
    tasks = Plan(subjects=4, drives=2, fixed=2, controls=1, crude=1).tasks(situations=2)
    assert len(tasks) == 2 * (4 + 2 + 1) + 2 + 1
    assert len(set(tasks)) == len(tasks)


def test_the_bench_refuses_what_it_cannot_do() -> None:
    assert find_bench("direction", subjects=3, drives=1, jobs=2) == DirectionBench(subjects=3, drives=1, jobs=2)
    with pytest.raises(InputError, match="got 0 subjects; expected 1 or more"):
        find_bench("direction", subjects=0)
    with pytest.raises(InputError, match="bench 'kernel' makes no trials; leave out --jobs"):
        find_bench("kernel", jobs=2)


@pytest.mark.slow
def test_trials_are_the_same_each_time_and_told_apart_by_who_directs() -> None:
    tasks = [(variant, 0, 1) for variant in ("ours", "fixed", "crude")]
    ours, fixed, crude = play_all(STUDY, 1995, tasks)
    assert ours == next(play_all(STUDY, 1995, tasks[:1]))
    assert ours["is_met"]
    assert not fixed["is_met"]
    spread = FEATURES.index("acceleration spread")
    usual, stamped = (np.median([numbers[spread] for _, numbers in one["directed"]]) for one in (ours, crude))
    assert stamped > 3.0 * usual
