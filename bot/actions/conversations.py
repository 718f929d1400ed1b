"""Conversations: pass people's words on to staff or riders, and their answers back.

A person's words in a row share one card per reader. The card rings when it is new, and at most
once every two minutes for further words; in between it only grows, unless the words are urgent.
"""

from collections.abc import Sequence
from datetime import timedelta

from bot.actions import conversation_cards, effect_keys, notices
from bot.actions.notice_kinds import Say, ShowCard, Urgency, View
from bot.actions.recipients import staff
from bot.base.database.transaction import Transaction
from bot.base.queue.jobs import EffectKey
from bot.domain.known_delivery import DeliveryRow
from bot.domain.limits import PASSED_ON_AN_HOUR
from bot.domain.person import Person, Role
from bot.identifiers import DeliveryUuid
from bot.parsing.intents.intent import Intent
from bot.parsing.intents.reader import read
from bot.parsing.intents.urgent import is_urgent
from bot.store import audit, conversations, deliveries, job_words, people, quotas
from bot.store.conversations import Conversation
from bot.store.quotas import Quota
from bot.texts.customer import relay as relay_texts
from bot.texts.everyone import conversation as texts
from bot.texts.message import Attachment
from bot.texts.words import Words

_IN_A_ROW = timedelta(minutes=10)
_RING = Quota("conversation_ring", 1, timedelta(minutes=2))
_AN_HOUR = Quota("passed_on", PASSED_ON_AN_HOUR, timedelta(hours=1))
_ALBUM = Quota("album", 1, _IN_A_ROW)


def may_say_more(tx: Transaction, person: Person) -> bool:
    """Count a message to pass on; return `False` if the hour's limit is reached."""
    return quotas.take(tx, _AN_HOUR, person.user_id)


def readers(tx: Transaction, but_for: int) -> list[Person]:
    """Return the dispatchers who can be reached, except the speaker."""
    return [person for person in staff.reached(tx) if person.user_id != but_for]


def to_staff(
    tx: Transaction, person: Person, delivery: DeliveryUuid | None, words: str, key: EffectKey
) -> bool:
    """Pass words on to all dispatchers; return `False` if they continue a conversation."""
    return _pass_on(tx, person, None, delivery, words, key)


def to_rider(
    tx: Transaction, person: Person, row: DeliveryRow, rider: Person, words: str, key: EffectKey
) -> bool:
    """Pass a customer's words on to the rider; return `False` if they continue a conversation."""
    return _pass_on(tx, person, rider.user_id, row.uuid, words, key)


def with_staff(
    tx: Transaction, person: Person, delivery: DeliveryUuid | None
) -> Conversation | None:
    """Return a person's unanswered conversation with the dispatchers, if there is one."""
    return _current(tx, person, None, delivery)


def settle_on(
    tx: Transaction, conversation: Conversation, delivery: DeliveryUuid, key: EffectKey
) -> None:
    """Record which delivery a conversation is about, and update its cards."""
    conversations.settle_on(tx, conversation, delivery)
    _show(tx, conversation, key, fresh=False)


def attach_for_staff(
    tx: Transaction,
    person: Person,
    delivery: DeliveryUuid | None,
    words: str,
    attachment: Attachment,
    key: EffectKey,
    more: Sequence[Attachment] = (),
    *,
    is_more: bool = False,
) -> None:
    """Pass a picture or a voice message on to all dispatchers, each as a message of its own.

    Only the first one of an album rings. `more` are the others of the album. `is_more`: this
    attachment itself continues an album.
    """
    conversation = None
    if is_more:
        # The rest of an album goes with its beginning, even if that was about another delivery.
        spoken = conversations.latest(tx, person.user_id, tx.now - _IN_A_ROW)
        conversation = next((each for each in spoken if each.reader is None), None)
    conversation = (
        conversation
        or _current(tx, person, None, delivery)
        or conversations.begin(tx, person.user_id, None, delivery)
    )
    # The attachment rings itself, so it counts as a ring of the conversation's card.
    quotas.take(tx, _RING, person.user_id, conversation.uuid)
    for reader in readers(tx, person.user_id):
        say = Words(reader.language)
        head = conversation_cards.head(tx, say, conversation)
        reader_key = effect_keys.to(effect_keys.relayed(key), reader.user_id)
        for place, each in enumerate((attachment, *more)):
            message = texts.with_words(say, head, "" if place else words, conversation.uuid)
            notice = Say(
                chat_id=reader.user_id,
                message=message.model_copy(update={"attachment": each}),
                quiet=is_more or place > 0,
                author=person.user_id,
            )
            part_key = effect_keys.in_album(reader_key, place) if place else reader_key
            notices.post(tx, notice, part_key, urgency=Urgency.ALARM)


def concerns_staff(person: Person, words: str) -> bool:
    """Tell whether dispatchers must read words that are for somebody else.

    These are urgent words, and a new address for the parcel.
    """
    reading = read(words, person.language)
    return is_urgent(words, person.language) or reading.means(Intent.NEW_ADDRESS)


def begins_album(tx: Transaction, person: Person, album: str) -> bool:
    """Tell whether a picture is the first one of its album that arrives."""
    return quotas.take(tx, _ALBUM, person.user_id, album)


