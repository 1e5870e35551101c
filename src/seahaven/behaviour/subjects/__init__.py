"""Virtual subjects: very different drivers that stand in for people when a study is tried out.

In come a number and a seed, or a kind; out come a person, with traits for the columns of its vehicle, and the module
that drives it: `KINDS[person.kind].seat`. The seat presses the panel of the driver machine, or controls the pedals. No
column names the kind.
"""

from seahaven.behaviour.subjects.kind import Kind
from seahaven.behaviour.subjects.kinds import KINDS
from seahaven.behaviour.subjects.person import SubjectIs, VirtualSubject
from seahaven.behaviour.subjects.population import ANY, subject_of_kind, virtual_subject
from seahaven.behaviour.subjects.seat import Seat

__all__ = ["ANY", "KINDS", "Kind", "Seat", "SubjectIs", "VirtualSubject", "subject_of_kind", "virtual_subject"]
