"""Learned driving is judged: forms drive, collisions are counted alike, and intervals are exact."""

from __future__ import annotations

import pytest

from seahaven.bench.learning.course import JUDGED, take_of
from seahaven.bench.learning.driving import drive_by_machine, drive_by_rules, drive_by_table, learn_rules
from seahaven.bench.learning.intervals import poisson_interval


def test_intervals_of_rare_events_are_those_of_the_tables() -> None:
    assert poisson_interval(0) == pytest.approx((0.0, 3.689), abs=1e-3)
    assert poisson_interval(10) == pytest.approx((4.795, 18.390), abs=1e-3)


def test_every_third_to_fifth_vehicle_of_a_ring_is_judged() -> None:
    take = take_of(JUDGED[0], seed=1, learns=True)
    names = [name for name in take.world.names if name.startswith("judged")]
    assert len(names) == JUDGED[0].learners
    assert len(take.world.family("vehicle")) == JUDGED[0].vehicles


@pytest.mark.slow
def test_careful_rules_collide_less_than_chance_and_the_machine_does_not() -> None:
    chance, machine = drive_by_table(None, 50.0), drive_by_machine(50.0)
    learned = drive_by_rules(learn_rules(4, prioritised=True), 50.0, prioritised=True)
    assert machine.collisions == 0
    assert learned.collisions / learned.kilometres < 0.5 * chance.collisions / chance.kilometres
