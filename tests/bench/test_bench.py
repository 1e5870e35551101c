"""What a bench reports, and how it is found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest

from seahaven import __version__
from seahaven.bench import BENCHES, Progress, Row, find_bench, run_bench
from seahaven.bench.bench import require_peer
from seahaven.errors import InputError


@dataclass(frozen=True)
class Toy:
    """One row that holds if it is told so, and one that is only there to be known."""

    value: float
    name: str = "toy"
    about: str = "A bench for tests"
    libraries: tuple[str, ...] = ("numpy",)

    def quick(self) -> Toy:
        return replace(self, value=0.75 * self.value)

    def rows(self, progress: Progress) -> Iterator[Row]:
        progress("toys")
        yield Row.at_most("toy", self.value, "toys", limit=1)
        yield Row("other", 3.0, "toys")


def test_a_report_tells_rows_and_versions() -> None:
    heard: list[str] = []
    report = run_bench(Toy(1.0), progress=heard.append)
    told = report.as_dict()
    assert list(told) == ["bench", "rows", "versions"]
    assert [row["name"] for row in told["rows"]] == ["toy", "other"]
    assert told["versions"]["seahaven"] == __version__
    assert {"python", "numpy"} < told["versions"].keys()
    assert heard == ["toys"]


@pytest.mark.parametrize(("value", "holds"), [(1.0, True), (1.1, False)])
def test_a_report_holds_unless_a_goal_is_missed(value: float, holds: bool) -> None:
    assert run_bench(Toy(value), progress=lambda _: None).holds is holds


def test_benches_are_found_by_name() -> None:
    assert all(find_bench(name).name == name for name in BENCHES)
    with pytest.raises(InputError, match="no bench 'kernl'; did you mean 'kernel'"):
        find_bench("kernl")


def test_a_missing_peer_is_named_with_the_way_to_install_it() -> None:
    require_peer("toy", "numpy")
    with pytest.raises(InputError, match=r"'no-such-peer', which is not installed.*pip install 'seahaven\[bench\]'"):
        require_peer("toy", "no-such-peer")
