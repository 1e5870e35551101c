"""Virtual subjects: very different drivers that stand in for people when a study is tried out.

In come a number and a seed, or a kind; out come a person, with traits for the columns of its vehicle, and the module
that drives it: `KINDS[person.kind].occupant`. It presses the panel of the driver machine, or gives `assisted` controls.
No column names the kind.
"""

from seahaven.seats.subjects.kind import Kind
from seahaven.seats.subjects.kinds import KINDS
from seahaven.seats.subjects.occupant import VirtualOccupant
from seahaven.seats.subjects.person import SubjectIs, VirtualSubject
from seahaven.seats.subjects.population import ANY, subject_of_kind, virtual_subject

__all__ = [
    "ANY",
    "KINDS",
    "Kind",
    "SubjectIs",
    "VirtualOccupant",
    "VirtualSubject",
    "subject_of_kind",
    "virtual_subject",
]
