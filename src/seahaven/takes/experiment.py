"""The experiment of a study: who takes part, under which conditions, and in which order situations come."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, Self

from seahaven.files import Field, Schema, model_validator
from seahaven.takes.dimensions import MOST_CONDITIONS, MOST_PARTICIPANTS, ParticipantCount
from seahaven.takes.questionnaire import QuestionnaireEntry

__all__ = ["ALL", "ExperimentEntry"]

ALL: Final = "all"
"""Who is meant by all participants; nobody may be called so."""

Name = Annotated[str, Field(min_length=1)]


class ExperimentEntry(Schema):
    """Many drives of one study: each participant drives once under each condition.

    experiment:
      participants: 24
      conditions: {dry: {}, rain: {weather: rain}}
      order: balanced
    """

    participants: ParticipantCount | Annotated[list[Name], Field(min_length=1, max_length=MOST_PARTICIPANTS)] = 1
    """How many there are, or what they are called."""
    conditions: Annotated[dict[Name, dict[str, Any]], Field(default_factory=dict, max_length=MOST_CONDITIONS)]
    """What the study says otherwise under each condition, by its name; mappings are merged, anything else replaces."""
    between: bool = False
    """Whether each participant drives under one condition only, one after the other, rather than under all."""
    order: Literal["fixed", "shuffled", "balanced"] = "fixed"
    """In which order the situations come that are `movable`, and the conditions: as they stand, by chance for each
    participant, or so that each comes equally often at each place and after each other."""

    practice: dict[str, Any] | None = None
    """What the study says otherwise on a practice drive, such as `{situations: [], duration: 3 min}`; none without."""
    questionnaires: Annotated[dict[Name, QuestionnaireEntry], Field(default_factory=dict, max_length=50)]
    """What participants are asked before, between and after drives, in the laboratory of the studio."""

    @model_validator(mode="after")
    def _has_each_name_once(self) -> Self:
        if isinstance(self.participants, list):
            if ALL in self.participants:
                raise ValueError(f"nobody may be called '{ALL}': that stands for all participants")
            twice = [name for name in self.participants if self.participants.count(name) > 1]
            if twice:
                raise ValueError(f"'{twice[0]}' takes part twice; give each participant a name of its own")
        return self

    @property
    def names(self) -> list[str]:
        """What the participants are called."""
        if isinstance(self.participants, list):
            return self.participants
        return [str(number + 1) for number in range(self.participants)]
