"""What goes on at junctions: ways through them, where ways meet, who goes first, where one waits, which lights hold.

A lane map comes in; out goes a logic of values and read-only arrays that drivers, directors and signal programs ask.
It never changes once it is made, and knows nothing of vehicles, routes or time: which light is green, and who is where,
is for others to know.
"""

from seahaven.roads.junctions.arm import Arm, Side
from seahaven.roads.junctions.clearing import amber_for, approach_limit, crosswalks_on
from seahaven.roads.junctions.conflict import Conflict, ConflictKind, Reason, Verdict
from seahaven.roads.junctions.crosswalk import Crosswalk
from seahaven.roads.junctions.intergreen import intergreens
from seahaven.roads.junctions.light import Light
from seahaven.roads.junctions.logic import JunctionLogic
from seahaven.roads.junctions.party import Sign
from seahaven.roads.junctions.ring import Ring, rings
from seahaven.roads.junctions.signal_plan import PlannedController, SignalPlan
from seahaven.roads.junctions.tables import TURNS, JunctionTables
from seahaven.roads.junctions.way import VEHICLES, Way

__all__ = [
    "TURNS",
    "VEHICLES",
    "Arm",
    "Conflict",
    "ConflictKind",
    "Crosswalk",
    "JunctionLogic",
    "JunctionTables",
    "Light",
    "PlannedController",
    "Reason",
    "Ring",
    "Side",
    "Sign",
    "SignalPlan",
    "Verdict",
    "Way",
    "amber_for",
    "approach_limit",
    "crosswalks_on",
    "intergreens",
    "rings",
]
