"""Perception against the plain one, on vehicles strewn at random."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from seahaven.roads.routing import Tracks
from tests.behaviour.perception.networks import merge_tracks, motorway_tracks, ring, study_tracks
from tests.behaviour.perception.scenes import compare, scene, strewn


@pytest.mark.parametrize(
    ("tracks", "count", "steps", "crowd"),
    [(ring, 60, 25, 1.0), (motorway_tracks, 150, 15, 1.0), (merge_tracks, 40, 25, 1.0), (study_tracks, 120, 6, 0.02)],
)
def test_everybody_perceives_what_the_reference_says(
    tracks: Callable[[], Tracks], count: int, steps: int, crowd: float
) -> None:
    world, run = scene(tracks(), strewn(tracks(), count, seed=count, crowd=crowd))
    compare(world, run, tracks(), steps=steps)
