from __future__ import annotations

import numpy as np
import pytest

from seahaven.errors import InputError
from seahaven.traffic import CAR, TRUCK, Mix, Shares


def test_shares_are_met_in_the_long_run() -> None:
    columns = Mix.named({"car": 3.0, "truck": 1.0}).columns(range(4000), seed=2, who="north")
    assert (columns["kind"] == "truck").mean() == pytest.approx(0.25, abs=0.02)
    assert set(columns["length"][columns["kind"] == "truck"].tolist()) == {TRUCK.body.length}


def test_a_vehicle_of_a_mix_is_the_one_of_its_type() -> None:
    mix = Mix.named({"car": 0.5, "truck": 0.5})
    number = next(k for k in range(50) if mix.type_of(k, seed=1, who="x") is TRUCK)
    mixed, alone = (kind.columns([number], seed=1, who="x") for kind in (mix, TRUCK))
    assert all(mixed[name][0] == alone[name][0] for name in alone)


def test_a_pick_takes_the_thing_in_whose_share_the_chance_lies() -> None:
    shares = Shares((("a", 1.0), ("b", 0.0), ("c", 3.0)))
    assert [shares.pick(chance) for chance in (0.0, 0.2499, 0.25, 0.999)] == ["a", "a", "c", "c"]
    assert shares.pick(np.nextafter(1.0, 0.0)) == "c"


def test_what_cannot_be_shared_out_is_refused() -> None:
    with pytest.raises(InputError, match="there is no vehicle type 'tuck'; did you mean 'truck'"):
        Mix.named({"tuck": 1.0})
    with pytest.raises(InputError, match=r"vehicle type 'car' has a share of -1.0; expected 0 or more"):
        Mix(((CAR, -1.0),))
    with pytest.raises(InputError, match="shares of nothing"):
        Mix(((CAR, 0.0),))
