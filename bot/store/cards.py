"""Cards: the one living message that a chat has for a delivery, and what it shows."""

from dataclasses import dataclass

from sqlalchemy import ColumnElement, delete, select

from bot.base.database import Transaction
from bot.identifiers import DeliveryUuid
from bot.store.tables import cards


@dataclass(frozen=True, slots=True)
class Card:
    """A message that shows a delivery from one point of view. `shown` is a hash of its content."""

    chat_id: int
    delivery: DeliveryUuid
    view: str
    message_id: int
    shown: str


async def get(tx: Transaction, chat_id: int, delivery: DeliveryUuid, view: str) -> Card | None:
    """Return the card of a chat for a delivery, if it was sent."""
    mine = (cards.c.chat_id == chat_id) & (cards.c.delivery == delivery) & (cards.c.view == view)
    found = await _load(tx, mine)
    return found[0] if found else None


async def of_delivery(tx: Transaction, delivery: DeliveryUuid) -> list[Card]:
    """Return every card that shows a delivery."""
    return await _load(tx, cards.c.delivery == delivery)


async def of_chat(tx: Transaction, chat_id: int) -> list[Card]:
    """Return every card of a chat."""
    return await _load(tx, cards.c.chat_id == chat_id)


async def save(tx: Transaction, card: Card) -> None:
    """Keep which message shows the delivery, and what."""
    changes = {"message_id": card.message_id, "shown": card.shown}
    row = tx.insert(cards).values(
        chat_id=card.chat_id, delivery=card.delivery, view=card.view, **changes
    )
    same = ["chat_id", "delivery", "view"]
    await tx.connection.execute(row.on_conflict_do_update(index_elements=same, set_=changes))


async def forget(tx: Transaction, card: Card) -> None:
    """Stop to keep a card: its message is gone or belongs to the past."""
    await tx.connection.execute(
        delete(cards).where(
            cards.c.chat_id == card.chat_id,
            cards.c.delivery == card.delivery,
            cards.c.view == card.view,
        )
    )


async def _load(tx: Transaction, condition: ColumnElement[bool]) -> list[Card]:
    rows = await tx.connection.execute(select(cards).where(condition).order_by(cards.c.chat_id))
    return [Card(**row._mapping) for row in rows]
