"""The sentences of dispatchers in their own words: order numbers, riders' names, wishes."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from bot.actions import conversations
from bot.actions.access import Action
from bot.actions.everyone import misunderstood
from bot.actions.everyone.misunderstood import Unread
from bot.actions.order_numbers import tidy
from bot.base.database.transaction import Transaction
from bot.chat.dispatcher import (
    assign,
    board,
    cancel_delivery,
    delivery,
    edit,
    find,
    new,
    report,
    rider,
    tell_customer,
)
from bot.chat.dispatcher import deliveries as deliveries_list
from bot.chat.dispatcher.assign_many import assign_named, assign_waiting
from bot.chat.dispatcher.pasted_orders import take_orders
from bot.chat.dispatcher.tell_customer import DraftedWords, is_like
from bot.chat.dispatcher.written_orders import orders_in
from bot.chat.fleet_answer import asking_the_fleet
from bot.chat.handler import Button, Command, as_typed
from bot.chat.own_words import own_words
from bot.chat.turn import Turn, settled
from bot.domain.draft import Blank
from bot.fleet import FleetError, Rider
from bot.identifiers import OrderNumber
from bot.parsing.arguments import in_english
from bot.parsing.intents.intent import Intent
from bot.parsing.intents.phrasebook import phrasebook
from bot.parsing.intents.reader import Reading
from bot.parsing.intents.spoken import plain, words
from bot.store import deliveries, dialogs, people
from bot.texts.callbacks import Verb
from bot.texts.days import PERIODS
from bot.texts.dispatcher import drafted_words as texts
from bot.texts.dispatcher.filters import WAITING
from bot.texts.everyone.conversation import not_sent

_MEANT: tuple[tuple[Intent, Command], ...] = (
    (Intent.NEW_ORDER, new.NEW),
    (Intent.REPORT, report.REPORT),
    (Intent.NO_RIDER, deliveries_list.DELIVERIES),
    (Intent.RIDERS, rider.RIDERS),
    (Intent.BOARD, board.BOARD),
)
_NUMBER = re.compile(r"[#№]?(\w*\d\w*)")
_PHONE = re.compile(r"[+(]?[\d٠-٩][\d٠-٩ ().-]{6,}")
_SHORTEST_NAME = 3


@dataclass(frozen=True, slots=True)
class Named:
    """The orders and the riders that a message names."""

    orders: tuple[str, ...]
    riders: tuple[Rider, ...]
    others: int
    """How many words belong to no rider's name and hold no digit."""


async def gives_orders(turn: Turn) -> bool:
    """Tell whether a dispatcher gives orders to riders, instead of writing a new one.

    Then every number is that of an order, and a rider is named.
    """
    numbers = _numbers(turn.text) if turn.is_by_them else []

    def are_known(tx: Transaction) -> bool:
        return all(deliveries.by_order(tx, OrderNumber(each)) for each in numbers)

    if not numbers or not await turn.context.database.read(are_known):
        return False
    return bool((await _named(turn)).riders)


async def listen(turn: Turn, reading: Reading) -> bool:
    """Do what a dispatcher means; return `False` if the bot does not know it."""
    # A phone number by itself could be read as the number of an order.
    if _PHONE.fullmatch(turn.text.strip()):
        return await as_typed(turn, find.FIND, turn.text.strip())
    named = await _named(turn)
    if named.orders:
        return await _about_orders(turn, reading, named)
    if named.riders and await _about_riders(turn, reading, named):
        return True
    is_to_be_told = reading.means(Intent.TELL) or reading.means(Intent.TELL_CUSTOMER)
    if is_to_be_told and await tell_customer.offered(turn):
        return True
    if reading.means(Intent.FIND):
        # Leave out filler words around the search words.
        looked_for = reading.behind(Intent.FIND, turn.text).split()
        fillers = phrasebook(turn.person.language).fillers
        while looked_for and plain(looked_for[0]) in fillers:
            looked_for.pop(0)
        while looked_for and plain(looked_for[-1]) in fillers:
            looked_for.pop()
        return await as_typed(turn, find.FIND, " ".join(looked_for) or turn.text)
    return await _by_intent(turn, reading)


