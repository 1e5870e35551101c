"""Where a writer works: the rows that it owns now, the draft that it fills, and spare drafts to fill next."""

from __future__ import annotations

from collections.abc import Callable

from seahaven.errors import ProposalError, WiringError, nearest
from seahaven.world.claims import Claims
from seahaven.world.column import Misfit, NoColumn
from seahaven.world.docket import Docket
from seahaven.world.draft import Draft, Room, at_seconds
from seahaven.world.family import mask_of
from seahaven.world.inlet import Inlet
from seahaven.world.landing import Landing, shared_columns
from seahaven.world.spared import Spared
from seahaven.world.storage import Storage

__all__ = ["Desk"]


class Desk:
    """Where a writer works: the rows it owns now, the draft it fills, and spare drafts to fill next.

    Drafts go round: sealed, committed, in force, then back here, so that a step allocates nothing. A module whose
    values are in force at its next date fills the same draft in every step. Drafts of a writer that fills `all_cells`
    are for all rows of the table, others for those of which it owns some column.
    """

    __slots__ = (
        "_at_once",
        "_epoch",
        "_has_offender",
        "_immediate",
        "_in_place",
        "_inlet",
        "_is_sealed",
        "_landing",
        "_set_aside",
        "_spans",
        "claims",
        "docket",
        "draft",
        "fills_own",
        "held",
        "holding",
        "home",
        "index",
        "is_immediate",
        "names",
        "path",
        "spares",
        "storage",
    )  # fmt: skip

    def __init__(self, path: str, storage: Storage, names: tuple[str, ...], docket: Docket) -> None:
        self.path = path
        self.storage = storage
        self.names = names
        self.index = {name: index for index, name in enumerate(names)}
        self.is_immediate = [storage.type.columns[name].immediate for name in names]
        self.docket = docket
        self._epoch = -1
        self.spares: list[Draft] = []
        self._immediate = frozenset(index for index, immediate in enumerate(self.is_immediate) if immediate)
        self._in_place = False
        self._is_sealed = self._spans = self.fills_own = False
        self._at_once: Spared | None = None
        self._has_offender: Callable[[int], bool] | None = None
        self._landing: Landing | None = None
        self.claims = Claims()
        self._inlet: Inlet | None = None
        self._look_up()
        self.draft = Draft(path, storage, names, self.held)
        self._set_aside: Draft | None = None
        """The draft to go on with after a stretch in which an inlet's is filled."""

    def _look_up(self) -> None:
        """Look up which rows are owned now, and which are to be filled."""
        storage, ownership = self.storage, self.storage.ownership
        self.holding = ownership.holding(self.path, self.names, storage.held_ids, storage.version)
        self.held = self.holding
        """The rows that drafts are for."""
        if self._spans and len(self.holding.ids) < storage.count:
            self.held = ownership.holding(self.path, self.names, storage.held_ids, storage.version, of_all=True)
        self.home, self._at_once = storage.arena, None

    def _follow(self) -> None:
        """Follow rows that have moved, or have come to other owners."""
        home = self.home
        self._look_up()
        if home is not self.home:
            self.spares.clear()
            self._has_offender = None
            self.draft, self._is_sealed = self._blank(), False
        elif self._is_sealed:
            self._renew()
        else:
            self.draft = self._fitting(self.draft)

    def _renew(self) -> None:
        """Have a draft to fill: one that has been used, if there is any."""
        self.draft, self._is_sealed = self._blank(), False

    def _blank(self) -> Draft:
        if self.spares:
            return self._fitting(self.spares.pop())
        return Draft(self.path, self.storage, self.names, self.held)

    def _fitting(self, draft: Draft) -> Draft:
        """A draft for the rows of now: the given one, if it has room for them."""
        if draft.holding is not self.held or not draft.is_empty:
            if not draft.has_room_for(len(self.held.ids)):
                return Draft(self.path, self.storage, self.names, self.held)
            draft.follow(self.held)
        return draft

    def begin(self) -> None:
        """Be up to date: at a new date, drop what a step left unsealed, and follow rows that have moved."""
        if self._epoch == self.docket.epoch and not self._is_sealed:
            return
        self._epoch = self.docket.epoch
        self._in_place = False
        self.claims.clear()
        if self.holding.version != self.storage.version:
            self._follow()
        elif self._is_sealed:
            self._renew()
        elif not self.draft.is_empty:
            self.draft = self._fitting(self.draft)

    def position(self, name: str) -> int:
        """Which of the writer's columns this is."""
        try:
            return self.index[name]
        except KeyError:
            raise NoColumn(
                f"module '{self.path}' does not write '{name}' of family '{self.storage.type.name}'"
                f"{nearest(name, self.names)}"
            ) from None

    def refusal(self, index: int, reason: Misfit) -> ProposalError:
        """The error of a value for a column that cannot be proposed."""
        address = f"{self.storage.type.name}.{self.names[index]}"
        return ProposalError(f"module '{self.path}' proposed {reason}: {address} {at_seconds(self.docket.now)}")

    def all_cells(self) -> tuple[Room, ...]:
        """Room for all columns that the writer writes, in all rows of the table, to be filled in every one."""
        self.begin()
        if self._set_aside is not None:
            self.draft = self._set_aside
        if not self._spans:
            self._spans = True
            self.spares.clear()
            self._look_up()
            self.draft = self._fitting(self.draft)
        draft = self.draft
        draft.look_around()
        if draft.rooms is None:
            draft.rooms = tuple(self.room(index) for index in range(len(self.names)))
        if self._immediate and not self._in_place:
            self._in_place = True
            self._keep_others()
        if len(self._immediate) < len(self.names):
            draft.given = [not immediate for immediate in self.is_immediate]
            draft.is_empty, draft.is_whole = False, True
        return draft.rooms

    def own_cells(self) -> tuple[Room, ...]:
        """Room for all columns that the writer writes, in the rows that it owns, to be filled in every one."""
        self.begin()
        if self._set_aside is not None:
            self.draft = self._set_aside
        if self._spans or self._immediate or any(others is not None for others in self.held.others):
            raise WiringError(
                f"module '{self.path}' cannot fill its own cells of {', '.join(self.names)}: they are to be seen at "
                "once, belong to others in part, or are filled in all rows; declare a port for those that are not"
            )
        self.fills_own, draft = True, self.draft
        draft.look_around()
        if draft.rooms is None:
            draft.rooms = tuple(self.room(index) for index in range(len(self.names)))
        draft.given = [True] * len(self.names)
        draft.is_empty = False
        return draft.rooms

    def fill_again(self) -> None:
        """Have what compiled code has filled in as what was given."""
        if self.fills_own:
            self.own_cells()
        else:
            self.all_cells()

    def room(self, index: int) -> Room:
        """Where compiled code is to put a column: in the table itself if it is immediate, with the spare rows."""
        if not self.is_immediate[index]:
            return self.draft.room(index)
        name, arrays = self.names[index], self.home.arrays
        return arrays[name], arrays.get(mask_of(name))

    def _keep_others(self) -> None:
        """Note what immediate columns hold where they belong to other writers: they are filled in the table itself."""
        if self.held.is_whole:
            return
        if self._at_once is None:
            others = zip(self.names, self.held.others, self.is_immediate, strict=True)
            cells = [(name, rows) for name, rows, is_immediate in others if is_immediate and rows is not None]
            self._at_once = Spared(self.home, cells)
        self._at_once.keep()

    def _settle_in_place(self, now: int) -> None:
        """Refuse values that were filled into the table itself and must not stay there."""
        self._in_place = False
        if self._at_once is not None:
            self._at_once.put_back()
        if self._has_offender is None:
            columns = {self.names[index]: self.draft.columns[index] for index in sorted(self._immediate)}
            self._has_offender = self.home.checker(columns)
        if self._has_offender(self.storage.count):
            for index in sorted(self._immediate):
                self.draft.refuse_offender(index, self.storage.arrays[self.names[index]], now)

    @property
    def is_filled(self) -> bool:
        """Whether compiled code has been given room to fill in every row of this step."""
        return self._in_place or self.draft.is_whole or (self.fills_own and not self.draft.is_empty)

    def landing(self) -> Landing:
        """What compiled code does with what is filled in: the same object for as long as it is good."""
        known = self._landing
        if known is None or known.draft is not self.draft or known.home is not self.home:
            known = self._landing = Landing(self)
        elif self.fills_own:
            known.follow(self)
        elif known.shared or not self.held.is_whole:
            if known.shared != shared_columns(self):
                known = self._landing = Landing(self)
            else:
                known.follow(self)
        return known

    def may_go_on(self, landing: Landing) -> bool:
        """Whether compiled code may go on filling in the same draft, whatever rows have come and gone in its memory."""
        draft = self.draft
        if self._is_sealed or self.fills_own or not self.held.is_whole:
            return False
        is_same = landing.draft is draft and landing.home is self.storage.arena
        return is_same and draft.has_room_for(self.storage.count)

    def inlet(self) -> Inlet | None:
        """What takes in values in the middle of a stretch: the same object for as long as it is good.

        A writer that fills `all_cells` has none.
        """
        self.begin()
        if self._spans or self.fills_own:
            return None
        if self._inlet is None or not self._inlet.fits(self):
            self._inlet = Inlet(self)
        self._inlet.follow()
        return self._inlet

    def open_inlet(self, inlet: Inlet) -> None:
        """Fill the draft of an inlet until it is closed; not if `all_cells` has been asked for meanwhile."""
        self.begin()
        if not self._spans:
            self._set_aside, self.draft = self.draft, inlet.draft

    @property
    def opened(self) -> Inlet | None:
        """The inlet that is being filled, if any."""
        inlet = self._inlet
        return inlet if self._set_aside is not None and inlet is not None and self.draft is inlet.draft else None

    def close_inlet(self) -> None:
        """Fill drafts of one's own again."""
        if self.opened is not None and self._set_aside is not None:
            self.draft = self._set_aside
        self._set_aside = None

    def seal(self, now: int, due: int) -> None:
        """Write immediate columns at once, and hand the rest over until `due`."""
        self.claims.seal(self, due)
        if self._set_aside is not None and self._inlet is not None:
            if self.draft is self._inlet.draft:
                return
            self._inlet.void()
        self.begin()
        if self._in_place:
            self._settle_in_place(now)
        draft = self.draft
        if draft.is_empty:
            return
        draft.now, draft.due = now, due
        if draft.is_whole and not self.held.is_whole:
            draft.fill_spared()
        if self._immediate and not draft.is_whole:
            self._seal_immediate(draft)
            if not any(given is not False for given in draft.given):
                draft.clear()
                return
        draft.shelf = self.spares
        self.docket.sealed.append(draft)
        self._is_sealed = True

    def _seal_immediate(self, draft: Draft) -> None:
        at_once = [i for i, given in enumerate(draft.given) if self.is_immediate[i] and given is not False]
        for index in at_once:
            draft.check_column(index)
        for index in at_once:
            draft.apply_column(index)
            draft.given[index] = False
