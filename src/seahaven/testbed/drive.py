"""Drive files: studies that say what must hold."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from seahaven.errors import InputError
from seahaven.files import Document, is_code, load_yaml, validate
from seahaven.takes import Study, is_study, lined_up, seated, study_stem, told_otherwise, under
from seahaven.testbed.reading import MustReader
from seahaven.testbed.requirement import Judging

__all__ = [
    "Drive",
    "Variant",
    "conditions_of",
    "drive_files",
    "driver_entry",
    "load_drive",
    "requirements_in",
]

SUFFIX: Final = ".study.yaml"
GAP: Final = 12.0
"""m. How far apart racers begin: a car and a gap as at a light."""


@dataclass(frozen=True, slots=True)
class Variant:
    """In what a drive differs from its file: a condition of its experiment, another driver, and single values.

    `driver` is `package.module:Name`, or a command line; `settings` are values by the keys that lead to them. In a race
    `grid` has the names of the racers, the foremost at the start first, with their drivers, or '' for the file's own,
    and `gap` is how many metres apart they begin.
    """

    condition: str = ""
    driver: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)
    grid: tuple[tuple[str, str], ...] = ()
    gap: float = GAP

    def __post_init__(self) -> None:
        object.__setattr__(self, "grid", tuple((str(name), str(driver)) for name, driver in self.grid))

    def change(self, document: Document) -> Document:
        """The study as it is for this drive."""
        if self.condition:
            document = under(document, self.condition)
        document = told_otherwise(document, self.settings)
        if self.grid:
            racers = [(name, driver_entry(driver) if driver else {}) for name, driver in self.grid]
            return lined_up(document, racers, gap=self.gap)
        return seated(document, driver_entry(self.driver)) if self.driver else document


@dataclass(frozen=True, slots=True)
class Drive:
    """A study with what must hold on it."""

    path: Path
    variant: Variant
    study: Study
    requirements: tuple[Judging, ...]

    @property
    def name(self) -> str:
        """The name of its file, with its condition: `cut_in[rain]`."""
        stem = study_stem(self.path)
        return f"{stem}[{self.variant.condition}]" if self.variant.condition else stem


def load_drive(source: str | Path, variant: Variant = Variant(), *, allow: Sequence[str] = ()) -> Drive:  # noqa: B008
    """The drive in a file; `allow` names packages whose code its requirements may use.

    A file that is wrong is refused with the place in it, as the loader of studies does.
    """
    document = variant.change(_document(source))
    study = validate(document, Study)
    if not study.must:
        raise InputError("nothing must hold on this drive; add 'must', such as 'must: [no_collision]'", document.at())
    if study.subject is None and not study.subjects:
        raise InputError("'must' is about a subject; add 'subject'", document.key_at("must"))
    return Drive(Path(source), variant, study, MustReader(document, allow).requirements())


def conditions_of(source: str | Path) -> list[str]:
    """The conditions under which a drive file is to be driven; a single empty one if it names none."""
    study = validate(_document(source), Study)
    return list(study.experiment.conditions) if study.experiment and study.experiment.conditions else [""]


def requirements_in(source: str | Path, *, allow: Sequence[str] = ()) -> int:
    """How many requirements a study has, 0 if it is no drive file; what is wrong with any of them is refused.

    Each condition may require something else.
    """
    if not _has_must(Path(source)):
        return 0
    return max(len(load_drive(source, Variant(one), allow=allow).requirements) for one in conditions_of(source))


def drive_files(paths: Sequence[str | Path]) -> list[Path]:
    """The drive files that are named: files themselves, and of folders all studies in them that say what must hold."""
    found: list[Path] = []
    for path in map(Path, paths):
        if path.is_dir():
            within = [file for file in sorted(path.rglob(f"*{SUFFIX}")) if _has_must(file)]
            if not within:
                raise InputError(f"there is no drive in {path}: no *{SUFFIX} that has 'must'")
            found += within
        elif path.is_file():
            found.append(path)
        else:
            raise InputError(f"there is no drive file '{path}'")
    return list(dict.fromkeys(found))


def driver_entry(driver: str) -> dict[str, Any]:
    """The driver as a study file has it; a program with a path is looked up from the working folder."""
    if is_code(driver):
        return {"python": driver}
    words = shlex.split(driver)
    if not words:
        raise InputError("no driver is named; expected 'package.module:Name', or a program with its arguments")
    if "/" in words[0]:
        words[0] = str(Path(words[0]).resolve())
    return {"program": words}


def _document(source: str | Path) -> Document:
    if not is_study(source):
        raise InputError(f"'{source}' is no drive file; its name ends in {SUFFIX}")
    return load_yaml(Path(source))


def _has_must(path: Path) -> bool:
    data = load_yaml(path).data
    return isinstance(data, dict) and "must" in data
