"""Direction: traffic quietly arranged around one driver, so that situations really happen.

In come the subject's route, situations in their places along it, triggers, beacons, and what can be seen of all
vehicles; out go presses of panels, vehicles that are brought in out of sight, and a log. Nothing here moves a
vehicle.
"""

from seahaven.direction.account import RoleAccount, SituationAccount
from seahaven.direction.apparition import Apparition, Staged, StagedBody
from seahaven.direction.beacons import Beacon, Beacons, GapOpened, TrafficStream, Way
from seahaven.direction.bounds import bounds_of
from seahaven.direction.casting import Casting, Entrance, Place
from seahaven.direction.contradictions import Contradictions
from seahaven.direction.courses import Stretch, stretch
from seahaven.direction.description import SituationDescription, describe
from seahaven.direction.desk import (
    Broadcast,
    Bystander,
    Desks,
    JunctionLights,
    PlacedBystander,
    PlacedDesk,
    PlacedStream,
    StreamAlong,
)
from seahaven.direction.destination import Destination
from seahaven.direction.detours import Detour, Detours, DetourTaken, NoOtherWay
from seahaven.direction.direction import Direction
from seahaven.direction.facts import ROLE_FACTS, Fact, Member, Player, Scope, fact_reader
from seahaven.direction.intervention import ACTS, Act, Intervention
from seahaven.direction.library import LIBRARY, title
from seahaven.direction.lights import lights_at
from seahaven.direction.line import Line, Spot
from seahaven.direction.log import (
    CastMember,
    Closed,
    Contradicted,
    Critical,
    DriveLaid,
    Forecast,
    Marker,
    Opened,
    Ordered,
    Planned,
    Postponed,
    Resited,
    Told,
)
from seahaven.direction.mission import (
    CHECKPOINT_REACH,
    CheckpointReached,
    Mission,
    MissionDone,
    MissionIs,
    MissionPoint,
)
from seahaven.direction.order import CONTRARY, NOBODY, Call, Order, Party
from seahaven.direction.other_ways import joining_roles, other_way, refuse_short_way, ways_along
from seahaven.direction.outlook import Outlook
from seahaven.direction.placement import Placement
from seahaven.direction.prompter import Prompt, Prompter
from seahaven.direction.quantities import QUANTITIES, Quantity
from seahaven.direction.role_orders import ROLE_ORDERS, RoleOrder
from seahaven.direction.roles import Ahead, Beside, Crossing, Joining, Oncoming, Role, Standing
from seahaven.direction.sending import refuse_unheard
from seahaven.direction.siting import LASTS, Site, find_site, notes_of
from seahaven.direction.situation import Cast, Criterion, Needs, PreparedSituation, Situation, Stimulus
from seahaven.direction.sketch import sketch
from seahaven.direction.straight_ways import straight_on
from seahaven.direction.survey import survey
from seahaven.direction.switchboard import Switchboard
from seahaven.direction.text_sketch import text_sketch
from seahaven.direction.triggers import Fired, Trigger, Triggers
from seahaven.direction.vicinity import Vicinity
from seahaven.direction.view import View

__all__ = [
    "ACTS",
    "CHECKPOINT_REACH",
    "CONTRARY",
    "LASTS",
    "LIBRARY",
    "NOBODY",
    "QUANTITIES",
    "ROLE_FACTS",
    "ROLE_ORDERS",
    "Act",
    "Ahead",
    "Apparition",
    "Beacon",
    "Beacons",
    "Beside",
    "Broadcast",
    "Bystander",
    "Call",
    "Cast",
    "CastMember",
    "Casting",
    "CheckpointReached",
    "Closed",
    "Contradicted",
    "Contradictions",
    "Criterion",
    "Critical",
    "Crossing",
    "Desks",
    "Destination",
    "Detour",
    "DetourTaken",
    "Detours",
    "Direction",
    "DriveLaid",
    "Entrance",
    "Fact",
    "Fired",
    "Forecast",
    "GapOpened",
    "Intervention",
    "Joining",
    "JunctionLights",
    "Line",
    "Marker",
    "Member",
    "Mission",
    "MissionDone",
    "MissionIs",
    "MissionPoint",
    "Needs",
    "NoOtherWay",
    "Oncoming",
    "Opened",
    "Order",
    "Ordered",
    "Outlook",
    "Party",
    "Place",
    "PlacedBystander",
    "PlacedDesk",
    "PlacedStream",
    "Placement",
    "Planned",
    "Player",
    "Postponed",
    "PreparedSituation",
    "Prompt",
    "Prompter",
    "Quantity",
    "Resited",
    "Role",
    "RoleAccount",
    "RoleOrder",
    "Scope",
    "Site",
    "Situation",
    "SituationAccount",
    "SituationDescription",
    "Spot",
    "Staged",
    "StagedBody",
    "Standing",
    "Stimulus",
    "StreamAlong",
    "Stretch",
    "Switchboard",
    "Told",
    "TrafficStream",
    "Trigger",
    "Triggers",
    "Vicinity",
    "View",
    "Way",
    "bounds_of",
    "describe",
    "fact_reader",
    "find_site",
    "joining_roles",
    "lights_at",
    "notes_of",
    "other_way",
    "refuse_short_way",
    "refuse_unheard",
    "sketch",
    "straight_on",
    "stretch",
    "survey",
    "text_sketch",
    "title",
    "ways_along",
]
