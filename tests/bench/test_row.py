"""A row knows whether its goal holds."""

from __future__ import annotations

from seahaven.bench import Row


def test_a_limit_itself_still_holds() -> None:
    assert Row.at_most("copy", 2.0, "np.copy", limit=2).holds
    assert Row.at_least("rate", 0.5, "PyArrow", limit=0.5).holds


def test_a_missed_goal_is_told() -> None:
    assert Row.at_most("copy", 2.1, "np.copy", limit=2) == Row("copy", 2.1, "np.copy", "<= 2", False)
    assert Row.at_least("rate", 0.4, "PyArrow", limit=0.5) == Row("rate", 0.4, "PyArrow", ">= 0.5", False)


def test_what_is_to_be_done_stands_before_a_goal_that_is_further_off() -> None:
    done = Row.at_most("step", 25.0, "µs", limit=12).first_at_most(30)
    undone = Row.at_least("rate", 0.9, "SUMO", limit=3).first_at_least(1)
    assert (done.bar, done.passes, done.goal, done.holds, done.is_undone) == ("<= 30", True, "<= 12", False, False)
    assert (undone.bar, undone.passes, undone.is_undone) == (">= 1", False, True)
    assert done.as_dict()["to be done"] == "<= 30"
    assert done.as_dict()["passes"] is True


def test_without_a_bar_the_goal_is_what_is_to_be_done() -> None:
    assert Row.at_most("copy", 2.1, "np.copy", limit=2).is_undone
    assert not Row("copy", 2.1, "np.copy").is_undone


def test_the_json_form_has_five_keys() -> None:
    row = Row("activation", 1.5, "SimPy timeouts")
    told = {"name": "activation", "value": 1.5, "unit": "SimPy timeouts", "goal": None, "holds": None}
    assert row.as_dict() == told
