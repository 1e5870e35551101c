"""The wire protocol of seats: which messages go to and fro, and how they become bytes.

    seat                        program
     | hello  ------------------>  |      who is to drive what, and how
     | <---------------- welcome   |      same version, same kind of controls
     | step 0 ------------------>  |      a view
     | <--------------- answer 0   |      controls
     | ...                         |
     | goodbye ----------------->  |      and the pipe is closed

Every message is a MessagePack map with a `kind`, behind its length in four bytes, the most significant first. The
values are those of `view.py` and `controls.py`: a value becomes a map of its fields, a table a map of its columns, each
a list.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache
from typing import Any, Final

from seahaven.errors import InputError, nearest
from seahaven.seats.controls import CONTROL_KINDS, Controls, kind_of
from seahaven.seats.fields import Checked, choice, constraints_of, count, part, quantity, text
from seahaven.seats.reply import Answer, Reply
from seahaven.seats.tables import Table
from seahaven.seats.view import View

__all__ = [
    "ADDRESS",
    "LENGTH_BYTES",
    "MOST_BYTES",
    "TOKEN",
    "TOKEN_BYTES",
    "VERSION",
    "Hello",
    "Vehicle",
    "Welcome",
    "answer_from",
    "frame",
    "hello_message",
    "message_of",
    "plain",
    "step_message",
    "unpacked",
    "welcome_from",
]

VERSION: Final = 1
"""The version of the protocol. It changes when a message changes so that an older program would misread it."""
LENGTH_BYTES: Final = 4
ADDRESS: Final = "SEAHAVEN_SEAT"
TOKEN: Final = "SEAHAVEN_SEAT_TOKEN"
"""Environment variables that tell a program where to connect, and what to show first, if it is to use a socket."""
TOKEN_BYTES: Final = 32
MOST_BYTES: Final = 1 << 20
"""The longest message that a program may send: 1 MiB. A trajectory of 500 poses takes about 40 kB."""


@dataclass(frozen=True, slots=True)
class Vehicle(Checked):
    """The vehicle that is to be driven: what does not change during a drive."""

    name: str = text("of the vehicle in the study", most=200)
    kind: str = text("what it is: a car, a truck and so on", most=40)
    length: float = quantity("of its box", unit="m", low=0.0)
    width: float = quantity("of its box", unit="m", low=0.0)
    height: float = quantity("of its box", unit="m", low=0.0)
    wheelbase: float = quantity("from axle to axle", unit="m", low=0.0)
    braking: float = quantity("the most deceleration on dry road", unit="m/s²", low=0.0)
    steering_ratio: float = quantity(
        "how far the steering wheel is turned, by how far the front wheels are; 0 where it has none",
        low=0.0,
        default=0.0,
    )


@dataclass(frozen=True, slots=True)
class Hello(Checked):
    """The first message: from the seat to the program."""

    version: int = count("of the protocol", low=1)
    controls: str = choice("the kind of controls that is expected", tuple(CONTROL_KINDS))
    rate: float = quantity("views per second", unit="Hz", low=0.0)
    date: int = count("of the run at which the program begins, in nanoseconds; not 0 if the run was resumed")
    seed: int = count("of the run, for programs that draw random numbers")
    vehicle: Vehicle = part("which vehicle is driven", Vehicle)
    parameters: dict[str, Any] = part("what the study gives to the driver, as it says", dict)


@dataclass(frozen=True, slots=True)
class Welcome(Checked):
    """The program's answer to the hello."""

    version: int = count("of the protocol that the program speaks", low=1)
    controls: str = choice("the kind of controls that it sends", tuple(CONTROL_KINDS))
    name: str = text("of the program, for messages and the recording", most=200, default="")


def frame(message: Mapping[str, Any]) -> bytes:
    """A message as bytes, with its length before it."""
    import msgpack

    packed: bytes = msgpack.packb(message)
    return len(packed).to_bytes(LENGTH_BYTES, "big") + packed


_REASONS: Final = {"FormatError": "a byte in it begins no value", "StackError": "it is nested too deeply"}
"""What errors mean that MessagePack raises without a text."""


def unpacked(packed: bytes) -> dict[str, Any]:
    """The message in some bytes, without its length; refuses what is no map with a kind."""
    import msgpack

    try:
        message = msgpack.unpackb(packed, strict_map_key=True)
    except Exception as error:
        why = str(error) or _REASONS.get(type(error).__name__, type(error).__name__)
        raise InputError(f"{packed[:40]!r} is no MessagePack: {why}") from None
    if not isinstance(message, dict) or not isinstance(message.get("kind"), str):
        raise InputError(f"{message!r:.80} is no message; expected a map with a text 'kind'")
    return message


