"""Where situations happen, who plays in them, and where directors want the cast to be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from seahaven.direction import SituationAccount
from seahaven.reels.map import Ink, Mark
from seahaven.studio.layers.outlook import Outlook

__all__ = ["situations"]

INKS: Final[dict[str, Ink]] = {
    "waiting": "plain", "playing": "role", "resolving": "grave", "played": "good", "failed": "dim", "dropped": "dim",
}  # fmt: skip


def situations(outlook: Outlook) -> Iterator[Mark]:
    """The place of each situation, and of each vehicle of a cast a tie to its station."""
    for account in outlook.run.situations:
        if account.place is not None:
            ink = INKS.get(account.state, "plain")
            handle = f"situations {account.number}"
            yield Mark(ink, at=account.place, reach=6.0, text=_text(account), is_filled=True, handle=handle)
        yield from _cast(account)


def _text(account: SituationAccount) -> str:
    head = f"{account.number + 1} {account.name} ({account.state})"
    return head if account.now is None else f"{head}: {account.criterion} {account.now:.1f} {account.unit}"


def _cast(account: SituationAccount) -> Iterator[Mark]:
    for role in account.roles:
        if not role.entity:
            continue
        if role.station is None:
            yield Mark("role", at=role.entity, text=role.role)
            continue
        off = "" if role.off is None else f" {role.off:+.0f} m"
        yield Mark("role", at=role.entity, to=role.station, text=f"{role.role}{off}", is_dashed=not role.is_settled)
        yield Mark("good" if role.is_settled else "role", at=role.station, reach=3.0)
