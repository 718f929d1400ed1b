"""Alarms: said once when something has lasted too long, and again only if it comes back."""

from datetime import timedelta

import pytest

from bot.actions.cards import views
from bot.actions.follow_ups import alarms
from bot.actions.notice_kinds import View
from bot.base.queue import jobs
from bot.base.queue.jobs import NewJob
from bot.config import AlarmSettings
from bot.fleet import Delivery, State
from bot.store import groups
from bot.store.groups import Group
from bot.store.job_kind import JobKind
from tests.actions.business import (
    ASSIGNED,
    DELIVERY,
    DISPATCHER,
    IN_TRANSIT,
    MUSA,
    PENDING,
    SANI,
    Business,
    webhook,
)
from tests.support.clock import ManualClock

GROUP = -100200
SETTINGS = AlarmSettings(
    not_accepted_minutes=10, in_transit_minutes=120, silent_webhooks_minutes=15
)
NEVER = AlarmSettings(not_accepted_minutes=0, in_transit_minutes=0, silent_webhooks_minutes=0)


async def minutes(business: Business, count: int, settings: AlarmSettings = SETTINGS) -> None:
    """Let minutes go by, with a look in each."""
    for _ in range(count):
        await alarms.look(business.database, settings)
        business.clock.advance(timedelta(minutes=1))
    await alarms.look(business.database, settings)


async def heard(business: Business, words: str, chat_id: int = DISPATCHER) -> int:
    """How many messages that make a sound say these words now, or would if they were sent."""
    loud = [card for card in await business.cards(chat_id) if card.view is View.DIGEST]
    shown = [
        await business.database.read(views.render, chat_id, card.delivery, card.view)
        for card in loud
        if not card.quiet
    ]
    said = [*await business.said(chat_id), *(message.html for message in shown if message)]
    return sum(words in text for text in said)


async def rings(business: Business, chat_id: int = DISPATCHER) -> int:
    """How often a digest has rung there."""
    shown = [card for card in await business.cards(chat_id) if card.view is View.DIGEST]
    return sum(card.fresh for card in shown)


async def own_cards(business: Business) -> int:
    """How often the card of the one delivery was shown."""
    return sum(card.view is View.DISPATCHER for card in await business.cards(DISPATCHER))


async def bound(business: Business) -> None:
    await business.database.write(groups.bind, Group(GROUP, None, "Dispatch", "en", DISPATCHER))


def since(delivery: Delivery, clock: ManualClock) -> Delivery:
    return delivery.model_copy(update={"created_at": clock.now(), "pickup_at": None})


@pytest.mark.parametrize(
    ("delivery", "limit", "words"),
    [
        (PENDING, 10, "has been waiting for a rider since"),
        (ASSIGNED, 10, "has not accepted order"),
        (IN_TRANSIT, 120, "has been on the way with"),
    ],
)
async def test_what_lasts_too_long_is_said_once_to_dispatchers_and_groups(
    business: Business, delivery: Delivery, limit: int, words: str
):
    await bound(business)
    await business.read(since(delivery, business.clock))
    await minutes(business, limit - 1)
    assert await heard(business, words) == 0
    await minutes(business, 1)
    assert await heard(business, words) == 1
    await minutes(business, 60)
    assert await heard(business, words) == 1
    assert await heard(business, words, GROUP) == 1


async def test_what_is_over_in_time_is_never_said(business: Business):
    await business.read(since(PENDING, business.clock))
    await minutes(business, 9)
    await business.read(ASSIGNED.model_copy(update={"state": State.ACCEPTED}))
    await minutes(business, 60)
    assert await heard(business, "⏰") == 0


