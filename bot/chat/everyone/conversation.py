"""Write, Reply and one-tap answers; and replies of Telegram's own to words or to a card."""

from collections.abc import Callable
from datetime import timedelta
from itertools import chain

from telegram import Message

from bot.actions import conversation_cards, conversations
from bot.actions.access import Action, may
from bot.actions.customer import relay
from bot.actions.notice_kinds import View
from bot.actions.recipients import contacts
from bot.base.database.transaction import Transaction
from bot.chat.handler import Answer, Button
from bot.chat.own_words import own_words
from bot.chat.passing_on import attachment, say_to_person
from bot.chat.turn import Turn, settled
from bot.domain.known_delivery import DeliveryRow
from bot.domain.person import Person
from bot.identifiers import DeliveryUuid
from bot.store import cards, deliveries, dialogs, people
from bot.store import conversations as kept
from bot.store.conversations import Conversation
from bot.store.dialogs import Question
from bot.texts.callbacks import TO_CHOSEN, TO_STAFF, Press, Verb, decode
from bot.texts.customer import relay as relay_texts
from bot.texts.everyone import conversation as texts
from bot.texts.everyone.conversation import Quick
from bot.texts.words import Words


class ToStaff(Question):
    """A message to the dispatchers that is being written."""

    name = "write_staff"
    lasts = timedelta(hours=1)

    delivery: DeliveryUuid | None = None


class ToPerson(Question):
    """A message of a dispatcher that is being written; `conversation` if it answers one."""

    name = "write_person"
    lasts = timedelta(hours=1)

    user_id: int
    delivery: DeliveryUuid | None = None
    conversation: str | None = None


@settled
def reply_wanted(tx: Transaction, turn: Turn) -> None:
    conversation = readable(tx, turn, turn.objects()[0])
    asker = people.get(tx, conversation.user_id) if conversation else None
    if conversation is None or asker is None:
        turn.reply(tx, texts.GONE)
        return
    delivery, user = conversation.delivery, asker.user_id
    question: Question
    if conversation.reader is not None and delivery is not None:
        # A conversation that only one person reads is between a customer and their rider.
        question = relay.ForCustomer(delivery=delivery, customer=user, asked=True)
    else:
        question = ToPerson(user_id=user, delivery=delivery, conversation=conversation.uuid)
    question.ask(tx, turn.person.user_id)
    turn.reply(tx, texts.ask_for_words(turn.say, asker.first_name))


@settled
def quick_reply(tx: Transaction, turn: Turn) -> None:
    """Send a one-tap answer in its reader's language."""
    conversation = readable(tx, turn, turn.objects()[0])
    quick = next((each for each in Quick if each == turn.tokens()[0]), None)
    if conversation is None or quick is None:
        turn.reply(tx, texts.GONE)
        return
    asker = people.get(tx, conversation.user_id)
    say = Words(asker.language) if asker else turn.say
    _answer(tx, turn, conversation, texts.quick_words(say, quick))


@settled
def write_wanted(tx: Transaction, turn: Turn) -> None:
    """Ask for the words to write to a person of an order, or to the dispatchers."""
    row = deliveries.get(tx, turn.delivery())
    (whom,) = turn.tokens()
    if row is None:
        turn.stale()
    elif whom == TO_STAFF:
        ToStaff(delivery=row.uuid).ask(tx, turn.person.user_id)
        turn.reply(tx, texts.ask_for_words(turn.say, ""))
    elif not may(turn.person, Action.WRITE_TO_PERSON, row):
        turn.stale()
    else:
        _ask_words_for(tx, turn, row, whom)


