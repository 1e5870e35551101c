"""From a study file to a finished take.

In come study files, reels and references to code; out come takes: a tree of modules, a world, a seed and a duration,
ready to be played into a reel. This room assembles; it neither decides behaviour nor moves anything.
"""

from seahaven.takes.assembly import Production, assemble
from seahaven.takes.car import Car
from seahaven.takes.claim import claimed
from seahaven.takes.dimensions import PARTICIPANTS, RECORD_RATES, SEEDS
from seahaven.takes.experiment import ALL, ExperimentEntry
from seahaven.takes.frame import Frame
from seahaven.takes.hand import Hand
from seahaven.takes.keeping import cockpits_beside, reel_in
from seahaven.takes.lining_up import lined_up, subject_names
from seahaven.takes.opening import open_run
from seahaven.takes.outline import Outline
from seahaven.takes.questionnaire import QuestionEntry, QuestionnaireEntry
from seahaven.takes.run import Run
from seahaven.takes.scripting import footage
from seahaven.takes.seating import drivers_in
from seahaven.takes.sensing import sensors_in
from seahaven.takes.source import (
    Change,
    check,
    entities_of,
    examine,
    is_study,
    load_production,
    load_study,
    load_take,
    outline_of,
    roads_of,
    study_stem,
)
from seahaven.takes.study import Study, study_schema
from seahaven.takes.summary import Journey, Lapse, Summary, Throughput, staged_in, summarise
from seahaven.takes.take import USUAL_FLUSH, Take
from seahaven.takes.variation import movable, practising, reordered, seated, told_otherwise, under
from seahaven.takes.watching import Watch

__all__ = [
    "ALL",
    "PARTICIPANTS",
    "RECORD_RATES",
    "SEEDS",
    "USUAL_FLUSH",
    "Car",
    "Change",
    "ExperimentEntry",
    "Frame",
    "Hand",
    "Journey",
    "Lapse",
    "Outline",
    "Production",
    "QuestionEntry",
    "QuestionnaireEntry",
    "Run",
    "Study",
    "Summary",
    "Take",
    "Throughput",
    "Watch",
    "assemble",
    "check",
    "claimed",
    "cockpits_beside",
    "drivers_in",
    "entities_of",
    "examine",
    "footage",
    "is_study",
    "lined_up",
    "load_production",
    "load_study",
    "load_take",
    "movable",
    "open_run",
    "outline_of",
    "practising",
    "reel_in",
    "reordered",
    "roads_of",
    "seated",
    "sensors_in",
    "staged_in",
    "study_schema",
    "study_stem",
    "subject_names",
    "summarise",
    "told_otherwise",
    "under",
]
