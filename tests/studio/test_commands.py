from __future__ import annotations

import pytest

from seahaven.errors import InputError
from seahaven.studio.commands import Controls, Step, command_of, refuse_role


def test_a_message_becomes_a_typed_command() -> None:
    assert command_of('{"do": "step", "count": 5}') == Step(count=5)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nonsense", "no JSON"),
        ("[1]", 'a word "do"'),
        ('{"do": "stepp"}', r"no command 'stepp'.*did you mean 'step'"),
        ('{"do": "step", "count": 0}', "count"),
        ('{"do": "step", "cuont": 1}', "did you mean 'count'"),
        ('{"do": "controls", "vehicle": 1, "throttle": 2.0}', "throttle"),
        ('{"do": "pace", "factor": 1e999}', "factor"),
    ],
)
def test_what_does_not_fit_is_refused_in_words(text: str, said: str) -> None:
    with pytest.raises(InputError, match=f"(?s){said}"):
        command_of(text)


def test_a_role_may_do_what_those_before_it_may() -> None:
    refuse_role(Controls(vehicle=1), "driver")
    refuse_role(Step(), "director")
    with pytest.raises(InputError, match="a viewer may not 'controls'; that takes the link of a driver"):
        refuse_role(Controls(vehicle=1), "viewer")
    with pytest.raises(InputError, match="a driver may not 'step'"):
        refuse_role(Step(), "driver")
