"""Judging: the verdicts on all situations of a drive."""

from __future__ import annotations

from seahaven.judges.episode import Episode, episodes_of
from seahaven.judges.finding import Verdict, missing
from seahaven.judges.recording import Recording, ReelRecording
from seahaven.judges.registry import JUDGES
from seahaven.judges.scene import Scene
from seahaven.measures import Lanes
from seahaven.reels import Reel

__all__ = ["judge_all", "judge_reel"]


def judge_reel(reel: Reel, *, known: dict[str | None, Lanes] | None = None) -> list[Verdict]:
    """The verdicts on the situations of a reel, in the order of the drive; none on those that no judge knows.

    Pass the same dict as `known` for all drives on the same roads, so that the roads are read only once.
    """
    return judge_all(ReelRecording(reel, known))


def judge_all(recording: Recording) -> list[Verdict]:
    """The verdicts on the situations of a recording."""
    episodes = episodes_of(recording.told)
    return [_verdict(Scene(recording, one, episodes)) for one in episodes if one.use in JUDGES]


def _verdict(scene: Scene) -> Verdict:
    episode: Episode = scene.episode
    about = episode.number, episode.situation, episode.use
    if episode.opened is None:
        return Verdict(*about, None, missing("situation", "it never opened"))
    if not len(scene.times):
        return Verdict(*about, None, missing("situation", "the subject is not in the recording"))
    return Verdict(*about, *JUDGES[episode.use](scene))
