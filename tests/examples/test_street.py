"""The study of a street: what it plans for whom, under both conditions."""

from __future__ import annotations

from pathlib import Path

from seahaven.takes import check, load_take

STUDY = Path("examples/street.study.yaml")


def test_its_people_wait_at_the_kerb_and_vans_hide_two_of_them() -> None:
    assert check(STUDY)
    names = load_take(STUDY).world.names
    people = {"stepping out: pedestrian", "child runs out: pedestrian", "hesitating pedestrian: pedestrian"}
    assert people | {"stepping out: van", "child runs out: van"} <= set(names)
    assert "hesitating pedestrian: van" not in names
