"""Perception against the plain one, on vehicles strewn at random."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from seahaven.roads.routing import Tracks
from seahaven.traffic import NIGHT
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


@pytest.mark.parametrize(("tracks", "count"), [(ring, 60), (motorway_tracks, 150), (merge_tracks, 40)])
def test_at_night_everybody_perceives_what_the_reference_says(tracks: Callable[[], Tracks], count: int) -> None:
    columns = strewn(tracks(), count, seed=count)
    is_dark = np.arange(count) % 3 > 0
    columns |= {
        "brake_light": ~is_dark & columns["brake_light"],
        "turn_light": np.where(is_dark, 0, 1).astype(np.int16),
    }
    columns |= {"headlamps": np.arange(count) % 2, "weather_caution": 0.5 + 0.01 * np.arange(count)}
    world, run = scene(tracks(), columns)
    world.add("weather", **NIGHT.columns)
    compare(world, run, tracks(), steps=15)
