"""Children, starts and transitions that do not fit are refused."""

from __future__ import annotations

import pytest

from seahaven.hcsm import Local, Machine, MachineWarning, press
from tests.hcsm.parts import A, B, Steady
from tests.hcsm.refusals import refused


def test_a_transition_between_strangers_is_refused() -> None:
    with refused("'B' is not a child of Moves; valid names are a"):

        class Moves(Machine):
            a = A()
            start = a
            transitions = (a >> B,)  # <-

    with refused("'b' is not a child of Named"):

        class Named(Machine):
            a = A()
            start = a
            transitions = (a >> "b",)  # <-


RULE = r"transitions never cross a machine's boundary \(H2\)"


def test_a_transition_across_a_boundary_is_refused_with_the_rule_and_the_next_move() -> None:
    with refused(f"a transition of Outer leads from 'Inner', which is inside 'Deep', but {RULE}; write \\(Deep >> "):

        class Outer(Machine):
            class Deep(Machine):
                class Inner(Machine): ...

            class Beside(Machine): ...

            start = Deep
            transitions = (
                Beside >> Deep,
                Deep.Inner >> Beside,  # <-
            )

    with refused(f"a transition of Into leads to 'low', which is inside 'far/Half', but {RULE}; write .* >> far\\)"):

        class Far(Machine):
            class Half(Machine):
                low = A()

        class Into(Machine):
            near, far = A(), Far()
            start = near
            transitions = (near >> Far.Half.low,)  # <-


@pytest.mark.parametrize("name", ["Inner", "Deep/Inner", "Deep.Inner"])
def test_a_name_does_not_lead_across_a_boundary_either(name: str) -> None:
    with refused(f"a transition of Outer leads to 'Inner', which is inside 'Deep', but {RULE}"):

        class Outer(Machine):
            class Deep(Machine):
                class Inner(Machine): ...

            class Beside(Machine): ...

            start = Deep
            transitions = (Deep >> Beside, Beside >> name)  # <-

    with refused(
        f"a transition of Deep leads to 'Beside', which is outside Deep, but {RULE}; write it in the machine "
    ):

        class Outwards(Machine):
            class Beside(Machine): ...

            class Deep(Machine):
                class Inner(Machine): ...

                start = Inner
                transitions = (Inner >> "Beside",)  # <-


def test_transitions_that_nothing_tells_apart_are_refused() -> None:
    with refused("Moves has two transitions from 'a' to 'b', the first on line"):

        class Moves(Machine):
            a, b = A(), B()
            start = a
            transitions = (
                a >> b,
                a >> b,  # <-
            )


def test_a_start_that_is_missing_unknown_or_needless_is_refused() -> None:
    with refused("Missing has transitions but no start; write `start = a`"):

        class Missing(Machine):  # <-
            a, b = A(), B()
            transitions = (a >> b, b >> a)

    with refused("the start of Unknown, 'c', is not one of its children"):

        class Unknown(Machine):
            a, b = A(), B()
            start = "c"  # <-
            transitions = (a >> b, b >> a)

    with refused("Needless has a start but no transitions; without transitions all children are active"):

        class Needless(Machine):
            a, b = A(), B()
            start = a  # <-


def test_a_child_that_nothing_leads_to_is_a_warning() -> None:
    with pytest.warns(MachineWarning, match="no transition of Moves leads to child 'c'"):

        class Moves(Machine):
            a, b, c = A(), B(), A()
            start = a
            transitions = (a >> b, c >> a)


def test_conditions_have_no_side_effects() -> None:
    def counting(m):
        m.count = 1  # <-
        return True

    with refused("'counting' is more than one return; a condition has no side effects"):

        class Moves(Machine):
            count: Local[int] = 0
            a, b = A(), B()
            start = a
            transitions = ((a >> b).when(counting), b >> a)

    with refused("press sends a message and has no value"):

        class Pressing(Machine):
            a, b = Steady(), B()
            start = a
            transitions = ((a >> b).when(lambda m: press(m.a.ring)), b >> a)  # <-

    with refused("a condition reads output 'a.out', which is not there yet; read it in `activity`"):

        class Reading(Machine):
            a, b = Steady(), B()
            start = a
            transitions = ((a >> b).when(lambda m: m.a.out > 1.0), b >> a)  # <-


def test_a_transition_function_is_a_def() -> None:
    with refused("a transition function is a lambda; statements need a `def`"):

        class Moves(Machine):
            a, b = A(), B()
            start = a
            transitions = ((a >> b).do(lambda m: 3), b >> a)  # <-