def _ask_words_for(tx: Transaction, turn: Turn, row: DeliveryRow, whom: str) -> None:
    """Ask for the words to write to one person of an order, or first ask to whom."""
    rider = contacts.rider_for(tx, row)
    reachable = [(rider, texts.RIDER)] if rider else []
    for follower in contacts.followers(tx, row.uuid):
        role = texts.SENDER if follower.is_sender else texts.CUSTOMER
        reachable.append((follower.person, role))
    if whom == TO_CHOSEN and len(reachable) != 1:
        choices = [(person.user_id, role, person.first_name) for person, role in reachable]
        turn.reply(tx, texts.to_whom(turn.say, row.uuid, row.order_number, choices))
        return
    # With only one person there is nothing to choose.
    meant = (person for person, _ in reachable if whom in {TO_CHOSEN, str(person.user_id)})
    addressee = next(meant, None)
    if addressee is None:
        turn.stale()
        return
    ToPerson(user_id=addressee.user_id, delivery=row.uuid).ask(tx, turn.person.user_id)
    turn.reply(tx, texts.ask_for_words(turn.say, addressee.first_name))


@settled
def told_staff(tx: Transaction, turn: Turn) -> None:
    question = turn.answered(ToStaff)
    dialogs.close(tx, turn.person.user_id)
    say_to_person(tx, turn, own_words(tx, turn), question.delivery, is_for_staff=True)


@settled
def told_person(tx: Transaction, turn: Turn) -> None:
    question = turn.answered(ToPerson)
    conversation = kept.get(tx, question.conversation) if question.conversation else None
    person = people.get(tx, question.user_id)
    dialogs.close(tx, turn.person.user_id)
    # If the conversation was forgotten meanwhile, write to its person instead.
    if conversation is not None:
        _answer(tx, turn, conversation, None)
    elif person is None:
        turn.reply(tx, texts.GONE)
    else:
        _write(tx, turn, person, question.delivery)


def _answer(tx: Transaction, turn: Turn, conversation: Conversation, quick: str | None) -> None:
    """Answer a conversation with the words of a button, or with the written message."""
    words = own_words(tx, turn).text if quick is None else quick
    attached = attachment(turn) if quick is None else None
    if not words and attached is None:
        turn.reply(tx, relay_texts.ONLY_WORDS_AND_PICTURES)
    elif conversation.reader is not None:
        _answer_customer(tx, turn, conversation, words)
    elif conversations.answer(tx, turn.person, conversation, words, attached, turn.job.key) is None:
        person = people.get(tx, conversation.user_id)
        turn.reply(tx, texts.not_sent(turn.say, person.first_name if person else ""))
    elif quick is None:
        # After a tap the card shows the answer; a written message gets a receipt.
        turn.receipt(tx)


def _answer_customer(tx: Transaction, turn: Turn, conversation: Conversation, words: str) -> None:
    """Answer a customer as the rider whom they have written to, while that rider has the job."""
    row = deliveries.get(tx, conversation.delivery or DeliveryUuid(""))
    customer = people.get(tx, conversation.user_id)
    allowed = row and relay.customer_for(tx, turn.person, row, conversation.user_id)
    if row is None or customer is None or not allowed:
        turn.reply(tx, texts.GONE)
    elif not customer.reachable:
        turn.reply(tx, texts.not_sent(turn.say, customer.first_name))
    elif not relay.may_send(tx, turn.person, row.uuid):
        turn.reply(tx, relay_texts.too_many(turn.say))
    else:
        relay.to_customer(tx, turn.person, row, customer, words, attachment(turn), turn.job.key)


def _write(tx: Transaction, turn: Turn, person: Person, delivery: DeliveryUuid | None) -> None:
    words, attached = own_words(tx, turn).text, attachment(turn)
    if not words and attached is None:
        turn.reply(tx, relay_texts.ONLY_WORDS_AND_PICTURES)
    elif not person.reachable:
        turn.reply(tx, texts.not_sent(turn.say, person.first_name))
    else:
        conversations.write(tx, turn.person, person, delivery, words, attached, turn.job.key)
        turn.receipt(tx)


def readable(tx: Transaction, turn: Turn, uuid: str) -> Conversation | None:
    """Return a conversation if this person may answer it."""
    conversation = kept.get(tx, uuid)
    may_read = conversation and conversation_cards.may_read(turn.person, conversation)
    return conversation if may_read else None


