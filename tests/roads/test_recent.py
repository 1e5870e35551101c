from __future__ import annotations

from seahaven.roads.recent import Recent


def test_a_value_is_made_once_while_it_is_kept() -> None:
    recent, made = Recent[str](most=2), list[str]()

    def ask(key: str) -> str:
        return recent.get(key, lambda: made.append(key) or key.upper())  # type: ignore[func-returns-value]  # on purpose

    assert [ask(key) for key in "abab"] == ["A", "B", "A", "B"]
    assert made == ["a", "b"]


def test_the_value_asked_for_longest_ago_is_forgotten_first() -> None:
    recent = Recent[object](most=2)
    first, second = recent.get("first", object), recent.get("second", object)
    assert recent.get("first", object) is first
    recent.get("third", object)
    assert len(recent) == 2
    assert recent.get("first", object) is first
    assert recent.get("second", object) is not second


def test_values_can_be_forgotten() -> None:
    recent = Recent[object](most=2)
    first, second = recent.get("first", object), recent.get("second", object)
    recent.forget("first")
    recent.forget("unknown")
    assert recent.get("first", object) is not first
    assert recent.get("second", object) is second
    recent.clear()
    assert len(recent) == 0
