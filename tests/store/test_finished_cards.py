"""Finished cards: which messages show what is over, and are young enough to be deleted."""

from dataclasses import replace
from datetime import timedelta

from bot.base.database.database import Database
from bot.base.database.transaction import Transaction
from bot.base.settings.loader import RetentionSettings
from bot.domain.known_delivery import DeliveryRow
from bot.store import cards, deliveries, finished_cards, retention
from bot.store.cards import Card
from bot.store.finished_cards import FinishedCard
from tests.support.clock import ManualClock

ADA = 7
ENDED = DeliveryRow("d", "0042", "delivered", 5, False, "musa", None, "{}")
OPEN = replace(ENDED, uuid="e", state="in_transit", is_open=True)
CARD = Card(ADA, "d", "rider", 1, "hash")
VIEWS = ["rider", "dispatcher"]


async def found(database: Database, clock: ManualClock) -> list[int]:
    """The messages that are an hour old at most, and over for longer than a minute."""

    def read(tx: Transaction) -> list[FinishedCard]:
        now = clock.now()
        when = {
            "sent_after": now - timedelta(hours=1),
            "known_before": now - timedelta(minutes=1),
        }
        return finished_cards.of_chat(tx, ADA, VIEWS, **when)

    return sorted(each.message_id for each in await database.read(read))


async def keep(database: Database, clock: ManualClock) -> None:
    shown = replace(CARD, sent_at=clock.now())

    def write(tx: Transaction) -> None:
        for row in (ENDED, OPEN):
            deliveries.save(tx, row)
        cards.save(tx, shown)
        cards.save(tx, replace(shown, view="dispatcher", message_id=2))
        cards.save(tx, replace(shown, view="customer", message_id=3))
        cards.save(tx, replace(shown, delivery="e", message_id=4))
        cards.save(tx, replace(shown, chat_id=8))
        finished_cards.add(tx, replace(shown, delivery="p", view="pickup", message_id=5))
        finished_cards.add(tx, replace(shown, delivery="p", view="pickup", message_id=5))
        finished_cards.add(tx, replace(CARD, view="pickup", message_id=6))

    await database.write(write)


async def test_what_is_over_is_found_while_it_is_young(database: Database, clock: ManualClock):
    await keep(database, clock)
    assert await found(database, clock) == []
    clock.advance(timedelta(minutes=2))
    assert await found(database, clock) == [1, 2, 5]
    clock.advance(timedelta(hours=1))
    assert await found(database, clock) == []


async def test_what_is_forgotten_is_found_no_more(database: Database, clock: ManualClock):
    await keep(database, clock)
    clock.advance(timedelta(minutes=2))

    def forget(tx: Transaction) -> None:
        when = {"sent_after": clock.now() - timedelta(hours=1), "known_before": clock.now()}
        for each in finished_cards.of_chat(tx, ADA, VIEWS, **when):
            finished_cards.forget(tx, each)

    await database.write(forget)
    assert await found(database, clock) == []
    assert await database.read(cards.get, ADA, "d", "customer") is not None
    assert await database.read(cards.get, 8, "d", "rider") is not None


async def test_a_pickups_message_is_not_kept_for_ever(database: Database, clock: ManualClock):
    await keep(database, clock)
    clock.advance(timedelta(days=8))
    await database.write(retention.forget_expired, RetentionSettings())
    await database.write(cards.forget, CARD)
    await database.write(cards.forget, replace(CARD, view="dispatcher"))

    def left(tx: Transaction) -> list[FinishedCard]:
        since = clock.now() - timedelta(days=9)
        return finished_cards.of_chat(tx, ADA, VIEWS, sent_after=since, known_before=clock.now())

    assert await database.read(left) == []
