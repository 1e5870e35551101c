"""The log in words."""

from __future__ import annotations

from seahaven.direction.log import Contradicted
from seahaven.trials.wording import entry_text


def test_orders_that_contradict_each_other_are_told_with_who_gave_them_and_which_one_holds() -> None:
    what = Contradicted(7, "release", 1.0, "beacons", "adjust_speed", 12.5, "triggers")
    told = entry_text(what, {7: "ada"})
    assert told == "ada is told release 1 by beacons and adjust speed 12.5 by triggers; the former holds"
