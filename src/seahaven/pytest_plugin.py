"""Virtual test drives in pytest: a fixture that plays and judges, variations, and failures that can be read.

    import pytest

    @pytest.mark.drive("drives/cut_in.study.yaml", driver="my_drivers:Careful")
    def test_keeps_its_distance(drive):
        drive.passes()
        assert drive.finding("time gap").margin > 0.2

    @pytest.mark.drive("drives/cut_in.study.yaml", vary={"traffic.ambient.density": ["5/km", "15/km"]})
    def test_in_any_traffic(drive):
        drive.passes()

pytest loads it by the entry point `seahaven`; it costs nothing until a test asks for the fixture.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from seahaven.testbed import DriveOutcome, Finding

__all__ = ["DriveFailure", "DriveFixture", "drive", "pytest_addoption", "pytest_configure", "pytest_generate_tests"]

MARKER: Final = "drive"
_KEYS: Final = ("driver", "condition", "seed", "seeds", "vary", "settings", "allow")
_WORDS: Final = (
    "drive(path, driver='', condition='', seed=None, seeds=(), vary={}, settings={}, allow=()): the drive file of a "
    "test; its fixture 'drive' plays and judges it, once for each seed and each combination of the values in 'vary'"
)


class DriveFailure(AssertionError):
    """A drive that did not pass, in words: what did not hold, and where to look."""


class DriveFixture:
    """A drive that a test asks for: played when it is first asked, and only once.

    It lies in a folder of its own, which pytest keeps for a while, or below `--drives-out`.
    """

    def __init__(self, path: Path, folder: Path, options: Mapping[str, Any]) -> None:
        from seahaven.testbed import DriveJob, Variant

        variant = Variant(options["condition"], options["driver"], dict(options["settings"]))
        self.job = DriveJob(str(path), folder, options["seed"], variant, tuple(options["allow"]))
        self._outcome: DriveOutcome | None = None

    @property
    def folder(self) -> Path:
        """Where its reel and its verdict lie."""
        return self.job.folder

    @property
    def outcome(self) -> DriveOutcome:
        """What came of it; a drive that cannot be played or judged is an error of the test."""
        from seahaven.testbed import play_and_judge

        if self._outcome is None:
            self._outcome = play_and_judge(self.job)
        if self._outcome.verdict is None:
            pytest.fail(f"{self._outcome.name}: {self._outcome.error}\nagain: {self._outcome.command}", pytrace=False)
        return self._outcome

    @property
    def findings(self) -> Sequence[Finding]:
        """What came of each requirement, in the order of the file."""
        verdict = self.outcome.verdict
        assert verdict is not None
        return verdict.findings

    def finding(self, text: str) -> Finding:
        """The finding on the requirement whose words begin like this: `drive.finding("time gap").margin`."""
        matches = [finding for finding in self.findings if finding.requirement.startswith(text)]
        if len(matches) != 1:
            known = ", ".join(finding.requirement for finding in self.findings)
            raise LookupError(f"{len(matches)} requirements begin with '{text}'; there are: {known}")
        return matches[0]

    def reel(self) -> Any:
        """The recording."""
        from seahaven.reels import Reel

        return Reel.open(self.folder / self.outcome.reel)

    def passes(self) -> DriveOutcome:
        """Fail the test, with the findings, unless everything held."""
        if self.outcome.state != "passed":
            raise DriveFailure(_words(self.outcome, self.folder))
        return self.outcome


def pytest_addoption(parser: pytest.Parser) -> None:
    """Options for all drives."""
    group = parser.getgroup("seahaven", "virtual test drives")
    group.addoption("--drives-driver", metavar="DRIVER", default="", help="who drives instead: package.module:Name")
    group.addoption("--drives-allow", metavar="NAME", action="append", default=[], help="a package that may run")
    group.addoption("--drives-out", metavar="DIR", default="", help="the folder to play into, one folder for each test")


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marker."""
    config.addinivalue_line("markers", _WORDS)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make a test for each seed, and for each combination of values that vary."""
    marker = metafunc.definition.get_closest_marker(MARKER)
    if marker is None or "drive" not in metafunc.fixturenames:
        return
    _refuse_unknown(marker)
    seeds, vary = marker.kwargs.get("seeds", ()), marker.kwargs.get("vary", {})
    if not seeds and not vary:
        return
    ways = list(product(seeds or (None,), *vary.values()))
    cases = [_case(seed, dict(zip(vary, values, strict=True))) for seed, *values in ways]
    metafunc.parametrize("drive", cases, indirect=True, ids=[_name(case) for case in cases])


@pytest.fixture
def drive(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[DriveFixture]:
    """The drive of the test's marker, to be played and judged."""
    marker = request.node.get_closest_marker(MARKER)
    if marker is None or not marker.args:
        raise pytest.UsageError("the fixture 'drive' needs a file: mark the test with pytest.mark.drive(PATH)")
    _refuse_unknown(marker)
    case = getattr(request, "param", _case(None, {}))
    config, options = request.config, marker.kwargs
    seed = case["seed"] if case["seed"] is not None else options.get("seed")
    driver = config.getoption("--drives-driver") or options.get("driver", "")
    own = (driver.partition(":")[0].partition(".")[0],) if ":" in driver else ()
    told = {
        "seed": seed, "driver": driver, "condition": options.get("condition", ""),
        "settings": {**options.get("settings", {}), **case["settings"]},
        "allow": (*own, *options.get("allow", ()), *config.getoption("--drives-allow")),
    }  # fmt: skip
    fixture = DriveFixture(_found(request, marker.args[0]), _folder(request, tmp_path), told)
    yield fixture
    if fixture._outcome is not None:
        request.node.user_properties.append(("seahaven", fixture._outcome.command))


