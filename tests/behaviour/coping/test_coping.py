"""Traffic copes with a hooligan: nobody drives into it who could have stopped, and it flows again when it is gone.

Nothing was tuned on the seeds from 21 on.
"""

from __future__ import annotations

import pytest

from tests.behaviour.coping.hooligan import DEEDS, ON_MOTORWAYS, long_motorway, town
from tests.behaviour.coping.trial import SHARE, Outcome, tried

FAST, SLOWLY = 150, 40
"""Metres before the nose of a driver at which a deed begins, on the motorway and in town."""


def refuse(outcome: Outcome) -> None:
    """Nobody is to blame, nobody ran into others on account of the hooligan, and traffic flows again."""
    assert outcome.guilty == []
    assert outcome.entangled == []
    assert outcome.after >= SHARE * min(outcome.before, outcome.undisturbed)
    assert outcome.frozen == []


@pytest.mark.parametrize("deed", ON_MOTORWAYS)
@pytest.mark.parametrize("seed", [1, 2])
def test_traffic_on_the_motorway_copes(deed: str, seed: int) -> None:
    refuse(tried(long_motorway, deed, FAST, seed))


@pytest.mark.parametrize("deed", DEEDS)
@pytest.mark.parametrize("seed", [1, 2])
def test_traffic_in_town_copes(deed: str, seed: int) -> None:
    refuse(tried(town, deed, SLOWLY, seed))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3, 31))
def test_traffic_copes_with_many(seed: int) -> None:
    for deed in ON_MOTORWAYS:
        refuse(tried(long_motorway, deed, FAST, seed))
    for deed in DEEDS:
        refuse(tried(town, deed, SLOWLY, seed))
