"""Passing on: words that the bot cannot handle go to a person, and the bot says to whom."""

from collections.abc import Sequence

from bot.actions import conversations
from bot.actions.customer import relay
from bot.actions.customer.relay import ForCustomer, ForRider
from bot.actions.recipients import contacts
from bot.base.database.transaction import Transaction
from bot.chat.own_words import OwnWords, own_words
from bot.chat.parcel_meant import Meant, parcel_meant
from bot.chat.turn import Turn, settled
from bot.domain.known_delivery import DeliveryRow
from bot.domain.person import Person
from bot.fleet import Delivery, State
from bot.identifiers import DeliveryUuid
from bot.store import deliveries, people
from bot.store.subscriptions import SENDER
from bot.texts.customer import note as note_texts
from bot.texts.customer import relay as relay_texts
from bot.texts.everyone import conversation as texts
from bot.texts.html import Html
from bot.texts.limits import units
from bot.texts.message import Attachment, FixedMessage, Picture, Rows, Voice
from bot.texts.names import rider_name
from bot.texts.rider import replies as rider_texts

_WITH_RIDER = {State.ACCEPTED, State.IN_TRANSIT}


@settled
def pass_on(tx: Transaction, turn: Turn) -> None:
    """Pass a message on to a person who can help.

    A rider's words go to the dispatchers. A customer's go to the rider who has the parcel; if they
    may mean any of several parcels, they go to the dispatchers.
    """
    say_to_person(tx, turn, own_words(tx, turn))


@settled
def pass_on_to_staff(tx: Transaction, turn: Turn) -> None:
    say_to_person(tx, turn, own_words(tx, turn), is_for_staff=True)


def pass_on_beside(tx: Transaction, turn: Turn, about: DeliveryUuid | None = None) -> bool:
    """Pass on the words of a message that was also answered; confirm with a sign, not a word.

    Return `False` if they reach nobody now, or need no reader; in the first case say why.
    """
    words = own_words(tx, turn)
    if not words.text or words.is_only_code:
        return False
    if not conversations.may_say_more(tx, turn.person):
        turn.reply(tx, texts.too_many(turn.say, call_us(turn)))
        return False
    meant = parcel_meant(tx, turn, about)
    rider = _carrier(tx, turn, meant)
    if meant.one is not None and rider is not None:
        relay.to_rider(tx, turn.person, meant.one, rider, words.text, None, turn.job.key)
    else:
        delivery = about or _told_of(tx, turn, meant)
        conversations.to_staff(tx, turn.person, delivery, words.text, turn.job.key)
        if not conversations.readers(tx, turn.person.user_id):
            turn.reply(tx, texts.nobody_there(turn.say, call_us(turn)))
            return False
    if not words.had_code:
        turn.receipt(tx, "👀")
    return True


def say_to_person(
    tx: Transaction,
    turn: Turn,
    words: OwnWords,
    about: DeliveryUuid | None = None,
    *,
    is_for_staff: bool = False,
) -> None:
    """Pass words on, unless they are empty, too long or too many."""
    attached, album = attachment(turn), turn.message.media_group_id
    is_more = bool(album) and not conversations.begins_album(tx, turn.person, album or "")
    if words.is_only_code and attached is None:
        turn.reply(tx, about_code(turn))
    elif units(words.text) > relay_texts.LONGEST:
        turn.reply(tx, relay_texts.too_long(turn.say))
    # The later pictures of an album do not count as further messages.
    elif not is_more and not conversations.may_say_more(tx, turn.person):
        turn.reply(tx, texts.too_many(turn.say, call_us(turn)))
    else:
        _hand_on(tx, turn, words, attached, about, is_for_staff=is_for_staff, is_more=is_more)


def _hand_on(
    tx: Transaction,
    turn: Turn,
    words: OwnWords,
    attached: Attachment | None,
    about: DeliveryUuid | None,
    *,
    is_for_staff: bool,
    is_more: bool,
) -> None:
    """Hand words on with their attachment; `is_more` marks a later picture of an album."""
    meant = parcel_meant(tx, turn, about)
    rider = None if is_for_staff else _carrier(tx, turn, meant)
    customer = _expected_customer(tx, turn)
    if customer is not None and not is_for_staff:
        row, person = customer
        relay.to_customer(
            tx, turn.person, row, person, words.text, attached, turn.job.key, is_more=is_more
        )
        if not is_more:
            _confirm(tx, turn, words, person.first_name, is_new=True, with_job=row.uuid)
        return
    if meant.one is not None and rider is not None:
        is_new = relay.to_rider(
            tx, turn.person, meant.one, rider, words.text, attached, turn.job.key, is_more=is_more
        )
        if not is_more:
            name = rider_name(meant.one.seen) or rider.first_name
            _confirm(tx, turn, words, name, is_new=is_new)
        return
    # Words that may mean any of several parcels can be handed on to the rider of one of them.
    may_be = [] if is_for_staff or attached else meant.several
    with_rider = [
        one.seen
        for one in may_be
        if one.row.state in _WITH_RIDER and contacts.rider_for(tx, one.row) is not None
    ]
    delivery = about or _told_of(tx, turn, meant)
    _to_staff(tx, turn, words, attached, delivery, with_rider, is_more=is_more)


