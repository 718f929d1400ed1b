"""Joining: a person who writes to the bot becomes a dispatcher, a rider or a customer."""

from dataclasses import dataclass
from datetime import timedelta
from enum import Enum

from bot.actions import effect_keys, notices
from bot.actions.context import Context
from bot.actions.everyone import team
from bot.actions.notice_kinds import SetMenu, ShowCard, Urgency, View
from bot.actions.recipients import contacts
from bot.actions.rider import code_questions, locations
from bot.actions.rider.pickups import without_those_shown_together
from bot.actions.snapshots import snapshot
from bot.base.database.transaction import Transaction
from bot.base.queue.jobs import EffectKey
from bot.domain.known_delivery import DeliveryRow
from bot.domain.limits import STAFF_LINK_LASTS
from bot.domain.person import Person, Role
from bot.fleet import Rider
from bot.identifiers import DeliveryUuid, RiderUuid
from bot.store import audit, deliveries, invites, people, subscriptions
from bot.store.invites import Invite
from bot.store.subscriptions import SENDER, Subscription

_CONTACT_ASKED = timedelta(minutes=10)


class JoinOutcome(Enum):
    WELCOME = "welcome"
    NO_ROLE = "the number belongs to nobody here"
    AMBIGUOUS = "more than one rider has the number"
    BAD_LINK = "unknown, used or expired"
    OWN_LINK = "made by themselves for somebody else"


@dataclass(frozen=True, slots=True)
class Joined:
    """The outcome of a person's joining, and the cards to show them: (delivery uuid, view)."""

    outcome: JoinOutcome
    cards: tuple[tuple[DeliveryUuid, View], ...] = ()


@dataclass(frozen=True, slots=True)
class CustomerLink:
    """A link for one party of a delivery; buttons name the party by its `token`.

    `phone` is the party's number in E.164, "" if it is unknown.
    """

    name: str
    token: str
    link: str
    phone: str = ""


def invite_staff(
    tx: Transaction, context: Context, by: Person, role: Role, rider: RiderUuid | None = None
) -> str:
    """Return a link that makes the first person who opens it a dispatcher, or a certain rider."""
    expires = tx.now + STAFF_LINK_LASTS
    invite = Invite(role, by.user_id, rider=rider, expires_at=expires)
    audit.record(tx, by.user_id, f"invite_{role}", detail=rider)
    return context.identity.link(invites.make(tx, invite))


def invite_receivers(
    tx: Transaction, context: Context, by: Person, row: DeliveryRow
) -> list[CustomerLink]:
    """Return a link for each receiver; the links work until the delivery ends."""
    tokens = [token for token in _parties(row) if token != SENDER]
    links = [_customer_link(tx, context, by, row, token) for token in tokens]
    audit.record(tx, by.user_id, "invite_customers", row.uuid)
    return links


def has_shop(row: DeliveryRow) -> bool:
    """Tell whether a delivery names its sender."""
    return SENDER in _parties(row)


def invite_customer(
    tx: Transaction, context: Context, by: Person, row: DeliveryRow, token: str
) -> CustomerLink | None:
    """Return a new link for one party; `None` if the delivery has no such party any more."""
    if token not in _parties(row):
        return None
    audit.record(tx, by.user_id, "invite_customer", row.uuid)
    return _customer_link(tx, context, by, row, token)


def _customer_link(
    tx: Transaction, context: Context, by: Person, row: DeliveryRow, token: str
) -> CustomerLink:
    name, party = _parties(row)[token]
    invite = Invite(Role.CUSTOMER, by.user_id, delivery=row.uuid, receiver=party)
    link = context.identity.link(invites.make(tx, invite))
    return CustomerLink(name, token, link, deliveries.phones_of(tx, row.uuid).get(party, ""))


def _parties(row: DeliveryRow) -> dict[str, tuple[str, str]]:
    """Return the parties who can follow a delivery, by token: (name, party)."""
    delivery = snapshot(row)
    parties = {
        str(place): (receiver.name, receiver.uuid)
        for place, receiver in enumerate(delivery.receivers)
        if receiver.uuid
    }
    if delivery.sender:
        parties[SENDER] = (delivery.sender.name, SENDER)
    return parties


def open_link(tx: Transaction, person: Person, token: str) -> Joined:
    invite = invites.use(tx, token, person.user_id)
    if invite is None:
        own = invites.is_for_others(tx, token, person.user_id)
        return Joined(JoinOutcome.OWN_LINK if own else JoinOutcome.BAD_LINK)
    if invite.delivery is not None:
        return follow(tx, person, [(invite.delivery, invite.receiver or SENDER)])
    return start_work(tx, person, invite)


def start_work(tx: Transaction, person: Person, invite: Invite) -> Joined:
    """Give a person the role, or make them the rider, that a staff invite names."""
    if invite.rider is None:
        people.grant(tx, person.user_id, invite.role)
    else:
        _ride_as(tx, person, invite.rider)
    if invite.rider is not None and invite.rider == person.barred_rider:
        # A new invitation lifts the bar that their removal set.
        people.bar(tx, person.user_id, None)
    audit.record(tx, person.user_id, f"joined_as_{invite.role}", detail=invite.rider)
    jobs = _jobs(tx, invite.rider) if invite.rider else ()
    return Joined(JoinOutcome.WELCOME, jobs)


