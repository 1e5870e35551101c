"""The standard's rules that a file may break and still be used.

In come a file's elements and the network read from them; out go remarks, each with the rule, the place and the element.
Rules have the names that ASAM gives them; the version in a name is that since which the rule holds, and older files are
not held against it. Nothing here changes the network.
"""

from seahaven.roads.formats.opendrive.rules.catalogue import RULES, check_rules
from seahaven.roads.formats.opendrive.rules.rule import Rule

__all__ = ["RULES", "Rule", "check_rules"]
