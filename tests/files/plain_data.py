"""Plain data for round trips: arbitrary, and labelled so that every key and value is found in a text."""

from collections.abc import Iterator

from hypothesis import strategies as st

from seahaven.errors import Position
from seahaven.files import KeyPath, Plain

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
scalars = st.none() | st.booleans() | st.integers(-(2**64), 2**64) | st.floats(allow_nan=False) | texts
documents: st.SearchStrategy[Plain] = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4), max_leaves=20
)

_shapes = st.recursive(
    st.none(), lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.integers(), inner, max_size=4)
)


def _labelled(shape: object, labels: Iterator[int]) -> Plain:
    if isinstance(shape, dict):
        return {f"k{next(labels)}k": _labelled(item, labels) for item in shape.values()}
    if isinstance(shape, list):
        return [_labelled(item, labels) for item in shape]
    return f"v{next(labels)}v"


def labelled(shape: object) -> Plain:
    """Give data of a shape in which every key and every scalar is a text of its own."""
    return _labelled(shape, iter(range(1_000_000)))


labelled_documents = _shapes.map(labelled)
labelled_mappings = st.dictionaries(st.integers(), _shapes, min_size=1, max_size=4).map(labelled)


def walk(data: Plain, path: KeyPath = ()) -> Iterator[tuple[KeyPath, Plain]]:
    """Give every path of some data with its value."""
    yield path, data
    children = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for step, child in children:
        yield from walk(child, (*path, step))


def text_at(text: str, position: Position) -> str:
    """Give the rest of the line at a position, less an opening quote."""
    assert position.line is not None
    assert position.column is not None
    return text.split("\n")[position.line - 1][position.column - 1 :].lstrip("'\"")
