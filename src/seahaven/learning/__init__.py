"""Drivers that learn, and worlds that others learn in.

In come declarations of sensors, effectors and goals, studies and rule files; out go rule bases, learning curves and
reports, and environments behind the interfaces of learning libraries. Nothing here reaches into a world: vehicles learn
through modules of a run, and what they learned goes back into traffic as data.

Learning libraries are an extra: `seahaven.learning.environments` is the only part that needs them.
"""

from seahaven.learning.cohort import Cohort, Learner
from seahaven.learning.curve import Curve, Figures, Stretch
from seahaven.learning.experiment import Experiment, Learned, Stage
from seahaven.learning.published import BEHAVIOURS, CLASSIFIERS, SENSORS
from seahaven.learning.report import strands_of, write_learning_report
from seahaven.learning.tables import Behaviour, RuleLine, behaviours, rule_lines, rules_in_words, short_names

__all__ = [
    "BEHAVIOURS",
    "CLASSIFIERS",
    "SENSORS",
    "Behaviour",
    "Cohort",
    "Curve",
    "Experiment",
    "Figures",
    "Learned",
    "Learner",
    "RuleLine",
    "Stage",
    "Stretch",
    "behaviours",
    "rule_lines",
    "rules_in_words",
    "short_names",
    "strands_of",
    "write_learning_report",
]
