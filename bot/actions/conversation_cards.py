"""The cards of conversations, as each reader may see them."""

from collections.abc import Sequence

from bot.actions.notice_kinds import View
from bot.actions.recipients import contacts, shops
from bot.actions.snapshots import as_seen_by, snapshot
from bot.base.database.transaction import Transaction
from bot.domain.known_delivery import DeliveryRow
from bot.domain.person import Person, Role
from bot.identifiers import DeliveryUuid
from bot.parsing.intents.intent import Intent
from bot.parsing.intents.reader import read
from bot.parsing.intents.spoken import plain
from bot.parsing.intents.surroundings import number_words
from bot.parsing.orders.reader import looks_like_order
from bot.store import cards, conversations, deliveries, groups, people, subscriptions
from bot.store.conversations import Conversation, SpokenLine
from bot.store.subscriptions import SENDER, Subscription
from bot.texts.everyone import conversation as texts
from bot.texts.html import Html
from bot.texts.message import Message
from bot.texts.words import Words

_ORDERS_NAMED = 10
_READ = 5
"""The number of a person's latest messages that are read for orders and new addresses."""


def card(tx: Transaction, reader: Person, uuid: str) -> Message | None:
    """Return a reader's card of a conversation; `None` if it does not concern them any more."""
    conversation = conversations.get(tx, uuid)
    if conversation is None or not may_read(reader, conversation):
        return None
    say, spoken = Words(reader.language), conversations.lines(tx, uuid)
    if conversation.reader is not None:
        return _for_rider(tx, reader, say, conversation, spoken)
    lines = []
    for line in spoken:
        speaker = people.get(tx, line.user_id)
        lines.append(_line(say, conversation, line, speaker.first_name if speaker else ""))
    own = _own_words(conversation, spoken)
    return texts.for_staff(
        say,
        head(tx, say, conversation),
        lines,
        uuid,
        conversation.delivery,
        is_answered=conversation.answered_at is not None,
        is_in_group=conversation.user_id < 0,
        load=_load(tx, conversation, spoken),
        is_order=written_order(tx, conversation, own) is not None,
        has_address=bool(new_address(tx, conversation, own)),
    )


def written_order(tx: Transaction, conversation: Conversation, own: Sequence[str]) -> str | None:
    """Return the messages among a sender's `own` words that are orders; `None` without any."""
    sends = last_sent(tx, conversation.user_id) is not None
    return "\n\n".join(filter(looks_like_order, own)) or None if sends else None


def last_sent(tx: Transaction, user_id: int) -> DeliveryRow | None:
    """Return the newest delivery that a person follows as its sender, or that a shop sent."""
    group = groups.get(tx, user_id)
    if group is not None:
        shop = shops.in_group(tx, group)
        return deliveries.get(tx, shop.delivery) if shop else None
    sent = [each for each in subscriptions.of_person(tx, user_id) if each.party == SENDER]
    rows = [row for each in sent if (row := deliveries.get(tx, each.delivery)) is not None]
    return max(rows, key=lambda row: (len(row.order_number), row.order_number), default=None)


def new_address(tx: Transaction, conversation: Conversation, own: Sequence[str]) -> str:
    """Return the new address of an open parcel, from its receiver's or rider's `own` words.

    The latest message counts that names one. Return "" if none does, or if the parcel has that
    address already.
    """
    row = deliveries.get(tx, conversation.delivery) if conversation.delivery else None
    person = people.get(tx, conversation.user_id)
    receiver = snapshot(row).receivers[:1] if row and row.is_open else ()
    # An edit changes the first receiver; a person without a party may be the rider, who reports it.
    if person is None or not receiver or _party(tx, conversation) not in {"", receiver[0].uuid}:
        return ""
    for words in reversed(own):
        reading = read(words, person.language)
        if not reading.means(Intent.NEW_ADDRESS):
            continue
        # The address follows the words that announce it.
        address = reading.behind(Intent.NEW_ADDRESS, words).split()
        while address and plain(address[0]) in number_words("is", "neutral"):
            address.pop(0)
        # Words without a number are no address.
        if any(char.isdecimal() for char in "".join(address)):
            wanted = " ".join(address)
            return "" if _holds(receiver[0].address, wanted) else wanted
    return ""


def _holds(address: str, words: str) -> bool:
    """Tell whether an address contains these words, one after the other."""
    present, wanted = (" ".join(map(plain, each.split())) for each in (address, words))
    return f" {wanted} " in f" {present} "


def _party(tx: Transaction, conversation: Conversation) -> str:
    delivery = conversation.delivery or DeliveryUuid("")
    subscription = contacts.subscription(tx, conversation.user_id, delivery)
    return subscription.party if subscription else ""


