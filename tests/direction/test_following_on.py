"""A situation that follows another: its place is behind where that one was over, not where it was planned."""

from __future__ import annotations

import pytest

from seahaven.direction import Line, Needs, Placement
from seahaven.direction.outlook import Outlook
from seahaven.direction.programme import Programme
from seahaven.direction.staging import Orders
from seahaven.direction.view import View
from tests.direction.own_situations import Dawdler
from tests.direction.stages import Scene


class Next(Dawdler):
    """One that follows another."""

    needs = Needs(before=500.0, after=200.0, follows=True)


def test_its_place_counts_from_where_the_one_before_was_over_also_after_a_snapshot() -> None:
    scene = Scene()
    subject = scene.car("subject", 1200.0)
    line = Line(scene.tracks, 0)
    placements = Placement("first", 0, Dawdler(), at=1000.0), Placement("next", 1, Next(), at=1800.0)
    programme = Programme(placements, line, 1)
    view = View(scene.world.family("vehicle"), line, subject, Outlook())
    programme.conclude(programme.stagings[0], view, Orders([], [], [], [], lambda *_: 0, [], [], to_people=[]))
    moved = programme.stagings[1].placement
    assert moved.at == pytest.approx(view.front + 800.0)
    again = Programme(placements, line, 1)
    again.load(programme.state())
    assert again.stagings[1].placement.at == moved.at
    assert again.stagings[0].placement.at == 1000.0
