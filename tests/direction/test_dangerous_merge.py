"""The dangerous merge is one: a subject that does nothing is hit by the merging car."""

from __future__ import annotations

import pytest

from seahaven.judges import Verdict, judge_reel
from seahaven.measures import crashes
from seahaven.reels import Reel
from seahaven.seats import AssistedControls, View
from seahaven.takes import load_take
from tests.direction.course import OTHERS, features, write


def idle(view: View) -> AssistedControls:
    """Hold the speed and the lane, whatever happens."""
    return AssistedControls(0.0)


@pytest.fixture(scope="module")
def reel(tmp_path_factory: pytest.TempPathFactory) -> Reel:
    folder = tmp_path_factory.mktemp("merge")
    at = next(one.at for one in features() if one.kind == "merge")
    driver = '{python: "tests.direction.test_dangerous_merge:idle", controls: assisted, stateless: true}'
    study = write(
        folder, "  - {use: dangerous merge, at: 3600 m}", at - 3600.0, others=OTHERS, driver=driver, speed=28.0
    )
    study.write_text(study.read_text().replace("duration: 15 min", "duration: 150 s"))
    return load_take(study, allow=("tests",)).play(folder / "out")


@pytest.fixture(scope="module")
def verdict(reel: Reel) -> Verdict:
    (verdict,) = judge_reel(reel)
    return verdict


def test_a_subject_that_does_nothing_is_hit_by_the_merging_car(reel: Reel, verdict: Verdict) -> None:
    cast = reel.query("select value from events where kind = 'CastMember'").fetchall()
    merger = next(int(one.split('"entity": ')[1].split(",")[0]) for (one,) in cast if '"merger"' in one)
    assert verdict.time is not None
    (crash, *_) = crashes(reel, reel.manifest.subjects[0])
    assert merger in crash.entities
    assert 3.0 <= crash.time - verdict.time <= 5.0


def test_the_whole_situation_is_as_the_paper_tells_it(verdict: Verdict) -> None:
    assert verdict.why == ""
    assert verdict.outcome == "collision"
