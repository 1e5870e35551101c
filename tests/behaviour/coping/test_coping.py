"""Traffic copes with a hooligan: nobody drives into it who could have stopped, and it flows again when it is gone."""

from __future__ import annotations

import pytest

from tests.behaviour.coping.hooligan import DEEDS, long_motorway, town
from tests.behaviour.coping.trial import Outcome, tried

SHARE = 0.9
"""Of the mean speed of before, or of traffic without the hooligan, which is back within a minute."""
ON_MOTORWAY = DEEDS[:4]
"""There are no lights and junctions."""


def refuse(outcome: Outcome) -> None:
    """Nobody is to blame; and where nobody was hit, traffic flows again."""
    assert outcome.guilty == []
    if not outcome.touched:
        assert outcome.after >= SHARE * min(outcome.before, outcome.undisturbed)


@pytest.mark.parametrize("deed", ON_MOTORWAY)
@pytest.mark.parametrize("seed", [1, 2])
def test_traffic_on_the_motorway_copes(deed: str, seed: int) -> None:
    refuse(tried(long_motorway, deed, 150, seed))


@pytest.mark.parametrize("deed", DEEDS)
@pytest.mark.parametrize("seed", [1, 2])
def test_traffic_in_town_copes(deed: str, seed: int) -> None:
    refuse(tried(town, deed, 40, seed))


@pytest.mark.slow
@pytest.mark.parametrize("deed", DEEDS)
@pytest.mark.parametrize("seed", range(3, 21))
def test_traffic_copes_with_many(deed: str, seed: int) -> None:
    if deed in ON_MOTORWAY:
        refuse(tried(long_motorway, deed, 150, seed))
    refuse(tried(town, deed, 40, seed))