def plain(value: Any) -> Any:
    """A value of a view, of controls or of a message as plain maps, lists and numbers."""
    if isinstance(value, Table):
        return value.lists()
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    kind: Any = type(value)
    names = _names(kind)
    return value if names is None else {name: plain(getattr(value, name)) for name in names}


@cache
def _names(kind: type) -> tuple[str, ...] | None:
    declared: Any = kind
    return tuple(each.name for each in fields(declared)) if is_dataclass(kind) else None


def hello_message(hello: Hello) -> dict[str, Any]:
    """The hello as a message."""
    return {"kind": "hello", **plain(hello)}


def step_message(view: View) -> dict[str, Any]:
    """A view as a message."""
    return {"kind": "step", **plain(view)}


def message_of(kind: str, **values: Any) -> dict[str, Any]:
    """Any other message: `goodbye` with a reason, and what programs in Python send."""
    return {"kind": kind, **{name: _with_kind(value) for name, value in values.items()}}


def _with_kind(value: Any) -> Any:
    """Controls say of which kind they are."""
    return {"kind": kind_of(value), **plain(value)} if type(value) in CONTROL_KINDS.values() else plain(value)


def welcome_from(message: Mapping[str, Any]) -> Welcome:
    """The welcome in a message; a message of another kind is refused."""
    welcome: Welcome = _made(Welcome, _body(message, "welcome"), "welcome")
    return welcome


def answer_from(message: Mapping[str, Any]) -> Answer:
    """The answer in a message; a message of another kind is refused, and so are values that do not fit."""
    body = _body(message, "answer")
    step, given = body.get("step"), body.get("controls")
    if not isinstance(step, int) or isinstance(step, bool):
        raise InputError(f"answer.step got {step!r:.80}; expected the step of the view that is answered")
    if not isinstance(given, dict):
        raise InputError(f"answer.controls got {given!r:.80}; expected a map")
    rest = {name: value for name, value in body.items() if name not in ("step", "controls")}
    for name in sorted(rest.keys() - constraints_of(Reply).keys()):
        raise InputError(f"answer has no field '{name}'{nearest(name, ('step', 'controls', *constraints_of(Reply)))}")
    states = rest.get("states", ())
    if isinstance(states, list) and all(isinstance(name, str) for name in states):
        rest["states"] = tuple(states)
    return Answer(step, Reply(_controls(given), **rest))


def _controls(given: dict[str, Any]) -> Controls:
    kind = given.get("kind")
    if not isinstance(kind, str) or kind not in CONTROL_KINDS:
        raise InputError(f"controls.kind got {kind!r:.80}; expected one of {', '.join(CONTROL_KINDS)}")
    body = {name: value for name, value in given.items() if name != "kind"}
    controls: Controls = _made(CONTROL_KINDS[kind], body, "controls")
    return controls


def _body(message: Mapping[str, Any], kind: str) -> dict[str, Any]:
    if message.get("kind") != kind:
        raise InputError(f"the program sent a message of kind {message.get('kind')!r:.40}; expected '{kind}'")
    return {name: value for name, value in message.items() if name != "kind"}


def _made(kind: Any, given: Any, where: str) -> Any:
    """A checked value of a class, from plain data."""
    if not isinstance(given, dict):
        raise InputError(f"{where} got {given!r:.80}; expected a map")
    declared = constraints_of(kind)
    for name in sorted(given.keys() - declared.keys(), key=str):
        raise InputError(f"{where} has no field {name!r:.40}{nearest(str(name), declared)}")
    values = {}
    for each in fields(kind):
        if each.name in given:
            item, value = declared[each.name].item, given[each.name]
            values[each.name] = _list(item, value, f"{where}.{each.name}") if item else value
        elif each.default is MISSING:
            raise InputError(f"{where} lacks '{each.name}'; expected {declared[each.name].expected}")
    return kind(**values)


def _list(item: type, given: Any, where: str) -> tuple[Any, ...]:
    if not isinstance(given, list):
        raise InputError(f"{where} got {given!r:.80}; expected a list")
    return tuple(_made(item, value, f"{where}[{number}]") for number, value in enumerate(given))
