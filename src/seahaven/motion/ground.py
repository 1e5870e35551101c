"""What motion keeps at hand from step to step: roads for compiled code, guesses where rows are, and signed slots.

Nothing here bears on a result: all of it can be made anew from the tracks at any time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from seahaven.geometry import Bytes, Indices, Integers
from seahaven.kernel import Part
from seahaven.motion.hints import Hints
from seahaven.motion.ways import ROADWAY, Ways, slots_of, ways_of
from seahaven.roads.lanemap import Lookup, Surroundings, bits_of
from seahaven.roads.model import LaneKind
from seahaven.roads.routing import Tracks
from seahaven.world import Binding

if TYPE_CHECKING:
    from seahaven.motion.handing_kernels import Addresses

__all__ = ["Ground", "Hands"]


NO_ROWS: Integers = np.empty(0, np.int64)


class Hands(NamedTuple):
    """Where the columns of a step lie, what is read and what is filled in.

    In the `marked` table the behaviours are `marks`, a copy in which those whom other modules move are marked.
    """

    table: Addresses
    marked: Addresses
    marks: NDArray[np.int16]


class Ground:
    """The roads of some tracks, and room for so many vehicles."""

    __slots__ = (
        "_epoch", "_marks", "_notes", "binding", "guided", "hands", "has_others", "hints", "kinds", "lanes", "met",
        "slots", "tracks", "ways",
    )  # fmt: skip

    tracks: Tracks
    ways: Ways
    lanes: tuple[Lookup, Surroundings]
    kinds: int
    """What finds the lanes of vehicles that are not bound to one, and which lanes count."""
    hints: Hints
    """What is remembered of each vehicle."""
    slots: Indices
    """For each row the first and the last of the slots that it covers on its lane, and on the one beside; with spare
    rows."""
    hands: Binding[Hands]
    """Where the arrays of a step lie."""
    met: tuple[Integers, Integers]
    """How many pairs of vehicles touched each other at the end of the last step, and their ids."""
    _marks: Integers
    _notes: Bytes
    _epoch: Integers
    """The number of the last step, by itself."""
    has_others: bool
    """Whether anybody was not bound to a lane, nor moved by a module or script, in the last step that was visited."""
    guided: tuple[Integers, Integers, Integers]
    """How many rows other modules move, and of how many of these the lanes have to be found; the rows of both."""
    binding: Binding[Part]
    """A step as compiled code makes it."""

    def __init__(self, tracks: Tracks) -> None:
        self.tracks = tracks
        self.ways = tracks.known(ways_of)
        strips = tracks.lane_map.strips
        self.lanes, self.kinds = (strips.lookup, strips.surroundings), bits_of(ROADWAY)
        self._marks = tracks.known(shared_slots).copy()
        self._epoch = np.zeros(1, np.int64)
        self.has_others, self.binding = False, Binding[Part]()
        self.hints, self.slots = Hints(), np.empty((0, 4), np.int32)
        self._notes, self.hands = np.empty(0, np.uint8), Binding[Hands]()
        self.met = np.zeros(1, np.int64), np.zeros((8, 2), np.int64)
        self.guided = np.zeros(2, np.int64), NO_ROWS, NO_ROWS

    def begin_anew(self) -> Ground:
        """The same, after the run went back to an earlier moment: nothing else here bears on a result."""
        self.has_others = False
        return self

    def make_room(self, count: int) -> None:
        """Be ready for at least so many rows."""
        if count > len(self.slots):
            self.slots = np.empty((1 << (count - 1).bit_length(), 4), np.int32)

    def guide(self, rows: Integers, own: Integers) -> tuple[Integers, Integers, Integers]:
        """Note for compiled code which rows other modules move, and of which of these the lanes have to be found."""
        if len(rows) > len(self.guided[1]):
            room = 1 << (len(rows) - 1).bit_length()
            self.guided = np.zeros(2, np.int64), np.zeros(room, np.int64), np.zeros(room, np.int64)
        counts, places, own_places = self.guided
        counts[:] = len(rows), len(own)
        places[: len(rows)], own_places[: len(own)] = rows, own
        return self.guided

    def meet(self, pairs: tuple[tuple[int, int], ...]) -> tuple[Integers, Integers]:
        """Note for compiled code which vehicles touch each other, by pairs of ids."""
        if len(pairs) > len(self.met[1]):
            self.met = self.met[0], np.zeros((1 << len(pairs).bit_length(), 2), np.int64)
        count, ids = self.met
        count[0] = len(pairs)
        if pairs:
            ids[: len(pairs)] = pairs
        return self.met

    def touching(self, table: Addresses, count: int) -> Integers:
        """The pairs of rows whose boxes meet, seen from above, of so many with their columns in a table."""
        import seahaven.motion.contact_kernels as kernels

        return _in_order(kernels.touching_at(table, count, self.slots, self._marks, *self._begin(count)))

    @property
    def touch(self) -> tuple[Integers, Bytes, Integers]:
        """What compiled code needs to see who touches whom: marks, room for notes, and the number of the last step."""
        return self._marks, self._notes, self._epoch

    def room_for_notes(self, count: int) -> Bytes:
        """Room for notes on at least so many rows."""
        if len(self._notes) < count:
            self._notes = np.empty(1 << (count - 1).bit_length(), np.uint8)
        return self._notes

    def _begin(self, count: int) -> tuple[Bytes, int]:
        """Room for notes on so many rows, and a number for this step that no other has."""
        self._epoch += 1
        return self.room_for_notes(count), int(self._epoch[0])


def shared_slots(tracks: Tracks) -> Integers:
    """Marks for slots in which lanes of different roads, or of different parts of a road, lie across each other."""
    import seahaven.motion.contact_kernels as kernels

    ways, strips = tracks.known(ways_of), tracks.lane_map.strips
    marks = np.zeros(slots_of(ways), np.int64)
    is_open = np.array([kind in ROADWAY for kind in LaneKind])[strips.kind]
    kernels.mark_shared(strips, ways, is_open, marks)
    return marks


def _in_order(pairs: Integers) -> Integers:
    return pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))] if len(pairs) > 1 else pairs
