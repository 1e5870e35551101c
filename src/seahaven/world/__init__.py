"""The world: everything that exists, as tables of entities, with what waits to come into force.

In come declarations of families, rows at set-up, and what modules propose through their ports while the kernel runs;
out go read-only columns, handles on entities, snapshots and forks. Nothing here decides anything, and nothing here
knows a clock: dates come from the kernel.
"""

from seahaven.world.baggage import Baggage
from seahaven.world.binding import Binding, call_part, make_step, part_of, watch_column, watcher_of
from seahaven.world.column import Column
from seahaven.world.entity import Entity, Named, OwnEntity
from seahaven.world.family import FamilyType, Records, join_records
from seahaven.world.following import Block
from seahaven.world.host import Host, Running
from seahaven.world.label import entity_label, entity_number, entity_of, entity_with_id
from seahaven.world.machines import Machines, Press
from seahaven.world.moves import Moves
from seahaven.world.person import PERSON, WalkPhase
from seahaven.world.ports import Reads, Spawns, Writes, reads, spawns, writes
from seahaven.world.sight import Sight
from seahaven.world.sight_land import Land
from seahaven.world.sight_survey import land_of
from seahaven.world.signal import SIGNAL, LightState
from seahaven.world.solids import Solids, solids_of
from seahaven.world.spawner import Spawner
from seahaven.world.state import WorldState
from seahaven.world.table import Reader, Table
from seahaven.world.vehicle import (
    HEADLAMPS,
    MOTIONS,
    OBSTACLE_KINDS,
    ROAD_VEHICLE,
    SCRIPTED,
    STEERING,
    TURN_LIGHTS,
    VEHICLE,
    PilotState,
)
from seahaven.world.weather import WEATHER
from seahaven.world.world import World
from seahaven.world.writer import Writer

__all__ = [
    "HEADLAMPS",
    "MOTIONS",
    "OBSTACLE_KINDS",
    "PERSON",
    "ROAD_VEHICLE",
    "SCRIPTED",
    "SIGNAL",
    "STEERING",
    "TURN_LIGHTS",
    "VEHICLE",
    "WEATHER",
    "Baggage",
    "Binding",
    "Block",
    "Column",
    "Entity",
    "FamilyType",
    "Host",
    "Land",
    "LightState",
    "Machines",
    "Moves",
    "Named",
    "OwnEntity",
    "PilotState",
    "Press",
    "Reader",
    "Reads",
    "Records",
    "Running",
    "Sight",
    "Solids",
    "Spawner",
    "Spawns",
    "Table",
    "WalkPhase",
    "World",
    "WorldState",
    "Writer",
    "Writes",
    "call_part",
    "entity_label",
    "entity_number",
    "entity_of",
    "entity_with_id",
    "join_records",
    "land_of",
    "make_step",
    "part_of",
    "reads",
    "solids_of",
    "spawns",
    "watch_column",
    "watcher_of",
    "writes",
]
