"""Finds the parcel that a customer speaks of: the one they name, or the only possible one."""

import re
from dataclasses import dataclass

from bot.actions.access import Action
from bot.actions.customer import subscriptions
from bot.actions.customer.relay import ForRider
from bot.actions.customer.subscriptions import Followed
from bot.actions.order_numbers import tidy
from bot.base.database.transaction import Transaction
from bot.chat.turn import Turn
from bot.domain.person import Role
from bot.fleet import State
from bot.identifiers import DeliveryUuid
from bot.parsing.intents.phrasebook import phrasebook
from bot.parsing.intents.spoken import words
from bot.store.subscriptions import SENDER

_SHORTEST_NAME = 3
_SIGNS = re.compile(r"[^\w-]+|_")


@dataclass(frozen=True, slots=True)
class Meant:
    """The parcel that is clearly meant, or else the `several` that may be meant."""

    one: Followed | None = None
    several: tuple[Followed, ...] = ()
    is_named: bool = False


def parcel_meant(tx: Transaction, turn: Turn, about: DeliveryUuid | None = None) -> Meant:
    """Find the parcel that a customer speaks of; `about` is the one whose card they answered.

    A shop may mean any of its orders. Other customers mean the parcel on its way, if one rider has
    all that are.
    """
    if Role.CUSTOMER not in turn.person.roles or turn.person.rider:
        return Meant()
    mine = subscriptions.all_for(tx, turn.person, Action.SEE_WHERE)
    still_open = [one for one in mine if one.row.is_open]
    replied = turn.message.reply_to_message
    is_to_us = replied is not None and replied.from_user is not None and replied.from_user.is_bot
    question = ForRider.read(turn.dialog)
    # The clearest sign counts: the card, a number, a name, the message that they reply to, and at
    # last the parcel whose rider waits for an answer.
    named = (
        [one for one in mine if one.row.uuid == about]
        or with_number_in(turn.text, mine)
        or _with_name_in(turn, still_open)
        or with_number_in((replied.text or "") if replied and is_to_us else "", mine)
        or [one for one in mine if question and one.row.uuid == question.delivery]
    )
    if len(named) == 1:
        return Meant(named[0], is_named=True)
    if named:
        return Meant(several=tuple(named))
    on_the_way = [one for one in mine if one.row.state == State.IN_TRANSIT]
    # A shop sends many orders, so it names one; several parcels of other people come together.
    if len(still_open) > 1 and any(one.party == SENDER for one in still_open):
        return Meant(several=tuple(still_open))
    if len({one.row.rider for one in on_the_way}) > 1:
        return Meant(several=tuple(on_the_way))
    return Meant(next(iter([*on_the_way, *still_open, *reversed(mine)]), None))


def with_number_in(text: str, mine: list[Followed]) -> list[Followed]:
    """Return the parcels whose order number the text names."""
    said = {tidy(word) for word in _SIGNS.split(text) if word}
    return [one for one in mine if tidy(one.row.order_number) in said]


def _with_name_in(turn: Turn, mine: list[Followed]) -> list[Followed]:
    """Return the shop's orders whose receiver is named with the most words of a name.

    Words that also mean something else name nobody by themselves, as "Will" in "will he come".
    """
    spoken = [word.text for word in words(_SIGNS.sub(" ", turn.text))]
    said = {word for word in spoken if len(word) >= _SHORTEST_NAME}
    named: dict[DeliveryUuid, set[str]] = {}
    for one in mine:
        if one.party == SENDER and one.seen.receivers:
            names = [{word.text for word in words(each.name)} for each in one.seen.receivers]
            named[one.row.uuid] = max((name & said for name in names), key=len)
    best = max(map(len, named.values()), default=0)
    clearest = [one for one in mine if best and len(named.get(one.row.uuid, ())) == best]
    books = [phrasebook(each) for each in {turn.person.language, "en"}]
    name_words = {word for one in clearest for word in named[one.row.uuid]}
    is_name = any(not any(book.knows(word) for book in books) for word in name_words)
    return clearest if is_name else []
