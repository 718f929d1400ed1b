"""Words that a rider wants a customer to be told: offered with one tap, never sent on a guess."""

from datetime import timedelta

from bot.actions.access import Action
from bot.actions.customer import relay
from bot.actions.rider import code_questions
from bot.actions.snapshots import snapshot
from bot.base.database.transaction import Transaction
from bot.chat.handler import Button
from bot.chat.own_words import own_words
from bot.chat.passing_on import say_to_person
from bot.chat.turn import Turn, settled
from bot.domain.known_delivery import DeliveryRow
from bot.identifiers import DeliveryUuid
from bot.store import deliveries, dialogs, people
from bot.store.dialogs import Question
from bot.store.subscriptions import Subscription
from bot.texts.callbacks import Verb
from bot.texts.customer import relay as texts
from bot.texts.limits import units


class CustomerWords(Question):
    """Words for a customer, and the delivery that they are about."""

    name = "customer_words"
    lasts = timedelta(minutes=30)

    delivery: DeliveryUuid
    customer: int
    words: str


def offer(
    turn: Turn, row: DeliveryRow, receiver: Subscription, words: str, tx: Transaction
) -> None:
    """Keep the words, and offer to send them."""
    # Words that may hold a code, or are too long to send, go to a person instead.
    own = own_words(tx, turn)
    if own.had_code or units(words) > texts.LONGEST:
        say_to_person(tx, turn, own, row.uuid)
        return
    code_questions.withdraw_question(tx, turn.person, turn.job.key)
    question = CustomerWords(delivery=row.uuid, customer=receiver.user_id, words=words)
    question.ask(tx, turn.person.user_id)
    offered = texts.may_be_sent(turn.say, snapshot(row), receiver.party, words)
    turn.reply(tx, offered, with_job=row.uuid)


@settled
def send(tx: Transaction, turn: Turn) -> None:
    question = CustomerWords.current(tx, turn.person.user_id)
    row = deliveries.get(tx, question.delivery) if question else None
    customer = people.get(tx, question.customer) if question else None
    if question is None or row is None or customer is None or not customer.reachable:
        turn.replace(tx, texts.TOO_LATE)
        return
    subscription = relay.customer_for(tx, turn.person, row, customer.user_id)
    # The question is over, whatever happens to the words now.
    dialogs.close(tx, turn.person.user_id)
    if subscription is None:
        turn.replace(tx, texts.over(turn.say, row.order_number))
    elif not relay.may_send(tx, turn.person, row.uuid):
        turn.replace(tx, texts.too_many(turn.say))
    else:
        relay.to_customer(tx, turn.person, row, customer, question.words, None, turn.job.key)
        turn.replace(tx, texts.sent_to_customer(turn.say, snapshot(row), subscription.party))


SEND_TO_CUSTOMER = Button(Verb.SEND_TO_CUSTOMER, Action.MESSAGE_CUSTOMER, send)
