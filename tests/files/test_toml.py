import json
import tomllib
from collections.abc import Callable, Iterator, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seahaven.errors import InputError, Position
from seahaven.files import KeyPath, Plain, parse_toml
from tests.files.plain_data import labelled_mappings, text_at, walk

Draw = Callable[[list[str]], str]


def inline(value: Plain, draw: Draw) -> str:
    """Give a value on one line or, for arrays, on several with comments between."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{quoted(key, draw)} = {inline(item, draw)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        gap = draw(["", " ", "\n  # ] }\n"])
        return f"[{gap}" + f",{gap}".join(inline(item, draw) for item in value) + f"{gap}]"
    return draw([f'"{value}"', f"'{value}'", f'"""{value}\n \\" ]"""', f"'''{value}\n'''''"])


def quoted(key: str, draw: Draw) -> str:
    return draw([key, f'"{key}"', f"'{key}'"])


def table(data: dict[str, Plain], header: str, draw: Draw) -> Iterator[str]:
    """Give the lines of a table: pairs first, since a header ends them, then tables below it."""
    below = []
    for key, value in data.items():
        is_tables = isinstance(value, list) and value and all(isinstance(item, dict) for item in value)
        form = draw(["inline", "header"]) if is_tables or isinstance(value, dict) else "inline"
        if form == "header":
            below.append((quoted(key, draw), value))
        elif isinstance(value, dict) and value and draw(["dotted", "inline"]) == "dotted":
            yield from (f"{key} . {quoted(k, draw)} = {inline(v, draw)}  # x" for k, v in value.items())
        else:
            yield f"{quoted(key, draw)} = {inline(value, draw)}"
    for name, value in below:
        path = f"{header}.{name}" if header else name
        for item in value if isinstance(value, list) else [value]:
            yield f"  [[ {path} ]] # t" if isinstance(value, list) else f"[{path}]"
            assert isinstance(item, dict)
            yield from table(item, path, draw)


@given(labelled_mappings, st.data(), st.sampled_from(["\n", "\r\n"]))
def test_every_position_points_to_its_text(data: Plain, chooser: st.DataObject, line_end: str) -> None:
    assert isinstance(data, dict)
    text = "\n".join(table(data, "", lambda options: chooser.draw(st.sampled_from(options)))) + "\n"
    document = parse_toml(text.replace("\n", line_end))
    check_against_library(document.data, document.keys, document.values, text)
    for path, value in walk(document.data):
        if isinstance(value, str):
            assert text_at(text, document.at(*path)).startswith(value.split("\n")[0].rstrip())
        if path and isinstance(path[-1], str):
            assert text_at(text, document.key_at(*path)).startswith(path[-1])


def check_against_library(
    data: Plain, keys: Mapping[KeyPath, Position], values: Mapping[KeyPath, Position], text: str
) -> None:
    assert data == tomllib.loads(text)
    paths = {path for path, _ in walk(data)}
    assert values.keys() == paths
    assert keys.keys() == {path for path in paths if path and isinstance(path[-1], str)}


TOML_TOKENS = ["a", "b", "=", "\n", "[", "]", "[[", "]]", ".", "'", '"', '"""', "'''", "{", "}", ",", "1", "# c", "\\n"]


@given(st.lists(st.sampled_from([*TOML_TOKENS, "\\", "\r\n", " ", "true"]), max_size=25).map("".join))
def test_any_text_is_read_as_the_library_reads_it_or_refused(text: str) -> None:
    try:
        document = parse_toml(text)
    except InputError as error:
        assert error.at is not None  # noqa: PT017  # either outcome is right
    else:
        check_against_library(document.data, document.keys, document.values, text)


@given(st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), st.integers(), min_size=1))
def test_quoted_keys_may_hold_anything(data: dict[str, int]) -> None:
    text = "\n".join(
        f"{json.dumps(key, ensure_ascii=False)} = {value & 0xFF}".replace("\x7f", "\\u007f")
        for key, value in data.items()
    )
    assert parse_toml(text).keys.keys() == {(key,) for key in data}


TABLES = """\
title = "x" # [no.table]
[federate.video]
rate = "30 Hz"
[federate]
name.short = 'f'
[[machine]]
id = 1
[[machine.process]]
id = 2
[[machine]]
[[machine.process]]
ports = [1, # one ]
  {a = 2}]
"""


@pytest.mark.parametrize(
    ("path", "key", "value"),
    [
        ("title", (1, 1), (1, 9)),
        ("federate", (4, 2), (4, 1)),
        ("federate.video", (2, 11), (2, 1)),
        ("federate.video.rate", (3, 1), (3, 8)),
        ("federate.name", (5, 1), (5, 1)),
        ("federate.name.short", (5, 6), (5, 14)),
        ("machine", (6, 3), (6, 1)),
        ("machine.0", (6, 1), (6, 1)),
        ("machine.1", (10, 1), (10, 1)),
        ("machine.0.process", (8, 11), (8, 1)),
        ("machine.1.process.0", (11, 1), (11, 1)),
        ("machine.1.process.0.ports", (12, 1), (12, 9)),
        ("machine.1.process.0.ports.1.a", (13, 4), (13, 8)),
    ],
)
def test_tables_and_arrays_have_their_places(path: str, key: tuple[int, int], value: tuple[int, int]) -> None:
    document = parse_toml(TABLES, file="f")
    steps = [int(step) if step.isdigit() else step for step in path.split(".")]
    assert document.key_at(*steps) == Position("f", *key)
    assert document.at(*steps) == Position("f", *value)


REFUSED = [
    ("a = 1\na = 2", 2, 6, "not valid TOML: cannot overwrite a value"),
    ("[a.b]\n[a.b]", 2, 5, "not valid TOML: cannot declare 'a.b' twice"),
    ("a 1", 1, 3, "not valid TOML: expected '=' after a key in a key/value pair"),
    ("a = ", 1, 5, "not valid TOML: invalid value"),
    ("a = [1,\n", 2, 1, "not valid TOML: invalid value"),
    ("b = 0\na = 2020-01-01", 2, 5, "2020-01-01 is a date or time; expected text (in quotes) or a number"),
    ("a = [07:32:00]", 1, 6, "07:32:00 is a date or time; expected text (in quotes) or a number"),
    ("a = 2020-01-01 07:32:00\nb = 1", 1, 5, "2020-01-01 07:32:00 is a date or time"),
    (f"a = 0x{'f' * 33}", 1, 5, "whole number of more than 128 bits; write it as text"),
    (f"a = {'9' * 5000}", None, None, "not valid TOML: "),
    (f"{'a.' * 200}a = 1", 1, 201, "nested more than 100 levels deep; make the file flatter"),
    (f"a = {'[' * 150}{']' * 150}", 1, 105, "nested more than 100 levels deep; make the file flatter"),
    (f"a = {'[' * 5000}{']' * 5000}", None, None, "nested too deep; make the file flatter"),
]


@pytest.mark.parametrize(("text", "line", "column", "message"), REFUSED, ids=[case[3][:30] for case in REFUSED])
def test_refusal_names_place_and_reason(text: str, line: int | None, column: int | None, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_toml(text, file="f.toml")
    assert caught.value.message.startswith(message)
    assert caught.value.at == Position("f.toml", line, column)
