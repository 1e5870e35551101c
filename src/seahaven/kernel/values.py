"""What may travel through a port: types that are checked when ports are joined and when values are written."""

from __future__ import annotations

import types
from collections.abc import Callable
from copy import copy
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from typing import Any, Literal, Union, get_args, get_origin

import numpy as np

from seahaven.errors import SnapshotError

__all__ = ["Check", "Misfit", "at_least", "checker", "copied", "fits", "runtime_type", "type_name"]

Check = Callable[[Any], Any]
_SCALARS = (float, int, bool, str, bytes, type(None), Fraction, Enum, np.generic)


class Misfit(TypeError):
    """A value that is not of its port's type; set apart from the TypeErrors of a module's own code."""


def runtime_type(hint: Any) -> type:
    """The class behind a type hint: `NDArray[float64]` is `ndarray`, `tuple[int, int]` is `tuple`."""
    origin = get_origin(hint) or hint
    return origin if isinstance(origin, type) else object


def type_name(hint: Any) -> str:
    """A type hint as a reader would write it."""
    return hint.__name__ if isinstance(hint, type) and not get_args(hint) else str(hint)


def fits(produced: Any, wanted: Any) -> bool:
    """Whether an output of type `produced` may feed an input of type `wanted`.

    Types are never mixed silently: an int does not feed a float, nor a bool an int, nor an array of ints one of
    floats (G1). A subclass feeds its base, and anything feeds `object`.
    """
    if wanted in (Any, object) or produced == wanted:
        return True
    if get_origin(wanted) in (Union, types.UnionType):
        options = get_args(produced) if get_origin(produced) in (Union, types.UnionType) else (produced,)
        return all(any(fits(option, want) for want in get_args(wanted)) for option in options)
    if runtime_type(produced) is runtime_type(wanted) is np.ndarray:
        return _dtype(produced) == _dtype(wanted) or Any in (_dtype(produced), _dtype(wanted))
    if get_args(produced) or get_args(wanted) or not isinstance(wanted, type) or not isinstance(produced, type):
        return False
    return produced is not bool and issubclass(produced, wanted)


def _dtype(hint: Any) -> Any:
    """The float64 in `NDArray[float64]`; Any where an array type does not say."""
    return next((get_args(arg)[0] for arg in get_args(hint) if get_origin(arg) is np.dtype), Any)


def checker(hint: Any) -> Check:
    """A function that gives back a value of type `hint` in its plain form, or raises Misfit.

    NumPy's scalars become Python's, an int becomes the float it is written for, and an array is made read-only (a
    view is copied first), so that nobody can change a value after it was handed over.
    """
    if hint in _CHECKS:
        return _CHECKS[hint]
    if get_origin(hint) in (Union, types.UnionType):
        return _union(hint)
    if get_origin(hint) is Literal:
        return _member(hint)
    kind = runtime_type(hint)
    if kind is np.ndarray:
        return _array
    if kind is object:
        return lambda value: value
    return _instance(hint, kind)


def at_least(check: Check, least: float) -> Check:
    """A check that also refuses what is below `least`."""

    def checked(value: Any) -> Any:
        plain = check(value)
        if not plain >= least:
            raise Misfit(f"expected at least {least:g}, got {plain:g}")
        return plain

    return checked


def copied(value: Any, where: str) -> Any:
    """A value that shares nothing changeable with the original; refuses what cannot be copied safely.

    Only plain lists, dicts and tuples are copied: a defaultdict, say, would not be one afterwards. A class that says
    `is_immutable = True` promises that its instances never change what they show, and they are shared.
    """
    if isinstance(value, (*_SCALARS, type, types.FunctionType)) or getattr(type(value), "is_immutable", False):
        return value
    if isinstance(value, np.ndarray) and not value.dtype.hasobject:
        return value.copy(order="K") if value.flags.writeable else value
    if type(value) is list:
        return [copied(item, where) for item in value]
    if type(value) is dict:
        return {key: copied(item, where) for key, item in value.items()}
    if type(value) is tuple or hasattr(value, "_make"):
        return _copied_tuple(value, where)
    if is_dataclass(value) and getattr(type(value), "__dataclass_params__").frozen:  # noqa: B009 # typing hides it
        return _copied_record(value, where)
    raise SnapshotError(
        f"{where} holds a {type(value).__name__}, which cannot be copied; "
        "keep numbers, text, arrays, lists, dicts or frozen dataclasses in declared fields"
    )


def _copied_tuple(value: Any, where: str) -> Any:
    items = [copied(item, where) for item in value]
    if all(a is b for a, b in zip(items, value, strict=True)):
        return value
    return tuple(items) if type(value) is tuple else value._make(items)


def _copied_record(value: Any, where: str) -> Any:
    """A frozen dataclass itself, or a twin of it where it holds something that can change."""
    items = {f.name: copied(getattr(value, f.name), where) for f in fields(value)}
    if all(item is getattr(value, name) for name, item in items.items()):
        return value
    twin = copy(value)
    for name, item in items.items():
        object.__setattr__(twin, name, item)
    return twin


def _refuse(value: Any, hint: Any) -> Misfit:
    return Misfit(f"expected {type_name(hint)}, got {type(value).__name__} {value!r:.80}")


def _float(value: Any) -> float:
    if type(value) is float:
        return value
    if isinstance(value, (float, int, np.floating, np.integer)) and not isinstance(value, bool):
        return float(value)
    raise _refuse(value, float)


def _int(value: Any) -> int:
    if type(value) is int:
        return value
    if isinstance(value, (int, np.integer)) and not isinstance(value, bool):
        return int(value)
    raise _refuse(value, int)


def _bool(value: Any) -> bool:
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    raise _refuse(value, bool)


def _array(value: Any) -> np.ndarray:
    if not isinstance(value, np.ndarray):
        raise _refuse(value, np.ndarray)
    own = value if value.base is None or _is_settled(value) else value.copy(order="K")
    own.flags.writeable = False
    return own


def _is_settled(view: np.ndarray) -> bool:
    """Whether nobody can change what a view shows."""
    base = view.base
    return not view.flags.writeable and isinstance(base, np.ndarray) and base.base is None and not base.flags.writeable


def _union(hint: Any) -> Check:
    options = [checker(option) for option in get_args(hint)]

    def check(value: Any) -> Any:
        for option in options:
            try:
                return option(value)
            except Misfit:
                continue
        raise _refuse(value, hint)

    return check


def _member(hint: Any) -> Check:
    def check(value: Any) -> Any:
        if value in get_args(hint):
            return value
        raise _refuse(value, hint)

    return check


def _instance(hint: Any, kind: type) -> Check:
    def check(value: Any) -> Any:
        if isinstance(value, kind):
            return value
        raise _refuse(value, hint)

    return check


_CHECKS: dict[Any, Check] = {float: _float, int: _int, bool: _bool, Any: lambda value: value}
