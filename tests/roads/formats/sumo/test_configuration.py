from math import inf
from pathlib import Path

import pytest

from seahaven.errors import InputError
from seahaven.roads.formats import load_network, read_roads
from seahaven.roads.formats.sumo import files_of, read_configuration

TEE = Path(__file__).parents[2] / "data" / "tee.net.xml"
NIGHT = '<additional><tlLogic id="lamp" programID="night"><phase duration="9" state="ooooo"/></tlLogic></additional>'


def written(folder: Path, text: str) -> Path:
    path = folder / "town.sumocfg"
    path.write_text(f"<configuration>{text}</configuration>")
    return path


def test_a_configuration_names_files_beside_it_and_times(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        """<input><net-file value="a.net.xml"/><route-files value="b.rou.xml, c.rou.xml"/></input>
        <additional-files v="sub/d.add.xml"/><time><begin value="7:00:00"/><end value="28800"/></time>
        <report><no-step-log value="true"/></report>""",
    )
    found = read_configuration(path)
    assert (found.network, found.begin, found.end) == (tmp_path / "a.net.xml", 25200.0, 28800.0)
    assert found.routes == (tmp_path / "b.rou.xml", tmp_path / "c.rou.xml")
    assert found.additional == (tmp_path / "sub" / "d.add.xml",)
    assert len(files_of(path)) == 4


def test_without_times_it_begins_at_0_and_does_not_end(tmp_path: Path) -> None:
    found = read_configuration(written(tmp_path, '<net-file value="a.net.xml"/>'))
    assert (found.begin, found.end, found.routes) == (0.0, inf, ())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<input/>", "names no network"),
        ('<net-file value=" "/>', "names no file"),
        ('<net-file value="a"/><begin value="soon"/>', "<begin> has value 'soon'"),
        ('<net-file value="a"/><begin value="9"/><end value="8"/>', "<end> is 8 s, before <begin> at 9 s"),
    ],
)
def test_what_is_wrong_with_a_configuration_is_said(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=message):
        read_configuration(written(tmp_path, text))


def test_roads_of_a_configuration_have_the_programs_of_its_additional_files(tmp_path: Path) -> None:
    (tmp_path / "lights.add.xml").write_text(NIGHT)
    path = written(tmp_path, f'<net-file value="{TEE}"/><additional-files value="lights.add.xml"/>')
    for network in (read_roads(path), load_network(path.name, folder=tmp_path)):
        assert [program.id for program in network.controllers[0].programs] == ["night", "day"]
