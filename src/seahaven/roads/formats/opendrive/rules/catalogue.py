"""All rules in one table."""

from __future__ import annotations

from seahaven.files import Element
from seahaven.roads.formats.opendrive.remarks import Remarks
from seahaven.roads.formats.opendrive.rules import borders, joints, junctions, lanes, lines, objects, records, signals
from seahaven.roads.formats.opendrive.rules.rule import Rule
from seahaven.roads.formats.opendrive.rules.survey import Survey
from seahaven.roads.model import RoadNetwork

__all__ = ["RULES", "check_rules"]

RULES: tuple[Rule, ...] = tuple(
    sorted(
        (
            *borders.RULES,
            *joints.RULES,
            *junctions.RULES,
            *lanes.RULES,
            *lines.RULES,
            *objects.RULES,
            *records.RULES,
            *signals.RULES,
        ),
        key=lambda rule: rule.name.split(":")[-1],
    )
)
"""Every rule that is checked beyond what reading itself demands, by name."""


def check_rules(root: Element, network: RoadNetwork, remarks: Remarks) -> None:
    """Take down everything in a file that breaks a rule."""
    survey = Survey(root, network)
    for rule in RULES:
        if rule.applies(survey.version):
            for element, message in rule.check(survey):
                remarks.note(rule.name, element, message)
