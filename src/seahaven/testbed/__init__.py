"""The test-bed: driving software judged by what it did.

In come studies that say what must hold, and recordings; out go verdicts: what held, by how much, when, where and
against whom. Every verdict is computed from a recording, by measures. Nothing here steers a run, or looks into one.
"""

from seahaven.testbed.campaigns import (
    Campaign,
    CampaignOptions,
    PlannedDrive,
    Shard,
    load_campaign,
    play_campaign,
)
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
from seahaven.testbed.history import Comparison, Entry, History, summary_lines, write_site
from seahaven.testbed.history import compare as compare_campaigns
from seahaven.testbed.margins import Cause, Margins
from seahaven.testbed.outcome import DriveOutcome, read_outcome
from seahaven.testbed.planning import Wanted, plan_drives, play_drives
from seahaven.testbed.playing import DriveJob, judge_reel, play_and_judge
from seahaven.testbed.probing import Difference, Probe, probe_drive
from seahaven.testbed.races import (
    Heat,
    Race,
    Standing,
    heat_of,
    plan_race,
    racers_of,
    standings,
    write_race,
)
from seahaven.testbed.reading import MustReader
from seahaven.testbed.requirement import VALIDATORS, Judging, Over, Requirement, validator
from seahaven.testbed.verdict import DriveVerdict, Finding, judge

__all__ = [
    "VALIDATORS",
    "Campaign",
    "CampaignOptions",
    "Cause",
    "Comparison",
    "Difference",
    "Drive",
    "DriveJob",
    "DriveOutcome",
    "DriveVerdict",
    "Entry",
    "Evidence",
    "Finding",
    "Goal",
    "Goals",
    "Heat",
    "History",
    "Judging",
    "Margins",
    "MustReader",
    "Over",
    "PlannedDrive",
    "Probe",
    "Race",
    "Requirement",
    "Shard",
    "Standing",
    "Variant",
    "Wanted",
    "compare_campaigns",
    "conditions_of",
    "drive_files",
    "driver_entry",
    "heat_of",
    "judge",
    "judge_reel",
    "load_campaign",
    "load_drive",
    "plan_drives",
    "plan_race",
    "play_and_judge",
    "play_campaign",
    "play_drives",
    "probe_drive",
    "racers_of",
    "read_outcome",
    "requirements_in",
    "standings",
    "summary_lines",
    "validator",
    "write_race",
    "write_site",
]
