"""Message the rider, message the customer: a button asks for the words and passes them on."""

from bot.actions.access import Action
from bot.actions.customer import relay, subscriptions
from bot.actions.customer.relay import ForCustomer, ForRider, RelayQuestion
from bot.actions.recipients import contacts
from bot.actions.rider import code_questions
from bot.actions.snapshots import snapshot
from bot.base.database.transaction import Transaction
from bot.chat.handler import Answer, Button
from bot.chat.own_words import OwnWords, own_words
from bot.chat.passing_on import attachment
from bot.chat.turn import Turn, settled
from bot.identifiers import DeliveryUuid
from bot.store import conversations, deliveries, dialogs, people
from bot.texts.callbacks import Verb
from bot.texts.customer import note as note_texts
from bot.texts.customer import relay as texts
from bot.texts.everyone import conversation as conversation_texts
from bot.texts.html import Html
from bot.texts.limits import units
from bot.texts.message import Message
from bot.texts.names import rider_name
from bot.texts.rider import replies as rider_texts


@settled
def rider_wanted(tx: Transaction, turn: Turn) -> None:
    delivery = turn.delivery()
    one = subscriptions.one_for(tx, turn.person, Action.MESSAGE_RIDER, delivery)
    if one is None:
        turn.stale()
    elif contacts.rider_for(tx, one.row) is None:
        turn.reply(tx, texts.not_here(turn.say, one.row.order_number))
    else:
        ForRider(delivery=delivery, asked=True).ask(tx, turn.person.user_id)
        turn.reply(tx, texts.ask_for_rider(turn.say, one.seen))


@settled
def customer_wanted(tx: Transaction, turn: Turn) -> None:
    delivery, (token,) = turn.delivery(), turn.tokens()
    # Callback data can be made up, so the token need not be a number.
    customer = int(token) if token.isascii() and token.isdecimal() else 0
    row = deliveries.get(tx, delivery)
    subscription = relay.customer_for(tx, turn.person, row, customer) if row else None
    if row is None or subscription is None:
        turn.stale()
        return
    code_questions.withdraw_question(tx, turn.person, turn.job.key)
    question = ForCustomer(delivery=delivery, customer=customer, asked=True)
    question.ask(tx, turn.person.user_id)
    message = texts.ask_for_customer(turn.say, snapshot(row), subscription.party)
    turn.reply(tx, message, with_job=row.uuid)


@settled
def told_rider(tx: Transaction, turn: Turn) -> None:
    question = turn.answered(ForRider)
    one = subscriptions.one_for(tx, turn.person, Action.MESSAGE_RIDER, question.delivery)
    rider = contacts.rider_for(tx, one.row) if one else None
    if one is None:
        _is_over(tx, turn, question)
    elif rider is None:
        dialogs.close(tx, turn.person.user_id)
        turn.reply(tx, texts.not_here(turn.say, one.row.order_number))
    elif _may_pass(tx, turn, question):
        words = own_words(tx, turn)
        relay.to_rider(tx, turn.person, one, rider, words.text, attachment(turn), turn.job.key)
        _confirm(tx, turn, words, texts.sent_to_rider(turn.say, one.seen))


@settled
def told_customer(tx: Transaction, turn: Turn) -> None:
    question = turn.answered(ForCustomer)
    row = deliveries.get(tx, question.delivery)
    number = question.customer or 0
    subscription = relay.customer_for(tx, turn.person, row, number) if row else None
    customer = people.get(tx, number)
    if row is None or subscription is None:
        _is_over(tx, turn, question)
    elif customer is None or not customer.reachable:
        dialogs.close(tx, turn.person.user_id)
        turn.reply(tx, texts.not_here(turn.say, row.order_number))
    elif _may_pass(tx, turn, question):
        words = own_words(tx, turn)
        relay.to_customer(
            tx, turn.person, row, customer, words.text, attachment(turn), turn.job.key
        )
        message = texts.sent_to_customer(turn.say, snapshot(row), subscription.party)
        _confirm(tx, turn, words, message)


@settled
def hand_on(tx: Transaction, turn: Turn) -> None:
    """Pass words that went to the dispatchers on to an order's rider, too."""
    uuid, delivery = turn.objects()
    conversation = conversations.get(tx, uuid)
    one = subscriptions.one_for(tx, turn.person, Action.MESSAGE_RIDER, DeliveryUuid(delivery))
    rider = contacts.rider_for(tx, one.row) if one else None
    is_theirs = conversation is not None and conversation.user_id == turn.person.user_id
    if conversation is None or one is None or not is_theirs or conversation.delivery is not None:
        turn.stale()
    elif rider is None:
        turn.reply(tx, texts.not_here(turn.say, one.row.order_number))
    else:
        relay.hand_on(tx, turn.person, one, rider, conversation, turn.job.key)
        name = rider_name(one.seen) or rider.first_name
        turn.replace(tx, conversation_texts.passed_on(turn.say, name, Html()))


def _confirm(tx: Transaction, turn: Turn, words: OwnWords, sent: Message) -> None:
    """Put a receipt under the message; one that held a code is deleted, so reply instead."""
    if words.had_code:
        turn.reply(tx, sent)
    else:
        turn.receipt(tx)


def _is_over(tx: Transaction, turn: Turn, question: RelayQuestion) -> None:
    dialogs.close(tx, turn.person.user_id)
    row = deliveries.get(tx, question.delivery)
    turn.reply(tx, texts.over(turn.say, row.order_number if row else ""))


def _may_pass(tx: Transaction, turn: Turn, question: RelayQuestion) -> bool:
    """Tell whether a message may be passed on; if not, say why, and let the person try again."""
    words = own_words(tx, turn)
    if words.is_only_code and attachment(turn) is None:
        warning = rider_texts.UNASKED_CODE if question.customer else note_texts.NEVER_SEND_CODES
        turn.reply(tx, warning)
        return False
    if not words.text and attachment(turn) is None:
        turn.reply(tx, texts.ONLY_WORDS_AND_PICTURES)
        return False
    if units(words.text) > texts.LONGEST:
        turn.reply(tx, texts.too_long(turn.say))
        return False
    # The question is over even if this is one message too many.
    dialogs.close(tx, turn.person.user_id)
    if not relay.may_send(tx, turn.person, question.delivery):
        turn.reply(tx, texts.too_many(turn.say))
        return False
    return True


def _was_asked(turn: Turn) -> bool:
    """Tell whether they tapped a button to write this; otherwise it may be for anybody."""
    question = ForRider.read(turn.dialog) or ForCustomer.read(turn.dialog)
    return question is not None and question.asked


MESSAGE_RIDER = Button(Verb.MESSAGE_RIDER, Action.MESSAGE_RIDER, rider_wanted)
HAND_ON = Button(Verb.HAND_ON, Action.MESSAGE_RIDER, hand_on, about=2)
MESSAGE_CUSTOMER = Button(Verb.MESSAGE_CUSTOMER, Action.MESSAGE_CUSTOMER, customer_wanted, tokens=1)
TOLD_RIDER = Answer(
    ForRider.name,
    Action.MESSAGE_RIDER,
    told_rider,
    takes_all=True,
    takes_others=True,
    fits=_was_asked,
)
TOLD_CUSTOMER = Answer(
    ForCustomer.name,
    Action.MESSAGE_CUSTOMER,
    told_customer,
    takes_all=True,
    takes_others=True,
    fits=_was_asked,
)
