from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np
import pytest
from numpy.typing import NDArray

from seahaven.errors import InputError, WiringError
from seahaven.kernel import Emits, Event, Hears, In, Many, Module, Out, Param, Role, State, port


class Everything(Module):
    gap: In[float] = port(unit="m", interpolate="linear", lag=0.05, doc="to the leader")
    others: Many[int]
    horns: Hears[str]
    headway: Param[float] = port(1.5, unit="s")
    patience: State[list[int]] = port([])
    throttle: Out[float] = 0.0
    complaints: Emits[str]
    plain: Annotated[int, "no port"] = 3


def test_fields_are_what_is_declared_in_the_order_of_the_text() -> None:
    roles = {name: field.role for name, field in Everything.fields.items()}
    assert list(roles) == ["gap", "others", "horns", "headway", "patience", "throttle", "complaints"]
    assert set(roles.values()) == set(Role)


def test_a_field_carries_type_unit_and_timing() -> None:
    gap = Everything.fields["gap"]
    assert (gap.type, gap.unit, gap.interpolate, gap.lag, gap.doc) == (
        float,
        "m",
        "linear",
        50_000_000,
        "to the leader",
    )
    assert gap.is_required
    assert not gap.immediate
    assert [Everything.fields[name].type for name in ("others", "horns", "complaints")] == [int, str, str]


def test_a_field_says_what_it_is() -> None:
    assert str(Everything.fields["headway"]) == "control parameter 'headway' (float, s)"
    assert str(Everything.fields["horns"]) == "event input 'horns' (str)"


def test_an_int_default_becomes_the_float_it_is_written_for() -> None:
    class Throttle(Module):
        value: Out[float] = 0

    assert repr(Throttle.fields["value"].default) == "0.0"


def test_a_default_that_does_not_fit_is_refused() -> None:
    with pytest.raises(WiringError, match=r"Bad\.x: the default does not fit: expected float, got str 'fast'"):

        class Bad(Module):
            x: Param[float] = "fast"


def test_an_output_needs_an_initial_value() -> None:
    with pytest.raises(WiringError, match=r"Bad\.x: an output needs an initial value, such as `x: Out\[...\] = 0.0`"):

        class Bad(Module):
            x: Out[float]


@pytest.mark.parametrize("kind", [list[int], dict[str, int], set[int], bytearray, list])
def test_an_output_is_nothing_that_could_be_changed_afterwards(kind: type) -> None:
    with pytest.raises(WiringError, match=r"Bad\.x: a \w+ could be changed after it was handed over; put out a tuple"):

        class Bad(Module):
            x: Out[kind] = kind()


def test_only_numbers_arrays_and_blendable_types_are_interpolated() -> None:
    with pytest.raises(WiringError, match=r"Bad\.x: values of type str cannot be interpolated; use float"):

        class Bad(Module):
            x: In[str] = port(interpolate="linear")


def test_only_inputs_have_timing() -> None:
    with pytest.raises(WiringError, match=r"Bad\.x: only inputs have interpolation, lag or immediate links"):

        class Bad(Module):
            x: Out[float] = port(0.0, interpolate="linear")


@pytest.mark.parametrize("options", [{"lag": -1.0}, {"immediate": True, "lag": 0.1}])
def test_timing_that_contradicts_itself_is_refused(options: dict[str, object]) -> None:
    with pytest.raises(WiringError, match="a lag is zero or more, and an immediate input has neither"):
        port(**options)


def test_an_unknown_order_of_interpolation_is_refused_with_the_known_ones() -> None:
    with pytest.raises(WiringError, match="there is no interpolation 'quartic'; did you mean 'quadratic'"):
        port(interpolate="quartic")


def test_a_lag_is_finite() -> None:
    with pytest.raises(InputError, match="nan s is not a time"):
        port(lag=float("nan"))


def test_an_unknown_type_is_refused_with_the_class() -> None:
    with pytest.raises(
        WiringError, match=r"module class .*Bad: a port's type is unknown: name 'Nowhere' is not defined"
    ):

        class Bad(Module):
            x: In[Nowhere]  # noqa: F821


def made_in_a_function() -> type[Module]:
    @dataclass(frozen=True)
    class Local:
        x: float = 0.0

    class Inner(Module):
        value: Out[Local] = Local()
        other: In[Local | None] = None

    return Inner


def test_a_class_made_in_a_function_knows_its_local_types_also_when_subclassed_elsewhere() -> None:
    inner = made_in_a_function()

    class Outer(inner):
        more: Param[int] = 1

    assert list(Outer.fields) == ["value", "other", "more"]
    assert Outer("outer").value == inner("inner").value


def test_events_are_sorted_by_date_sender_and_count_and_equal_only_with_their_values() -> None:
    events = [Event(2, "a.x", 0, None), Event(1, "b.x", 0, {}), Event(1, "a.x", 1, "z"), Event(1, "a.x", 0, object())]
    assert [(e.date, e.sender, e.index) for e in sorted(events)] == [
        (1, "a.x", 0), (1, "a.x", 1), (1, "b.x", 0), (2, "a.x", 0),
    ]  # fmt: skip
    assert Event(1, "a.x", 0, "yes") != Event(1, "a.x", 0, "no")


def test_an_array_default_is_read_only_and_belongs_to_the_declaration() -> None:
    class Map(Module):
        heights: Param[NDArray[np.float64]] = np.zeros(3)

    with pytest.raises(ValueError, match="read-only"):
        Map("map").heights[0] = 1.0
