"""Trials: many drives of one study, by participants or virtual subjects, and what came of them.

In come a study and who drives it; out go a folder per drive with its reel, tidy tables with a row for each situation of
each drive, and a report. Nothing here directs or drives: it plays takes, and reads their reels.
"""

from seahaven.trials.comparison import Estimate, change, estimate
from seahaven.trials.curves import collision_curves
from seahaven.trials.drive import Job
from seahaven.trials.herald import ENTRIES
from seahaven.trials.laboratory import keep_drive, tabulate
from seahaven.trials.measure import measure
from seahaven.trials.numbers import quantity
from seahaven.trials.plan import Drive
from seahaven.trials.questionnaire import AnswerRow, checked_answers, keep_answers, read_answers
from seahaven.trials.record import Record, holds_drives
from seahaven.trials.row import Row, Who
from seahaven.trials.trials import Trials, check_experiment, plan_trials, play_trials, write_drive
from seahaven.trials.wording import entry_text, laid_text
from seahaven.trials.workers import Crew, OnTrial, Task, play_side_by_side, side_by_side

__all__ = [
    "ENTRIES",
    "AnswerRow",
    "Crew",
    "Drive",
    "Estimate",
    "Job",
    "OnTrial",
    "Record",
    "Row",
    "Task",
    "Trials",
    "Who",
    "change",
    "check_experiment",
    "checked_answers",
    "collision_curves",
    "entry_text",
    "estimate",
    "holds_drives",
    "keep_answers",
    "keep_drive",
    "laid_text",
    "measure",
    "plan_trials",
    "play_side_by_side",
    "play_trials",
    "quantity",
    "read_answers",
    "side_by_side",
    "tabulate",
    "write_drive",
]
