import numpy as np
import pytest

from seahaven.errors import WiringError
from seahaven.world import Column, FamilyType
from seahaven.world.column import Misfit
from tests.world.traffic import VEHICLE


def test_new_rows_are_completed_from_defaults():
    rows = VEHICLE.rows(np.array([4, 5]), {"x": [1.0, 2.0], "kind": "bus"})
    assert rows["kind"].tolist() == [2, 2]
    assert rows["speed"].tolist() == [0.0, 0.0]
    assert rows["gap?"].tolist() == [True, True]
    assert rows.dtype.names == tuple(VEHICLE.fields())


def test_new_rows_may_be_like_others_but_for_what_is_given():
    others = VEHICLE.rows(np.array([4, 5]), {"x": [1.0, 2.0], "kind": "bus"})
    rows = VEHICLE.rows(np.array([6, 7]), {"speed": [3.0, 4.0]}, like=others)
    assert rows["ids"].tolist() == [6, 7]
    assert rows["x"].tolist() == [1.0, 2.0]
    assert rows["speed"].tolist() == [3.0, 4.0]
    assert others["speed"].tolist() == [0.0, 0.0]
    with pytest.raises(Misfit, match=r"vehicle\.speed was given nan"):
        VEHICLE.rows(np.array([6, 7]), {"speed": np.nan}, like=others)


def test_a_family_can_be_extended_and_the_same_column_declared_twice():
    longer = VEHICLE.extended({"steer": Column(default=0.0), "x": Column(unit="m")})
    assert "steer" in longer.columns
    assert "steer" not in VEHICLE.columns


def test_extending_with_another_meaning_is_refused():
    with pytest.raises(WiringError, match="family 'vehicle' already has a column 'x', declared differently"):
        VEHICLE.extended({"x": Column(unit="km")})


@pytest.mark.parametrize(
    ("columns", "error", "text"),
    [
        ({"x": 1.0, "sped": 2.0}, WiringError, "family 'vehicle' has no column 'sped'; did you mean 'speed'"),
        ({}, WiringError, "a new 'vehicle' must be given 'x': it has no default"),
        ({"x": [1.0, 2.0]}, Misfit, "vehicle.x was given 2 values for 1 entity"),
        ({"x": float("inf")}, Misfit, "vehicle.x was given inf; expected a finite number"),
    ],
)
def test_rows_that_do_not_fit_are_refused(columns: dict[str, object], error: type[Exception], text: str):
    with pytest.raises(error, match=text):
        VEHICLE.rows(np.array([1]), columns)


@pytest.mark.parametrize(
    ("name", "columns", "text"),
    [
        ("road user", {}, "'road user' cannot name a family"),
        ("car", {"top speed": Column()}, "'top speed' cannot name a column of family 'car'"),
        ("car", {"_x": Column()}, "'_x' cannot name a column"),
        ("car", {"ids": Column()}, "cannot have a column 'ids': tables use that word"),
    ],
)
def test_names_that_tables_could_not_use_are_refused(name: str, columns: dict[str, Column], text: str):
    with pytest.raises(WiringError, match=text):
        FamilyType(name, columns)
