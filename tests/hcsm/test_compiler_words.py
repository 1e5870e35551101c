"""The words of native code give what `arithmetic.py` says, to the bit."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seahaven.hcsm import arithmetic
from seahaven.hcsm.compiler import native, plain
from seahaven.kernel import Stream

ONE = ("acos", "asin", "atan", "cos", "exp", "log", "sin", "tan")
TWO = ("atan2", "power")
SIMPLE_ONE = ("absolute", "ceil", "floor", "sign", "sqrt", "to_int")
SIMPLE_TWO = ("divide", "floordiv", "hypot", "maximum", "minimum", "modulo")
INTS = ("add_ints", "floordiv_ints", "maximum", "minimum", "modulo_ints", "multiply_ints", "subtract_ints")

floats = st.floats() | st.sampled_from([0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 2.0**52, 2.0**63, -(2.0**63), math.pi])
ints = st.integers(-(1 << 63), (1 << 63) - 1) | st.integers(-3, 3)


def bits(value: float) -> bytes:
    """NaNs count as one: they are made the same when they are stored."""
    return repr(value).encode() if isinstance(value, int) else struct.pack("<d", plain.canonical(value))


@pytest.fixture(scope="module")
def simple() -> dict[str, Callable[..., Any]]:
    """Words that are instructions can only be called from compiled code."""
    source = "\n".join(f"def {word}_(a, b): return {word}(a, b)" for word in {*SIMPLE_TWO, *INTS})
    source += "\n" + "\n".join(f"def {word}_(a): return {word}(a)" for word in (*SIMPLE_ONE, "canonical"))
    scope = dict(vars(native))
    exec(source, scope)
    words = {*SIMPLE_ONE, *SIMPLE_TWO, *INTS, "canonical"}
    return {word: native.compiled(scope[f"{word}_"]) for word in words}


@given(floats, floats)
def test_words_of_floats_agree(simple: dict[str, Callable[..., Any]], a: float, b: float) -> None:
    for word in ONE:
        assert bits(getattr(native, word)(a)) == bits(getattr(arithmetic, word)(a)), word
    for word in TWO:
        assert bits(getattr(native, word)(a, b)) == bits(getattr(arithmetic, word)(a, b)), word
    for word in SIMPLE_TWO:
        assert bits(simple[word](a, b)) == bits(getattr(arithmetic, word)(a, b)), word
    for word in SIMPLE_ONE:
        assert bits(simple[word](a)) == bits(getattr(arithmetic, word)(a)), word


@given(ints, ints)
def test_words_of_integers_agree_and_wrap_around(simple: dict[str, Callable[..., Any]], a: int, b: int) -> None:
    for word in INTS:
        assert simple[word](a, b) == getattr(arithmetic, word)(a, b), word


def test_every_nan_that_is_kept_is_the_same_nan(simple: dict[str, Callable[..., Any]]) -> None:
    other = struct.unpack("<d", b"\x01\x00\x00\x00\x00\x00\xf8\xff")[0]
    assert struct.pack("<d", simple["canonical"](other)) == struct.pack("<d", math.nan)


@given(
    st.integers(0, 99), st.integers(-(1 << 63), (1 << 63) - 1), st.integers(0, (1 << 48) - 1), st.integers(0, 1 << 20)
)
def test_random_numbers_are_those_of_the_stream(seed: int, entity: int, step: int, draw: int) -> None:
    stream = Stream.named(seed, "hcsm/Driver")
    expected = stream.uniform(entity=entity, step=step, draw=draw)
    assert native.uniform(stream.key0, stream.key1, entity, step, draw) == expected
    assert plain.uniform(stream.key0, stream.key1, entity, step, draw) == expected