async def _about_riders(turn: Turn, reading: Reading, named: Named) -> bool:
    """Offer to write to the named riders, to give one all waiting orders, or show that one."""
    if reading.means(Intent.TELL):
        await _offer_to_send(turn, named.riders)
        return True
    if len(named.riders) == 1 and reading.means(Intent.ALL_WAITING):
        await assign_waiting(turn, named.riders[0])
        return True
    is_about_rider = (
        named.others == 0 or reading.means(Intent.STATUS) or reading.means(Intent.RIDERS)
    )
    if len(named.riders) == 1 and is_about_rider:
        return await as_typed(turn, rider.RIDER, named.riders[0].name)
    return False


async def _by_intent(turn: Turn, reading: Reading) -> bool:
    """Run the command that the words mean, with the argument that they hold."""
    for intent, command in _MEANT:
        if reading.means(intent) and not reading.says_more_than(intent):
            argument = WAITING if intent is Intent.NO_RIDER else ""
            if intent is Intent.REPORT:
                # People may name a period in the plural: "the report of the last weeks".
                told = in_english(turn.text, turn.person.language).split()
                singular = (word.removesuffix("s") for word in told)
                argument = next((word for word in singular if word in PERIODS), "")
            return await as_typed(turn, command, argument)
    return False


async def _about_orders(turn: Turn, reading: Reading, named: Named) -> bool:
    """Act on named orders: correct or cancel one, give them to riders, or show one."""
    if len(named.orders) == 1 and await _about_one(turn, reading, named.orders[0]):
        return True
    if reading.means(Intent.TELL) and not named.riders and await tell_customer.offered(turn):
        return True
    if named.riders and not reading.means(Intent.TELL):
        async with asking_the_fleet(turn):
            await assign_named(turn, _pairs(turn.text, named))
        return True
    if reading.means(Intent.ASSIGN) and not named.riders:
        return await as_typed(turn, assign.ASSIGN, named.orders[0])
    if named.riders:
        await _offer_to_send(turn, named.riders)
        return True
    return await as_typed(turn, delivery.DELIVERY, named.orders[0])


async def _about_one(turn: Turn, reading: Reading, order: str) -> bool:
    """Offer to tell an order's customer something, or to correct or cancel it, if that is meant."""
    if reading.means(Intent.TELL_CUSTOMER) and await tell_customer.offered(turn, order):
        return True
    is_cancelled = reading.means(Intent.CANCEL_ORDER) or reading.means(Intent.CANCEL)
    async with asking_the_fleet(turn):
        if await edit.proposed(turn, order, only=Blank.ITEMS if is_cancelled else None):
            return True
        return is_cancelled and await cancel_delivery.named(turn, order)
    return turn.settled  # the fleet service did not answer, and they were told so


def _pairs(said: str, named: Named) -> list[tuple[Rider, list[str]]]:
    """Sort the orders to the riders beside whom they are named.

    That is the rider next behind them, as in “1001 to Musa and 1002 to Sani”, or next before them
    where a rider comes first and an order last, as in “Musa 1001, Sani 1002”.
    """
    spoken: list[Rider | str] = []
    texts = [word.text for word in words(said)]
    for are_orders, group in groupby(texts, key=lambda text: text in named.orders):
        together = list(group)
        if are_orders:
            spoken += together
        else:
            spoken += [each for word in together for each in _called(word, together, named.riders)]
    if isinstance(spoken[0], str) or not isinstance(spoken[-1], str):
        spoken.reverse()
    holder = next(each for each in spoken if not isinstance(each, str))
    holders = dict.fromkeys(named.orders, holder)
    for each in spoken:
        if isinstance(each, str):
            holders[each] = holder
        else:
            holder = each
    given: dict[str, list[str]] = {}
    for order in named.orders:
        given.setdefault(holders[order].uuid, []).append(order)
    return [(rider, given[rider.uuid]) for rider in named.riders if rider.uuid in given]


def _numbers(text: str) -> list[str]:
    """Return each number of a text, once, as that of an order is written."""
    matches = [_NUMBER.match(tidy(word)) for word in text.split()]
    return list(dict.fromkeys(match.group(1) for match in matches if match))


