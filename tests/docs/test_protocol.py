"""The reference of the protocol is made from the values that cross it."""

from __future__ import annotations

from seahaven.seats.fields import constraints_of
from seahaven.seats.view import View
from tests.docs.protocol_page import PAGE, page


def test_the_page_is_made_from_the_declarations() -> None:
    assert PAGE.read_text() == page(), "write it anew: python -m tests.docs.protocol_page"


def test_every_field_of_a_view_is_declared() -> None:
    assert set(constraints_of(View)) == set(View.__dataclass_fields__)
