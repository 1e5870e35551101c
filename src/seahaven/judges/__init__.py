"""Judges: whether a situation happened as it is told, from the recording alone.

In comes a recording: where all vehicles were, what the lights showed, which vehicles had which role, and the set
values of each situation. Out goes a verdict on each situation, with a finding for each thing that the recording has to
show. What direction itself says of a situation (that it was met, by how much) is never read, and nothing is decided,
steered or written.
"""

from seahaven.judges import situations  # the judges register themselves
from seahaven.judges.episode import Episode, episodes_of
from seahaven.judges.finding import Finding, Verdict
from seahaven.judges.judging import judge_all, judge_reel
from seahaven.judges.recording import Recording, ReelRecording
from seahaven.judges.registry import JUDGES, judge
from seahaven.judges.scene import Scene
from seahaven.judges.track import Track
from seahaven.judges.walk import Walk

__all__ = [
    "JUDGES",
    "Episode",
    "Finding",
    "Recording",
    "ReelRecording",
    "Scene",
    "Track",
    "Verdict",
    "Walk",
    "episodes_of",
    "judge",
    "judge_all",
    "judge_reel",
    "situations",
]
