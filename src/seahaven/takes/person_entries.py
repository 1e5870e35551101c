"""What a study says of people on foot that it names: where they begin, and where they walk to."""

from __future__ import annotations

from typing import Annotated, Literal

from seahaven.files import Field, Schema
from seahaven.takes.dimensions import Metres

__all__ = ["BesideEntry", "PersonEntry"]


class BesideEntry(Schema):
    """A place on the pavement beside a road; beside one without a pavement, on its verge."""

    on: Annotated[str, Field(min_length=1)]
    """The road, by its id."""
    at: Metres = 0.0
    """How far along the road as it was drawn."""
    edge: Literal["left", "right"] = "right"
    """At which of its edges, as it was drawn."""


class PersonEntry(BesideEntry):
    """Somebody on foot.

    world:
      person:
        eve: {on: main, at: 120 m, edge: right, kerb: 0.5 m}
        tom: {on: main, at: 40 m, to: {on: main, at: 200 m, edge: left}, pace: 1.6}
    """

    kerb: Metres | None = None
    """How far from the edge of the roadway; by default, in the middle of the pavement."""
    to: BesideEntry | None = None
    """Where it walks to; without it, it stands until it is told something."""