async def _named(turn: Turn) -> Named:
    spoken = [word.text for word in words(turn.text)]
    numbers = _numbers(turn.text)

    def known(tx: Transaction) -> tuple[str, ...]:
        return tuple(each for each in numbers if deliveries.by_order(tx, OrderNumber(each)))

    orders = await turn.context.database.read(known)
    # Without an answer of the fleet service, the words can name orders, but no riders.
    try:
        listed = await turn.context.riders.everyone()
    except FleetError:
        listed = []
    names = [word for word in spoken if not any(char.isdecimal() for char in word)]
    meant = {rider.uuid for word in names for rider in _called(word, names, listed)}
    riders = tuple(rider for rider in listed if rider.uuid in meant)
    parts = [part for rider in riders for part in _parts(rider)]
    return Named(orders, riders, sum(1 for word in names if not is_like(word, parts)))


def _called(word: str, beside: Sequence[str], riders: Sequence[Rider]) -> list[Rider]:
    """Return the riders whom a word names; of two alike the one whom the words name in full."""
    alike = [rider for rider in riders if is_like(word, _parts(rider))]
    named = [sum(any(is_like(said, [part]) for said in beside) for part in _parts(rider))
             for rider in alike]  # fmt: skip
    return [rider for rider, parts in zip(alike, named, strict=True) if parts == max(named)]


def _parts(rider: Rider) -> list[str]:
    return [word.text for word in words(rider.name) if len(word.text) >= _SHORTEST_NAME]


@settled
def _offer_to_send(tx: Transaction, turn: Turn, riders: Sequence[Rider]) -> None:
    """Keep the words, and offer to send them to riders who can be reached."""
    joined = [(rider, people.rider_person(tx, rider.uuid)) for rider in riders]
    reachable = [(each.user_id, rider.name) for rider, each in joined if each and each.reachable]
    DraftedWords(words=own_words(tx, turn).text).ask(tx, turn.person.user_id)
    turn.reply(tx, texts.for_whom(turn.say, reachable))


@settled
def ask_what_is_meant(tx: Transaction, turn: Turn) -> None:
    """Keep the words, and ask what they are: a message to a rider, a search or a new order."""
    misunderstood.count(tx, Unread.WORDS)
    if turn.dialog is not None and turn.dialog.name != DraftedWords.name:
        turn.reply(tx, texts.something_else_open(turn.say))
        return
    busy = {row.rider for row in deliveries.all_open(tx) if row.rider}
    joined = [person for rider, person in people.by_rider(tx).items() if rider in busy]
    reachable = [(person.user_id, person.first_name) for person in joined if person.reachable]
    DraftedWords(words=own_words(tx, turn).text).ask(tx, turn.person.user_id)
    turn.reply(tx, texts.what_is_meant(turn.say, reachable))


@settled
def send_draft(tx: Transaction, turn: Turn) -> None:
    """Send the kept words to the person whose button was pressed."""
    draft = DraftedWords.current(tx, turn.person.user_id)
    (number,) = turn.tokens()
    person = people.get(tx, int(number)) if number.isdecimal() else None
    # Callback data can be made up: write only to riders, and to the customers who were found.
    is_found = draft is not None and person is not None and person.user_id in draft.customers
    if draft is None or person is None or not (person.rider or is_found):
        turn.replace(tx, texts.too_late(turn.say))
    elif not person.reachable:
        turn.replace(tx, not_sent(turn.say, person.first_name))
    else:
        dialogs.close(tx, turn.person.user_id)
        order = draft.customers.get(person.user_id)
        conversations.write(tx, turn.person, person, order, draft.words, None, turn.job.key)
        turn.replace(tx, texts.sent(turn.say, person.first_name))


async def find_draft(turn: Turn) -> None:
    """Search for the kept words."""
    draft = await turn.context.database.read(DraftedWords.current, turn.person.user_id)
    await as_typed(turn, find.FIND, draft.words if draft else "")


async def order_draft(turn: Turn) -> None:
    """Make a draft of an order from the kept words."""
    draft = await turn.context.database.read(DraftedWords.current, turn.person.user_id)
    if draft is None:
        await turn.show(texts.too_late(turn.say))
    else:
        await take_orders(turn, await orders_in(turn, draft.words), text=draft.words)


SEND_DRAFT = Button(
    Verb.SEND_DRAFT, Action.WRITE_TO_PERSON, send_draft, about=0, tokens=1, is_quiet=True
)
FIND_DRAFT = Button(Verb.FIND_DRAFT, Action.FIND, find_draft, about=0, is_quiet=True)
ORDER_DRAFT = Button(Verb.ORDER_DRAFT, Action.CREATE_DELIVERY, order_draft, about=0)
