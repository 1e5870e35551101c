"""What the weather and the light of day do to drivers, by one parameter set."""

from __future__ import annotations

from itertools import pairwise
from math import inf

import numpy as np
import pytest

from seahaven.behaviour.weather import WeatherResponse, dark_reach, gloom, lights_up, own_pace, weather_pace
from seahaven.traffic import CAR, CHARACTERS, CLEAR, CONDITIONS, FOG, NIGHT, RAIN, SNOW, Conditions, conditions

DAY = (1.0, 0.6, 0.3)
"""Daylight at which it is not dark."""


@pytest.mark.parametrize("visibility", [1000.0, 3000.0, inf])
@pytest.mark.parametrize("daylight", DAY)
def test_on_a_clear_or_hazy_day_speeds_are_what_they_were_to_the_last_bit(visibility: float, daylight: float) -> None:
    assert weather_pace(visibility, 1.0, 0.0, daylight) == 1.0
    assert np.array_equal(own_pace(1.0, np.array([0.0, 0.7, 3.0])), np.ones(3))


@pytest.mark.parametrize(
    ("name", "low", "high"), [("rain", 0.04, 0.09), ("fog", 0.08, 0.13), ("snow", 0.1, 0.19), ("night", 0.0, 0.05)]
)
def test_the_average_driver_slows_down_as_much_as_was_measured(name: str, low: float, high: float) -> None:
    assert low <= 1.0 - CONDITIONS[name].pace() <= high


@pytest.mark.parametrize(
    ("rain", "low", "high"), [(0.25, 0.02, 0.036), (2.5, 0.02, 0.07), (6.4, 0.04, 0.09), (16.0, 0.06, 0.09)]
)
def test_harder_rain_takes_away_what_hranac_and_the_hcm_say(rain: float, low: float, high: float) -> None:
    assert low - 1e-9 <= 1.0 - Conditions(rain=rain).pace() <= high + 1e-9


def test_worse_weather_never_makes_anybody_faster() -> None:
    for better, worse in (
        *pairwise(Conditions(visibility=metres) for metres in (2000.0, 900.0, 400.0, 200.0, 100.0, 50.0, 20.0, 5.0)),
        *pairwise(Conditions(grip=grip) for grip in (1.0, 0.9, 0.7, 0.5, 0.3, 0.1)),
        *pairwise(Conditions(rain=rain) for rain in (0.0, 0.1, 1.0, 5.0, 20.0, 90.0)),
        *pairwise(Conditions(daylight=daylight) for daylight in (0.3, 0.2, 0.1, 0.0)),
    ):
        assert worse.pace() <= better.pace() <= 1.0


def test_of_rain_grip_and_visibility_the_worst_counts_and_darkness_comes_on_top() -> None:
    both = Conditions(visibility=150.0, rain=6.0)
    assert both.pace() == Conditions(visibility=150.0).pace() < Conditions(rain=6.0).pace()
    dark = conditions("rain", daylight=0.0)
    assert dark.pace() == pytest.approx(RAIN.pace() * NIGHT.pace())


def test_the_cautious_slow_down_more_and_nobody_comes_to_a_stand() -> None:
    assert FOG.pace(2.0) == pytest.approx(1.0 - 2.0 * (1.0 - FOG.pace()))
    assert FOG.pace(0.0) == 1.0
    assert Conditions(visibility=5.0).pace(3.0) == WeatherResponse().slowest


def test_characters_differ_by_their_caution() -> None:
    types = (CAR.driven_by(CHARACTERS[name]) for name in ("cautious", "ordinary", "hurried"))
    drawn = [kind.columns(np.arange(500), seed=1, who="them")["weather_caution"] for kind in types]
    cautious, ordinary, hurried = (float(np.mean(caution)) for caution in drawn)
    assert cautious > 1.15 > ordinary > 0.9 > hurried > 0.6
    assert np.std(drawn[1]) > 0.15


def test_another_parameter_set_gives_other_speeds() -> None:
    blind = WeatherResponse(night=0.2)
    assert weather_pace(1e4, 1.0, 0.0, 0.0, response=blind) == 0.8


@pytest.mark.parametrize(("sky", "share"), [(CLEAR, 0.0), (RAIN, 1.0), (FOG, 1.0), (SNOW, 1.0), (NIGHT, 1.0)])
def test_everybody_lights_up_in_each_of_the_presets_but_on_a_clear_day(sky: Conditions, share: float) -> None:
    caution = np.linspace(0.0, 3.0, 50)
    lit = lights_up(gloom(sky.visibility, sky.rain, sky.daylight), caution[10:] if share else caution)
    assert np.mean(lit) == share


def test_at_sunset_some_light_up_and_some_do_not_yet() -> None:
    lit = lights_up(gloom(1e4, 0.0, 0.6), np.array([0.5, 0.9, 1.1, 1.5]))
    assert lit.tolist() == [False, False, True, True]


def test_unlit_things_are_lost_from_sight_as_it_gets_dark() -> None:
    assert all(dark_reach(daylight) == (inf, inf) for daylight in DAY)
    reaches = [dark_reach(daylight) for daylight in (0.29, 0.2, 0.1, 0.0)]
    assert all(near < before for (before, _), (near, _) in pairwise(reaches))
    assert all(darkness < beam for beam, darkness in reaches)
    assert reaches[0][0] > 1000.0
    assert reaches[-1] == pytest.approx((45.0, 15.0))
