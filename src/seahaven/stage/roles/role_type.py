"""Types of roles: what a scene may wish of a member of the cast, and which states a shot may want of it (T9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from seahaven.errors import InputError
from seahaven.files import Schema
from seahaven.stage.actors import Actor
from seahaven.stage.mark import PlacedState

__all__ = ["RoleState", "RoleType", "RoleTypes", "Wish"]


class Wish(Schema):
    """What a scene says of a member of its cast."""

    type: str
    """The type of the role, such as `cyclist`."""

    def words(self) -> str:
        """The wish as a part of a sentence, behind the name of the type; empty if there is none."""
        return ""

    def refusal(self, arms: int | None, *, is_stem: bool) -> str:
        """Why no place with so many arms can fulfil the wish (None where the place has no arms); empty if one may.

        `is_stem` says that the student comes on the arm of a T-junction that ends there.
        """
        return ""


class RoleState(PlacedState):
    """The state of a role in a shot."""

    def words(self) -> str:
        """The state as a part of a sentence: `is 4 s before the line`."""
        return f"is {self.mark}" if self.mark else ""

    @property
    def act(self) -> str:
        """What it does from the shot on; empty if it goes on as before."""
        return ""


@dataclass(frozen=True, slots=True)
class RoleType:
    """A type of roles: its name, the type that it is a kind of, and what scenes may say of it.

    A new type of role is one new file with such a value, and with the actor, casting director and director that belong
    to it; a scene names it under `uses`, and no other file knows it.
    """

    name: str
    about: str
    """What it is, in a few words."""
    wish: type[Wish] = Wish
    state: type[RoleState] = RoleState
    parent: RoleType | None = None
    actor: type[Actor] | None = None
    """Who plays it; None for types whose kinds have actors of their own."""
    is_abstract: bool = False
    """Whether only its kinds can be played: a road user is a car, a cyclist or somebody on foot."""
    top_speed: float = 70.0
    """m/s above which none of them goes; shots that would need more are refused."""
    colour: str = "#1f6f8b"
    """In storyboards."""

    def lineage(self) -> Iterator[RoleType]:
        """The type itself and all that it is a kind of, the widest last."""
        kind: RoleType | None = self
        while kind is not None:
            yield kind
            kind = kind.parent

    def is_a(self, other: RoleType) -> bool:
        """Whether it is the other type or a kind of it."""
        return any(kind is other for kind in self.lineage())


@dataclass(frozen=True, slots=True)
class RoleTypes:
    """The types of roles that scenes may name, by their names."""

    known: Mapping[str, RoleType]

    def with_(self, *others: RoleType) -> RoleTypes:
        """The same and others, none of which has the name of one that is known."""
        known = dict(self.known)
        for other in others:
            if known.setdefault(other.name, other) is not other:
                raise InputError(f"there is a type of roles called '{other.name}' already; call it otherwise")
        return RoleTypes(known)

    def kinds_of(self, kind: RoleType) -> tuple[RoleType, ...]:
        """The types that can play a role of this type: itself, unless it is abstract, and its kinds."""
        return tuple(one for one in self.known.values() if not one.is_abstract and one.is_a(kind))
