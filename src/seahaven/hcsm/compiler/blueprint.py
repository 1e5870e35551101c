"""What was made of a machine's program before it is compiled, kept between runs.

Writing the source of the driver takes 0.1 s. Where its machine code is kept already, all that is needed of it is that
source and a few tables. They are kept in a sealed file; the seal covers the program and the source of all that writes.
"""

from __future__ import annotations

import json
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple, Self

from seahaven.disk import do_without, read_sealed, write_sealed
from seahaven.hcsm.compiler.emission import Emission
from seahaven.hcsm.compiler.layout import Column, Layout, Names
from seahaven.hcsm.compiler.statements import Address
from seahaven.hcsm.compiler.words import RESERVED
from seahaven.hcsm.program import Program

__all__ = ["Blueprint", "Variant", "kept_blueprint"]

_ROOM = Path(__file__).parents[1]


class Variant(NamedTuple):
    """How a machine is executed, and whether blocks of rows run on several threads."""

    run_on: bool = False
    settle: bool = False
    parallel: bool = False


class Blueprint(NamedTuple):
    """The generated source of a program, and what `Emission` says of running it."""

    source: str
    layout: Layout
    addresses: tuple[Address, ...]
    random: tuple[str, ...]
    room: int
    bags: frozenset[str]
    born: Column
    numbers: int
    """How many numbers the source's `blocks` takes."""

    @classmethod
    def drawn(cls, program: Program, variant: Variant, vocabulary: str) -> Self:
        """The blueprint of a program, whose source takes its words from a module."""
        made = Emission(program, **variant._asdict())
        return cls(
            made.source(vocabulary), made.layout, tuple(made.addresses), tuple(made.random), made.room, made.bags,
            made.born, len(made.numbers),
        )  # fmt: skip

    def as_json(self) -> bytes:
        """All of it but the layout, which the program gives, up to the column that was added to it."""
        addresses = [(address.item, address.sender_path) for address in self.addresses]
        tables = self._asdict() | {"addresses": addresses, "bags": sorted(self.bags), "born": self.born.name}
        del tables["layout"]
        return json.dumps(tables).encode()

    @classmethod
    def from_json(cls, content: bytes, program: Program) -> Self:
        """The blueprint of the same program again."""
        tables = json.loads(content)
        layout = Layout(program, Names(RESERVED))
        return cls(
            tables["source"], layout, tuple(Address(*address) for address in tables["addresses"]),
            tuple(tables["random"]), tables["room"], frozenset(tables["bags"]), layout.add_mark(tables["born"]),
            tables["numbers"],
        )  # fmt: skip


def kept_blueprint(program: Program, variant: Variant, vocabulary: str, place: Path) -> Blueprint:
    """The blueprint from the cache folder `place`, or a new one, which is put there."""
    made_from = f"{_writers()} {vocabulary} {variant} {program!r}"
    digest = blake2b(made_from.encode(), digest_size=10).hexdigest()
    file = place / "machines" / f"{program.name}_{digest}.blueprint"
    content = read_sealed(file, made_from)
    if content is not None:
        return Blueprint.from_json(content, program)
    drawn = Blueprint.drawn(program, variant, vocabulary)
    try:
        write_sealed(file, drawn.as_json(), made_from)
    except OSError as error:
        do_without(place, error)
    return drawn


@cache
def _writers() -> str:
    """A digest of the source of this room: what reads programs, and what writes from them."""
    digest = blake2b(digest_size=16)
    for path in sorted(_ROOM.rglob("*.py")):
        digest.update(f"{path.relative_to(_ROOM)}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()