def _to_staff(
    tx: Transaction,
    turn: Turn,
    words: OwnWords,
    attached: Attachment | None,
    delivery: DeliveryUuid | None,
    may_be: Sequence[Delivery],
    *,
    is_more: bool,
) -> None:
    """Pass words on to the dispatchers, and offer to hand them to the rider of one order."""
    if attached is not None:
        conversations.attach_for_staff(
            tx, turn.person, delivery, words.text, attached, turn.job.key, is_more=is_more
        )
        is_new = True
    else:
        is_new = conversations.to_staff(tx, turn.person, delivery, words.text, turn.job.key)
    # Only the first picture of an album is confirmed.
    if is_more:
        return
    begun = conversations.with_staff(tx, turn.person, delivery) if may_be and is_new else None
    rows = texts.for_which_rider(begun.uuid, may_be) if begun else ()
    if conversations.readers(tx, turn.person.user_id):
        _confirm(tx, turn, words, "", is_new=is_new, rows=rows)
    else:
        turn.reply(tx, texts.nobody_there(turn.say, call_us(turn)))


def _confirm(
    tx: Transaction,
    turn: Turn,
    words: OwnWords,
    name: str,
    *,
    is_new: bool,
    with_job: DeliveryUuid | None = None,
    rows: Rows = (),
) -> None:
    """Say to whom the words went; later ones in a row get only a small sign."""
    if words.had_code:
        left_out = texts.code_left_out(turn.say)
        turn.reply(tx, texts.passed_on(turn.say, name, left_out, rows), with_job=with_job)
    elif is_new:
        business = Html() if turn.person.rider or name else call_us(turn)
        turn.reply(tx, texts.passed_on(turn.say, name, business, rows), with_job=with_job)
    else:
        turn.receipt(tx, "👀")


def _told_of(tx: Transaction, turn: Turn, meant: Meant) -> DeliveryUuid | None:
    """Return the delivery that somebody speaks of: a customer's parcel, or a rider's only job."""
    if meant.one is not None:
        return meant.one.row.uuid
    mine = deliveries.open_of_rider(tx, turn.person.as_rider) if turn.person.rider else []
    return mine[0].uuid if len(mine) == 1 else None


def _carrier(tx: Transaction, turn: Turn, meant: Meant) -> Person | None:
    """Return the rider if they have the parcel now, or have just written to this customer.

    A shop that names an order also reaches the rider who comes for it.
    """
    if meant.one is None or not meant.one.row.is_open:
        return None
    row, expected = meant.one.row, ForRider.read(turn.dialog)
    is_expected = expected is not None and expected.delivery == row.uuid
    is_called_for = meant.is_named and meant.one.party == SENDER and row.state in _WITH_RIDER
    if row.state != State.IN_TRANSIT and not is_expected and not is_called_for:
        return None
    return contacts.rider_for(tx, row)


def _expected_customer(tx: Transaction, turn: Turn) -> tuple[DeliveryRow, Person] | None:
    """Return the customer who has just written to this rider, and waits for an answer."""
    question = ForCustomer.read(turn.dialog)
    row = deliveries.get(tx, question.delivery) if question else None
    if question is None or row is None:
        return None
    number = question.customer or 0
    may_write = relay.customer_for(tx, turn.person, row, number) is not None
    person = people.get(tx, number) if may_write else None
    return (row, person) if person is not None and person.reachable else None


def is_answer_expected(turn: Turn) -> bool:
    """Tell whether somebody has just written to this person, whose words may be the answer."""
    return ForRider.read(turn.dialog) is not None or ForCustomer.read(turn.dialog) is not None


def attachment(turn: Turn) -> Attachment | None:
    """Return the photo or voice message by its Telegram id; nothing is downloaded."""
    message = turn.message
    if message.photo:
        return Picture(file_id=message.photo[-1].file_id)
    return Voice(file_id=message.voice.file_id) if message.voice else None


def call_us(turn: Turn) -> Html:
    identity = turn.context.identity
    return texts.call_us(turn.say, identity.business_name, identity.business_phone)


def about_code(turn: Turn) -> FixedMessage:
    rode = turn.person.rider or turn.person.barred_rider
    return rider_texts.UNASKED_CODE if rode else note_texts.NEVER_SEND_CODES
