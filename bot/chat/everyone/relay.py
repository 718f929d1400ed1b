"""Message the rider, message the customer: a question each, and what is answered is passed on."""

from bot.actions.access import Action
from bot.actions.customer import relay, subscriptions
from bot.actions.customer.relay import ForCustomer, ForRider, RelayQuestion
from bot.actions.recipients import contacts
from bot.actions.rider import code_questions, codes
from bot.actions.snapshots import snapshot
from bot.base.database import Transaction
from bot.chat.handler import Answer, Button
from bot.chat.turn import Turn
from bot.store import deliveries, dialogs, people
from bot.texts.callbacks import Verb
from bot.texts.customer import note as note_texts
from bot.texts.customer import relay as texts
from bot.texts.limits import units
from bot.texts.message import Attachment, Picture, Voice
from bot.texts.rider import replies as rider_texts


async def rider_wanted(turn: Turn) -> None:
    delivery = turn.delivery()
    async with turn.settle() as tx:
        one = await subscriptions.one_for(tx, turn.person, Action.MESSAGE_RIDER, delivery)
        if one is None:
            turn.stale()
        elif await contacts.rider_for(tx, one.row) is None:
            await turn.reply(tx, texts.not_here(turn.say, one.row.order_number))
        else:
            await ForRider(delivery=delivery, asked=True).ask(tx, turn.person.user_id)
            await turn.reply(tx, texts.ask_for_rider(turn.say, one.seen))


async def customer_wanted(turn: Turn) -> None:
    delivery, customer = turn.delivery(), _number(turn.tokens()[0])
    async with turn.settle() as tx:
        row = await deliveries.get(tx, delivery)
        subscription = await relay.customer_for(tx, turn.person, row, customer) if row else None
        if row is None or subscription is None:
            turn.stale()
            return
        await code_questions.withdraw_question(tx, turn.person, turn.job.key)
        question = ForCustomer(delivery=delivery, customer=customer, asked=True)
        await question.ask(tx, turn.person.user_id)
        asked = texts.ask_for_customer(turn.say, snapshot(row), subscription.party)
        await turn.reply(tx, asked)


async def told_rider(turn: Turn) -> None:
    question = turn.answered(ForRider)
    async with turn.settle() as tx:
        one = await subscriptions.one_for(tx, turn.person, Action.MESSAGE_RIDER, question.delivery)
        rider = await contacts.rider_for(tx, one.row) if one else None
        if one is None:
            await _is_over(tx, turn, question)
        elif rider is None:
            await dialogs.close(tx, turn.person.user_id)
            await turn.reply(tx, texts.not_here(turn.say, one.row.order_number))
        elif await _may_pass(tx, turn, question):
            said = (_words(turn), _attachment(turn))
            await relay.to_rider(tx, turn.person, one, rider, *said, turn.job.key)
            await turn.reply(tx, texts.sent_to_rider(turn.say, one.seen))


async def told_customer(turn: Turn) -> None:
    question = turn.answered(ForCustomer)
    async with turn.settle() as tx:
        row = await deliveries.get(tx, question.delivery)
        number = question.customer or 0
        subscription = await relay.customer_for(tx, turn.person, row, number) if row else None
        customer = await people.get(tx, number)
        if row is None or subscription is None:
            await _is_over(tx, turn, question)
        elif customer is None or not customer.reachable:
            await dialogs.close(tx, turn.person.user_id)
            await turn.reply(tx, texts.not_here(turn.say, row.order_number))
        elif await _may_pass(tx, turn, question):
            said = (_words(turn), _attachment(turn))
            await relay.to_customer(tx, turn.person, row, customer, *said, turn.job.key)
            seen = snapshot(row)
            await turn.reply(tx, texts.sent_to_customer(turn.say, seen, subscription.party))


async def _is_over(tx: Transaction, turn: Turn, question: RelayQuestion) -> None:
    await dialogs.close(tx, turn.person.user_id)
    row = await deliveries.get(tx, question.delivery)
    await turn.reply(tx, texts.over(turn.say, row.order_number if row else ""))


async def _may_pass(tx: Transaction, turn: Turn, question: RelayQuestion) -> bool:
    """Say what is wrong with a message, if anything is; then the question stays open."""
    words = _words(turn)
    if codes.is_number_alone(words):
        await turn.erase_message(tx)
        warning = rider_texts.UNASKED_CODE if question.customer else note_texts.NEVER_SEND_CODES
        await turn.reply(tx, warning)
        return False
    if not words and _attachment(turn) is None:
        await turn.reply(tx, texts.ONLY_WORDS_AND_PICTURES)
        return False
    if units(words) > texts.LONGEST:
        await turn.reply(tx, texts.too_long(turn.say))
        return False
    await dialogs.close(tx, turn.person.user_id)
    if not await relay.may_send(tx, turn.person, question.delivery):
        await turn.reply(tx, texts.too_many(turn.say))
        return False
    return True


def _words(turn: Turn) -> str:
    return turn.message.text or turn.message.caption or ""


def _attachment(turn: Turn) -> Attachment | None:
    """Return the photo or the voice message by Telegram's id for it; nothing is downloaded."""
    message = turn.message
    if message.photo:
        return Picture(file_id=message.photo[-1].file_id)
    return Voice(file_id=message.voice.file_id) if message.voice else None


def _number(token: str) -> int:
    return int(token) if token.isascii() and token.isdecimal() else 0


MESSAGE_RIDER = Button(Verb.MESSAGE_RIDER, Action.MESSAGE_RIDER, rider_wanted)
MESSAGE_CUSTOMER = Button(Verb.MESSAGE_CUSTOMER, Action.MESSAGE_CUSTOMER, customer_wanted, tokens=1)
TOLD_RIDER = Answer(ForRider.name, Action.MESSAGE_RIDER, told_rider, takes_all=True)
TOLD_CUSTOMER = Answer(ForCustomer.name, Action.MESSAGE_CUSTOMER, told_customer, takes_all=True)
