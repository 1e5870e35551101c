"""Small files of our own, and a way to read a text as a file."""

from collections.abc import Callable
from pathlib import Path

import pytest

from seahaven.files import parse_xml
from seahaven.roads.formats.opendrive import read_opendrive
from seahaven.roads.formats.opendrive.reader import REFUSED, TEXTS, network_of
from seahaven.roads.model import RoadNetwork

DATA = Path(__file__).parents[2] / "data"

Reader = Callable[[str], RoadNetwork]
Edit = Callable[..., RoadNetwork]


@pytest.fixture(scope="session")
def bend() -> RoadNetwork:
    return read_opendrive(DATA / "bend.xodr")


@pytest.fixture(scope="session")
def tee() -> RoadNetwork:
    return read_opendrive(DATA / "tee.xodr")


@pytest.fixture(scope="session")
def borders() -> RoadNetwork:
    return read_opendrive(DATA / "borders.xodr")


@pytest.fixture(scope="session")
def edited() -> Edit:
    """Reads one of our files with pieces of its text replaced: `edited("tee", ("old", "new"))`."""

    def read(name: str, *changes: tuple[str, str]) -> RoadNetwork:
        text = (DATA / f"{name}.xodr").read_text()
        for old, new in changes:
            assert old in text, old
            text = text.replace(old, new, 1)
        return network_of(parse_xml(text, file=f"{name}.xodr", texts=TEXTS, refused=REFUSED), thorough=True)

    return read
