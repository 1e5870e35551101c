"""Whether modules are visited or run as parts, and whether sleepers are checked: the same reel, byte for byte."""

from pathlib import Path

import pytest

from seahaven.kernel import SECOND, Controller, Visits
from seahaven.takes import load_take

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize("study", ["sudden_braking", "motorway"])
def test_a_reel_is_the_same_however_modules_are_visited(study: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    tables = []
    for visits in Visits:
        monkeypatch.setattr(Controller, "usual_visits", visits)
        take = load_take(EXAMPLES / f"{study}.study.yaml", seed=5)
        reel = take.play(tmp_path / visits.value, until=12 * SECOND)
        files = sorted(file for file in reel.path.iterdir() if file.suffix == ".parquet")
        tables.append({file.name: file.read_bytes() for file in files})
    assert len(tables[0]) > 2
    assert tables[0] == tables[1] == tables[2]
