"""What a dispatcher wants a customer to be told: offered with one tap to those named."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from pydantic import Field
from rapidfuzz import fuzz

from bot.actions.customer import subscriptions
from bot.actions.snapshots import snapshot
from bot.base.database.transaction import Transaction
from bot.chat.own_words import own_words
from bot.chat.turn import Turn
from bot.domain.known_delivery import DeliveryRow
from bot.identifiers import DeliveryUuid
from bot.parsing.intents.spoken import Word, words
from bot.parsing.orders.lexicon import lexicon
from bot.parsing.orders.words_of import words_of
from bot.store import deliveries
from bot.store.dialogs import Question
from bot.texts.dispatcher import drafted_words as texts

_CLOSE_NAME = 86
"""How like a name a word must be, of 100 (rapidfuzz)."""
_SHORTEST_NAME = 3
_NAMED_WITHIN = 7
"""Words at the beginning that may name who is told something; behind them it is told."""


class DraftedWords(Question):
    """Words of a dispatcher that wait to be told for whom they are.

    `customers` has for each customer who may be meant, by their user id, the order that it is of.
    """

    name = "drafted_words"
    lasts = timedelta(minutes=30)

    words: str
    customers: dict[int, DeliveryUuid] = Field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Told:
    """Open orders whose customer is named alike, and what is said behind the name."""

    rows: tuple[DeliveryRow, ...]
    words: str


async def offered(turn: Turn, order: str = "") -> bool:
    """Offer to tell the customer who is named, or whose order is; `False` if that is nobody."""
    told = await turn.context.database.read(_named, turn, order)
    if told is not None:
        await turn.settle(_offer, turn, told)
    return told is not None


def _named(tx: Transaction, turn: Turn, order: str) -> _Told | None:
    spoken = words(turn.text)
    ends: dict[DeliveryUuid, list[int]] = {}
    rows = [row for row in deliveries.all_open(tx) if snapshot(row).receivers]
    for row in rows:
        parts = [word.text for word in words(snapshot(row).receivers[0].name)]
        parts = [part for part in parts if not lexicon().only("words.titles", [part])]
        ends[row.uuid] = [
            at for at, word in enumerate(spoken[:_NAMED_WITHIN]) if is_like(word.text, parts)
        ]
        if order and row.order_number == order:
            ends[row.uuid] += [at for at, word in enumerate(spoken) if word.text == order]
    most = max((len(places) for places in ends.values()), default=0)
    meant = tuple(row for row in rows if most and len(ends[row.uuid]) == most)
    said = _behind(turn.text, spoken, max(ends[meant[0].uuid])) if meant else ""
    return _Told(meant, said) if said else None


def is_like(word: str, names: Sequence[str]) -> bool:
    """Tell whether a word is one of these names, or a slip of one."""
    return len(word) >= _SHORTEST_NAME and any(
        len(name) >= _SHORTEST_NAME and fuzz.ratio(word, name) >= _CLOSE_NAME for name in names
    )


def _behind(said: str, spoken: Sequence[Word], at: int) -> str:
    """Return what is said behind a word, without the "that" that leads to it."""
    behind = said[spoken[at].end :]
    following = words_of(behind)
    texts_behind = [word.text for word in following]
    skipped = lexicon().count_leading("said.that", texts_behind)
    start = following[skipped].start if skipped < len(following) else len(behind)
    return behind[start:].strip()


def _offer(tx: Transaction, turn: Turn, told: _Told) -> None:
    """Keep the words, and offer to send them to each customer who may be meant and is here."""
    said = own_words(tx, turn)
    sent = said.text if said.had_code else told.words
    here: dict[int, DeliveryUuid] = {}
    offers = []
    for row in told.rows:
        receiver = subscriptions.receiver_of(tx, row)
        if receiver is not None and receiver.user_id not in here:
            here[receiver.user_id] = row.uuid
            offers.append((receiver.user_id, row.order_number, snapshot(row).receivers[0].name))
    if offers:
        DraftedWords(words=sent, customers=here).ask(tx, turn.person.user_id)
        turn.reply(tx, texts.tell_customer(turn.say, offers, sent))
    else:
        receiver_of = snapshot(told.rows[0]).receivers[0]
        phone = (receiver_of.phone_number, receiver_of.phone_code)
        order = told.rows[0].order_number
        turn.reply(tx, texts.customer_not_here(turn.say, order, receiver_of.name, *phone))