def _pass_on(
    tx: Transaction,
    person: Person,
    reader: int | None,
    delivery: DeliveryUuid | None,
    words: str,
    key: EffectKey,
) -> bool:
    current = _current(tx, person, reader, delivery)
    conversation = current or conversations.begin(tx, person.user_id, reader, delivery)
    conversations.say(tx, conversation, person.user_id, words)
    audit.record(tx, person.user_id, "passed_on", delivery)
    is_due = quotas.take(tx, _RING, person.user_id, conversation.uuid)
    _show(tx, conversation, key, fresh=is_due or is_urgent(words, person.language))
    return current is None


def _current(
    tx: Transaction, person: Person, reader: int | None, delivery: DeliveryUuid | None
) -> Conversation | None:
    """Return the person's recent conversation with this reader that is not answered yet."""
    spoken = conversations.latest(tx, person.user_id, tx.now - _IN_A_ROW)
    about = (reader, delivery)
    same = (each for each in spoken if (each.reader, each.delivery) == about)
    return next((each for each in same if each.answered_at is None), None)


def answer(
    tx: Transaction,
    person: Person,
    conversation: Conversation,
    words: str,
    attachment: Attachment | None,
    key: EffectKey,
) -> Person | None:
    """Send an answer back, and show it to all readers of the question.

    Return the person who gets the answer, or `None` if they cannot be reached.
    """
    asker = people.get(tx, conversation.user_id)
    if asker is None or not asker.reachable:
        return None
    write(tx, person, asker, conversation.delivery, words, attachment, key)
    conversations.say(tx, conversation, person.user_id, words)
    _show(tx, conversation, key, fresh=False)
    return asker


def answered(
    tx: Transaction, rider: Person, asker: Person, row: DeliveryRow, words: str, key: EffectKey
) -> None:
    """Record that a rider answered a customer, whose next words then begin a new card."""
    conversation = _current(tx, asker, rider.user_id, row.uuid)
    if conversation is not None:
        conversations.say(tx, conversation, rider.user_id, words)
        _show(tx, conversation, effect_keys.answered_words(key), fresh=False)


def write(
    tx: Transaction,
    person: Person,
    reader: Person,
    delivery: DeliveryUuid | None,
    words: str,
    attachment: Attachment | None,
    key: EffectKey,
) -> None:
    """Send a person a dispatcher's words."""
    row = deliveries.get(tx, delivery) if delivery else None
    order = row.order_number if row else ""
    message = texts.from_staff(Words(reader.language), order, words)
    if attachment:
        message = message.model_copy(update={"attachment": attachment})
    view = View.RIDER if Role.RIDER in reader.roles else View.CUSTOMER
    notice = Say(
        chat_id=reader.user_id,
        message=message,
        under=(delivery, view) if delivery is not None else None,
        with_job=row.uuid if row is not None and conversation_cards.brings(reader, row) else None,
        author=person.user_id,
    )
    notices.post(tx, notice, effect_keys.relayed(key), urgency=Urgency.DOOR)
    audit.record(tx, person.user_id, "wrote", delivery)


def refresh(tx: Transaction, delivery: DeliveryUuid, key: EffectKey) -> None:
    """Update the conversations about a delivery, whose buttons depend on its state."""
    for conversation in conversations.about(tx, delivery):
        about = effect_keys.told(key, conversation.uuid)
        _show(tx, conversation, about, fresh=False, create=False)


def _show(
    tx: Transaction,
    conversation: Conversation,
    key: EffectKey,
    *,
    fresh: bool,
    create: bool = True,
) -> None:
    if conversation.reader is not None:
        shown_to = [conversation.reader]
    else:
        shown_to = [person.user_id for person in readers(tx, conversation.user_id)]
    for reader in shown_to:
        notice = ShowCard(
            chat_id=reader,
            delivery=DeliveryUuid(conversation.uuid),
            view=View.CONVERSATION,
            fresh=fresh,
            create=create,
        )
        urgency = Urgency.DOOR if conversation.reader else Urgency.ALARM
        reader_key = effect_keys.to(effect_keys.relayed(key), reader)
        notices.post(tx, notice, reader_key, urgency=urgency if fresh else Urgency.REFRESH)


def leave_nothing(tx: Transaction, rider: Person, row: DeliveryRow) -> None:
    """Delete a job's words from the chat of a rider who no longer brings the parcel.

    Tell an author if that rider was never shown the words.
    """
    for message_id in job_words.take(tx, rider.user_id, row.uuid):
        notices.erase(tx, rider.user_id, message_id)
    for conversation in conversations.about(tx, row.uuid):
        if conversation.reader != rider.user_id:
            continue
        was_shown = conversation_cards.was_shown(tx, rider, conversation)
        asker = None if was_shown else people.get(tx, conversation.user_id)
        if asker is not None and asker.reachable:
            message = relay_texts.over(Words(asker.language), row.order_number)
            unread = Say(chat_id=asker.user_id, message=message)
            notices.post(tx, unread, effect_keys.words_unread(conversation.uuid))
        # A card that was not shown yet may be on its way, so close it in any case.
        notice = ShowCard(
            chat_id=rider.user_id,
            delivery=DeliveryUuid(conversation.uuid),
            view=View.CONVERSATION,
            create=False,
        )
        notices.post(tx, notice, effect_keys.words_taken(conversation.uuid, row.revision))
