from collections.abc import Callable
from pathlib import Path

import pytest

from seahaven.errors import InputError, Position
from seahaven.files import Document, load_toml, load_yaml
from seahaven.files.source import Source, read_source


@pytest.mark.parametrize(
    ("offset", "line", "column"),
    [(0, 1, 1), (1, 1, 2), (2, 1, 3), (3, 2, 1), (5, 3, 1), (7, 3, 3), (8, 4, 1), (99, 4, 2)],
)
def test_position_counts_lines_of_every_kind_of_line_end(offset: int, line: int, column: int) -> None:
    assert Source("f", "aé\nb\rc\r\nd").position(offset) == Position("f", line, column)


def test_byte_order_mark_is_no_part_of_the_text(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes("\ufeffkey: 1".encode())
    assert read_source(path).text == "key: 1"
    assert load_yaml(path).key_at("key") == Position(str(path), 1, 1)


def test_missing_file_is_refused_with_the_nearest_name(tmp_path: Path) -> None:
    (tmp_path / "main.study.yaml").write_text("a: 1")
    with pytest.raises(InputError, match=r"man\.study\.yaml: file not found; did you mean 'main\.study\.yaml'\?$"):
        load_yaml(tmp_path / "man.study.yaml")


def test_missing_file_without_a_near_name_lists_no_folder(tmp_path: Path) -> None:
    (tmp_path / "zzz").write_text("a: 1")
    with pytest.raises(InputError, match=r"a\.yaml: file not found$"):
        load_yaml(tmp_path / "a.yaml")


def test_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"file not found; the folder '.*nowhere' does not exist$"):
        load_yaml(tmp_path / "nowhere" / "a.yaml")


def test_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="this is a folder; expected a file"):
        load_toml(tmp_path)


@pytest.mark.parametrize("load", [load_yaml, load_toml])
@pytest.mark.parametrize(("content", "reason"), [("", "$"), ("\n# nothing\n", ": it holds only blank lines")])
def test_empty_file_is_refused(load: Callable[[Path], Document], content: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text(content)
    with pytest.raises(InputError, match=f"the file is empty{reason}"):
        load(path)


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_bytes_that_are_not_utf8_are_refused_with_offset_line_and_column(mark: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(mark + "a: ü\nb: ".encode() + b"\xfc\n")
    with pytest.raises(InputError) as caught:
        load_yaml(path)
    assert caught.value.message == f"byte 0xfc at offset {9 + len(mark)} is not UTF-8; save the file as UTF-8"
    assert caught.value.at == Position(str(path), 2, 4)
