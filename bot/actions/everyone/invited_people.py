"""People who are invited by name and not by a link: they join as soon as they open the bot."""

from collections.abc import Mapping

from bot.actions.access import Action, may
from bot.actions.everyone import join
from bot.actions.everyone.join import Joined, JoinOutcome
from bot.base.database.transaction import Transaction
from bot.domain.limits import STAFF_LINK_LASTS
from bot.domain.person import Person, Role
from bot.identifiers import RiderUuid
from bot.store import audit, invites, people
from bot.store.invites import Invite

INVITATIONS: Mapping[Role, Action] = {
    Role.DISPATCHER: Action.INVITE_DISPATCHER,
    Role.RIDER: Action.INVITE_RIDER,
}
"""The action that a person must be allowed to invite people to a role, or to withdraw that."""


def is_in(tx: Transaction, user_id: int, role: Role, rider: RiderUuid | None) -> bool:
    """Tell whether a person already has the role, or is the rider, of an invitation."""
    person = people.get(tx, user_id)
    if person is None:
        return False
    return person.rider == rider if role is Role.RIDER else person.dispatches


def invite(
    tx: Transaction, by: Person, user_id: int, name: str, role: Role, rider: RiderUuid | None
) -> None:
    """Invite the person with this user id, in place of their former invitation to this role."""
    invites.withdraw(tx, user_id, role)
    expires = tx.now + STAFF_LINK_LASTS
    invites.make(
        tx,
        Invite(role, by.user_id, rider=rider, expires_at=expires, for_user=user_id, for_name=name),
    )
    audit.record(tx, by.user_id, f"invite_{role}", detail=str(user_id))


def withdraw(tx: Transaction, by: Person, user_id: int, role: Role) -> str | None:
    """Withdraw an invitation; return the invited person's name, or `None` if there was none."""
    named = invites.withdraw(tx, user_id, role)
    if not named:
        return None
    audit.record(tx, by.user_id, f"withdraw_{role}", detail=str(user_id))
    return named[0]


def may_withdraw(by: Person, role: Role) -> bool:
    return role in INVITATIONS and may(by, INVITATIONS[role])


def come_in(tx: Transaction, person: Person) -> Joined:
    """Give a person the roles that they were invited to, if any."""
    joined = [join.start_work(tx, person, invite) for invite in invites.take_up(tx, person.user_id)]
    cards = tuple(card for each in joined for card in each.cards)
    return Joined(JoinOutcome.WELCOME, cards)
