import io
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from seahaven.errors import InputError, Position
from seahaven.files import Plain, parse_yaml
from tests.files.plain_data import documents, labelled_documents, text_at, walk


def dumped(data: Plain, *, flow: bool) -> str:
    yaml = YAML(typ="safe", pure=True)
    yaml.default_flow_style = flow
    yaml.allow_unicode = False
    yaml.width = 1_000_000  # the dumper loses text where it folds a line
    stream = io.StringIO()
    yaml.dump(data, stream)
    return stream.getvalue()


@given(documents, st.booleans())
def test_dumped_data_loads_back_equal(data: Plain, flow: bool) -> None:
    text = dumped(data, flow=flow)
    assert parse_yaml(text).data == data


@given(labelled_documents, st.booleans())
def test_every_position_points_to_its_text(data: Plain, flow: bool) -> None:
    text = dumped(data, flow=flow)
    document = parse_yaml(text)
    assert document.values.keys() == {path for path, _ in walk(data)}
    for path, value in walk(data):
        if isinstance(value, str):
            assert text_at(text, document.at(*path)).startswith(value)
        if path and isinstance(path[-1], str):
            assert text_at(text, document.key_at(*path)).startswith(path[-1])


MARKS = [*"a1?:-&*!{}[],'\"|>#%@~\\.\t\r\0\x85", "b: ", "- ", "\n", "\n  ", "&x ", "*x", "<<: "]
WORDS = ["!!str ", "%YAML 1.2\n", "---", "...", ">-\n", "# c", "\\x", "\\UFFFFFFFF", "0x", "e5", ".inf"]


@given(st.lists(st.sampled_from(MARKS + WORDS), max_size=25).map("".join) | st.text(max_size=30))
def test_any_text_loads_or_is_refused(text: str) -> None:
    try:
        parse_yaml(text)
    except InputError as error:
        assert error.at is not None  # noqa: PT017  # either outcome is right


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("on", "on"),
        ("yes", "yes"),
        ("1:30", "1:30"),
        ("0o17", 15),
        ("017", 17),
        ("0x1F", 31),
        ("0b11", "0b11"),
        ("1_000", "1_000"),
        ("2020-01-01", "2020-01-01"),
        ("+3", 3),
        (".5", 0.5),
        ("1.", 1.0),
        ("1e3", 1000.0),
        ("-.5e-3", -0.0005),
        ("-.inf", -math.inf),
        ("~", None),
        ("Null", None),
        ("TRUE", True),
        ("False", False),
        ("'12'", "12"),
        ('"true"', "true"),
        ("|\n  a\n  b\n", "a\nb\n"),
        ("55 mph", "55 mph"),
        ("=", "="),
        ('"<<"', "<<"),
    ],
)
def test_scalars_follow_the_core_schema(text: str, value: Plain) -> None:
    data = parse_yaml(text).data
    assert data == value
    assert type(data) is type(value)


def test_nan_is_read() -> None:
    data = parse_yaml(".NaN").data
    assert isinstance(data, float)
    assert math.isnan(data)


def test_alias_is_a_copy_that_stands_where_it_is_written() -> None:
    document = parse_yaml("a: &x {b: [1]}\nc: *x\n", file="f")
    assert document.data == {"a": {"b": [1]}, "c": {"b": [1]}}
    assert document.at("c") == Position("f", 2, 4)
    assert document.at("c", "b", 0) == Position("f", 1, 12)
    assert document.key_at("c", "b") == Position("f", 1, 8)