def _case(seed: int | None, settings: Mapping[str, Any]) -> dict[str, Any]:
    return {"seed": seed, "settings": dict(settings)}


def _name(case: Mapping[str, Any]) -> str:
    """What a case is called: `seed 3, density 5/km`."""
    words = [f"seed {case['seed']}"] if case["seed"] is not None else []
    return ", ".join([*words, *(f"{key.rpartition('.')[2]} {value}" for key, value in case["settings"].items())])


def _refuse_unknown(marker: pytest.Mark) -> None:
    unknown = [key for key in marker.kwargs if key not in _KEYS]
    if unknown or len(marker.args) != 1:
        what = f"'{unknown[0]}' is none of its options" if unknown else f"got {len(marker.args)} files, expected one"
        raise pytest.UsageError(f"pytest.mark.drive: {what}; {_WORDS}")


def _found(request: pytest.FixtureRequest, name: str | Path) -> Path:
    """A drive file: beside the test, or else from the folder of the tests' configuration."""
    beside, below = request.path.parent / name, request.config.rootpath / name
    return beside if beside.exists() else below


def _folder(request: pytest.FixtureRequest, usual: Path) -> Path:
    """Where to play; every test has a folder of its own, so tests may run side by side."""
    from seahaven.files import file_name

    out = request.config.getoption("--drives-out")
    return Path(out) / file_name(request.node.nodeid, empty="drive") if out else usual / "drive"


def _words(outcome: DriveOutcome, folder: Path) -> str:
    from seahaven.testbed.report import finding_text

    assert outcome.verdict is not None
    lines = [f"{outcome.name} failed under seed {outcome.seed}, driven by {outcome.driver}"]
    lines += [f"  {finding_text(finding)}" for finding in outcome.verdict.failures]
    lines += [f"  reel   {folder / outcome.reel}"]
    lines += [f"  strip  {path}" for path in sorted(folder.glob("failure-*.png"))]
    return "\n".join([*lines, f"  again  {outcome.command}"])
