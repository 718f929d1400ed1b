"""The rendering of every card, for the reader of the chat in which it stands."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, tzinfo

from bot.actions import broadcasts, conversation_cards, request_queue
from bot.actions.access import Action, may
from bot.actions.cards import board, rider_views
from bot.actions.follow_ups import digest_cards, handovers, ready_times, undelivered
from bot.actions.happenings import Audience
from bot.actions.notice_kinds import View
from bot.actions.recipients import contacts
from bot.actions.rider import cash, door_photos, pins, usual_span
from bot.actions.snapshots import as_seen_by, snapshot
from bot.base.database.transaction import Transaction
from bot.domain.known_delivery import DeliveryRow
from bot.domain.person import Person
from bot.fleet import Delivery, State
from bot.identifiers import DeliveryUuid, RiderUuid
from bot.parsing.phones import is_same
from bot.store import (
    alarms,
    cards,
    customer_notes,
    deliveries,
    failed_attempts,
    groups,
    order_pictures,
    people,
    problem_reports,
    ratings,
)
from bot.store import door_photos as kept_photos
from bot.store.subscriptions import SENDER
from bot.store.undelivered import Outcome
from bot.texts import alarms as alarm_texts
from bot.texts import undelivered as undelivered_texts
from bot.texts.callbacks import Verb, press
from bot.texts.cards import order_picture
from bot.texts.cards.customer_card import customer_card
from bot.texts.cards.dispatcher_card import dispatcher_card
from bot.texts.cards.group_card import group_card
from bot.texts.cards.parts import closed
from bot.texts.customer import arrival
from bot.texts.customer.note import line as note_line
from bot.texts.customer.rate import line as stars_line
from bot.texts.html import Html
from bot.texts.message import Message
from bot.texts.names import rider_name
from bot.texts.rider import door_photos as door_photo_texts
from bot.texts.rider.late import late_line
from bot.texts.rider.problem_reports import problem_line
from bot.texts.words import Words


def render(
    tx: Transaction,
    chat_id: int,
    delivery: DeliveryUuid,
    view: View,
    rang_for: datetime | None = None,
    *,
    zone: tzinfo = UTC,
    row: DeliveryRow | None = None,
    person: Person | None = None,
) -> Message | None:
    """Return what a chat's card shows now; `None` if it shows this reader nothing.

    Days and times are those of the business's `zone`. `rang_for` is when the job was given for
    which the card last rang. `row` and `person` are the delivery and its reader, if they were read
    already.
    """
    if view in _OF_CHAT:
        message = _OF_CHAT[view](tx, chat_id, delivery, zone)
        if message is not None and message.rich is not None and _reads_lines(tx, chat_id):
            message = message.without_table()
    else:
        reader = person or people.get(tx, chat_id)
        message = _of_person(tx, reader, delivery, view, rang_for, zone, row) if reader else None
    if message is None or message.folded is None:
        return message
    return message.opened_by(press(Verb.IN_FULL, delivery, tokens=(view,)))


def _of_person(
    tx: Transaction,
    person: Person,
    delivery: DeliveryUuid,
    view: View,
    rang_for: datetime | None,
    zone: tzinfo,
    row: DeliveryRow | None,
) -> Message | None:
    match view:
        case View.BROADCAST:
            message = broadcasts.card(tx, person, delivery)
        case View.CONVERSATION:
            message = conversation_cards.card(tx, person, delivery)
        case View.PICKUP:
            message = rider_views.at_pickup(tx, person, delivery, rang_for)
        case View.ROUND:
            message = rider_views.on_round(tx, person)
        case View.HANDOVER:
            message = rider_views.to_take(tx, person, RiderUuid(delivery))
        case View.RIDER_PLACE:
            message = pins.card(tx, person, RiderUuid(delivery), zone)
        case _:
            row = row or deliveries.get(tx, delivery)
            message = _OF_DELIVERY[view](tx, person, row, zone) if row else None
    return message


def _reads_lines(tx: Transaction, chat_id: int) -> bool:
    """Tell whether a chat gets lines instead of tables; a group does if any dispatcher does."""
    if chat_id > 0:
        person = people.get(tx, chat_id)
        return person is not None and person.plain_lists
    return any(person.plain_lists for person in people.with_role(tx, Audience.DISPATCHER.roles))


def _dispatcher(tx: Transaction, person: Person, row: DeliveryRow, _zone: tzinfo) -> Message | None:
    if not may(person, Action.SEE_DELIVERY, row):
        had_one = cards.get(tx, person.user_id, row.uuid, View.DISPATCHER)
        return closed(Words(person.language), snapshot(row)) if had_one else None
    say, photos = Words(person.language), kept_photos.all_of_delivery(tx, row.uuid)
    is_awaited = kept_photos.is_awaited(tx, row.uuid)
    lines = [
        *rider_views.told_by_shop_and_rider(tx, say, row),
        undelivered_texts.for_staff(say, row),
        door_photo_texts.line(say, photos, is_awaited=is_awaited),
        undelivered_texts.taken_by(say, row),
        *_alarms(tx, say, row),
        *_said_by_people(tx, say, row),
    ]
    return dispatcher_card(
        say,
        snapshot(row),
        under_way={change.request.verb for change in request_queue.pending(tx, row.uuid)},
        attempts=failed_attempts.of_delivery(tx, row.uuid),
        told=lines,
        handover=handovers.awaited(tx, row),
        can_take=person.rider is not None and person.rider != row.rider,
        can_ask_shop=ready_times.can_ask(tx, row),
        can_ask_photo=door_photos.can_ask(tx, row),
        on_the_map=row.is_open and pins.is_on_offer(tx, row.rider),
        has_picture=row.picture is not None,
        has_photos=bool(photos),
        at_door=cash.paid(tx, row),
        due=cash.to_collect(row),
    )


def _group(tx: Transaction, chat_id: int, delivery: DeliveryUuid, _zone: tzinfo) -> Message | None:
    group, row = groups.of_dispatchers(tx, chat_id), deliveries.get(tx, delivery)
    if group is None or row is None:
        return None
    say = Words(group.language)
    lines = [
        *rider_views.told_by_shop_and_rider(tx, say, row),
        undelivered_texts.for_staff(say, row, in_group=True),
        *_alarms(tx, say, row),
    ]
    return group_card(
        say,
        snapshot(row),
        told=lines,
        handover=handovers.awaited(tx, row),
        # Any dispatcher who rides as well may press it.
        can_take=any(person.rider for person in people.with_role(tx, Audience.DISPATCHER.roles)),
    )


def _alarms(tx: Transaction, say: Words, row: DeliveryRow) -> list[Html]:
    return [
        alarm_texts.card_line(say, alarm.kind, alarm.since)
        for alarm in alarms.of_delivery(tx, row.uuid)
        if alarm.raised_at is not None
    ]


def _said_by_people(tx: Transaction, say: Words, row: DeliveryRow) -> list[Html]:
    """Return the dispatchers' lines on a delivery's problem, notes and ratings."""
    problem = problem_reports.latest(tx, row.uuid)
    delivery = snapshot(row)
    stars = [rating.stars for rating in ratings.of_delivery(tx, row.uuid)]
    return [
        *([problem_line(say, problem)] if problem else []),
        *(note_line(say, delivery, note) for note in customer_notes.of_delivery(tx, row.uuid)),
        *([stars_line(say, stars)] if stars else []),
    ]


def _order_picture(
    tx: Transaction, person: Person, row: DeliveryRow, _zone: tzinfo
) -> Message | None:
    """Show the picture of an order to dispatchers, and to its rider while the job is theirs."""
    picture = order_pictures.of_delivery(tx, row.uuid)
    if picture is None or not may(person, Action.SEE_ORDER_PICTURE, row):
        return None
    return order_picture.of_order(Words(person.language), row.order_number, picture)


def _location(tx: Transaction, person: Person, row: DeliveryRow, _zone: tzinfo) -> Message | None:
    subscription = contacts.subscription(tx, person.user_id, row.uuid)
    if subscription is None:
        return None
    return rider_views.whereabouts(tx, row, as_seen_by(snapshot(row), subscription.party))


def _customer(tx: Transaction, person: Person, row: DeliveryRow, zone: tzinfo) -> Message | None:
    subscription = contacts.subscription(tx, person.user_id, row.uuid)
    return as_customer(tx, person, row, subscription.party, zone) if subscription else None


def as_customer(
    tx: Transaction, person: Person, row: DeliveryRow, party: str, zone: tzinfo
) -> Message:
    """Return the card of a delivery as one of its parties has it, in the business's `zone`."""
    say = Words(person.language)
    # Until a parcel has changed hands, its customers read the name of the rider who has it.
    seen = handovers.as_carried(as_seen_by(snapshot(row), party), handovers.awaited(tx, row))
    told_by_rider = Html()
    if row.outcome:
        is_sender = party == SENDER
        told_by_rider = undelivered_texts.for_customer(say, row, seen, is_sender=is_sender)
    elif row.late_by:
        told_by_rider = late_line(say, rider_name(seen), row.late_by)
    return customer_card(
        say,
        seen,
        party=party,
        address=_own_address(seen, party, person),
        can_write=contacts.rider_for(tx, row) is not None,
        outcome=row.outcome,
        told=[told_by_rider, *when_it_comes(tx, person, row, party, zone)],
        paid=cash.paid(tx, row),
        due=cash.to_collect(row),
    )


