"""Joining: how somebody who writes to the bot becomes a dispatcher, a rider or a customer."""

from dataclasses import dataclass
from datetime import timedelta
from enum import Enum

from bot.actions import notices
from bot.actions.desk import Desk
from bot.actions.notices import SetMenu, ShowCard, View
from bot.actions.views import snapshot
from bot.fleet import Rider
from bot.store import audit, deliveries, invites, people, watches
from bot.store.database import Transaction
from bot.store.deliveries import DeliveryRow
from bot.store.invites import Invite
from bot.store.people import Person, Role
from bot.store.watches import SENDER, Watch

_STAFF_LINK = timedelta(hours=24)
_CONTACT_ASKED = timedelta(minutes=10)


class Outcome(Enum):
    """How an attempt to join has ended."""

    WELCOME = "welcome"
    NO_ROLE = "the number belongs to nobody here"
    AMBIGUOUS = "more than one rider has the number"
    BAD_LINK = "unknown, used or expired"


@dataclass(frozen=True, slots=True)
class Joined:
    """How somebody has joined, and which cards wait for them: (delivery uuid, view)."""

    outcome: Outcome
    cards: tuple[tuple[str, View], ...] = ()


@dataclass(frozen=True, slots=True)
class CustomerLink:
    """A link for one party of a delivery."""

    name: str
    link: str


async def invite_staff(
    tx: Transaction, desk: Desk, by: Person, role: Role, rider: str | None = None
) -> str:
    """Return a link that makes whoever opens it first a dispatcher, or a certain rider."""
    expires = tx.now + _STAFF_LINK
    invite = Invite(role, by.user_id, rider=rider, expires_at=expires)
    await audit.note(tx, by.user_id, f"invite_{role}", detail=rider)
    return desk.house.link(await invites.make(tx, invite))


async def invite_customers(
    tx: Transaction, desk: Desk, by: Person, row: DeliveryRow
) -> list[CustomerLink]:
    """Return a link for each receiver and one for the sender; they work until the delivery ends."""
    delivery = snapshot(row)
    parties = [(receiver.name, receiver.uuid) for receiver in delivery.receivers if receiver.uuid]
    if delivery.sender:
        parties.append((delivery.sender.name, SENDER))
    links = []
    for name, party in parties:
        invite = Invite(Role.CUSTOMER, by.user_id, delivery=row.uuid, receiver=party)
        links.append(CustomerLink(name, desk.house.link(await invites.make(tx, invite))))
    await audit.note(tx, by.user_id, "invite_customers", row.uuid)
    return links


async def open_link(tx: Transaction, person: Person, token: str) -> Joined:
    """Use an invitation: the person has its role with this transaction."""
    invite = await invites.use(tx, token, person.user_id)
    if invite is None:
        return Joined(Outcome.BAD_LINK)
    if invite.delivery is not None:
        return await _follow(tx, person, [(invite.delivery, invite.receiver or SENDER)])
    await people.grant(tx, person.user_id, invite.role, invite.rider)
    await audit.note(tx, person.user_id, f"joined_as_{invite.role}", detail=invite.rider)
    jobs = await _jobs(tx, invite.rider) if invite.rider else ()
    return Joined(Outcome.WELCOME, jobs)


def was_asked(person: Person, desk: Desk) -> bool:
    """Tell whether the bot has asked this person for their contact a moment ago."""
    asked = person.contact_asked_at
    return asked is not None and desk.clock.now() - asked <= _CONTACT_ASKED


async def share_phone(tx: Transaction, person: Person, phone: str, riders: list[Rider]) -> Joined:
    """Take a number that Telegram vouches for, in E.164; `riders` are those who have it too."""
    await people.set_phone(tx, person.user_id, phone)
    if len(riders) > 1:
        return Joined(Outcome.AMBIGUOUS)
    jobs: tuple[tuple[str, View], ...] = ()
    for rider in riders:
        await people.grant(tx, person.user_id, Role.RIDER, rider.uuid)
        await audit.note(tx, person.user_id, "joined_as_rider", detail=rider.uuid)
        jobs = await _jobs(tx, rider.uuid)
    parcels = await _follow(tx, person, await deliveries.open_with_phone(tx, phone))
    if riders or parcels.cards:
        return Joined(Outcome.WELCOME, (*jobs, *parcels.cards))
    return Joined(Outcome.NO_ROLE)


async def settle_in(tx: Transaction, user_id: int, joined: Joined, key: str) -> None:
    """Show somebody who has just joined their commands, and what waits for them."""
    await notices.post(tx, SetMenu(chat_id=user_id), f"menu|{key}")
    for delivery, view in joined.cards:
        card = ShowCard(chat_id=user_id, delivery=delivery, view=view, fresh=True)
        await notices.post(tx, card, f"joined|{delivery}|{view}|{key}")


async def _jobs(tx: Transaction, rider: str) -> tuple[tuple[str, View], ...]:
    return tuple((row.uuid, View.RIDER) for row in await deliveries.open_of_rider(tx, rider))


async def _follow(tx: Transaction, person: Person, parcels: list[tuple[str, str]]) -> Joined:
    """Let a person follow deliveries, as these parties, as far as they are not over."""
    followed = []
    for delivery, party in parcels:
        row = await deliveries.get(tx, delivery)
        if row is not None and row.is_open:
            await people.grant(tx, person.user_id, Role.CUSTOMER)
            await watches.add(tx, Watch(person.user_id, delivery, party))
            followed.append((delivery, View.CUSTOMER))
    return Joined(Outcome.WELCOME if followed else Outcome.BAD_LINK, tuple(followed))
