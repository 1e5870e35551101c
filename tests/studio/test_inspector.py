"""Looking into machines: drivers step by step, and what has a machine besides."""

from __future__ import annotations

import json

from seahaven.studio.inspector import Inspector, entities_in
from seahaven.takes import Run


def test_the_last_minute_of_a_driver_is_kept_with_every_output_and_whose_word_was_taken(directed: Run) -> None:
    twin = directed.fork()
    twin.step()
    bob = f"entity {directed.names['bob']}"
    inspector = Inspector(twin)
    inspector.attend((bob,))
    first = inspector.told(bob)
    assert first is not None
    assert (first["kept"], "Driver" in first["active"]) == (0, True)
    for _ in range(4):
        inspector.prepare()
        twin.advance(0.5)
        inspector.look()
    ring = inspector.ring(bob)
    assert len(ring) == 20
    assert [moment["time"] for moment in ring] == sorted({moment["time"] for moment in ring})
    last = json.loads(json.dumps(inspector.told(bob), allow_nan=False))
    wish = twin["bob"].wish
    assert abs(last["values"]["Driver"]["wish"] - wish) <= 1e-3 * max(abs(wish), 1.0)
    assert last["chosen"]["Driver"]
    assert all(path in last["active"] for path in last["values"])
    untouched = directed.fork()
    untouched.advance(2.0)
    untouched.step()
    assert untouched["bob"].x == twin["bob"].x
    for run in (twin, untouched):
        run.close()


def test_situations_and_triggers_have_machines_too(directed: Run) -> None:
    inspector = Inspector(directed)
    things = ("situation 0", "trigger gate", "weather", "entity 999999", "situation 7")
    inspector.attend(things)
    inspector.look()
    told = {thing: inspector.told(thing) for thing in things}
    assert told["situation 0"] is not None
    assert "SuddenBraking/Preparing" in told["situation 0"]["active"]
    assert told["trigger gate"] is not None
    assert "Tripwire/Armed" in told["trigger gate"]["active"]
    assert (told["entity 999999"], told["situation 7"]) == (None, None)
    kind = inspector.kind("trigger gate")
    assert kind is not None
    assert (kind["name"], kind["tree"]["path"]) == ("Tripwire", "Tripwire")
    assert "fire" in [button["name"] for button in kind["buttons"]]
    assert entities_in(things) == (999999,)
    inspector.attend(())
