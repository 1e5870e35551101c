"""Each judge finds a situation whole that is as the paper tells it, and says what is wrong with one that is not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from seahaven.judges import JUDGES
from seahaven.world import LightState
from tests.judges import films
from tests.judges.film import Film, lacking

Make = Callable[..., Film]
WHOLE: dict[str, tuple[Make, int]] = {
    "slow truck": (films.slow_truck, 0),
    "semi sudden turn": (films.semi_sudden_turn_film, 0),
    "inconspicuous following": (films.inconspicuous_following, 0),
    "unexpected slowdown": (films.unexpected_slowdown, 1),
    "indecisive driver": (films.indecisive_driver_film, 0),
    "dangerous merge": (films.dangerous_merge, 0),
    "gang": (films.gang, 0),
    "sudden stop": (films.sudden_stop, 1),
    "red light violation": (films.red_light_violation, 0),
    "stepping out": (films.on_foot, 0),
    "child runs out": (films.child_runs_out, 0),
    "hesitating pedestrian": (films.hesitating_pedestrian, 0),
}
DOCTORED: list[tuple[str, dict[str, object], set[str]]] = [
    ("stepping out", {"arrival": 2.9}, {"time to arrival"}),
    ("stepping out", {"parked": False}, {"hidden"}),
    ("stepping out", {"hidden": 0.0}, {"in sight"}),
    ("stepping out", {"restless": True}, {"time to arrival"}),
    ("stepping out", {"turns_back": True}, {"crossing"}),
    ("hesitating pedestrian", {"pause": 3.2}, {"pause"}),
    ("slow truck", {"gap": 140.0}, {"gap halfway up"}),
    ("slow truck", {"level": 50.0}, {"speed on the level"}),
    ("slow truck", {"up": 37.0}, {"speed on the hill"}),
    ("slow truck", {"lights": True}, {"brake lights"}),
    ("slow truck", {"stops": False}, {"shoulder"}),
    ("slow truck", {"between": True}, {"subject"}),
    ("semi sudden turn", {"after": 8.6}, {"time from the stop to the gap"}),
    ("semi sudden turn", {"away": 13.0}, {"gap to the waiting car"}),
    ("semi sudden turn", {"turns": 3.0}, {"time until the car turns"}),
    ("semi sudden turn", {"earlier": True}, {"stream"}),
    ("semi sudden turn", {"size": 7.0}, {"size of the gap"}),
    ("inconspicuous following", {"slow": 38.0}, {"speed of the lead"}),
    ("inconspicuous following", {"draws": True}, {"speed of the lead", "time until the lead speeds up"}),
    ("inconspicuous following", {"delay": 3.0}, {"time until the lead speeds up"}),
    ("inconspicuous following", {"fast": 48.0}, {"speed in the end"}),
    ("unexpected slowdown", {"before": 55.0}, {"distance before the junction"}),
    ("unexpected slowdown", {"braking": 2.8}, {"deceleration"}),
    ("unexpected slowdown", {"headway": 3.5}, {"headway of the subject"}),
    ("unexpected slowdown", {"lit": True}, {"brake lights"}),
    ("unexpected slowdown", {"same": False}, {"lead"}),
    ("unexpected slowdown", {"turns": False}, {"lead"}),
    ("indecisive driver", {"after": 10.8}, {"time from the stop to the gap"}),
    ("indecisive driver", {"away": 14.0}, {"gap to the standing car"}),
    ("indecisive driver", {"halts": 4.0}, {"time until it stands again"}),
    ("indecisive driver", {"every": 24.0}, {"time until the second gap"}),
    ("indecisive driver", {"size": 9.0}, {"second gap"}),
    ("indecisive driver", {"further": 28.0}, {"time between later gaps"}),
    ("dangerous merge", {"headway": 3.4}, {"headway behind the lead"}),
    ("dangerous merge", {"ahead": 14.0}, {"shadow ahead"}),
    ("dangerous merge", {"ahead": -3.0}, {"shadow ahead"}),
    ("dangerous merge", {"change": 0.8}, {"change of the merging car's speed"}),
    ("dangerous merge", {"merges": False}, {"conflict"}),
    ("dangerous merge", {"late": 1.0}, {"conflict"}),
    ("gang", {"headway": 1.9}, {"headway in the seconds before"}),
    ("gang", {"wobble": 0.5}, {"headway in the seconds before"}),
    ("gang", {"quick": 8.0}, {"time of the cut-in"}),
    ("gang", {"slowed": 0.7}, {"the subject's share of its usual speed"}),
    ("gang", {"cuts": False}, {"cutter"}),
    ("sudden stop", {"gap": 33.0}, {"gap"}),
    ("sudden stop", {"braking": 6.0}, {"deceleration"}),
    ("sudden stop", {"after": 400.0}, {"distance from the gang"}),
    ("sudden stop", {"stands": False}, {"stand"}),
    ("sudden stop", {"same": False}, {"lead"}),
    ("sudden stop", {"aside": 0.4}, {"subject"}),
    ("red light violation", {"late": 0.8}, {"arrival after the subject"}),
    ("red light violation", {"own": LightState.AMBER}, {"green"}),
    ("red light violation", {"theirs": LightState.GREEN}, {"violator"}),
    ("red light violation", {"blocked": True}, {"lane"}),
]


def test_every_situation_of_the_table_has_a_judge() -> None:
    assert set(WHOLE) == set(JUDGES)


@pytest.mark.parametrize("use", WHOLE)
def test_a_situation_as_it_is_told_is_whole(use: str) -> None:
    make, number = WHOLE[use]
    verdict = make().verdict(number)
    assert verdict.why == ""
    assert verdict.is_whole
    assert verdict.time is not None


@pytest.mark.parametrize(("use", "told", "lacks"), DOCTORED)
def test_a_judge_says_what_is_not_as_it_is_told(use: str, told: dict[str, object], lacks: set[str]) -> None:
    make, number = WHOLE[use]
    verdict = make(**told).verdict(number)
    assert not verdict.is_whole
    assert lacking(verdict) == lacks


def test_a_pedestrian_who_is_hit_is_told_of_and_need_not_cross() -> None:
    verdict = films.on_foot(is_hit=True).verdict()
    assert (verdict.is_whole, verdict.outcome) == (True, "collision")
    assert films.hesitating_pedestrian(is_hit=True).verdict().is_whole
    assert films.on_foot().verdict().outcome == "avoided"
