from seahaven.errors import Position
from seahaven.files import Document, parse_yaml, show, show_path

CAST = parse_yaml("cast:\n  - role: star\n    car:\n", file="a.yaml")


def test_every_key_and_value_has_its_position() -> None:
    assert CAST.at("cast", 0, "role") == Position("a.yaml", 2, 11)
    assert CAST.key_at("cast", 0, "role") == Position("a.yaml", 2, 5)


def test_empty_value_stands_at_its_key() -> None:
    assert CAST.at("cast", 0, "car") == Position("a.yaml", 3, 5)


def test_path_that_is_not_there_gives_the_nearest_place_around() -> None:
    assert CAST.at("cast", 0, "speed") == CAST.at("cast", 0) == Position("a.yaml", 2, 5)
    assert CAST.key_at("cast", 7) == CAST.at("cast")


def test_data_without_a_file_has_the_name_alone() -> None:
    assert Document("<data>", {"a": 1}).at("a") == Position("<data>")


def test_values_are_shown_in_the_words_of_a_file() -> None:
    values = [None, True, 3, 2.5, "x", [1], {"a": 1}, "y" * 70]
    shown = ["null", "true", "3", "2.5", "'x'", "a list", "a mapping", f"'{'y' * 60}…'"]
    assert [show(value) for value in values] == shown


def test_paths_are_shown_as_a_reader_would_write_them() -> None:
    assert show_path(("cast", 0, "role")) == "cast[0].role"
    assert show_path(("roads", "Main Street", "speed-limit")) == "roads['Main Street'].speed-limit"
    assert show_path(()) == ""
