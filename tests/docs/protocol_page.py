"""The page on the protocol of seats, made from the values that cross it: `python -m tests.docs.protocol_page`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from seahaven.seats.controls import CONTROL_KINDS, PlannedPose, PressedItem
from seahaven.seats.fields import constraints_of
from seahaven.seats.protocol import (
    ADDRESS,
    LENGTH_BYTES,
    MOST_BYTES,
    TOKEN,
    TOKEN_BYTES,
    VERSION,
    Hello,
    Vehicle,
    Welcome,
)
from seahaven.seats.readings import READINGS, Mount, SensorViews
from seahaven.seats.reply import Reply
from seahaven.seats.tables import Table, columns_of
from seahaven.seats.view import Ego, Instruction, Mission, Objects, Road, Stop, TurnAhead, View, Weather

PAGE = Path(__file__).parents[2] / "docs" / "seat-protocol.md"
HEAD = f"""\
# The protocol of seats

This page is the reference of the protocol by which a program drives a vehicle. [Bring your own
driver](drivers.md) shows how to use it. The tables are made from the declarations in `seahaven.seats`, and a test keeps
them the same. This is version {VERSION}.

## Frames

The program reads messages from its standard input and writes messages to its standard output. A message is a
[MessagePack](https://msgpack.org) map, preceded by its length in bytes as an unsigned integer of {LENGTH_BYTES}
bytes, the most significant first. A message from the program may be {MOST_BYTES:,} bytes long. Whatever the program
has to say to people goes to its standard error; the last 2,000 bytes of it are part of error messages.

With `socket: true` in the study, the program connects to a socket on the same machine instead. The environment variable
`{ADDRESS}` has the address, such as `127.0.0.1:41234`, and `{TOKEN}` a token of {TOKEN_BYTES} characters, which the
program sends first. Then frames go both ways as on pipes. Standard output and standard error are then both for people.

Every message has the text `kind`:

| message | from | when | answered by |
| --- | --- | --- | --- |
| `hello` | seat | once, before the run starts | `welcome`, within 10 s of wall-clock time |
| `step` | seat | at each date of the seat | `answer` with the same `step` |
| `goodbye` | seat | once, with a text `reason`; the program has one second to end | |

A program whose `welcome` names another version or another kind of controls is refused before the run starts. An
`answer` has `step`, the number of the view that it answers, and `controls`, a map with the `kind` of the
controls and their fields; it may have what else the software has to say ([below](#answer)). Fields with a default may
be left out; unknown fields are refused. Optional fields that are added, as `gaze`, `sensors` and `states` were, leave
the version as it is: a program that does not know them goes on.

All quantities are in SI units and radians. Numbers may be MessagePack floats or integers. A table is a map with one
list per column, all of the same length.
"""
FRAMES = """
## The view

The fields of `step`, besides its kind. Two frames of reference are used. The world's frame has x to the east and y to
the north, with headings counter-clockwise from east. The ego's frame has its origin at the centre of the ego's box,
`ahead` along its heading and `left` at right angles to it.
"""
SENSORS = """
## Sensors

The field `sensors` of a view. Each list has the reports of [sensors](sensors.md) of one kind that have arrived
since the last view, in the order in which they were sent; all lists are empty where a study gives its driver none.
"""
ANSWER = """
## Answer

What an `answer` may have besides `step` and `controls`. Both fields are recorded when they change; [test
drives](test-drives.md) may require or forbid states.
"""


def page() -> str:
    return "".join(parts())


def parts() -> Iterator[str]:
    yield HEAD
    yield "\n## hello\n" + section(Hello) + "\n`vehicle`:\n" + section(Vehicle)
    yield "\n## welcome\n" + section(Welcome)
    yield FRAMES + section(View)
    for kind in (Ego, Weather, Objects, Road, Stop, Mission, TurnAhead, Instruction):
        yield f"\n### {kind.__name__}\n\n{first_line(kind)}\n" + section(kind)
    yield SENSORS + section(SensorViews) + f"\n### {Mount.__name__}\n\n{first_line(Mount)}\n" + section(Mount)
    for kind in READINGS.values():
        yield f"\n### {kind.__name__}\n\n{first_line(kind)}\n" + section(kind)
        for constraint in constraints_of(kind).values():
            if constraint.item and issubclass(constraint.item, Table):
                yield f"\n`{constraint.item.__name__}`: {first_line(constraint.item)}\n" + section(constraint.item)
    yield ANSWER + section(Reply)
    yield "\n## Controls\n"
    for word, kind in CONTROL_KINDS.items():
        yield f"\n### {word}\n\n{first_line(kind)}\n" + section(kind)
        for item in (PlannedPose, PressedItem):
            if any(constraint.item is item for constraint in constraints_of(kind).values()):
                yield f"\nEach {item.__name__}:\n" + section(item)


def first_line(kind: type) -> str:
    assert kind.__doc__
    return kind.__doc__.splitlines()[0]


def section(kind: type) -> str:
    rows = list(column_rows(kind) if issubclass(kind, Table) else field_rows(kind))
    return "\n| field | unit | value | meaning |\n| --- | --- | --- | --- |\n" + "".join(rows)


def field_rows(kind: type) -> Iterator[str]:
    for name, constraint in constraints_of(kind).items():
        field = kind.__dataclass_fields__[name]  # type: ignore[attr-defined]
        default = "" if field.default.__class__.__name__ == "_MISSING_TYPE" else f"; default {show(field.default)}"
        value = constraint.expected
        yield f"| `{name}` | {constraint.unit} | {value}{default} | {constraint.doc} |\n"


def column_rows(kind: type) -> Iterator[str]:
    for name, declared in columns_of(kind).items():
        value = f"one of {', '.join(declared.names)}" if declared.names else f"list of {declared.kind}s"
        yield f"| `{name}` | {declared.unit} | {value} | {declared.doc} |\n"


def show(default: object) -> str:
    if isinstance(default, bool):
        return "true" if default else "false"
    if isinstance(default, SensorViews):
        return "empty"
    return "null" if default is None else "none" if default in ((), "") else str(default)


if __name__ == "__main__":
    PAGE.write_text(page())
