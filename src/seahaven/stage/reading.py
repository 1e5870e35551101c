"""Scene files: read, held against the types of roles, and refused where a shot can never be taken."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import inf
from pathlib import Path
from typing import Any

from seahaven.errors import InputError, Position, nearest
from seahaven.files import CodeReference, Document, json_schema, load_object, load_yaml, show, validate
from seahaven.roads.places import Arrival, Shape, Wanted, WantedJunction, parse
from seahaven.stage.entries import ExpectationEntry, SceneEntry, ShotEntry
from seahaven.stage.roles import ROLE_TYPES, MovingState, RoleState, RoleType, RoleTypes
from seahaven.stage.scene import CastRole, Expectation, Scene, Shot, Tolerance

__all__ = ["SCENE_ENDINGS", "is_scene", "load_scene", "scene_schema"]

SCENE_ENDINGS = (".scene.yaml", ".scene.yml")
STUDENT = "student"
OWN_KEYS = frozenset(ShotEntry.model_fields)
"""What a shot says besides the states of roles."""
FEWEST_ARMS: Mapping[Shape | None, int] = {Shape.T: 3, Shape.Y: 3, Shape.JOINT: 2, Shape.END: 1}


def is_scene(source: str | Path) -> bool:
    """Whether a source is a scene file, by its name."""
    return str(source).endswith(SCENE_ENDINGS)


def load_scene(source: str | Path, *, allow: Sequence[str] = ()) -> Scene:
    """The scene in a file; types of roles that it `uses` come from packages that are allowed."""
    if not is_scene(source):
        raise InputError(f"'{source}' is no scene; its name ends in {SCENE_ENDINGS[0]}")
    path = Path(source)
    document = load_yaml(path)
    entry = validate(document, SceneEntry)
    return _Reader(document, entry, _types(document, entry, allow)).scene(_stem(path))


def scene_schema() -> dict[str, Any]:
    """The JSON Schema of scene files, for editors: with the wishes and states of the types that come with Seahaven."""
    schema: dict[str, Any] = dict(json_schema(SceneEntry))
    kinds = list(ROLE_TYPES.known.values())
    shot = dict(json_schema(ShotEntry))
    definitions = {**schema.get("$defs", {}), **shot.pop("$defs", {})}
    definitions.update({kind.wish.__name__: dict(json_schema(kind.wish)) for kind in kinds})
    definitions.update({kind.state.__name__: dict(json_schema(kind.state)) for kind in kinds})
    schema["properties"]["cast"]["additionalProperties"] = _any_of(kind.wish for kind in kinds)
    shot["additionalProperties"] = _any_of(kind.state for kind in kinds)
    schema["properties"]["shots"]["items"] = shot
    return {**schema, "$defs": definitions}


def _any_of(kinds: Iterator[type]) -> dict[str, Any]:
    names = dict.fromkeys(kind.__name__ for kind in kinds)
    return {"anyOf": [{"$ref": f"#/$defs/{name}"} for name in names]}


def _stem(path: Path) -> str:
    return next(path.name.removesuffix(ending) for ending in SCENE_ENDINGS if path.name.endswith(ending))


def _types(document: Document, entry: SceneEntry, allow: Sequence[str]) -> RoleTypes:
    """The types of roles that a scene may name: ours, and those that it uses."""
    own = []
    for number, text in enumerate(entry.uses):
        at = document.at("uses", number)
        kind = load_object(CodeReference.parse(text, at=at), allowed=("seahaven", *allow), at=at)
        if not isinstance(kind, RoleType):
            raise InputError(f"{text} is a {type(kind).__name__}; expected a seahaven.stage.RoleType", at)
        own.append(kind)
    return ROLE_TYPES.with_(*own)


class _Reader:
    """One file being read."""

    def __init__(self, document: Document, entry: SceneEntry, types: RoleTypes) -> None:
        self._document, self._entry, self._types = document, entry, types

    def scene(self, name: str) -> Scene:
        """The scene, once nothing in it contradicts anything else."""
        entry = self._entry
        place = self._place()
        cast = {role: self._role(role, data, place) for role, data in entry.cast.items()}
        shots = tuple(self._shot(number, cast) for number in range(len(entry.shots)))
        self._refuse_idle(cast, shots)
        for number, (before, after) in enumerate(pairwise(shots), 1):
            self._refuse_backwards(number, before, after)
            self._refuse_too_fast(number, before, after, cast)
        tolerance = Tolerance(entry.tolerance.time, entry.tolerance.distance, entry.tolerance.speed)
        return Scene(
            name, entry.scene, tuple(entry.goals), entry.difficulty, place, entry.place, cast, shots,
            self._expectation(entry.should, cast), tolerance,
        )  # fmt: skip

    def _place(self) -> Wanted:
        try:
            return parse(self._entry.place)
        except InputError as error:
            raise InputError(error.message, self._document.at("place")) from None

    # --- the cast -------------------------------------------------------------------------------------------------

    def _role(self, name: str, data: Mapping[str, Any], place: Wanted) -> CastRole:
        if name in OWN_KEYS:
            raise InputError(
                f"'{name}' is what a shot says itself; call the role otherwise", self._at_key("cast", name)
            )
        if "type" not in data:
            raise InputError(f"'{name}' has no type; say which, such as 'type: car'", self._at("cast", name))
        type_name = data["type"]
        if type_name not in self._types.known:
            close = nearest(str(type_name), self._types.known)
            raise InputError(
                f"there is no type of roles called {show(type_name)}{close}", self._at("cast", name, "type")
            )
        kind = self._types.known[type_name]
        wish = validate(self._document.below(("cast", name), dict(data)), kind.wish)
        refusal = wish.refusal(_arms(place), is_stem=_is_stem(place))
        if refusal:
            raise InputError(f"{refusal}: the place is a {self._entry.place}", self._at("cast", name))
        return CastRole(name, kind, wish)

    # --- the shots ------------------------------------------------------------------------------------------------

    def _shot(self, number: int, cast: Mapping[str, CastRole]) -> Shot:
        data = self._entry.shots[number]
        own = {key: value for key, value in data.items() if key in OWN_KEYS}
        entry = validate(self._document.below(("shots", number), own), ShotEntry)
        student = entry.student.mark
        if student is None:
            raise InputError(
                "a shot is taken when the student is somewhere: say 'before: 40 m', or 'beyond'",
                self._at("shots", number, STUDENT),
            )
        states = {name: self._state(number, name, data[name], cast) for name in data if name not in OWN_KEYS}
        return Shot(entry.shot, student, states, inf if entry.within is None else entry.within)

    def _state(self, number: int, name: str, data: Any, cast: Mapping[str, CastRole]) -> RoleState:
        path = ("shots", number, name)
        if name not in cast:
            known = (*cast, *OWN_KEYS)
            raise InputError(f"there is no role '{name}' in the cast{nearest(name, known)}", self._at_key(*path))
        if not isinstance(data, dict):
            raise InputError(f"'{name}' is {show(data)}; expected a state such as {{before: 4 s}}", self._at(*path))
        return validate(self._document.below(path, dict(data)), cast[name].type.state)

    def _refuse_idle(self, cast: Mapping[str, CastRole], shots: Sequence[Shot]) -> None:
        for name in cast:
            if not any(name in shot.states for shot in shots):
                raise InputError(
                    f"'{name}' is in no shot; give it a state, or leave it out", self._at_key("cast", name)
                )

    def _refuse_backwards(self, number: int, before: Shot, after: Shot) -> None:
        """Refuse shots in which somebody moves away from the line again: time runs forward, and so does everybody."""
        marks = {STUDENT: (before.student, after.student)}
        marks |= {
            name: (early, late)
            for name, state in after.states.items()
            if (late := state.mark) and name in before.states and (early := before.states[name].mark)
        }
        for name, (early, late) in marks.items():
            is_back = late.value > early.value if early.is_time == late.is_time else late.value > 0.0 > early.value
            if is_back:
                raise InputError(
                    f"the {name} is {early} in the shot before, and {late} in this one; nobody comes back in a scene",
                    self._at("shots", number, name),
                )

    def _refuse_too_fast(self, number: int, before: Shot, after: Shot, cast: Mapping[str, CastRole]) -> None:
        """Refuse shots between which somebody would have to go faster than anybody of its type can."""
        if not (before.student.is_time and after.student.is_time):
            return
        seconds = before.student.value - after.student.value
        for name, state in after.states.items():
            early, late = before.states[name].mark if name in before.states else None, state.mark
            if early is None or late is None or early.is_time or late.is_time:
                continue
            metres, most = early.value - late.value, cast[name].type.top_speed
            if metres > most * seconds:
                raise InputError(
                    f"the {name} would have to come {metres:g} m nearer while the student takes {seconds:g} s; "
                    f"a {cast[name].type.name} goes no faster than {most * 3.6:.0f} km/h",
                    self._at("shots", number, name),
                )
            speed = state.speed if isinstance(state, MovingState) else None
            if speed is not None and speed > most:
                raise InputError(
                    f"a {cast[name].type.name} goes no faster than {most * 3.6:.0f} km/h",
                    self._at("shots", number, name, "speed"),
                )

    # --- the student ----------------------------------------------------------------------------------------------

    def _expectation(self, entry: ExpectationEntry, cast: Mapping[str, CastRole]) -> Expectation:
        for key, role in (("yield_to", entry.yield_to), ("clear_of", entry.clear_of)):
            if role is not None and role not in cast:
                raise InputError(f"there is no role '{role}' in the cast{nearest(role, cast)}", self._at("should", key))
        at_most = inf if entry.at_most is None else entry.at_most
        return Expectation(entry.yield_to or "", entry.stop, at_most, entry.clear_of or "", entry.by)

    def _at(self, *path: str | int) -> Position:
        return self._document.at(*path)

    def _at_key(self, *path: str | int) -> Position:
        return self._document.key_at(*path)


def _arms(place: Wanted) -> int | None:
    """How many arms places of a kind have at most: None where they have none."""
    if not isinstance(place, WantedJunction):
        return None
    return place.arms or FEWEST_ARMS.get(place.shape, 4)


def _is_stem(place: Wanted) -> bool:
    return isinstance(place, WantedJunction) and place.shape is Shape.T and place.arriving is Arrival.STEM
