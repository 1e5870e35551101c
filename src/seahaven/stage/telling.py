"""The story of the scenes of a drive, from its recording: who played, what was shot, and whose job failed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from seahaven.reels import Reel
from seahaven.world import entity_label

__all__ = ["PlayedScene", "played_scenes", "story_of"]

EVENTS = ("SceneBegun", "RoleCast", "ShotTaken", "SceneEnded", "Said")
FAR_OFF = 1e8
"""What stands for a role that was not there at all."""


@dataclass(slots=True)
class PlayedScene:
    """A scene that was played: what the recording has of it."""

    number: int
    begun: float
    about: Mapping[str, Any]
    events: list[tuple[float, str, Mapping[str, Any]]] = field(default_factory=list)
    messages: list[tuple[float, Mapping[str, Any]]] = field(default_factory=list)

    @property
    def outcome(self) -> str:
        """How it ended; empty while it goes on."""
        return next((value["outcome"] for _, kind, value in self.events if kind == "SceneEnded"), "")

    @property
    def blame(self) -> str:
        """The member of the crew whose job failed; empty for none."""
        return next((value["blame"] for _, kind, value in self.events if kind == "SceneEnded"), "")


def played_scenes(reel: Reel) -> list[PlayedScene]:
    """The scenes of a recording, in the order in which they began."""
    found: dict[int, PlayedScene] = {}
    happened = reel.happenings(*EVENTS)
    for time, kind, value in happened:
        if kind == "SceneBegun":
            found[value["number"]] = PlayedScene(value["number"], time, value)
    for time, kind, value in happened:
        scene = found.get(value["number"])
        if scene is not None and kind == "Said":
            scene.messages.append((time, value))
        elif scene is not None and kind != "SceneBegun":
            scene.events.append((time, kind, value))
    return [found[number] for number in sorted(found)]


def story_of(scene: PlayedScene, *, messages: bool = False) -> list[str]:
    """What happened in a scene, in sentences; with `messages`, also what the crew said to each other."""
    about = scene.about
    expected = f"in {about['likely']:.0f} s, with a probability of {about['probability']:.0%}"
    told = [
        f"{scene.begun:.1f} s  Action: {about['title']}, at {about['place']}.",
        f"{scene.begun:.1f} s  The student is expected there {expected}.",
    ]
    lines = [(time, text) for time, kind, value in scene.events for text in _sentences(kind, value)]
    if messages:
        lines += [(time, f"  {said['sender']} → {said['receiver']}: {said['words']}") for time, said in scene.messages]
    told += [
        f"{time:.1f} s  {text}"
        for time, text in sorted(lines, key=lambda line: (line[0], line[1].startswith("The scene")))
    ]
    return told


def _sentences(kind: str, value: Mapping[str, Any]) -> Iterator[str]:
    if kind == "RoleCast":
        how = "takes over the role of" if value["how"] == "handed over" else "plays"
        where = f", {value['metres']:.0f} m from its line" if value["metres"] else ""
        yield f"{_label(value['type'], value['entity'])} {how} '{value['role']}'{where}."
    elif kind == "ShotTaken":
        off = ", ".join(_off(role, amount) for role, amount in value["off"].items())
        yield f"Shot {value['shot'] + 1}, {value['title']}: {'taken' if value['is_good'] else 'spoiled'}" + (
            f" ({off})." if off else "."
        )
    elif kind == "SceneEnded":
        if value["outcome"] == "completed":
            yield "The scene is completed."
        elif value["outcome"] == "stopped":
            yield f"The scene is stopped: {value['why']}."
        else:
            yield f"The scene failed. It was the job of the {value['blame']}: {value['why']}."


def _label(kind: str, entity: int) -> str:
    return f"The {kind}" if kind == "traffic light" else f"The {kind} {entity_label(entity)}"


def _off(role: str, amount: float) -> str:
    if abs(amount) > FAR_OFF:
        return f"the {role} was not there"
    return f"the {role} {abs(amount):.1f} too {'far away' if amount > 0.0 else 'near'}"
