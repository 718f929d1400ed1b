"""A delivery from somebody's point of view, and the card that shows it."""

from bot.actions import commands
from bot.actions.access import Action, may
from bot.actions.commands import Accept, HandOver, Stage
from bot.actions.notices import View
from bot.fleet import Delivery
from bot.store import deliveries, dialogs, people, watches
from bot.store.database import Transaction
from bot.store.deliveries import DeliveryRow
from bot.store.people import Person
from bot.store.watches import SENDER
from bot.texts import rider as rider_texts
from bot.texts.cards.customer import customer_card
from bot.texts.cards.dispatcher import dispatcher_card
from bot.texts.cards.rider import Waiting, closed_rider_card, rider_card
from bot.texts.message import Message
from bot.texts.phones import e164
from bot.texts.words import Words


def snapshot(row: DeliveryRow) -> Delivery:
    """Return the delivery that a row keeps."""
    return Delivery.model_validate_json(row.snapshot)


def as_seen_by(delivery: Delivery, party: str) -> Delivery:
    """Return a delivery as one party may see it: a receiver never sees another receiver."""
    if party == SENDER:
        return delivery
    own = tuple(receiver for receiver in delivery.receivers if receiver.uuid == party)
    changes: dict[str, object] = {"receivers": own}
    if own and own[0].state is not None:
        changes["state"] = own[0].state
    if own and own[0].dropoff_photo:
        changes["dropoff_photo"] = own[0].dropoff_photo
    return delivery.model_copy(update=changes)


async def render(tx: Transaction, chat_id: int, delivery: str, view: View) -> Message | None:
    """Return what a chat's card shows now; `None` if this person has nothing to see there."""
    row = await deliveries.get(tx, delivery)
    person = await people.get(tx, chat_id)
    if row is None or person is None:
        return None
    return await _RENDERERS[view](tx, person, row)


async def _dispatcher(tx: Transaction, person: Person, row: DeliveryRow) -> Message | None:
    if not may(person, Action.SEE_DELIVERY, row):
        return None
    pending = await commands.pending(tx, row.uuid)
    return dispatcher_card(
        Words(person.language),
        snapshot(row),
        under_way={change.command.verb for change in pending},
    )


async def _rider(tx: Transaction, person: Person, row: DeliveryRow) -> Message:
    say, delivery = Words(person.language), snapshot(row)
    if not may(person, Action.ACCEPT, row):
        theirs = row.rider is not None and row.rider == person.rider
        return closed_rider_card(say, delivery, is_theirs=theirs)
    asked = [
        Waiting(change.command.verb, change.held_up)
        for change in await commands.pending(tx, row.uuid)
        if isinstance(change.command, Accept | HandOver) and change.command.by == person.user_id
    ]
    return rider_card(say, delivery, waiting=asked[0] if asked else None)


async def _customer(tx: Transaction, person: Person, row: DeliveryRow) -> Message | None:
    mine = [
        watch
        for watch in await watches.of_delivery(tx, row.uuid)
        if watch.user_id == person.user_id
    ]
    if not mine:
        return None
    party = mine[0].party
    seen = as_seen_by(snapshot(row), party)
    return customer_card(
        Words(person.language),
        seen,
        party=party,
        address=_own_address(seen, party, person),
    )


def _own_address(seen: Delivery, party: str, person: Person) -> str | None:
    """Return the address, for nobody but the receiver whose verified number is in the delivery."""
    if party == SENDER or person.phone is None or not seen.receivers:
        return None
    receiver = seen.receivers[0]
    verified = e164(receiver.phone_number, receiver.phone_code) == person.phone
    return receiver.address if verified else None


async def _code_prompt(tx: Transaction, person: Person, row: DeliveryRow) -> Message | None:
    dialog = await dialogs.current(tx, person.user_id)
    if dialog is None or dialog.name not in set(Stage):
        return None
    return rider_texts.code_prompt(Words(person.language), row.order_number, Stage(dialog.name))


_RENDERERS = {
    View.DISPATCHER: _dispatcher,
    View.RIDER: _rider,
    View.CUSTOMER: _customer,
    View.CODE_PROMPT: _code_prompt,
}
