"""Cards that stand in a chat unknown to us, as after a kill, and what becomes of them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

from bot.actions import notices
from bot.actions.follow_ups import handovers
from bot.actions.notice_kinds import View
from bot.base.database.database import Database
from bot.base.database.transaction import Transaction
from bot.base.queue.jobs import EffectKey
from bot.base.vault import Vault, key_from
from bot.identifiers import DeliveryUuid
from bot.store import cards, deliveries, people
from bot.store.cards import Card
from bot.store.schema import SCHEMA
from tests.support.business import Business, bare, finds, sees


@asynccontextmanager
async def while_stopped(business: Business) -> AsyncIterator[Database]:
    """The bot's database while the bot is stopped: one process, and only once, opens it."""
    store = business.town.settings["store"]
    database = Database(
        store["url"], SCHEMA, Vault(key_from(Path(store["key_file"]))), business.clock
    )
    await business.town.stop_bot()
    await database.open()
    yield database
    await database.close()
    business.clock.advance(timedelta(seconds=1))  # Telegram takes one setWebhook a second
    await business.town.start_bot()


async def lose_sight_of(business: Business, chat_id: int, *kept: Card) -> None:
    """Let the cards of a chat be ones that the bot does not know to have sent, but for these.

    The record of what was sent is gone, too, as on another machine.
    """
    async with while_stopped(business) as database:
        for card in await database.read(cards.of_chat, chat_id):
            await database.write(cards.forget, card)
        for card in kept:
            await database.write(cards.save, card)
        Path(f"{business.town.settings['store']['key_file']}.sent").unlink()


def personal(business: Business) -> list[str]:
    """What Musa can read of a delivery of which he should know nothing."""
    secrets = ("Allen Avenue", "Bola Ahmed", "803", "804")
    shown = [bare(message) for message in business.musa.messages]
    return [text for text in shown if any(secret in text for secret in secrets)]


async def test_a_card_unknown_to_us_is_emptied_when_its_former_rider_presses_it(business: Business):
    await business.accepted()
    await lose_sight_of(business, business.musa.id)
    assert personal(business)
    await business.presses(business.owner, "Give to another rider")
    await business.presses(business.owner, "Sani Ali")
    await business.presses(business.musa, "Picked up")
    assert personal(business) == []


async def test_whoever_is_no_rider_any_more_keeps_nothing_of_what_they_press(business: Business):
    await business.accepted()
    await lose_sight_of(business, business.musa.id)
    await business.says(business.owner, "/team")
    await business.presses(business.owner, "Remove Musa as a rider")
    await business.presses(business.owner, "Remove", message=business.owner.last)
    await business.presses(business.musa, "Picked up")
    assert personal(business) == []


async def test_a_card_unknown_to_us_is_known_from_its_first_press_on(business: Business):
    await business.assigned()
    await lose_sight_of(business, business.musa.id)
    await business.presses(business.musa, "Accept")
    await business.presses(business.musa, "Picked up")
    await business.says(business.musa, business.pickup_code)
    await business.presses(business.musa, "Delivered")
    await business.says(business.musa, business.dropoff_code)
    assert personal(business) == []


async def test_of_two_cards_the_one_unknown_to_us_goes_when_it_is_pressed(business: Business):
    await business.assigned()
    unknown = business.musa.last
    await lose_sight_of(business, business.musa.id)
    await business.says(business.musa, "/jobs")
    assert len(personal(business)) == 2
    await business.presses(business.musa, "Accept", message=unknown)
    assert len(personal(business)) == 1
    assert unknown not in business.musa.messages


async def test_of_two_cards_the_later_one_stays_that_is_pressed_before_it_is_known(
    business: Business,
):
    delivery = await business.assigned()
    first = business.musa.last
    await business.says(business.musa, "/jobs")
    second = business.musa.last
    known = Card(business.musa.id, delivery.uuid, View.RIDER, first.message_id, "", None)
    await lose_sight_of(business, business.musa.id, known)
    await business.presses(business.musa, "Accept", message=second)
    assert len(personal(business)) == 1
    assert second in business.musa.messages
    assert "yours" in bare(second)


async def test_a_card_that_a_round_has_shown_before_goes_all_the_same(business: Business):
    """The round may be brought up to date on another occasion, first."""
    await business.in_the_bag(business.receiver(), business.receiver(address="2 Broad Street"))
    await business.says(business.owner, "/move musa sani")
    await business.presses(business.owner, "Move it all")
    await business.presses(business.sani, "I have all 2")
    await business.in_the_bag(business.receiver())
    await business.says(business.owner, "/move musa sani")
    await business.presses(business.owner, "Move it all")
    assert sees(business.sani, "Musa has the parcel.")

    def confirmed(tx: Transaction) -> None:
        sani = people.get(tx, business.sani.id)
        row = next(row for row in deliveries.all_open(tx) if row.order_number == "1003")
        rider, key = DeliveryUuid(sani.as_rider), EffectKey("another occasion")
        notices.show_shared(tx, sani.user_id, View.ROUND, rider, key)
        assert handovers.confirm(tx, sani, row)

    async with while_stopped(business) as database:
        await database.write(confirmed)
    await business.town.idle()
    assert "1003 · " in bare(finds(business.sani, "2 more stops"))
    assert not sees(business.sani, "Order 1003 · 🛵 On the way")
    assert not sees(business.sani, "Musa has the parcel.")