async def answered_by_reply(turn: Turn) -> bool:
    """Send a reply to somebody's words, or to a card, to the person concerned.

    Return `False` if the message replies to nothing that has such a person.
    """
    replied = turn.message.reply_to_message
    if replied is None or replied.from_user is None or not replied.from_user.is_bot:
        return False
    # Read first whether to settle this turn here; otherwise other listeners try the words.
    plan = await turn.context.database.read(_addressee, turn, replied)
    if plan is None:
        return False
    await turn.settle(plan)
    return True


Plan = Callable[[Transaction], None]


def _addressee(tx: Transaction, turn: Turn, replied: Message) -> Plan | None:
    """Find the addressee by the card that is replied to, or by the buttons of the message."""
    card = cards.at(tx, turn.chat.id, replied.message_id)
    if card is not None and card.view == View.CONVERSATION:
        return _to_conversation(tx, turn, card.delivery)
    if card is not None and card.view == View.DISPATCHER:
        return _to_rider_of(tx, turn, card.delivery)
    markup = replied.reply_markup
    for button in chain.from_iterable(markup.inline_keyboard if markup else ()):
        data = button.callback_data
        press = decode(data) if isinstance(data, str) else None
        plan = _by_button(tx, turn, press) if press is not None and press.objects else None
        if plan is not None:
            return plan
    return None


def _by_button(tx: Transaction, turn: Turn, press: Press) -> Plan | None:
    """Find the addressee by what one button of the message does."""
    uuid = str(press.objects[0])
    if press.verb is Verb.REPLY:
        return _to_conversation(tx, turn, uuid)
    delivery = DeliveryUuid(uuid)
    if press.verb is Verb.MESSAGE_CUSTOMER and press.tokens:
        return _to_customer(tx, turn, delivery, press.tokens[0])
    if press.verb is Verb.MESSAGE_RIDER:
        if contacts.subscription(tx, turn.person.user_id, delivery) is None:
            return None
        return lambda tx: say_to_person(tx, turn, own_words(tx, turn), delivery)
    return _to_rider_of(tx, turn, delivery)


def _to_conversation(tx: Transaction, turn: Turn, uuid: str) -> Plan | None:
    conversation = readable(tx, turn, uuid)
    return (lambda tx: _answer(tx, turn, conversation, None)) if conversation else None


def _to_rider_of(tx: Transaction, turn: Turn, delivery: DeliveryUuid) -> Plan | None:
    row = deliveries.get(tx, delivery)
    if row is None or not may(turn.person, Action.WRITE_TO_PERSON, row):
        return None
    rider = contacts.rider_for(tx, row)
    return (lambda tx: _write(tx, turn, rider, delivery)) if rider else None


def _to_customer(tx: Transaction, turn: Turn, delivery: DeliveryUuid, customer: str) -> Plan | None:
    row, number = deliveries.get(tx, delivery), int(customer) if customer.isdecimal() else 0
    allowed = relay.customer_for(tx, turn.person, row, number) if row else None
    person = people.get(tx, number) if allowed else None
    if row is None or person is None or not person.reachable:
        return None

    def tell(tx: Transaction) -> None:
        if not relay.may_send(tx, turn.person, delivery):
            turn.reply(tx, relay_texts.too_many(turn.say))
            return
        words = own_words(tx, turn).text
        relay.to_customer(tx, turn.person, row, person, words, attachment(turn), turn.job.key)
        turn.receipt(tx)

    return tell


REPLY = Button(Verb.REPLY, Action.ANSWER, reply_wanted)
QUICK_REPLY = Button(Verb.QUICK_REPLY, Action.ANSWER, quick_reply, tokens=1, is_quiet=True)
WRITE = Button(Verb.WRITE, Action.WRITE, write_wanted, tokens=1)
WRITTEN_TO_STAFF = Answer(ToStaff.name, Action.WRITE, told_staff, takes_all=True, takes_others=True)
WRITTEN_TO_PERSON = Answer(
    ToPerson.name, Action.WRITE_TO_PERSON, told_person, takes_all=True, takes_others=True
)
