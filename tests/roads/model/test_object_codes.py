"""Types of things beside the road, and what they mean."""

import pytest

from seahaven.roads.model import ObjectKind, object_code, object_kind

PASSAGES = (ObjectKind.TUNNEL, ObjectKind.BRIDGE)


@pytest.mark.parametrize("kind", [kind for kind in ObjectKind if kind not in PASSAGES])
def test_the_type_that_is_written_means_the_kind(kind: ObjectKind) -> None:
    assert object_kind(*object_code(kind), "") is kind


def test_a_subtype_that_is_given_stays() -> None:
    assert object_code(ObjectKind.TREE, "oak") == ("tree", "oak")