def when_it_comes(
    tx: Transaction, person: Person, row: DeliveryRow, party: str, zone: tzinfo
) -> list[Html]:
    """Return the lines on when a parcel comes; its sender gets no count of doors."""
    seen = as_seen_by(snapshot(row), party)
    expected = usual_span.expected(tx, row, zone) if seen.state is State.IN_TRANSIT else None
    if expected is None:
        return []
    doors_before = None if party == SENDER else expected.doors_before
    return list(arrival.lines(Words(person.language), expected.span, doors_before, tx.now))


def _code_prompt(
    tx: Transaction, person: Person, row: DeliveryRow, _zone: tzinfo
) -> Message | None:
    """Return the rider's question for a code, or the receiver's for a parcel that was left."""
    prompt = rider_views.code_prompt(tx, person, row)
    if prompt is not None:
        return prompt
    subscription = contacts.subscription(tx, person.user_id, row.uuid)
    if row.outcome != Outcome.LEFT or subscription is None or subscription.party == SENDER:
        return None
    return undelivered.asks_receiver(tx, person, row)


def _own_address(seen: Delivery, party: str, person: Person) -> str | None:
    """Return the address, only for the receiver whose verified phone number the delivery has."""
    if party == SENDER or person.phone is None or not seen.receivers:
        return None
    receiver = seen.receivers[0]
    verified = is_same(receiver.phone_number, receiver.phone_code, person.phone)
    return receiver.address if verified else None


_OF_DELIVERY: Mapping[
    View, Callable[[Transaction, Person, DeliveryRow, tzinfo], Message | None]
] = {
    View.DISPATCHER: _dispatcher,
    View.RIDER: lambda tx, person, row, _: rider_views.card(tx, person, row, snapshot(row)),
    View.NEXT_STOP: lambda _tx, person, row, _: rider_views.next_stop(person, row, snapshot(row)),
    View.CODE_PROMPT: _code_prompt,
    View.ORDER_PICTURE: _order_picture,
    View.LOCATION: _location,
    View.CUSTOMER: _customer,
}
"""The cards of a delivery in a private chat; the last argument is the business's zone."""

_OF_CHAT: Mapping[View, Callable[[Transaction, int, DeliveryUuid, tzinfo], Message | None]] = {
    View.GROUP: _group,
    View.DIGEST: digest_cards.card,
    View.SHOP: lambda tx, chat_id, question, _: ready_times.card(tx, chat_id, question),
    View.BOARD: board.card,
}
"""The cards that groups may have, too: rendered from chat, uuid and the business's zone."""
