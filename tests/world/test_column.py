import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seahaven.errors import WiringError
from seahaven.world import Column
from seahaven.world.column import Misfit


def test_a_column_holds_float64_unless_told_otherwise():
    assert Column(unit="m").dtype == "float64"


def test_a_nullable_column_is_null_by_default():
    assert Column(nullable=True).default is None


def test_an_entity_column_holds_an_id_or_null():
    column = Column.entity(doc="the vehicle ahead")
    assert (column.dtype, column.nullable, column.is_entity) == ("int64", True, True)


def test_a_category_is_stored_as_a_code_and_read_as_a_name():
    column = Column(kinds=("car", "truck"))
    values, nulls = column.fit(["truck", "car"], 2)
    assert values.dtype == np.int16
    assert values.tolist() == [1, 0]
    assert nulls is None
    assert column.read(1, False) == "truck"


def test_none_in_a_list_becomes_null_over_a_zero():
    values, nulls = Column(nullable=True).fit([1.5, None], 2)
    assert values.tolist() == [1.5, 0.0]
    assert nulls is not None
    assert nulls.tolist() == [False, True]


def test_one_value_serves_all_cells():
    assert Column().fit(3, 2)[0].tolist() == [3.0, 3.0]


def test_no_values_fit_no_cells():
    assert Column("int8").fit([], 0)[0].dtype == np.int8


@pytest.mark.parametrize(
    ("column", "value", "text"),
    [
        (Column(), [1.0, 2.0, 3.0], "3 values for 2 entities"),
        (Column(), [[1.0, 2.0]], r"an array of shape \(1, 2\) for 2 entities"),
        (Column("int32"), 1.5, "float64 values, but the column holds int32"),
        (Column("bool"), [0, 1], "int64 values, but the column holds bool"),
        (Column(), True, "bool values, but the column holds float64"),
        (Column(), 1j, "complex128 values, but the column holds float64"),
        (Column("int8"), [1, 200], "200, which is out of range for int8"),
        (Column("int64"), 2**70, "object values, but the column holds int64"),
        (Column(), None, "null, but the column is not nullable"),
        (Column(), "fast", "'fast' is a name, but the column has no kinds"),
        (Column(kinds=("car", "truck")), "truk", "'truk' is not one of its kinds; did you mean 'truck'"),
    ],
)
def test_a_value_that_would_lose_something_is_refused(column: Column, value: object, text: str):
    with pytest.raises(Misfit, match=text):
        column.fit(value, 2)


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"dtype": "float46"}, "a column cannot hold 'float46'; did you mean 'float64'"),
        ({"dtype": "int64", "kinds": ("a",)}, "stored as int16, not 'int64'"),
        ({"kinds": ("a", "b", "a")}, "name one kind twice"),
        ({"default": "fast"}, "the default of a float64 column cannot be 'fast'"),
        ({"default": float("nan")}, "cannot be nan: expected a finite number"),
        ({"default": None}, "the default of a float64 column cannot be None: null"),
        ({"kinds": ("a", "b"), "default": 2}, r"cannot be 2: expected a code from 0 to 1 \(a, b\)"),
    ],
)
def test_a_declaration_that_contradicts_itself_is_refused(options: dict[str, object], text: str):
    with pytest.raises(WiringError, match=text):
        Column(**options)  # type: ignore[arg-type]  # wrong on purpose


@given(st.lists(st.floats(width=32)))
def test_the_first_value_that_is_not_finite_is_found(numbers: list[float]):
    values = np.array(numbers, np.float64)
    found = Column().offender(values)
    bad = [i for i, number in enumerate(numbers) if not np.isfinite(number)]
    assert found == (bad[0] if bad else None)


def test_a_float_too_large_for_float32_becomes_an_offender():
    values, _ = Column("float32").fit([1.0, 1e300], 2)
    assert Column("float32").offender(values) == 1


def test_a_nullable_truth_may_be_null_beside_others() -> None:
    values, nulls = Column("bool", nullable=True).fit([None, True], 2)
    assert (values.tolist(), nulls.tolist()) == ([False, True], [True, False])
