"""Free text: words without a command reach the person they are for, and are never thrown away.

The bot tries in this order: an answer to words that were passed on, the sentences of a role, the
sentences that anybody may say, and at last a person.
"""

from collections.abc import Awaitable, Callable
from difflib import get_close_matches

from telegram.helpers import effective_message_type

from bot.actions.access import Action
from bot.actions.customer import subscriptions
from bot.actions.everyone import misunderstood as counted
from bot.actions.everyone.misunderstood import Unread
from bot.base.database.transaction import Transaction
from bot.chat.customer.own_sentences import listen as listen_to_customer
from bot.chat.customer.place import place_sent
from bot.chat.customer.received import heard_code
from bot.chat.dispatcher.own_sentences import ask_what_is_meant, gives_orders
from bot.chat.dispatcher.own_sentences import listen as listen_to_dispatcher
from bot.chat.dispatcher.pasted_orders import heard_order
from bot.chat.everyone.conversation import answered_by_reply
from bot.chat.everyone.help import commands_of
from bot.chat.handler import Handler, as_typed
from bot.chat.own_words import own_words
from bot.chat.passing_on import (
    about_code,
    attachment,
    is_answer_expected,
    pass_on,
    pass_on_to_staff,
)
from bot.chat.registry import COMMANDS
from bot.chat.rider.own_sentences import listen as listen_to_rider
from bot.chat.turn import Turn, settled
from bot.domain.person import Person, Role
from bot.parsing.intents.intent import Intent
from bot.parsing.intents.reader import Reading, read
from bot.store import deliveries
from bot.texts.everyone import conversation, misunderstood
from bot.texts.everyone import replies as texts
from bot.texts.rider import replies as rider_texts

Listener = Callable[[Turn, Reading], Awaitable[bool]]

_LISTENERS: tuple[tuple[frozenset[Role], Listener], ...] = (
    (frozenset({Role.RIDER}), listen_to_rider),
    (frozenset({Role.OWNER, Role.DISPATCHER}), listen_to_dispatcher),
    (frozenset({Role.CUSTOMER}), heard_code),
    (frozenset({Role.CUSTOMER}), listen_to_customer),
)
_POLITE = {Intent.THANKS, Intent.GREETING}
_COMMANDS = {command.name: command for command in COMMANDS}


def is_withdrawal(turn: Turn, *, of_any_words: bool) -> bool:
    """Tell whether somebody withdraws from a question instead of answering it.

    `of_any_words`: any words may answer the question, so only the plainest words withdraw.
    """
    reading = read(turn.text, turn.person.language)
    intent = Intent.WITHDRAW if of_any_words else Intent.CANCEL
    return reading.means(intent) and reading.intents[intent] == 0


async def listen(turn: Turn) -> None:
    """Act on a message that is no command of ours and answers no open question."""
    if not turn.person.roles:
        await _answer_stranger(turn)
        return
    if turn.is_command and turn.is_by_them:
        await _answer_command(turn)
        return
    if turn.is_by_them and (await answered_by_reply(turn) or await place_sent(turn)):
        return
    if turn.person.dispatches and not await gives_orders(turn) and await heard_order(turn):
        return
    if not turn.text and (attachment(turn) is None or turn.person.dispatches):
        await _answer_kind(turn)
    elif not turn.is_by_them:
        # Words that somebody else has written command nothing.
        await _ask_a_person(turn)
    else:
        await _do_what_is_meant(turn, read(turn.text, turn.person.language))


@settled
def _answer_kind(tx: Transaction, turn: Turn) -> None:
    """Say what can be done instead of sending this kind of message here."""
    kind = effective_message_type(turn.message)
    answer = misunderstood.kind(turn.say, str(kind)) if kind else None
    if answer is not None:
        counted.count(tx, Unread.OTHER)
        turn.reply(tx, answer)


@settled
def _answer_stranger(tx: Transaction, turn: Turn) -> None:
    """Say whose bot this is to a stranger who asks that, and to others how to join."""
    if read(turn.text, turn.person.language).means(Intent.WHO):
        identity = turn.context.identity
        name, phone = identity.business_name, identity.business_phone
        turn.reply(tx, conversation.who_we_are_to_stranger(turn.say, name, phone))
    elif turn.person.barred_rider and own_words(tx, turn).had_code:
        # A former rider's words may hold a code, which must not stay in the chat.
        turn.reply(tx, rider_texts.UNASKED_CODE)
    else:
        turn.reply(tx, texts.POLITE_SENTENCE)


