"""The test-bed: driving software judged by what it did.

In come studies that say what must hold, and recordings; out go verdicts: what held, by how much, when, where and
against whom. Every verdict is computed from a recording, by measures. Nothing here steers a run, or looks into one.
"""

from seahaven.testbed.drive import (
    Drive,
    Variant,
    conditions_of,
    drive_files,
    driver_entry,
    load_drive,
    requirements_in,
)
from seahaven.testbed.evidence import Evidence
from seahaven.testbed.goals import Goal, Goals
from seahaven.testbed.margins import Cause, Margins
from seahaven.testbed.outcome import DriveOutcome, read_outcome
from seahaven.testbed.planning import Wanted, plan_drives, play_drives
from seahaven.testbed.playing import DriveJob, judge_reel, play_and_judge
from seahaven.testbed.reading import MustReader
from seahaven.testbed.requirement import VALIDATORS, Judging, Over, Requirement, validator
from seahaven.testbed.verdict import DriveVerdict, Finding, judge

__all__ = [
    "VALIDATORS",
    "Cause",
    "Drive",
    "DriveJob",
    "DriveOutcome",
    "DriveVerdict",
    "Evidence",
    "Finding",
    "Goal",
    "Goals",
    "Judging",
    "Margins",
    "MustReader",
    "Over",
    "Requirement",
    "Variant",
    "Wanted",
    "conditions_of",
    "drive_files",
    "driver_entry",
    "judge",
    "judge_reel",
    "load_drive",
    "plan_drives",
    "play_and_judge",
    "play_drives",
    "read_outcome",
    "requirements_in",
    "validator",
]
