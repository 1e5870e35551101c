"""The test-bed: driving software judged by what it did.

In come studies that say what must hold, and recordings; out go verdicts: what held, by how much, when, where and
against whom. Every verdict is computed from a recording, by measures. Nothing here steers a run, or looks into one.
"""

from seahaven.testbed.evidence import Evidence
from seahaven.testbed.goals import Goal, Goals
from seahaven.testbed.margins import Cause, Margins
from seahaven.testbed.reading import MustReader
from seahaven.testbed.requirement import VALIDATORS, Judging, Over, Requirement, validator
from seahaven.testbed.verdict import DriveVerdict, Finding, judge

__all__ = [
    "VALIDATORS",
    "Cause",
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
    "judge",
    "validator",
]
