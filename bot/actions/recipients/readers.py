"""The delivery of news to their readers, who are named in the table `bot.actions.news`."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from bot.actions import effect_keys, notices
from bot.actions.news import Hears, News
from bot.actions.notice_kinds import Say, View
from bot.actions.recipients import contacts, muted_kinds, shops, staff
from bot.actions.recipients.groups import Text
from bot.actions.snapshots import as_seen_by, snapshot
from bot.base.database.transaction import Transaction
from bot.base.queue.jobs import EffectKey
from bot.domain.known_delivery import DeliveryRow
from bot.domain.person import Person
from bot.fleet import Delivery
from bot.identifiers import DeliveryUuid
from bot.store import groups
from bot.texts.message import Message
from bot.texts.words import Words

_STAFF = frozenset({Hears.STAFF, Hears.STAFF_IN_PRIVATE})


@dataclass(frozen=True, slots=True)
class Reader:
    """One chat that hears news of a delivery; `delivery` is what this chat may see of it.

    The news stands `under` a card of the delivery. A group has no `person`.
    """

    chat_id: int
    say: Words
    delivery: Delivery
    under: tuple[DeliveryUuid, View] | None
    person: Person | None = None
    topic: int | None = None


def tell(
    tx: Transaction,
    news: News,
    row: DeliveryRow,
    text: Callable[[Words, Delivery], Message],
    key: EffectKey,
    *,
    but_for: int | None = None,
    in_groups: Text | None = None,
    becomes: View | None = None,
) -> int:
    """Tell the news to all its readers, once per key; return the number of readers.

    Readers who have muted it count, too. `but_for` is a person to leave out, who caused it. A
    `text` with personal data needs another text `in_groups`. Each message becomes the card
    `becomes` of its chat.
    """
    told = [one for one in of(tx, news, row) if one.chat_id != but_for]
    for reader in told:
        if reader.person is None and in_groups is not None:
            message = in_groups(reader.say)
        else:
            message = text(reader.say, reader.delivery)
        post(tx, news, reader, message, key, becomes=becomes)
    if not told and news.hears in _STAFF:
        staff.report_silence(tx, row.uuid)
    return len(told)


def of(tx: Transaction, news: News, row: DeliveryRow) -> Iterator[Reader]:
    """Yield the chats that hear this news of a delivery, also those that have muted it."""
    uuid, delivery = row.uuid, snapshot(row)
    match news.hears:
        case Hears.RIDER:
            rider = contacts.rider_for(tx, row)
            if rider is not None:
                yield _person(rider, delivery, (uuid, View.RIDER))
        case Hears.STAFF | Hears.STAFF_IN_PRIVATE:
            for person in staff.reached(tx):
                yield _person(person, delivery, (uuid, View.DISPATCHER))
            for group in groups.everyone(tx) if news.hears is Hears.STAFF else ():
                say, under = Words(group.language), (uuid, View.GROUP)
                yield Reader(group.chat_id, say, delivery, under, topic=group.topic)
        case Hears.SHOP | Hears.SHOP_GROUP:
            for chat in shops.chats(tx, row):
                if chat.is_group or news.hears is Hears.SHOP:
                    # If the shop was asked when it is ready, the news replies to the question.
                    own_card = None if chat.is_group else (uuid, View.CUSTOMER)
                    question = (row.question, View.SHOP) if row.question else own_card
                    yield Reader(chat.chat_id, chat.say, delivery, question, topic=chat.topic)
        case Hears.FOLLOWERS | Hears.SENDERS | Hears.RECEIVERS:
            for follower in contacts.followers(tx, uuid):
                party = Hears.SENDERS if follower.is_sender else Hears.RECEIVERS
                if news.hears in {party, Hears.FOLLOWERS}:
                    seen = as_seen_by(delivery, follower.party)
                    yield _person(follower.person, seen, (uuid, View.CUSTOMER))


def _person(person: Person, delivery: Delivery, under: tuple[DeliveryUuid, View]) -> Reader:
    return Reader(person.user_id, Words(person.language), delivery, under, person)


def post(
    tx: Transaction,
    news: News,
    reader: Reader,
    message: Message,
    key: EffectKey,
    *,
    becomes: View | None = None,
) -> None:
    """Tell the news to one reader, unless the reader has muted it."""
    if reader.person is not None and muted_kinds.is_news_muted(tx, reader.person, news):
        return
    notice = Say(
        chat_id=reader.chat_id,
        message=message,
        under=reader.under,
        becomes=becomes,
        topic=reader.topic,
        quiet=news.quiet,
        with_job=reader.delivery.uuid if news.of_the_job else None,
    )
    notices.post(tx, notice, effect_keys.to(key, reader.chat_id), urgency=news.urgency)
