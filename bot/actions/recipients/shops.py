"""Shops: senders whose people use the bot in a group or in private chats.

A shop is identified by its phone number. The people in the group that is bound to the number speak
for it, and so do those who follow a delivery as its sender.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.actions.recipients import contacts
from bot.actions.snapshots import snapshot
from bot.base.database.transaction import Transaction
from bot.base.text_folds import folded
from bot.domain.known_delivery import DeliveryRow
from bot.domain.person import Person
from bot.identifiers import DeliveryUuid
from bot.store import deliveries, groups, people, senders, sent_orders
from bot.store.groups import Group
from bot.store.subscriptions import SENDER
from bot.texts.streets import short_place
from bot.texts.words import Words


@dataclass(frozen=True, slots=True)
class ShopChat:
    """A chat in which a shop can be asked; a group must get nothing personal."""

    chat_id: int
    say: Words
    topic: int | None = None

    @property
    def is_group(self) -> bool:
        return self.chat_id < 0


@dataclass(frozen=True, slots=True)
class KnownSender:
    """A sender as their newest delivery names them; `phone` is in E.164, `street` may be ""."""

    phone: str
    name: str
    street: str
    delivery: DeliveryUuid


def chats(tx: Transaction, row: DeliveryRow) -> list[ShopChat]:
    """Return the chats in which a delivery's shop can be asked: its group, or else its people's."""
    group = _group(tx, row)
    if group is not None:
        return [ShopChat(group.chat_id, Words(group.language), group.topic)]
    return [
        ShopChat(one.person.user_id, Words(one.person.language))
        for one in contacts.followers(tx, row.uuid)
        if one.is_sender
    ]


def sends_often(tx: Transaction, row: DeliveryRow) -> bool:
    """Tell whether a delivery's sender is bound to a group, or has other deliveries under way.

    The sender of a single parcel is asked only if a dispatcher wants it.
    """
    return any(
        chat.is_group or sent_orders.count_open(tx, chat.chat_id) > 1 for chat in chats(tx, row)
    )


def _group(tx: Transaction, row: DeliveryRow) -> Group | None:
    phone = phone_of(tx, row.uuid)
    return groups.of_shop(tx, phone) if phone else None


def phone_of(tx: Transaction, delivery: DeliveryUuid) -> str | None:
    """Return the phone number (E.164) of a delivery's sender."""
    return deliveries.phones_of(tx, delivery).get(SENDER)


def words_in(tx: Transaction, chat_id: int, row: DeliveryRow) -> Words | None:
    """Return the words in a chat that speaks for a delivery's shop; `None` if it does not."""
    if chat_id < 0:
        group = _group(tx, row)
        return Words(group.language) if group and group.chat_id == chat_id else None
    person, followed = people.get(tx, chat_id), contacts.subscription(tx, chat_id, row.uuid)
    return Words(person.language) if person and followed and followed.party == SENDER else None


def known_senders(tx: Transaction) -> list[KnownSender]:
    """Return the senders of the newest deliveries, each once."""
    return [
        _known(phone, row)
        for phone, delivery in senders.newest(tx)
        if (row := deliveries.get(tx, delivery)) is not None
    ]


def sender_of(tx: Transaction, delivery: DeliveryUuid) -> KnownSender | None:
    """Return the sender of a delivery, if their number is known."""
    row, phone = deliveries.get(tx, delivery), phone_of(tx, delivery)
    return _known(phone, row) if row and phone else None


def in_group(tx: Transaction, group: Group) -> KnownSender | None:
    """Return the shop to which a group is bound, as its newest delivery names it."""
    return next((one for one in known_senders(tx) if one.phone == group.shop), None)


def as_author(tx: Transaction, chat_id: int) -> Person | None:
    """Return a shop's group as the author of what is written there; `None` for other chats."""
    group = groups.get(tx, chat_id)
    shop = in_group(tx, group) if group is not None and group.shop else None
    return Person(chat_id, shop.name, group.language) if group and shop else None


def called(known: Iterable[KnownSender], words: str) -> list[KnownSender]:
    """Return the senders whose name and street contain these words."""
    wanted = folded(words).strip()
    return [one for one in known if wanted in folded(f"{one.name} {one.street}")]


def _known(phone: str, row: DeliveryRow) -> KnownSender:
    sender = snapshot(row).sender
    name, address = (sender.name, sender.address) if sender else ("", "")
    return KnownSender(phone, name or phone, short_place(address), row.uuid)
