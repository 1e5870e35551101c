"""Campaign files: which drives are played how often, what varies in them, and in which way that is chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from seahaven.errors import InputError, SeahavenError
from seahaven.files import Document, Field, Schema, file_digest, load_yaml, validate
from seahaven.takes import load_study
from seahaven.testbed.campaigns.conditions import Condition, condition_of
from seahaven.testbed.campaigns.parameters import Parameter, parameter_of, refuse_overlaps
from seahaven.testbed.campaigns.sampling import MOST, Settings, samples
from seahaven.testbed.drive import Variant, drive_files, load_drive

__all__ = ["SUFFIX", "Campaign", "CampaignFile", "PlannedDrive", "load_campaign"]

SUFFIX = ".campaign.yaml"
SPECIAL = ("driver", "condition")
"""Parameters that are no values of a study: who drives, and under which condition of its experiment."""
MOST_SEEDS = 10_000


class CampaignFile(Schema):
    """A campaign as its file has it."""

    campaign: Annotated[str, Field(min_length=1)]
    """A title."""
    drive: str | Annotated[list[str], Field(min_length=1)]
    """The drive file beside it, several, or a folder of them."""
    method: Literal["grid", "latin", "random", "search"] = "grid"
    """How combinations are chosen: all of a grid, a Latin hypercube, at random, or by a guided search for failures."""
    samples: Annotated[int, Field(ge=1, le=MOST)] = 100
    """How many combinations, unless it is a grid."""
    seed: Annotated[int, Field(ge=0)] = 0
    """From which the choice follows."""
    seeds: Annotated[int, Field(ge=1, le=MOST_SEEDS)] | Annotated[list[int], Field(min_length=1)] | None = None
    """Each combination is played with the seeds from 1 to this number, or with these; by default, with the drive's."""
    vary: Annotated[dict[str, Any], Field(default_factory=dict)]
    """What varies: by the keys that lead to a value, a list of values, or `{from: 20 m/s, to: 40 m/s, steps: 5}`."""
    only: Annotated[list[str], Field(default_factory=list)]
    """Conditions that combinations must fit: `subject.speed > 20 m/s`."""
    batch: Annotated[int, Field(ge=1, le=1000)] = 10
    """In a search, how many combinations are proposed at a time."""
    limit: Annotated[float, Field(gt=0.0, le=86_400.0)] = 600.0
    """Seconds by the wall clock after which a drive is given up."""
    memory_gb: Annotated[float, Field(ge=0.5, le=1000.0)] = 4.0
    """How many gigabytes of memory the process of a drive may have."""
    keep: Literal["all", "failures", "none"] = "failures"
    """Of which drives the recordings are kept; verdicts are kept of all."""


@dataclass(frozen=True, slots=True)
class PlannedDrive:
    """A drive of a campaign: its number, its file, what varies in it, and its seed."""

    number: int
    source: Path
    settings: Mapping[str, Any]
    seed: int

    @property
    def variant(self) -> Variant:
        """In what it differs from its file."""
        values = {name: value for name, value in self.settings.items() if name not in SPECIAL}
        condition, driver = (str(self.settings.get(name, "")) for name in ("condition", "driver"))
        return Variant(condition, driver, values)


