"""Questionnaires of an experiment: what a participant is asked before, between and after drives."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from seahaven.files import Field, Schema, model_validator
from seahaven.takes.dimensions import AnswerNumber, ScalePoints

__all__ = ["QuestionEntry", "QuestionnaireEntry"]

Words = Annotated[str, Field(min_length=1, max_length=500)]


class QuestionEntry(Schema):
    """A question: answered on a scale, by a choice, with a number, or in words."""

    ask: Words
    """What is asked."""
    scale: ScalePoints | None = None
    """How many points a rating scale has, numbered from 1."""
    low: str = ""
    """What point 1 of the scale means."""
    high: str = ""
    """What its last point means."""
    choices: Annotated[list[Words], Field(min_length=2, max_length=50)] | None = None
    """One of these."""
    number: Annotated[list[AnswerNumber], Field(min_length=2, max_length=2)] | None = None
    """A number between these two."""
    words: bool = False
    """Whatever the participant writes."""
    optional: bool = False
    """Whether it may be left without an answer."""

    @model_validator(mode="after")
    def _is_one_kind(self) -> Self:
        kinds = (self.scale is not None, self.choices is not None, self.number is not None, self.words)
        if sum(kinds) != 1:
            raise ValueError("a question has one of 'scale', 'choices', 'number' and 'words: true'")
        if self.number is not None and not self.number[0] < self.number[1]:
            raise ValueError("the numbers of a question rise, as in [18, 99]")
        return self


class QuestionnaireEntry(Schema):
    """Questions that are asked together.

    questionnaires:
      effort:
        questions:
          effort: {ask: How much effort was it?, scale: 7, low: none, high: very much}
          seen: {ask: Did you see the truck in time?, choices: [yes, no, which truck]}
    """

    when: Literal["begin", "practice", "drive", "end"] = "drive"
    """Before everything, after the practice drive, after each drive, or at the end."""
    title: str = ""
    """What stands above it."""
    questions: Annotated[dict[Annotated[str, Field(min_length=1)], QuestionEntry], Field(min_length=1, max_length=100)]
    """The questions, by the names that their answers have in the table."""
