"""Vehicle types, drivers and mixes of them, as a study describes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from seahaven.behaviour import TRAITS
from seahaven.errors import InputError, nearest
from seahaven.files import Document, KeyPath, parse_quantity, show
from seahaven.takes.at import At
from seahaven.takes.dimensions import DIMENSIONS
from seahaven.takes.limits import column_limit
from seahaven.takes.shares import refuse_odd_sum
from seahaven.traffic import (
    CHARACTERS,
    TYPES,
    VEHICLES,
    Distribution,
    LogNormal,
    Mix,
    Normal,
    Uniform,
    VehicleType,
)

__all__ = ["COUNTRY_MIX", "TOWN_MIX", "VehicleTypes"]

OTHERS = ("program", "python", "virtual")
"""Keys of drivers that are not the driver machine."""
COUNTRY_MIX: Mapping[str, float] = {"car": 0.82, "van": 0.06, "truck": 0.05, "trailer truck": 0.07}
TOWN_MIX: Mapping[str, float] = {"car": 0.86, "van": 0.08, "truck": 0.03, "motorcycle": 0.03}
"""What drives on motorways, and in towns, where a study says nothing else."""
_SHAPES = {"normal": Normal, "log-normal": LogNormal, "uniform": Uniform}
_BOUNDS = ("mean", "deviation", "low", "high")


class VehicleTypes:
    """The types that a study knows: the presets, its own, and both with drivers of every character.

        types:
          old car: {like: car, power: 40 W/kg, headway: {mean: 1.8 s, deviation: 0.3 s, low: 1 s, high: 3 s}}

    Besides `old car` there is then a `hurried old car`, too.
    """

    def __init__(
        self,
        own: Mapping[str, Mapping[str, Any]],
        document: Document,
        *,
        is_town: bool = False,
        learned: Sequence[str] = (),
    ) -> None:
        """`learned` are the names of the study's learned drivers, in their order."""
        self._document, self._usual = document, Mix.named(TOWN_MIX if is_town else COUNTRY_MIX)
        self._learned = learned
        self._types: dict[str, VehicleType] = dict(TYPES)
        for name, said in own.items():
            path: KeyPath = ("traffic", "types", name)
            if name in TYPES:
                raise InputError(f"'{name}' is there already; give it a name of its own", document.key_at(*path))
            self._types[name] = self._made(name, said, path)

    def type(self, name: str, path: KeyPath) -> VehicleType:
        """The type of a name that stands at a place in the study."""
        if name in self._types:
            return self._types[name]
        character, _, rest = name.partition(" ")
        if character in CHARACTERS and rest in self._types:
            return self._types[rest].driven_by(CHARACTERS[character])
        raise InputError(f"there is no vehicle type '{name}'{nearest(name, self._types)}", self._document.at(*path))

    def driven(self, kind: VehicleType, driver: str | Mapping[str, Any], path: KeyPath) -> VehicleType:
        """A type with a driver as the study describes it: by a character, by traits, or by both."""
        if isinstance(driver, str):
            return self._characterised(kind, driver, path)
        said = dict(driver)
        if "like" in said:
            kind = self._characterised(kind, said.pop("like"), (*path, "like"))
        for trait in said:
            if trait not in TRAITS:
                message = f"a driver has no trait '{trait}'{nearest(trait, TRAITS)}"
                if trait in OTHERS:
                    message = f"'{trait}' names another occupant of a seat, which only a subject can have"
                raise InputError(message, self._document.key_at(*path, trait))
        return self._changed(kind, kind.name, said, path)

    def mix(self, said: str | Mapping[str, float] | None, path: KeyPath) -> Mix:
        """The mix that stands at a place in the study; the usual one where nothing does."""
        if said is None:
            return self._usual
        shares = {said: 1.0} if isinstance(said, str) else said
        with At(self._document.at(*path)):
            refuse_odd_sum("the mix", shares.values())
            return Mix(tuple((self.type(name, self._named(path, name)), share) for name, share in shares.items()))

    def _named(self, path: KeyPath, name: str) -> KeyPath:
        """Where a name in a mix stands: what a key says is found through its value."""
        return (*path, name) if (*path, name) in self._document.values else path

    def _made(self, name: str, said: Mapping[str, Any], path: KeyPath) -> VehicleType:
        rest = dict(said)
        kind = self.type(str(rest.pop("like", "car")), (*path, "like"))
        if "driver" in rest:
            kind = self.driven(kind, rest.pop("driver"), (*path, "driver"))
        if "learned" in rest:
            kind = replace(kind, learned=self._learned_driver(rest.pop("learned"), (*path, "learned")))
        return self._changed(kind, name, rest, path)

    def _learned_driver(self, name: Any, path: KeyPath) -> int:
        """The number of a learned driver of the study."""
        if name not in self._learned:
            message = f"there is no learned driver {show(name)}{nearest(str(name), self._learned)}"
            raise InputError(f"{message}; declare it under 'learned'", self._document.at(*path))
        return self._learned.index(name)

    def _characterised(self, kind: VehicleType, name: Any, path: KeyPath) -> VehicleType:
        if name not in CHARACTERS:
            message = f"there is no driver character {show(name)}{nearest(str(name), CHARACTERS)}"
            raise InputError(message, self._document.at(*path))
        return kind.driven_by(CHARACTERS[name])

    def _changed(self, kind: VehicleType, name: str, said: Mapping[str, Any], path: KeyPath) -> VehicleType:
        known = [*kind.body.columns, *TRAITS]
        for key in said:
            if key not in known:
                raise InputError(f"{kind} has no '{key}'{nearest(key, known)}", self._document.key_at(*path, key))
        values = {key: self._value(key, value, (*path, key)) for key, value in said.items()}
        for key, value in values.items():
            with At(self._document.at(*path, key)):
                kind.changed(name, **{key: value})
        with At(self._document.key_at(*path)):
            return kind.changed(name, **values)

    def _value(self, key: str, said: Any, path: KeyPath) -> Any:
        """A value of a body or trait: a quantity, or for traits a distribution of them."""
        if key == "kind":
            return said
        if isinstance(said, dict) and key in TRAITS:
            return self._distribution(key, said, path)
        with At(self._document.at(*path)):
            number = self._number(key, said)
            column_limit(key, VEHICLES.columns[key].unit).refuse(key, said)
            return number

    def _number(self, key: str, said: Any) -> float:
        return parse_quantity(said, DIMENSIONS.get(VEHICLES.columns[key].unit, "ratio"))

    def _distribution(self, key: str, said: Mapping[str, Any], path: KeyPath) -> Distribution:
        shape = said.get("shape", "normal" if "mean" in said else "uniform")
        if shape not in _SHAPES:
            message = f"there is no shape {show(shape)}{nearest(str(shape), _SHAPES)}"
            raise InputError(message, self._document.at(*path, "shape"))
        numbers = {}
        for name in said.keys() - {"shape"}:
            if name not in _BOUNDS:
                message = f"a distribution has no '{name}'{nearest(name, _BOUNDS)}"
                raise InputError(message, self._document.key_at(*path, name))
            with At(self._document.at(*path, name)):
                numbers[name] = self._number(key, said[name])
        with At(self._document.at(*path)):
            return _shaped(shape, numbers)


def _shaped(shape: str, numbers: Mapping[str, float]) -> Distribution:
    wanted = ("low", "high") if shape == "uniform" else ("mean", "deviation")
    for name in wanted:
        if name not in numbers:
            raise InputError(f"a {shape} distribution needs '{name}'")
    if shape == "uniform" and len(numbers) > 2:
        raise InputError("a uniform distribution has 'low' and 'high' only")
    made: Distribution = _SHAPES[shape](**numbers)
    return made
