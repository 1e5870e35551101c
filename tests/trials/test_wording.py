"""The log in words."""

from __future__ import annotations

from seahaven.direction.log import Contradicted, DriveLaid, Postponed, Resited
from seahaven.trials.wording import entry_text


def test_orders_that_contradict_each_other_are_told_with_who_gave_them_and_which_one_holds() -> None:
    what = Contradicted(7, "release", 1.0, "beacons", "adjust_speed", 12.5, "triggers")
    told = entry_text(what, {7: "ada"})
    assert told == "ada is told release 1 by beacons and adjust speed 12.5 by triggers; the former holds"


def test_a_drive_that_is_laid_anew_and_its_situations_are_told_in_plain_words() -> None:
    laid = DriveLaid(2, "turned elsewhere", "Mill_Road", "freeway.3", 12_340.0, is_to_goal=True)
    assert entry_text(laid, {}) == (
        "the subject turned elsewhere; the drive is laid anew from Mill_Road to freeway.3, 12.3 km"
    )
    lost = DriveLaid(3, "turned round", "Mill_Road", "Mill_Road", 400.0, is_to_goal=False)
    assert entry_text(lost, {}).endswith("from Mill_Road to Mill_Road, 0.4 km, since no way leads to the goal")
    assert entry_text(Resited("gang", 1, 3200.0, False, 2), {}) == (
        "gang has another place, 3.2 km along the new drive, attempt 2"
    )
    assert entry_text(Resited("gang", 1, 3200.0, True, 1), {}) == "gang keeps its place, 3.2 km along the new drive"
    assert entry_text(Postponed("gang", 1, "the subject has left the drive", 1), {}) == (
        "gang is postponed: the subject has left the drive"
    )
