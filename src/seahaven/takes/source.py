"""What `seahaven play` takes, told apart by its form: a study file, a reel, or a function."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from seahaven.direction import Direction, Planned
from seahaven.errors import InputError
from seahaven.files import Document, build_object, file_digest, is_code, load_yaml, validate
from seahaven.kernel import Module, nanoseconds
from seahaven.motion import COCKPIT
from seahaven.reels import Reel, Replay, why_no_reel
from seahaven.roads import Remark, RoadNetwork
from seahaven.takes.assembly import Production, network_of
from seahaven.takes.outline import Outline, said_by
from seahaven.takes.reading import Reading
from seahaven.takes.seating import drivers_in
from seahaven.takes.study import Study
from seahaven.takes.take import Take
from seahaven.world import World

__all__ = [
    "Change",
    "Examined",
    "check",
    "entities_of",
    "examine",
    "is_study",
    "load_production",
    "load_study",
    "load_take",
    "outline_of",
    "roads_of",
    "study_stem",
]

_STUDY = (".study.yaml", ".study.yml", ".learn.yaml", ".learn.yml")
"""A file of an experiment in learning is a study, too."""


Change = Callable[[Document], Document]
"""Gives a study in which something is said otherwise."""


def load_take(
    source: str | Path,
    *,
    allow: Sequence[str] = (),
    seed: int | None = None,
    person: int | None = None,
    change: Change | None = None,
) -> Take:
    """The take that a study file, a reel or a function `package.module:function` gives; `seed` replaces its own.

    `person` puts that one of the standard population of virtual subjects at the wheel of a study's subject. `change`
    says something otherwise than the study file does, before it is held against its schema.
    """
    take = _load(str(source), allow, seed, person, change)
    return take if seed is None else replace(take, seed=seed)


def is_study(source: str | Path) -> bool:
    """Whether a source is a study file, by its name."""
    return str(source).endswith(_STUDY)


def load_production(
    source: str | Path, *, allow: Sequence[str] = (), person: int | None = None, change: Change | None = None
) -> Production:
    """What a study file gives for all seeds; the options are those of `load_take`."""
    path = Path(source)
    document = load_yaml(path) if change is None else change(load_yaml(path))
    study = validate(document, Study)
    study = study if person is None else study.driven_by(person)
    inputs = {path.name: file_digest(path)}
    return Production.of(study, document, allow=allow, inputs=inputs, said=said_by(document, person))


def check(source: str | Path, *, allow: Sequence[str] = ()) -> list[str]:
    """Load without running; says in a few words what is there, or raises what is wrong."""
    return examine(source, allow=allow).about


class Examined(NamedTuple):
    """What a source gives in a few words, what is doubtful in the files that it leads to, and its situations."""

    about: list[str]
    remarks: tuple[Remark, ...]
    situations: tuple[Planned, ...]


def examine(source: str | Path, *, allow: Sequence[str] = ()) -> Examined:
    """The same as `check`, and more of it."""
    take = load_take(source, allow=allow)
    take.controller(is_warm=False)
    modules = sum(module.has_step for module in take.root.walk())
    entities = [f"{count} in {family}" for family, count in entities_of(take.world).items()]
    drivers = [f"'{name}' driven by {driver}" for name, driver in drivers_in(take.root, take.world).items()]
    about = [f"{take.name}", f"{take.duration / 1e9:g} s", f"{modules} modules", *entities, *drivers]
    directed = [module for module in take.root.walk() if isinstance(module, Direction)]
    situations = tuple(placement.planned() for module in directed for placement in module.placements)
    return Examined(about, take.remarks, situations)


def entities_of(world: World) -> dict[str, int]:
    """How many entities each family has; cockpits count where there are any."""
    counts = {family.name: len(world.family(family.name)) for family in world.families}
    return {family: count for family, count in counts.items() if count or family != COCKPIT.name}


def load_study(source: str | Path) -> tuple[Study, Document]:
    """What a study file says, held against its schema, and the document with the place of everything in it."""
    if not is_study(source):
        raise InputError(f"'{source}' is no study; its name ends in {_STUDY[0]}")
    document = load_yaml(Path(source))
    return validate(document, Study), document


def roads_of(source: str | Path, *, allow: Sequence[str] = ()) -> RoadNetwork | None:
    """The roads of a study file, and nothing else of it; None where it names none."""
    study, document = load_study(source)
    return network_of(study, Reading(document, {}), ("seahaven", *allow))


def outline_of(source: str | Path, *, seed: int | None = None) -> Outline | None:
    """What a study file says of its take, which is there at once; None for other sources, which have to be loaded."""
    if not is_study(source):
        return None
    return Outline.of_study(*load_study(source), seed=seed)


def study_stem(source: str | Path) -> str:
    """The name of a study file without its ending: `v1.2` for `studies/v1.2.study.yaml`."""
    name = Path(source).name
    return next((name.removesuffix(ending) for ending in _STUDY if name.endswith(ending)), name)


def _load(
    source: str, allow: Sequence[str], seed: int | None, person: int | None, change: Change | None
) -> Take:  # fmt: skip
    if is_study(source):
        production = load_production(source, allow=allow, person=person, change=change)
        return production.take(production.study.seed if seed is None else seed)
    if person is not None:
        raise InputError(f"'{source}' is not a study (*{_STUDY[0]}), so nobody else can drive in it")
    if change is not None:
        raise InputError(f"'{source}' is no study; only a study can be played otherwise than it stands")
    if source.endswith(".reel") or (Path(source) / "manifest.json").exists():
        return _from_reel(Path(source))
    if is_code(source):
        return _from_function(source, allow)
    if Path(source).is_dir():
        raise InputError(why_no_reel(Path(source)))
    if source.endswith((".yaml", ".yml")) and Path(source).is_file():
        stem = Path(source).stem
        raise InputError(f"'{source}' is not called a study; rename it to {stem}{_STUDY[0]}")
    raise InputError(f"'{source}' is neither a study (*{_STUDY[0]}), a reel (*.reel) nor package.module:function")


def _from_reel(path: Path) -> Take:
    """A take that plays a reel into a world of its own, as it was recorded: the same entities, names and subjects."""
    reel = Reel.open(path)
    reel.refuse_damaged()
    told = reel.manifest
    rate = told.rate or Fraction(20)
    players = [
        Replay(family, rate=rate, reel=path, family=family, start=-told.start, keep_ids=True)
        for family in reel.families
    ]
    digest = {f"{path.name}/manifest.json": file_digest(path / "manifest.json")}
    name = f"replay of {told.name or path.stem}"
    duration = max(1, nanoseconds(told.duration))
    world = World(reel.families.values())
    for entity_name, entity in told.names.items():
        world.call(entity, entity_name)
    world.subjects = list(told.subjects)
    return Take(name, Module("root", *players), world, duration, reel.seed, rate, digest, roads=reel.roads())


def _from_function(source: str, allow: Sequence[str]) -> Take:
    take = build_object(source, allow=allow)
    if not isinstance(take, Take):
        raise InputError(f"{source} gave a {type(take).__name__}; expected a seahaven.takes.Take")
    return take
