"""Road files with something wrong in them, made from good ones."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from hypothesis import strategies as st

ATTRIBUTE = re.compile(rb'([\w:]+)="([^"]*)"')
TAG = re.compile(rb"<[^>]*>")
NASTY = (b"nan", b"inf", b"-1e308", b"1e308", b"1e9", b"-1", b"0", b"1e-300", b"", b"x", b"1_0", b"9" * 400, b"&lt;")
NASTIER = (b"\xc3\x28", b"&#0;", b"&bomb;", b"\xe2\x82\xac", b"-0", b"2", b"3.5", b"start", b"junction", b"arcLength")


@dataclass(frozen=True, slots=True)
class Mutation:
    """One change: what is done, where (a share of the file), and with what."""

    kind: str
    where: float
    to_where: float
    value: bytes


mutations = st.lists(
    st.builds(
        Mutation,
        st.deferred(lambda: st.sampled_from(sorted(KINDS))),
        st.floats(0.0, 1.0),
        st.floats(0.0, 1.0),
        st.sampled_from(NASTY + NASTIER),
    ),
    min_size=1,
    max_size=4,
)


def mutated(content: bytes, changes: list[Mutation]) -> bytes:
    """The content with all changes made, one after the other."""
    for change in changes:
        content = KINDS[change.kind](content, change)
    return content


def _pick(pattern: re.Pattern[bytes], content: bytes, where: float) -> re.Match[bytes] | None:
    """The match that lies at a share of the file."""
    start = int(where * len(content))
    return pattern.search(content, start) or pattern.search(content)


def set_value(content: bytes, change: Mutation) -> bytes:
    found = _pick(ATTRIBUTE, content, change.where)
    return content[: found.start(2)] + change.value + content[found.end(2) :] if found else content


def copy_value(content: bytes, change: Mutation) -> bytes:
    other = _pick(ATTRIBUTE, content, change.to_where)
    return set_value(content, Mutation("", change.where, 0.0, other[2])) if other else content


def drop_attribute(content: bytes, change: Mutation) -> bytes:
    found = _pick(ATTRIBUTE, content, change.where)
    return content[: found.start()] + content[found.end() :] if found else content


def rename(content: bytes, change: Mutation) -> bytes:
    found = _pick(ATTRIBUTE, content, change.where)
    return content[: found.start(1)] + b"renamed" + content[found.end(1) :] if found else content


def drop_tag(content: bytes, change: Mutation) -> bytes:
    found = _pick(TAG, content, change.where)
    return content[: found.start()] + content[found.end() :] if found else content


def _element(content: bytes, where: float) -> tuple[int, int] | None:
    """From where to where an element reaches, inner elements of the same name aside."""
    found = _pick(re.compile(rb"<(\w+)[^>]*>"), content, where)
    if not found:
        return None
    if found[0].endswith(b"/>"):
        return found.span()
    end = content.find(b"</" + found[1] + b">", found.end())
    return (found.start(), end + len(found[1]) + 3) if end >= 0 else found.span()


def drop_element(content: bytes, change: Mutation) -> bytes:
    span = _element(content, change.where)
    return content[: span[0]] + content[span[1] :] if span else content


def repeat_element(content: bytes, change: Mutation) -> bytes:
    span = _element(content, change.where)
    return content[: span[1]] + content[span[0] : span[1]] + content[span[1] :] if span else content


def move_element(content: bytes, change: Mutation) -> bytes:
    span, place = _element(content, change.where), _pick(TAG, content, change.to_where)
    if not span or not place:
        return content
    return content[: place.end()] + content[span[0] : span[1]] + content[place.end() :]


def cut(content: bytes, change: Mutation) -> bytes:
    return content[: int(change.where * len(content))]


def splice(content: bytes, change: Mutation) -> bytes:
    start, end = sorted((int(change.where * len(content)), int(change.to_where * len(content))))
    return content[:start] + content[end:] if end - start < 2000 else content[:start] + content[start + 40 :]


def insert(content: bytes, change: Mutation) -> bytes:
    start = int(change.where * len(content))
    return content[:start] + change.value + content[start:]


KINDS: dict[str, Callable[[bytes, Mutation], bytes]] = {
    function.__name__: function
    for function in (
        set_value,
        copy_value,
        drop_attribute,
        rename,
        drop_tag,
        drop_element,
        repeat_element,
        move_element,
        cut,
        splice,
        insert,
    )
}