async def test_another_rider_who_does_not_accept_is_another_alarm(business: Business):
    await business.read(since(ASSIGNED, business.clock))
    await minutes(business, 10)
    assert await heard(business, "has not accepted") == await heard(business, "Musa") == 1
    await business.read(since(ASSIGNED, business.clock).model_copy(update={"rider": SANI}))
    await minutes(business, 9)
    assert await heard(business, "has not accepted") == 0
    await minutes(business, 1)
    assert await heard(business, "has not accepted") == await heard(business, "Sani") == 1
    await business.read(since(ASSIGNED, business.clock).model_copy(update={"rider": MUSA}))
    await minutes(business, 11)
    assert await heard(business, "has not accepted") == await heard(business, "Musa") == 1
    assert await rings(business) == 3


async def test_a_limit_of_zero_means_never(business: Business):
    await business.read(since(PENDING, business.clock))
    await alarms.look(business.database, SETTINGS)
    await minutes(business, 60, NEVER)
    assert await heard(business, "⏰") == 0


async def test_alarms_of_a_long_outage_are_one_message_for_each_kind(business: Business):
    await bound(business)
    await business.read(since(PENDING, business.clock))
    await business.read(
        since(IN_TRANSIT, business.clock).model_copy(
            update={"uuid": "9f9f9d3e-6c0a-4a58-8a43-0d6f1c9e2a99", "order_number": "0043"}
        )
    )
    business.clock.advance(timedelta(hours=8))
    await minutes(business, 5)
    for chat in (DISPATCHER, GROUP):
        assert await heard(business, "0042", chat) == 1
        assert await heard(business, "0043", chat) == 1
        assert await heard(business, "⏰", chat) == 2


async def webhook_came(business: Business) -> None:
    job = NewJob(JobKind.EVENT, "delivery:1", business.clock.now().isoformat(), b"{}")
    await business.database.write(jobs.add, job)


async def assigned_by_us(business: Business) -> None:
    await business.read(ASSIGNED, actor=DISPATCHER)


async def test_changes_without_webhooks_are_an_alarm_until_webhooks_come_again(business: Business):
    await business.read(PENDING)
    await webhook_came(business)
    business.clock.advance(timedelta(minutes=10))
    await assigned_by_us(business)
    await minutes(business, 14)
    assert await heard(business, "reported nothing") == 0
    await minutes(business, 1)
    assert await heard(business, "reported nothing") == 1
    await webhook_came(business)
    await minutes(business, 60)
    await business.read(PENDING)
    await assigned_by_us(business)
    await minutes(business, 15)
    assert await heard(business, "reported nothing") == 2


async def test_a_change_that_a_webhook_tells_a_moment_earlier_or_later_is_no_alarm(
    business: Business,
):
    for come_first in (True, False):
        await business.read(PENDING)
        if come_first:
            await webhook_came(business)
        await assigned_by_us(business)
        await alarms.look(business.database, SETTINGS)
        business.clock.advance(timedelta(seconds=2))
        if not come_first:
            await webhook_came(business)
        await minutes(business, 60)
    assert await heard(business, "reported nothing") == 0


async def test_an_acceptance_of_which_no_webhook_tells_is_no_alarm(business: Business):
    await business.read(ASSIGNED)
    accepted = ASSIGNED.model_copy(update={"state": State.ACCEPTED})
    await business.read(accepted, actor=DISPATCHER)
    await minutes(business, 60)
    assert await heard(business, "reported nothing") == 0


async def test_the_dispatchers_card_changes_when_an_alarm_begins_and_when_it_ends(
    business: Business,
):
    await business.read(since(PENDING, business.clock))
    before = await own_cards(business)
    await minutes(business, 10)
    assert await own_cards(business) == before + 1
    card = await business.database.read(views.render, DISPATCHER, DELIVERY, View.DISPATCHER)
    assert "⏰ Waiting for a rider since" in card.html
    await business.handle_event(webhook("cancelled", business.clock.now()))
    await minutes(business, 1)
    assert await own_cards(business) == before + 2
    card = await business.database.read(views.render, DISPATCHER, DELIVERY, View.DISPATCHER)
    assert "⏰" not in card.html