@dataclass(frozen=True, slots=True)
class Campaign:
    """A campaign that was read and checked."""

    path: Path
    file: CampaignFile
    sources: tuple[Path, ...]
    parameters: tuple[Parameter, ...]
    conditions: tuple[Condition, ...]

    @property
    def is_search(self) -> bool:
        """Whether what is played next depends on what came of the drives before."""
        return self.file.method == "search"

    @property
    def digest(self) -> str:
        """What it and its drives say, as a hash."""
        return " ".join(file_digest(path) for path in (self.path, *self.sources))

    @property
    def seeds(self) -> Sequence[int | None]:
        """The seeds of each combination; None for that of the drive's file."""
        said = self.file.seeds
        return [None] if said is None else list(range(1, said + 1)) if isinstance(said, int) else said

    def own_seed(self, source: Path) -> int:
        """The seed in a drive's file."""
        return load_study(source)[0].seed

    @property
    def count(self) -> int:
        """How many drives there are at most."""
        return len(self.plan()) if not self.is_search else self.file.samples * len(self.sources) * len(self.seeds)

    def fits(self, settings: Mapping[str, Any]) -> bool:
        """Whether a combination fits all conditions."""
        return all(condition.holds(settings) for condition in self.conditions)

    def plan(self) -> list[PlannedDrive]:
        """All drives, in the order of their numbers; of a search they are not known beforehand."""
        file = self.file
        chosen = samples(file.method, self.parameters, file.samples, seed=file.seed, fits=self.fits)
        return self.drives(chosen)

    def drives(self, chosen: Sequence[Settings], first: int = 1) -> list[PlannedDrive]:
        """The drives for some combinations, numbered from `first` on."""
        own = {source: self.own_seed(source) for source in self.sources}
        each = [
            (source, settings, own[source] if seed is None else seed)
            for settings in chosen
            for source in self.sources
            for seed in self.seeds
        ]
        return [PlannedDrive(number, *what) for number, what in enumerate(each, start=first)]


def load_campaign(source: str | Path, *, allow: Sequence[str] = (), driver: str = "") -> Campaign:
    """The campaign in a file; what contradicts itself, or does not fit its drives, is refused with its place."""
    path = Path(source)
    if not path.name.endswith(SUFFIX):
        raise InputError(f"'{source}' is no campaign file; its name ends in {SUFFIX}")
    document = load_yaml(path)
    file = validate(document, CampaignFile)
    sources = _sources(file, document)
    places = {name: document.key_at("vary", name) for name in file.vary}
    refuse_overlaps(places)
    parameters = tuple(parameter_of(name, said, document.at("vary", name)) for name, said in file.vary.items())
    conditions = tuple(condition_of(text, parameters, document.at("only", k)) for k, text in enumerate(file.only))
    campaign = Campaign(path, file, sources, parameters, conditions)
    _refuse_unfit(campaign, document, allow, driver)
    if not campaign.is_search:
        try:
            campaign.plan()
        except InputError as error:
            raise InputError(
                str(error), document.key_at("only" if file.only else "vary" if file.vary else "drive")
            ) from None
    return campaign


def _sources(file: CampaignFile, document: Document) -> tuple[Path, ...]:
    folder = Path(document.file).parent
    named = [file.drive] if isinstance(file.drive, str) else file.drive
    try:
        return tuple(drive_files([folder / name for name in named]))
    except InputError as error:
        raise InputError(str(error), document.at("drive")) from None


def _refuse_unfit(campaign: Campaign, document: Document, allow: Sequence[str], driver: str) -> None:
    """Refuse parameters that a drive does not take, at the ends of their ranges and for each of their choices."""
    if driver and any(each.name == "driver" for each in campaign.parameters):
        raise InputError("the campaign varies 'driver', so --driver contradicts it", document.key_at("vary", "driver"))
    own: Settings = {"driver": driver} if driver else {}
    first = own | {parameter.name: parameter.ends()[0] for parameter in campaign.parameters}
    for source in campaign.sources:
        for each in campaign.parameters:
            for value in each.ends():
                why = _refusal(source, own | {each.name: value}, allow)
                if why and _refusal(source, first | {each.name: value}, allow):
                    message = f"'{each.name}' cannot be {value} in {source}: {why}"
                    raise InputError(message, document.at("vary", each.name))
        why = _refusal(source, first, allow)
        if why:
            raise InputError(why, document.at("drive"))


def _refusal(source: Path, settings: Settings, allow: Sequence[str]) -> str:
    """Why a drive cannot be driven with some settings; empty if it can."""
    try:
        load_drive(source, PlannedDrive(0, source, settings, 0).variant, allow=allow)
    except SeahavenError as error:
        return str(error)
    return ""
