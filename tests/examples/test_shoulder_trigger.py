from __future__ import annotations

import json
from pathlib import Path

from seahaven.kernel import SECOND
from seahaven.takes import load_take


def test_the_parked_car_pulls_out_in_front_of_ada(tmp_path: Path) -> None:
    take = load_take(Path("examples/shoulder_trigger.study.yaml"))
    reel = take.play(tmp_path, until=45 * SECOND)
    events = reel.events().to_pylist()
    fired = [json.loads(one["value"])["trigger"] for one in events if one["kind"] == "Fired"]
    assert fired == ["wait", "pull out", "rejoin"]
    assert not [one for one in events if one["kind"] == "Collision"]
    ada, parked = take.world["ada"], take.world["parked"]
    assert ada.lane == parked.lane
    assert 5.0 < parked.s - ada.s < 150.0
