"""The check of `make lint` that rooms are imported from the room."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.rooms import faults

ROOT = Path(__file__).parents[1]

ROOMS = {
    "seahaven/__init__.py": "",
    "seahaven/errors.py": "",
    "seahaven/roads/__init__.py": "from seahaven.roads.lane import Lane\n\n__all__ = ['Lane']\n",
    "seahaven/roads/lane.py": "class Lane: ...\n\nWIDTH = 3.5\n",
    "seahaven/roads/lane_kernels.py": "def find(): ...\n",
    "seahaven/roads/routing/__init__.py": "from seahaven.roads.routing.route import Route\n\n__all__ = ['Route']\n",
    "seahaven/roads/routing/route.py": "from seahaven.roads.lane import WIDTH\n\nclass Route: ...\n",
    "seahaven/traffic/__init__.py": "",
}


@pytest.fixture
def source(tmp_path: Path) -> Path:
    for name, text in ROOMS.items():
        (tmp_path / "src" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "src" / name).write_text(text)
    return tmp_path / "src"


def faults_with(source: Path, statement: str, file: str = "flow.py") -> list[str]:
    path = source / "seahaven" / "traffic" / file
    path.write_text(f"def flow():\n    {statement}\n")
    return [fault.removeprefix(f"{path}:2: ") for fault in faults(source)]


@pytest.mark.parametrize(
    "statement",
    [
        "from seahaven.roads import Lane",
        "from seahaven.roads.routing import Route",
        "from seahaven.roads import routing",
        "from seahaven.errors import InputError",
        "from seahaven.traffic.flow import flow",
        "from seahaven.roads.lane_kernels import find",
        "import seahaven.roads.lane_kernels as kernels",
        "import seahaven.roads.routing",
        "from seahaven.geometry.compiled import compiled",
    ],
)
def test_rooms_packages_kernels_and_own_files_may_be_imported(source: Path, statement: str) -> None:
    assert faults_with(source, statement) == []


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        (
            "from seahaven.roads.lane import Lane",
            "'seahaven.roads.lane' is a file of another room; write 'from seahaven.roads import Lane'",
        ),
        (
            "from seahaven.roads.lane import WIDTH",
            (
                "'seahaven.roads.lane' is a file of another room; "
                "export 'WIDTH' from 'seahaven.roads' and import it from there"
            ),
        ),
        (
            "import seahaven.roads.routing.route",
            "'seahaven.roads.routing.route' is a file of another room; import 'seahaven.roads.routing'",
        ),
        (
            "from seahaven.roads import lane",
            "'seahaven.roads' does not export 'lane'; add it to __all__ there, or do without it",
        ),
    ],
)
def test_a_file_or_a_private_name_of_another_room_is_refused_with_what_to_write(
    source: Path, statement: str, fault: str
) -> None:
    assert faults_with(source, statement) == [fault]


def test_kernels_may_import_from_files(source: Path) -> None:
    assert faults_with(source, "from seahaven.roads.lane import WIDTH", file="flow_kernels.py") == []


def test_code_that_uses_the_rooms_is_checked_too(source: Path, tmp_path: Path) -> None:
    (tmp_path / "examples").mkdir()
    (tmp_path / "examples" / "drive.py").write_text("from seahaven.roads.lane import Lane\n")
    (fault,) = faults(source, tmp_path / "examples")
    assert fault.endswith("write 'from seahaven.roads import Lane'")


def test_our_own_code_imports_rooms_from_the_room() -> None:
    assert list(faults(ROOT / "src", ROOT / "examples")) == []