async def _do_what_is_meant(turn: Turn, reading: Reading) -> None:
    # In some languages the words for cash also ask for the jobs, so cash comes before the roles'
    # own sentences. A number in the words may be a code, or an order.
    has_number = any(char.isdecimal() for char in turn.text)
    asks_for_cash = reading.means(Intent.CASH) and not reading.says_more_than(Intent.CASH)
    if asks_for_cash and not has_number and await as_typed(turn, _COMMANDS["cash"]):
        return
    for roles, listener in _LISTENERS:
        if roles & turn.person.roles and await listener(turn, reading):
            return
    # "Thanks" after somebody has just written is for that person, and not for the bot.
    if is_answer_expected(turn) and reading.intents.keys() <= _POLITE:
        await pass_on(turn)
        return
    for intent, handler in _MEANT:
        # "I am not home yet" holds "not yet", and withdraws nothing.
        is_more = intent is Intent.CANCEL and reading.intents.get(intent)
        if reading.means(intent) and not is_more and not reading.says_more_than(intent):
            await handler(turn)
            return
    await _ask_a_person(turn)


async def _withdraw(turn: Turn) -> None:
    """Withdraw the open question; without one, a person reads it: it may be about a parcel."""
    is_about_parcel = not turn.person.dispatches and turn.dialog is None
    if is_about_parcel and await turn.context.database.read(_has_parcel, turn.person):
        await pass_on_to_staff(turn)
    else:
        await as_typed(turn, _COMMANDS["cancel"])


def _has_parcel(tx: Transaction, person: Person) -> bool:
    """Tell whether somebody carries an open parcel, or follows one."""
    followed = subscriptions.all_for(tx, person, Action.SEE_WHERE)
    carried = deliveries.open_of_rider(tx, person.as_rider)
    return bool(carried) or any(one.row.is_open for one in followed)


async def _ask_a_person(turn: Turn) -> None:
    if turn.person.dispatches:
        await ask_what_is_meant(turn)
    else:
        await pass_on(turn)


async def _greet(turn: Turn) -> None:
    if turn.person.roles == {Role.CUSTOMER}:
        await _say_who_we_are(turn)
    else:
        await as_typed(turn, _COMMANDS["help"])


async def _say_who_we_are(turn: Turn) -> None:
    identity = turn.context.identity
    name, phone = identity.business_name, identity.business_phone
    await turn.answer(conversation.who_we_are(turn.say, name, phone))


@settled
def _thank(tx: Transaction, turn: Turn) -> None:
    turn.receipt(tx)


def _command(name: str) -> Handler:
    async def handle(turn: Turn) -> None:
        await as_typed(turn, _COMMANDS[name])

    return handle


_MEANT: tuple[tuple[Intent, Handler], ...] = (
    (Intent.STOP, _command("stop")),
    (Intent.CANCEL, _withdraw),
    (Intent.FORGET, _command("forget")),
    (Intent.LANGUAGE, _command("language")),
    (Intent.HELP, _command("help")),
    (Intent.WHO, _say_who_we_are),
    (Intent.THANKS, _thank),
    (Intent.GREETING, _greet),
)
"""The intents that anybody may have, in any role, and their handlers."""


@settled
def _answer_command(tx: Transaction, turn: Turn) -> None:
    """Say which command was probably meant; delete the message if it holds a code."""
    counted.count(tx, Unread.COMMAND)
    behind = turn.text.partition(" ")[2]
    rode = turn.person.rider or turn.person.barred_rider
    if rode and own_words(tx, turn, behind).had_code:
        turn.reply(tx, rider_texts.UNASKED_CODE)
        return
    name = turn.text.split()[0].removeprefix("/").partition("@")[0].lower()
    names = [command.name for command in commands_of(turn.person, COMMANDS)]
    nearest = next(iter(get_close_matches(name, names, n=1)), None)
    turn.reply(tx, misunderstood.command(turn.say, name, nearest))


@settled
def edited(tx: Transaction, turn: Turn) -> None:
    """Say that an edited message is not read again; delete it if it holds a code."""
    counted.count(tx, Unread.EDIT)
    words = own_words(tx, turn)
    is_known = bool(turn.person.roles or turn.person.barred_rider)
    turn.reply(tx, about_code(turn) if words.had_code and is_known else misunderstood.EDITED)
