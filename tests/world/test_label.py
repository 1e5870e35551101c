import pytest
from hypothesis import given
from hypothesis import strategies as st

from seahaven.errors import InputError, WiringError
from seahaven.world import VEHICLE, World, entity_label, entity_number, entity_of
from seahaven.world.ids import BLOCK

ids = st.integers(0, 50 * BLOCK)


@given(entity=ids)
def test_every_label_leads_back_to_its_id(entity: int) -> None:
    assert entity_of(entity_label(entity)) == entity
    assert entity_of(entity_number(entity)) == entity
    assert entity_of(str(entity)) == entity


@given(first=ids, second=ids)
def test_two_entities_never_share_a_label(first: int, second: int) -> None:
    assert (entity_label(first) == entity_label(second)) == (first == second)


def test_the_seventeenth_of_two_modules_are_told_apart() -> None:
    assert [entity_label(block * BLOCK + 17) for block in range(3)] == ["no. 17", "no. 1·17", "no. 2·17"]
    assert entity_label(2 * BLOCK + 17) != entity_label(2 * BLOCK + 170)


def test_a_name_goes_before_a_number_both_ways() -> None:
    names = {3: "ada", 4: "17"}
    assert [entity_label(entity, names) for entity in (3, 4, 17)] == ["ada", "17", "no. 17"]
    assert [entity_of(label, names) for label in ("ada", "17", "no. 17")] == [3, 4, 17]


@pytest.mark.parametrize("typed", ["2·17", "2.17", "2:17", "no. 2·17", "No 2 17", " 2/17 ", "2000017"])
def test_numbers_are_found_as_people_type_them(typed: str) -> None:
    assert entity_of(typed) == 2 * BLOCK + 17


@pytest.mark.parametrize("typed", ["", "no.", "ad", "2·17·3", "2·1000000", "-3"])
def test_what_is_no_label_is_refused(typed: str) -> None:
    with pytest.raises(InputError, match=rf"'{typed}' is no vehicle: expected a name or a number such as 'no\. 2·17'"):
        entity_of(typed, {3: "ada"})


def test_no_entity_can_be_called_by_the_number_of_another() -> None:
    world = World([VEHICLE])
    world.add("vehicle", "3", x=0.0, y=0.0)
    with pytest.raises(
        WiringError, match=r"no entity can be called 'no. 2·17': entities without a name are written so"
    ):
        world.add("vehicle", "no. 2·17", x=0.0, y=0.0)
