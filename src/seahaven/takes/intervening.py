"""Intervening in the situations of a running world: opening, ending and casting them by hand."""

from __future__ import annotations

from seahaven.direction import Act, Direction, Intervention, SituationAccount
from seahaven.errors import InputError, nearest
from seahaven.kernel import Controller
from seahaven.takes.outside import post
from seahaven.world import World

__all__ = ["accounts_of", "intervene"]

OVER = ("played", "failed", "dropped")


def accounts_of(controller: Controller) -> tuple[SituationAccount, ...]:
    """How the situations of a run stand, in the order of the study."""
    return tuple(account for module in controller if isinstance(module, Direction) for account in module.account())


def intervene(
    controller: Controller, world: World, situation: str | int, act: Act, role: str = "", entity: int = 0
) -> None:
    """Open, end or cast a situation from the next step on; what cannot be done now is refused."""
    account = _account(accounts_of(controller), situation)
    what = f"'{account.name}' (situation {account.number + 1})"
    if account.state in OVER:
        raise InputError(f"{what} is over: it was {account.state}; it cannot be changed any more")
    if act != "stop" and account.state == "postponed":
        raise InputError(f"{what} is postponed and has no place: {account.why}; wait until it has one")
    if act == "cue" and account.state != "waiting":
        raise InputError(f"{what} is open already")
    if act != "stop" and account.way is None:
        raise InputError(f"the subject is off its drive, so {what} cannot be opened; wait until it is back")
    if act == "cast":
        _refuse_misfit(account, world, role, entity, what)
    post(controller, "intervened", Intervention(account.name, account.number, act, role, entity))


def _refuse_misfit(account: SituationAccount, world: World, role: str, entity: int, what: str) -> None:
    roles = [each.role for each in account.roles]
    if role not in roles:
        raise InputError(f"{what} has no role '{role}'{nearest(role, roles)}")
    if account.state == "resolving":
        raise InputError(f"the critical moment of {what} has come; nobody is cast after it")
    if world.entity(entity).family != "vehicle" or entity in world.subjects:
        raise InputError(f"'{role}' is played by a vehicle that is no subject; choose another one")


def _account(accounts: tuple[SituationAccount, ...], situation: str | int) -> SituationAccount:
    """The situation of a name, or of a number that counts from 1; the first of its name that is not over."""
    if not accounts:
        raise InputError("this run has no situations, or has not made its first step; add 'situations:' to the study")
    named = [each for each in accounts if situation in (each.name, each.number + 1)]
    if not named:
        known = [each.name for each in accounts]
        raise InputError(f"there is no situation {situation!r}{nearest(str(situation), known)}")
    return next((each for each in named if each.state not in OVER), named[0])
