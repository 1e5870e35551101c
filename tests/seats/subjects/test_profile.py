"""Recorded speeds that are replayed."""

from __future__ import annotations

from itertools import pairwise

from seahaven.seats.subjects.profile import LENGTH, profile


def test_a_profile_has_drifts_and_dips_but_no_jumps() -> None:
    for number in range(20):
        shares = profile(number).shares
        assert 0.15 < min(shares) < 0.9
        assert 1.0 < max(shares) < 1.25
        assert max(abs(b - a) for a, b in pairwise((*shares, shares[0]))) < 0.25


def test_it_begins_anew_where_it_ends() -> None:
    recorded = profile(3)
    assert recorded.share(100.0) == recorded.share(LENGTH + 100.0)
    first, seconds = recorded.stop(0)
    assert recorded.stop(len(recorded.stops)) == (LENGTH + first, seconds)


def test_stops_come_one_after_the_other() -> None:
    stops = [profile(5).stop(number)[0] for number in range(12)]
    assert stops == sorted(stops)
    assert all(3.0 <= profile(5).stop(number)[1] <= 18.0 for number in range(12))


def test_people_have_profiles_of_their_own() -> None:
    assert profile(1) != profile(2)