REFUSED = [
    ("a: 1\nb: 2\na: 3", 3, 1, "key 'a' is already given in line 1"),
    ("a:\n\tb: 1", 2, 1, "a tab cannot stand here; use spaces"),
    ("a: b: c", 1, 5, "a ':' does not belong here; check the indentation, or quote the text"),
    ("- 1\nb: 2", 2, 1, "a key does not belong here; check the indentation"),
    (
        "a: [1,\n",
        2,
        1,
        "not valid YAML: while parsing a flow node: expected the node content, but found '<stream end>'",
    ),
    ("a: !!python/object:os.system 1", 1, 4, "tag '!!python/object:os.system' is refused: files are data"),
    ("a: !mine {b: 1}", 1, 4, "tag '!mine' is refused: files are data"),
    ("!!str a: 1", 1, 1, "tag '!!str' is refused"),
    ("a: &x [*x]", 1, 8, "alias '*x' lies inside its own anchor"),
    ("a: *x", 1, 4, "alias '*x' has no anchor '&x' above it"),
    ("a: &x 1\nb: &x 2", 2, 4, "anchor '&x' is already used in line 1; choose another name"),
    ("a: &x {b: 1}\nc:\n  <<: *x", 3, 3, "merge keys (<<) are not part of YAML 1.2; write the keys out"),
    ("1: a", 1, 1, "key 1 is not text; write it in quotes"),
    ("? \n: a", 1, 2, "key null is not text; write it in quotes"),
    ("? [a]\n: b", 1, 3, "a key is plain text; expected no list, mapping or alias"),
    ("&x a: 1\n*x : 2", 2, 1, "a key is plain text; expected no list, mapping or alias"),
    ("a: 1\n---\nb: 2", 2, 1, "a second document starts here; expected one in a file"),
    ("%YAML 1.1\n---\na: on", 2, 1, "%YAML 1.1 is declared, but files are read as YAML 1.2; remove the line"),
    ("a: \x07", 1, 4, "character '\\x07' is not allowed in YAML; write it as an escape in quotes"),
    ('a: "\\ud800"', 1, 4, "half of a surrogate pair is no character"),
    (f"a: {'9' * 5000}", 1, 4, "whole number of more than 128 bits; write it as text"),
    (f"a: 0x{'f' * 33}", 1, 4, "whole number of more than 128 bits; write it as text"),
    ("[" * 5000, 1, 102, "nested more than 100 levels deep; make the file flatter"),
    ("[" * 200 + "]" * 200, 1, 102, "nested more than 100 levels deep; make the file flatter"),
]


SQUEEZED = [
    ("study: T\nseed:3\nduration: 3 s", 2, 6, "seed: 3"),
    ("seed:3\nstudy: T", 1, 6, "seed: 3"),
    ("a:\n  rate:5 Hz\n  threads: 3", 2, 8, "rate: 5 Hz"),
    ("a:\n  - use: x\n    at:3 km\n  - use: y", 3, 8, "at: 3 km"),
    ("a:\n  - at:3 km\n    use: y", 2, 8, "at: 3 km"),
]
REFUSED += [(*case[:3], f"a space is missing after the colon: write '{case[3]}'") for case in SQUEEZED]


@pytest.mark.parametrize("text", ["roads:\n  - my_roads:ring\nlist: [3 s\nseed: 4", 'a: "3 s\nseed:4'])
def test_a_colon_that_belongs_to_a_text_is_not_blamed_for_another_mistake(text: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_yaml(text)
    assert "space is missing" not in caught.value.message


@pytest.mark.parametrize(("text", "line", "column", "message"), REFUSED, ids=[case[3][:30] for case in REFUSED])
def test_refusal_names_place_and_reason(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_yaml(text, file="f.yaml")
    assert caught.value.message.startswith(message)
    assert caught.value.at == Position("f.yaml", line, column)


def test_aliases_of_aliases_cannot_fill_the_memory() -> None:
    levels = [f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 10)}]" for n in range(1, 12)]
    with pytest.raises(InputError, match=r"^<text>:\d+:\d+: aliases copy more than 250000 characters"):
        parse_yaml("\n".join(["l0: &l0 lol", *levels]))


def test_copies_of_one_long_text_are_bounded_too() -> None:
    with pytest.raises(InputError, match="aliases copy more than 250000 characters"):
        parse_yaml(f"a: &x {'y' * 100_000}\nb: [{', '.join(['*x'] * 20)}]")


def test_chain_of_anchors_cannot_nest_without_end() -> None:
    chain = "\n".join(f"l{n}: &l{n} [*l{n - 1}]" for n in range(1, 2000))
    with pytest.raises(InputError, match="nested more than 100 levels deep"):
        parse_yaml(f"l0: &l0 []\n{chain}")
