"""Virtual subjects: people who stand in for real ones when a study is tried out, very different from one another.

In come a number and a seed, or a kind; out come a person, with traits for the columns of its vehicle, and the module
that sits at its wheel: `KINDS[person.kind].seat`. It presses the panel of its driver, or has a foot on the pedals.
Which kind somebody is of stands in no column.
"""

from seahaven.behaviour.subjects.kind import Kind
from seahaven.behaviour.subjects.kinds import KINDS
from seahaven.behaviour.subjects.person import SubjectIs, VirtualSubject
from seahaven.behaviour.subjects.population import ANY, subject_of_kind, virtual_subject
from seahaven.behaviour.subjects.seat import Seat

__all__ = ["ANY", "KINDS", "Kind", "Seat", "SubjectIs", "VirtualSubject", "subject_of_kind", "virtual_subject"]
