import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seahaven.errors import InputError
from seahaven.files import new_element, parse_xml, xml_text

LETTERS = st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff") | st.sampled_from("\n\t\r")


@given(st.text(LETTERS), st.text(LETTERS), st.floats(allow_nan=False, allow_infinity=False))
def test_attributes_and_texts_are_read_back_as_they_were(attribute, text, number):
    inside = new_element("inside", {"number": number}, text=text)
    root = parse_xml(xml_text(new_element("outside", {"name": attribute}, [inside])), texts=["inside"])
    assert root.word("name") == attribute
    assert root.children[0].number("number") == number
    # Line breaks in text are made one kind by every reader of XML.
    assert root.children[0].text == text.replace("\r\n", "\n").replace("\r", "\n")


def test_elements_stand_on_lines_of_their_own():
    row = new_element("row", {"a": 1, "b": None, "c": True, "d": np.float64(0.1), "e": "x"})
    text = xml_text(new_element("table", children=[row, new_element("text", text="1 < 2")]))
    assert text.splitlines()[1:] == [
        "<table>",
        '  <row a="1" c="true" d="0.1" e="x"/>',
        "  <text>1 &lt; 2</text>",
        "</table>",
    ]


@pytest.mark.parametrize("letter", ["\x00", "\x0b", "\ufffe", "\ud800"])
def test_characters_that_xml_cannot_hold_are_refused(letter):
    with pytest.raises(InputError, match="cannot be written as XML"):
        xml_text(new_element("a", {"name": letter}))


def test_an_element_knows_the_one_it_is_in():
    inside = new_element("inside", {"id": "7"})
    new_element("outside", children=[inside])
    assert inside.path == "outside/inside[@id='7']"
