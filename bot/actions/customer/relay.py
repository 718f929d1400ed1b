"""Relaying: a customer and the rider of an open delivery talk without learning phone numbers."""

from datetime import timedelta

from bot.actions import conversations, effect_keys, notices
from bot.actions.access import Action, may
from bot.actions.customer.subscriptions import Followed
from bot.actions.notice_kinds import Say, Urgency, View
from bot.actions.recipients import contacts
from bot.actions.snapshots import snapshot
from bot.base.database.transaction import Transaction
from bot.base.queue.jobs import EffectKey
from bot.domain.known_delivery import DeliveryRow
from bot.domain.limits import ANSWERED_WITHIN, RELAYED_AN_HOUR
from bot.domain.person import Person, is_on_page
from bot.identifiers import DeliveryUuid
from bot.store import audit, dialogs, quotas
from bot.store import conversations as kept
from bot.store.conversations import Conversation
from bot.store.dialogs import Dialog, Question
from bot.store.quotas import Quota
from bot.store.subscriptions import Subscription
from bot.texts.customer import relay as texts
from bot.texts.message import Attachment
from bot.texts.words import Words

_AN_HOUR = Quota("relay", RELAYED_AN_HOUR, timedelta(hours=1))


class RelayQuestion(Question):
    """A message that is being written: its delivery, and its customer if it is for one.

    `asked`: the author tapped a button to write it. Otherwise the bot only expects an answer.
    """

    lasts = timedelta(hours=1)

    delivery: DeliveryUuid
    customer: int | None = None
    asked: bool = False


class ForRider(RelayQuestion):
    name = "message_rider"


class ForCustomer(RelayQuestion):
    name = "message_customer"


def customer_for(
    tx: Transaction, person: Person, row: DeliveryRow, customer: int
) -> Subscription | None:
    """Return a customer's subscription to the delivery, if this rider may write to them."""
    may_write = may(person, Action.MESSAGE_CUSTOMER, row)
    return contacts.subscription(tx, customer, row.uuid) if may_write else None


def may_send(tx: Transaction, person: Person, delivery: DeliveryUuid) -> bool:
    """Count one message; return `False` if the hour's limit is reached."""
    return quotas.take(tx, _AN_HOUR, person.user_id, delivery)


def to_rider(
    tx: Transaction,
    person: Person,
    followed: Followed,
    rider: Person,
    words: str,
    attachment: Attachment | None,
    key: EffectKey,
    *,
    is_more: bool = False,
) -> bool:
    """Pass a customer's words on to the rider; return `False` if they continue a conversation.

    Words that concern the dispatchers reach them, too.
    """
    row, is_new = followed.row, True
    if attachment is None:
        is_new = conversations.to_rider(tx, person, row, rider, words, key)
    else:
        _attach(tx, person, followed, rider, words, attachment, key, is_more=is_more)
    if conversations.concerns_staff(person, words):
        _tell_staff(tx, person, row, words, attachment, key)
    audit.record(tx, person.user_id, ForRider.name, row.uuid)
    _await_answer(tx, rider, ForCustomer(delivery=row.uuid, customer=person.user_id))
    return is_new


def hand_on(
    tx: Transaction,
    person: Person,
    followed: Followed,
    rider: Person,
    conversation: Conversation,
    key: EffectKey,
) -> None:
    """Pass the words that a customer wrote to the dispatchers on to a delivery's rider, too."""
    row = followed.row
    for line in kept.lines(tx, conversation.uuid):
        if line.user_id == person.user_id:
            conversations.to_rider(tx, person, row, rider, line.words, key)
    conversations.settle_on(tx, conversation, row.uuid, key)
    audit.record(tx, person.user_id, ForRider.name, row.uuid)
    _await_answer(tx, rider, ForCustomer(delivery=row.uuid, customer=person.user_id))


def _attach(
    tx: Transaction,
    person: Person,
    followed: Followed,
    rider: Person,
    words: str,
    attachment: Attachment,
    key: EffectKey,
    *,
    is_more: bool,
) -> None:
    row, say = followed.row, Words(rider.language)
    message = texts.from_customer(say, snapshot(row), followed.party, person.user_id, words)
    notice = Say(
        chat_id=rider.user_id,
        message=texts.with_attachment(message, attachment),
        under=(row.uuid, View.RIDER),
        with_job=row.uuid,
        quiet=is_more,
        author=person.user_id,
    )
    notices.post(tx, notice, effect_keys.relayed(key), urgency=Urgency.DOOR)


def to_customer(
    tx: Transaction,
    person: Person,
    row: DeliveryRow,
    customer: Person,
    words: str,
    attachment: Attachment | None,
    key: EffectKey,
    *,
    is_more: bool = False,
) -> None:
    """Pass a rider's words on to a customer, and to dispatchers if they concern them."""
    say, on_page = Words(customer.language), is_on_page(customer.user_id)
    message = texts.from_rider(say, snapshot(row), words, on_page=on_page)
    notice = Say(
        chat_id=customer.user_id,
        message=texts.with_attachment(message, attachment),
        under=(row.uuid, View.CUSTOMER),
        quiet=is_more,
        author=person.user_id,
    )
    notices.post(tx, notice, effect_keys.relayed(key), urgency=Urgency.DOOR)
    conversations.answered(tx, person, customer, row, words, key)
    if conversations.concerns_staff(person, words):
        _tell_staff(tx, person, row, words, attachment, key)
    audit.record(tx, person.user_id, ForCustomer.name, row.uuid)
    _await_answer(tx, customer, ForRider(delivery=row.uuid))


def _tell_staff(
    tx: Transaction,
    person: Person,
    row: DeliveryRow,
    words: str,
    attachment: Attachment | None,
    key: EffectKey,
) -> None:
    if attachment is None:
        conversations.to_staff(tx, person, row.uuid, words, key)
    else:
        conversations.attach_for_staff(tx, person, row.uuid, words, attachment, key)


def _await_answer(tx: Transaction, person: Person, question: RelayQuestion) -> None:
    """Take the person's next words as the answer, unless another question is open."""
    dialog = dialogs.current(tx, person.user_id)
    current = question.read(dialog)
    # Replace an answer that was only expected, but not one that they tapped a button to write.
    if dialog is None or (current is not None and not current.asked):
        expected = Dialog(person.user_id, question.name, question.model_dump_json())
        dialogs.ask(tx, expected, ANSWERED_WITHIN)