def was_asked(person: Person, context: Context) -> bool:
    """Tell whether the bot asked this person for their contact within the last minutes."""
    asked_at = person.contact_asked_at
    return asked_at is not None and context.clock.now() - asked_at <= _CONTACT_ASKED


def share_phone(tx: Transaction, person: Person, phone: str, riders: list[Rider]) -> Joined:
    """Take a phone number (E.164) that Telegram vouches for; `riders` have the same number."""
    people.set_phone(tx, person.user_id, phone)
    # A rider who was removed from the team does not come back by their number alone.
    riders = [rider for rider in riders if rider.uuid != person.barred_rider]
    if len(riders) > 1:
        return Joined(JoinOutcome.AMBIGUOUS)
    jobs: tuple[tuple[DeliveryUuid, View], ...] = ()
    for rider in riders:
        _ride_as(tx, person, rider.uuid)
        audit.record(tx, person.user_id, "joined_as_rider", detail=rider.uuid)
        jobs = _jobs(tx, rider.uuid)
    parcels = follow(tx, person, deliveries.open_with_phone(tx, phone))
    if riders or parcels.cards:
        return Joined(JoinOutcome.WELCOME, (*jobs, *parcels.cards))
    return Joined(JoinOutcome.NO_ROLE)


def _ride_as(tx: Transaction, person: Person, rider: RiderUuid) -> None:
    """Make a person this rider, and end the former person's link and this person's former one."""
    former = people.rider_person(tx, rider)
    people.grant(tx, person.user_id, Role.RIDER, rider)
    key = effect_keys.rides_as(rider, person.user_id, tx.now)
    if former is not None and former.user_id != person.user_id:
        # An old link would make the former person this rider again.
        invites.void_for_rider(tx, former.user_id, rider)
        _retire(tx, former, rider, key)
        team.say_farewell(tx, former, Role.RIDER, key)
    if person.rider is not None and person.rider != rider:
        _retire(tx, person, person.rider, key)


def _retire(tx: Transaction, former: Person, rider: RiderUuid, key: EffectKey) -> None:
    """Clear the location, question and cards of a person who is not this rider any more."""
    locations.leave(tx, rider, key)
    code_questions.withdraw_question(tx, former, key)
    team.clear_away(tx, former, Role.RIDER, key)
    menu = effect_keys.to(effect_keys.menu(key), former.user_id)
    notices.post(tx, SetMenu(chat_id=former.user_id), menu)


def become_customer(tx: Transaction, person: Person) -> None:
    """Give the role of a customer to a person whose number a delivery names."""
    if Role.CUSTOMER not in person.roles:
        people.grant(tx, person.user_id, Role.CUSTOMER)
        if team.is_staff(person):
            menu = SetMenu(chat_id=person.user_id)
            notices.post(tx, menu, effect_keys.customer_menu(person.user_id, tx.now))


def settle_in(tx: Transaction, user_id: int, joined: Joined, key: EffectKey) -> None:
    """Show a person who has just joined their commands and their cards.

    Only staff get a menu of their own; everybody else has the common one.
    """
    person = people.get(tx, user_id)
    if person is not None and team.is_staff(person):
        notices.post(tx, SetMenu(chat_id=user_id), effect_keys.menu(key))
    for delivery, view in joined.cards:
        card = ShowCard(chat_id=user_id, delivery=delivery, view=view, fresh=True)
        notices.post(
            tx,
            card,
            effect_keys.card_for_joined(key, delivery, view),
            urgency=Urgency.ANSWER,
        )


def _jobs(tx: Transaction, rider: RiderUuid) -> tuple[tuple[DeliveryUuid, View], ...]:
    rows = without_those_shown_together(deliveries.open_of_rider(tx, rider))
    return tuple((row.uuid, View.RIDER) for row in rows)


def follow(tx: Transaction, person: Person, parcels: list[tuple[DeliveryUuid, str]]) -> Joined:
    """Let a person follow those of these deliveries that are open, as the given parties."""
    followed = []
    for delivery, party in parcels:
        row = deliveries.get(tx, delivery)
        if row is not None and row.is_open:
            people.grant(tx, person.user_id, Role.CUSTOMER)
            subscriptions.add(tx, Subscription(person.user_id, delivery, party))
            followed += [(delivery, View.CUSTOMER), (delivery, View.LOCATION)]
            rider = contacts.rider_for(tx, row)
            if rider is not None:
                # The rider's card now offers to write to this customer, too.
                deliveries.touch(tx, row.uuid)
                touched = deliveries.get(tx, row.uuid) or row
                notices.show_card(tx, rider.user_id, touched, View.RIDER, create=False)
    return Joined(JoinOutcome.WELCOME if followed else JoinOutcome.BAD_LINK, tuple(followed))
