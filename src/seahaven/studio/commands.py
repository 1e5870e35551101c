"""What viewers ask of the studio: one typed message for each thing that can be done, and the role that it takes."""

from __future__ import annotations

import json
from typing import Annotated, Any, ClassVar, Final, Literal

from seahaven.errors import InputError, nearest
from seahaven.files import Document, Field, Schema, validate

__all__ = ["COMMANDS", "ROLES", "Command", "command_of", "refuse_role"]

ROLES: Final = ("viewer", "driver", "director")
"""Who may do what; each may do all that those before it may."""
Id = Annotated[int, Field(ge=1, le=2**53)]
Share = Annotated[float, Field(ge=0.0, le=1.0)]
Number = Annotated[int, Field(ge=1, le=10_000)]
"""Of a situation in its study, from 1 on."""
Word = Annotated[str, Field(max_length=200)]
Topic = Literal["perception", "triggers", "beacons", "situations", "sight", "console"]
"""What a page may want to be told: the layers of `studio.layers`, and what the director's console shows."""


class Command(Schema):
    """A thing that is asked for."""

    role: ClassVar[str] = "director"


class Open(Command):
    """Begin a run of a study, in the place of the one there is."""

    source: Word
    """The path of the study, as the home page lists it."""
    seed: Annotated[int, Field(ge=0, le=2**63 - 1)] | None = None
    pace: Annotated[float, Field(gt=0.0, le=64.0)] = 1.0
    driver: Literal["study", "keyboard"] = "study"
    """Who drives the subject: as the study says, or a person."""
    record: bool = False
    """Whether the run is recorded into a reel."""


class Close(Command):
    """End the run."""


class Play(Command):
    """Let time go on."""


class Pause(Command):
    """Stop time."""


class Step(Command):
    """Go on by some steps of the traffic."""

    count: Annotated[int, Field(ge=1, le=1000)] = 1


class Pace(Command):
    """How many simulated seconds pass in a second."""

    factor: Annotated[float, Field(gt=0.0, le=64.0)]


class Keep(Command):
    """Keep a snapshot of now."""


class GoBack(Command):
    """Go back to a snapshot."""

    number: Annotated[int, Field(ge=0)]


class Fork(Command):
    """Let a second run go on from here, beside this one."""


class Join(Command):
    """End the second run."""


class Press(Command):
    """Press a button, or turn a dial, of a driver's panel."""

    vehicle: Id
    item: Word
    value: float | bool = True
    run: Annotated[int, Field(ge=0, le=1)] = 0


class Weather(Command):
    """Change the weather to that of a name, or some of it, within some seconds."""

    preset: Word | None = None
    fade: Annotated[float, Field(ge=0.0, le=3600.0)] = 5.0
    visibility: Annotated[float, Field(gt=0.0, le=100_000.0)] | None = None
    grip: Share | None = None
    rain: Annotated[float, Field(ge=0.0, le=500.0)] | None = None
    daylight: Share | None = None


class Cue(Command):
    """Open a situation before its turn."""

    situation: Number


class Stop(Command):
    """End a situation, and release its cast."""

    situation: Number


class Cast(Command):
    """Give a role of a situation to a vehicle."""

    situation: Number
    part: Word
    """The name of the role."""
    vehicle: Id


class Call(Command):
    """Press a button, or turn a dial, of a trigger or a beacon, by its name."""

    name: Word
    item: Word
    value: float | bool = True


class Light(Command):
    """Press buttons of the lights of a junction."""

    name: Word
    phase: Annotated[int, Field(ge=0)] | None = None
    hold_for: Annotated[float, Field(ge=0.0, le=3600.0)] | None = None
    hold: bool = False
    release: bool = False
    off: bool = False
    on: bool = False


class Ambient(Command):
    """Change how much ambient traffic there is."""

    factor: Annotated[float, Field(ge=0.0, le=20.0)] | None = None
    suspend: bool = False
    resume: bool = False


class Move(Command):
    """Put something that was dragged on the map to another place in the study file; the run stays as it is."""

    handle: Word
    x: Annotated[float, Field(ge=-1e7, le=1e7)]
    y: Annotated[float, Field(ge=-1e7, le=1e7)]


class Inspect(Command):
    """Show the machine of a vehicle with every frame; 0 for none."""

    role: ClassVar[str] = "viewer"
    vehicle: Annotated[int, Field(ge=0, le=2**53)]


class Look(Command):
    """Show these layers on the map, and tell of these topics; no others."""

    role: ClassVar[str] = "viewer"
    topics: Annotated[list[Topic], Field(max_length=12)]


class Attend(Command):
    """What all who watch want to see together; the studio says it to its simulation."""

    vehicles: Annotated[list[Id], Field(max_length=100)]
    topics: Annotated[list[Topic], Field(max_length=12)]


class Controls(Command):
    """What a person does at the wheel: keys that are held, or the positions of pedals and a wheel."""

    role: ClassVar[str] = "driver"
    vehicle: Id
    steer: Annotated[float, Field(ge=-1.0, le=1.0)] = 0.0
    """Left is positive; of keys, -1, 0 or 1."""
    throttle: Share = 0.0
    brake: Share = 0.0
    is_keyed: bool = True
    """Whether these are keys, which the seat turns into smooth movements."""
    gear: Literal["drive", "neutral", "reverse", "park"] = "drive"
    hand_brake: bool = False
    turn_light: Literal["off", "left", "right", "hazard"] = "off"
    headlamps: Literal["off", "dipped"] = "off"
    horn: bool = False
    gaze: Annotated[float, Field(ge=-3.1416, le=3.1416)] | None = None


KINDS: Final[tuple[type[Command], ...]] = (
    Open, Close, Play, Pause, Step, Pace, Keep, GoBack, Fork, Join, Press, Weather, Cue, Stop, Cast, Call, Light,
    Ambient, Move, Inspect, Look, Attend, Controls,
)  # fmt: skip
COMMANDS: Final[dict[str, type[Command]]] = {kind.__name__.lower(): kind for kind in KINDS}
"""All commands, by the word that messages use."""


def command_of(text: str) -> Command:
    """The command in a message, such as `{"do": "step", "count": 5}`; anything else is refused."""
    try:
        said: Any = json.loads(text)
    except ValueError as error:
        raise InputError(f"a message is no JSON: {error}") from None
    if not isinstance(said, dict) or not isinstance(said.get("do"), str):
        raise InputError('a message is a JSON object with a word "do", such as {"do": "pause"}')
    name = said.pop("do")
    if name not in COMMANDS:
        raise InputError(f"there is no command {name!r:.60}{nearest(name, COMMANDS)}")
    return validate(Document(f"command '{name}'", said), COMMANDS[name])


def refuse_role(command: Command, role: str) -> None:
    """Refuse what somebody of this role may not do."""
    if ROLES.index(role) < ROLES.index(command.role):
        name = type(command).__name__.lower()
        raise InputError(f"a {role} may not '{name}'; that takes the link of a {command.role}")
