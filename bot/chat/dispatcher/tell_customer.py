"""Words of a dispatcher for a customer: offered to send, with one tap for each customer meant."""

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
from bot.parsing.intents.spoken import words
from bot.parsing.orders.lexicon import lexicon
from bot.parsing.orders.words_of import words_of
from bot.store import deliveries
from bot.store.dialogs import Question
from bot.texts.dispatcher import drafted_words as texts

_CLOSE_NAME = 86
"""How similar to a name a word must be, out of 100 (rapidfuzz)."""
_SHORTEST_NAME = 3
_NAMED_WITHIN = 7
"""How many words at the beginning may name the customer; the message is behind the name."""


class DraftedWords(Question):
    """Words of a dispatcher that are kept until their addressee is chosen.

    `customers` maps the user id of each customer who may be meant to the order concerned.
    """

    name = "drafted_words"
    lasts = timedelta(minutes=30)

    words: str
    customers: dict[int, DeliveryUuid] = Field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Told:
    """The open orders whose customer may be meant, and the words behind the name."""

    rows: tuple[DeliveryRow, ...]
    words: str


async def offered(turn: Turn, order: str = "") -> bool:
    """Offer to tell the customer who, or whose order, is named; return `False` if none is."""
    told = await turn.context.database.read(_named, turn, order)
    if told is None:
        return False

    def offer(tx: Transaction) -> None:
        own = own_words(tx, turn)
        # Codes are removed only from the whole message, so send all of it if it held one.
        sent = own.text if own.had_code else told.words
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
            return
        # None of these customers is here, so give the dispatcher a number to call.
        row = told.rows[0]
        receives = snapshot(row).receivers[0]
        number, code = receives.phone_number, receives.phone_code
        message = texts.customer_not_here(turn.say, row.order_number, receives.name, number, code)
        turn.reply(tx, message)

    await turn.settle(offer)
    return True


def _named(tx: Transaction, turn: Turn, order: str) -> _Told | None:
    """Find the orders whose customer is named most fully, and the words behind the name."""
    spoken = words(turn.text)
    ends: dict[DeliveryUuid, list[int]] = {}
    rows = [row for row in deliveries.all_open(tx) if snapshot(row).receivers]
    for row in rows:
        parts = [word.text for word in words(snapshot(row).receivers[0].name)]
        # A title names nobody: "tell Mr Brown" does not mean every customer who is a Mr.
        parts = [part for part in parts if not lexicon().only("words.titles", [part])]
        ends[row.uuid] = [
            at for at, word in enumerate(spoken[:_NAMED_WITHIN]) if is_like(word.text, parts)
        ]
        if order and row.order_number == order:
            ends[row.uuid] += [at for at, word in enumerate(spoken) if word.text == order]
    most = max((len(places) for places in ends.values()), default=0)
    meant = tuple(row for row in rows if most and len(ends[row.uuid]) == most)
    if not meant:
        return None
    # Tell the words behind the name, without the "that" that leads to them.
    behind = turn.text[spoken[max(ends[meant[0].uuid])].end :]
    following = words_of(behind)
    skipped = lexicon().count_leading("said.that", [word.text for word in following])
    start = following[skipped].start if skipped < len(following) else len(behind)
    said = behind[start:].strip()
    return _Told(meant, said) if said else None


def is_like(word: str, names: Sequence[str]) -> bool:
    """Tell whether a word is one of these names, or a slip of one."""
    return len(word) >= _SHORTEST_NAME and any(
        len(name) >= _SHORTEST_NAME and fuzz.ratio(word, name) >= _CLOSE_NAME for name in names
    )