def own_words(tx: Transaction, conversation: Conversation) -> list[str]:
    """Return the latest words of the person who began a conversation, the oldest first."""
    return _own_words(conversation, conversations.lines(tx, conversation.uuid))


def _own_words(conversation: Conversation, spoken: Sequence[SpokenLine]) -> list[str]:
    return [line.words for line in spoken if line.user_id == conversation.user_id][-_READ:]


def _load(
    tx: Transaction, conversation: Conversation, spoken: list[SpokenLine]
) -> texts.Load | None:
    """Return the open work of a rider who says that the vehicle has broken down."""
    speaker = people.get(tx, conversation.user_id)
    if speaker is None or speaker.rider is None or not deliveries.open_of_rider(tx, speaker.rider):
        return None
    # A dispatcher's answer is no report on the vehicle.
    own = [line.words for line in spoken if line.user_id == speaker.user_id]
    is_broken = any(read(each, speaker.language).means(Intent.BROKEN_DOWN) for each in own)
    return texts.Load(speaker.rider, speaker.first_name) if is_broken else None


def may_read(reader: Person, conversation: Conversation) -> bool:
    if conversation.reader is not None:
        return conversation.reader == reader.user_id
    return reader.dispatches


def brings(rider: Person, row: DeliveryRow) -> bool:
    """Tell whether this rider is to bring a delivery."""
    return row.is_open and rider.rider is not None and rider.rider == row.rider


def was_shown(tx: Transaction, reader: Person, conversation: Conversation) -> bool:
    """Tell whether the store has a card of the conversation in the reader's chat."""
    uuid = DeliveryUuid(conversation.uuid)
    return cards.get(tx, reader.user_id, uuid, View.CONVERSATION) is not None


def _for_rider(
    tx: Transaction,
    rider: Person,
    say: Words,
    conversation: Conversation,
    spoken: list[SpokenLine],
) -> Message | None:
    row = deliveries.get(tx, conversation.delivery or DeliveryUuid(""))
    if row is None:
        return None
    party = _party(tx, conversation)
    if not brings(rider, row):
        is_left = was_shown(tx, rider, conversation)
        return texts.over(say, row.order_number) if is_left else None
    top = texts.from_customer(say, as_seen_by(snapshot(row), party), party)
    lines = [_line(say, conversation, line, "") for line in spoken]
    return texts.for_rider(
        say,
        top,
        lines,
        conversation.uuid,
        is_answered=conversation.answered_at is not None,
        address=new_address(tx, conversation, _own_words(conversation, spoken)),
    )


def _line(say: Words, conversation: Conversation, line: SpokenLine, name: str) -> Html:
    if line.user_id == conversation.user_id:
        return texts.asked(say, line.words)
    return texts.answered(say, name, line.words)


def head(tx: Transaction, say: Words, conversation: Conversation) -> Html:
    """Return the head of a conversation: the speaker's name, role and orders."""
    orders = _orders(tx, conversation)
    person = people.get(tx, conversation.user_id)
    if person is None:
        shop = shops.as_author(tx, conversation.user_id)
        name, role = (shop.first_name, say.label(texts.SENDER)) if shop else ("", "")
        return texts.from_somebody(say, name, role, orders)
    if Role.RIDER in person.roles:
        role = texts.RIDER
    else:
        sends = any(each.party == SENDER for each, _ in _spoken_of(tx, conversation))
        role = texts.SENDER if sends else texts.CUSTOMER
    return texts.from_somebody(say, person.first_name, say.label(role), orders)


def _orders(tx: Transaction, conversation: Conversation) -> list[str]:
    """Return the order that a conversation is about, or else all open orders of the speaker."""
    if conversation.delivery is not None:
        row = deliveries.get(tx, conversation.delivery)
        return [row.order_number] if row else []
    person = people.get(tx, conversation.user_id)
    if person is not None and person.rider:
        mine = deliveries.open_of_rider(tx, person.rider)
    else:
        mine = [row for _, row in _spoken_of(tx, conversation)]
    numbers = sorted((str(row.order_number) for row in mine), key=lambda each: (len(each), each))
    return numbers if len(numbers) <= _ORDERS_NAMED else [*numbers[:_ORDERS_NAMED], "…"]


def _spoken_of(
    tx: Transaction, conversation: Conversation
) -> list[tuple[Subscription, DeliveryRow]]:
    """Return the delivery that a customer named, or else all open ones that they follow."""
    followed = subscriptions.of_person(tx, conversation.user_id)
    rows = [(each, deliveries.get(tx, each.delivery)) for each in followed]
    return [
        (each, row)
        for each, row in rows
        if row and (row.uuid == conversation.delivery if conversation.delivery else row.is_open)
    ]
