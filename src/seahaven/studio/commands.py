"""What viewers ask of the studio: one typed message for each thing that can be done, and the role that it takes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final, Literal

from seahaven.errors import InputError, nearest
from seahaven.files import Document, Field, Schema, validate

__all__ = [
    "COMMANDS",
    "ROLES",
    "Command",
    "Rise",
    "Seated",
    "Sit",
    "command_of",
    "order_of",
    "refuse_role",
]

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
    driver: Literal["study", "person"] = "study"
    """Who drives the subjects: as the study says, or people."""
    subject: Word = ""
    """The kind of virtual subject that drives instead of those whom the study names; empty for those."""
    seats: Annotated[tuple[Word, ...], Field(max_length=16)] = ()
    """The names of the subjects that people drive; all of them where none is named."""
    absent: Literal["pause", "brake"] = "pause"
    """What happens while the page of a driver is away: time stops, or the vehicle brakes to a halt."""
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


class Begin(Command):
    """Begin a drive of a participant of a study's experiment, with a person at the wheel."""

    source: Word
    participant: Word
    position: Annotated[int, Field(ge=0, le=10_000)]
    """Which of the participant's drives, from 1 on; 0: the practice drive."""


class Finish(Command):
    """End the drive of the laboratory, and keep it."""


class Ask(Command):
    """Show a questionnaire to the participant."""

    source: Word
    participant: Word
    position: Annotated[int, Field(ge=1, le=10_000)]
    questionnaire: Word


class Reply(Command):
    """The answers to the questionnaire that is shown."""

    role: ClassVar[str] = "driver"
    answers: Annotated[dict[str, Any], Field(max_length=100)]


class Lost(Command):
    """How many frames pages have missed so far; the hub says it."""

    frames: Annotated[int, Field(ge=0)]


class Inspect(Command):
    """Look into the machine of a thing, such as "entity 12", "weather" or "situation 0"; empty: into none."""

    role: ClassVar[str] = "viewer"
    thing: Word = ""


class Recall(Command):
    """Tell what is kept of the last minute of a thing that is looked into."""

    role: ClassVar[str] = "viewer"
    thing: Word
    viewer: Annotated[int, Field(ge=0)] = 0
    """Who asks; the studio fills this in."""


class Look(Command):
    """Show these layers on the map, and tell of these topics; no others."""

    role: ClassVar[str] = "viewer"
    topics: Annotated[list[Topic], Field(max_length=12)]


class Furnish(Command):
    """Make the world as it is seen from a seat; nothing where it is there already."""

    role: ClassVar[str] = "viewer"


class Attend(Command):
    """What all who watch want to see together; the studio says it to its simulation."""

    things: Annotated[list[Word], Field(max_length=100)]
    topics: Annotated[list[Topic], Field(max_length=12)]


class Controls(Command):
    """What a person does at the wheel: keys that are held, or the positions of pedals and a wheel."""

    role: ClassVar[str] = "driver"
    vehicle: Id
    steer: Annotated[float, Field(ge=-1.0, le=1.0)] = 0.0
    """Left is positive; of keys, -1, 0 or 1."""
    throttle: Share = 0.0
    brake: Share = 0.0
    means: Literal["keys", "stick", "wheel"] = "keys"
    """What this comes from. The seat turns keys and sticks into smooth movements of the steering wheel."""
    lock: Annotated[float, Field(ge=0.5, le=12.0)] = 7.5
    """rad. How far a wheel turns to either side."""
    gear: Literal["drive", "neutral", "reverse", "park"] = "drive"
    hand_brake: bool = False
    turn_light: Literal["off", "left", "right", "hazard"] = "off"
    headlamps: Literal["off", "dipped"] = "off"
    horn: bool = False
    gaze: Annotated[float, Field(ge=-3.1416, le=3.1416)] | None = None


class Sit(Command):
    """Take the wheel of a vehicle that people drive."""

    role: ClassVar[str] = "driver"
    vehicle: Id
    page: Annotated[str, Field(min_length=1, max_length=64)]
    """A word by which a page that comes back is known."""
    take: bool = False
    """Whether to take the seat from another page that has it."""


class Rise(Command):
    """Leave the wheel."""

    role: ClassVar[str] = "driver"


class Seated(Command):
    """Tell the simulation which vehicles have a driver who is there; pages cannot say this."""

    vehicles: tuple[Id, ...]


KINDS: Final[tuple[type[Command], ...]] = (
    Open, Close, Play, Pause, Step, Pace, Keep, GoBack, Fork, Join, Press, Weather, Cue, Stop, Cast, Call, Light,
    Ambient, Move, Begin, Finish, Ask, Reply, Inspect, Recall, Look, Furnish, Controls, Sit, Rise,
)  # fmt: skip
COMMANDS: Final[dict[str, type[Command]]] = {kind.__name__.lower(): kind for kind in KINDS}
"""All commands of pages, by the word that messages use."""
ORDERS: Final[dict[str, type[Command]]] = {**COMMANDS, "seated": Seated, "attend": Attend, "lost": Lost}
"""What the simulation is told: commands, and what the hub says itself."""


def command_of(text: str) -> Command:
    """The command in a page's message, such as `{"do": "step", "count": 5}`; anything else is refused."""
    return _one_of(COMMANDS, text)


def order_of(text: str) -> Command:
    """The order in a line from the hub."""
    return _one_of(ORDERS, text)


def _one_of(kinds: Mapping[str, type[Command]], text: str) -> Command:
    try:
        said: Any = json.loads(text)
    except ValueError as error:
        raise InputError(f"a message is no JSON: {error}") from None
    if not isinstance(said, dict) or not isinstance(said.get("do"), str):
        raise InputError('a message is a JSON object with a word "do", such as {"do": "pause"}')
    name = said.pop("do")
    if name not in kinds:
        raise InputError(f"there is no command {name!r:.60}{nearest(name, kinds)}")
    return validate(Document(f"command '{name}'", said), kinds[name])


def refuse_role(command: Command, role: str) -> None:
    """Refuse what somebody of this role may not do."""
    if ROLES.index(role) < ROLES.index(command.role):
        name = type(command).__name__.lower()
        raise InputError(f"a {role} may not '{name}'; that takes the link of a {command.role}")
