"""A row knows whether its goal holds."""

from __future__ import annotations

from seahaven.bench import Row


def test_a_limit_itself_still_holds() -> None:
    assert Row.at_most("copy", 2.0, "np.copy", limit=2).holds
    assert Row.at_least("rate", 0.5, "PyArrow", limit=0.5).holds


def test_a_missed_goal_is_told() -> None:
    assert Row.at_most("copy", 2.1, "np.copy", limit=2) == Row("copy", 2.1, "np.copy", "<= 2", False)
    assert Row.at_least("rate", 0.4, "PyArrow", limit=0.5) == Row("rate", 0.4, "PyArrow", ">= 0.5", False)


def test_the_json_form_has_five_keys() -> None:
    row = Row("activation", 1.5, "SimPy timeouts")
    told = {"name": "activation", "value": 1.5, "unit": "SimPy timeouts", "goal": None, "holds": None}
    assert row.as_dict() == told
