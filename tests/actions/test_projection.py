"""What is known of a delivery: news in any order, and as often as it likes to come."""

from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.actions.snapshots import snapshot
from bot.actions.tracking.projection import Observation, told_by_event
from bot.fleet import Delivery, State
from bot.store import deliveries, failed_attempts, people, subscriptions
from bot.store.subscriptions import SENDER, Subscription
from tests.actions.business import (
    ASSIGNED,
    BOLA,
    CHIKA,
    CUSTOMER,
    DELIVERY,
    DISPATCHER,
    EVERYBODY,
    IN_TRANSIT,
    PENDING,
    Business,
    at,
    webhook,
)
from tests.store.work import opened, sqlite_url
from tests.support.sql import execute

NEWCOMER = 6


async def loud(business: Business) -> dict[int, int]:
    """Count what is said aloud, by person."""
    counted = {user_id: len(await business.said(user_id)) for user_id in EVERYBODY}
    return {user_id: count for user_id, count in counted.items() if count}


@pytest.fixture
async def under_way(business: Business) -> Business:
    """A delivery that was picked up at minute 10, and everything was told."""
    await business.read(ASSIGNED)
    await business.handle_event(webhook("in_transit", at(10), status="in_transit"))
    await business.forget_news()
    return business


async def test_an_older_webhook_of_the_same_rank_changes_nothing(under_way: Business):
    before = await under_way.row()
    await under_way.handle_event(webhook("failed", at(9), note="nobody home"))
    assert await under_way.row() == before
    assert await under_way.everything() == []


@pytest.mark.parametrize("minute", [5, 15])
@pytest.mark.parametrize(
    ("kind", "status"), [("created", "pending"), ("assigned", "awaiting_pickup")]
)
async def test_a_lower_rank_never_overwrites_a_higher_one(
    under_way: Business, kind: str, status: str, minute: int
):
    before = await under_way.row()
    await under_way.handle_event(webhook(kind, at(minute), status=status))
    assert await under_way.row() == before
    assert await under_way.everything() == []


async def test_a_higher_rank_counts_also_from_an_earlier_time(under_way: Business):
    await under_way.handle_event(webhook("completed", at(9), status="delivered"))
    assert await under_way.state() == State.DELIVERED
    assert await loud(under_way) == {CUSTOMER: 1, 5: 1}


async def test_the_newest_time_stays_known(under_way: Business):
    await under_way.handle_event(webhook("completed", at(9), status="delivered"))
    assert (await under_way.row()).updated_at == at(10)


async def test_the_same_webhook_again_tells_nobody_anything(under_way: Business):
    for _ in range(3):
        await under_way.handle_event(webhook("in_transit", at(10), status="in_transit"))
    assert await under_way.everything() == []


async def test_a_retry_that_was_stamped_anew_tells_nobody_anything(under_way: Business):
    await under_way.handle_event(webhook("in_transit", at(11), status="in_transit"))
    assert await under_way.everything() == []


async def test_a_second_attempt_that_fails_is_told_again(under_way: Business):
    for minute in (20, 40):
        await under_way.handle_event(
            webhook("failed", at(minute), status="failed", note="nobody home")
        )
        assert (await loud(under_way))[DISPATCHER] == 1
        await under_way.forget_news()
    assert await under_way.state() == State.FAILED


async def test_a_failed_attempt_that_is_told_again_is_not_a_second_one(under_way: Business):
    await under_way.handle_event(webhook("failed", at(20), status="failed", note="nobody home"))
    before = await under_way.row()
    await under_way.handle_event(webhook("failed", at(20), status="failed", note="nobody home"))
    assert await under_way.row() == before
    assert (await loud(under_way))[DISPATCHER] == 1


FAILED = IN_TRANSIT.model_copy(update={"state": State.FAILED})


async def failures(business: Business) -> int:
    return len(await business.database.read(failed_attempts.of_delivery, DELIVERY))


async def test_a_failed_attempt_that_was_found_by_looking_is_not_told_again_by_late_webhooks(
    business: Business,
):
    await business.read(ASSIGNED)
    business.clock.advance(timedelta(minutes=30))
    await business.read(FAILED)
    assert (await loud(business))[DISPATCHER] == 1
    await business.forget_news()
    for kind, minute in (("in_transit", 10), ("failed", 20)):
        await business.handle_event(webhook(kind, at(minute), status=kind))
    assert await business.state() == State.FAILED
    assert await loud(business) == {}
    assert await failures(business) == 1


async def test_a_failed_attempt_after_one_that_was_found_by_looking_is_told(business: Business):
    await business.read(ASSIGNED)
    business.clock.advance(timedelta(minutes=30))
    await business.read(FAILED)
    await business.forget_news()
    await business.handle_event(webhook("failed", at(40), status="failed"))
    assert (await loud(business))[DISPATCHER] == 1
    assert await failures(business) == 2


async def test_each_failed_attempt_is_told_where_no_webhook_ever_comes(business: Business):
    await business.read(IN_TRANSIT)
    for _ in range(2):
        await business.read(FAILED)
        assert (await loud(business))[DISPATCHER] == 1
        await business.forget_news()
        await business.read(IN_TRANSIT)
    assert await failures(business) == 2


async def test_a_failed_attempt_that_is_looked_at_twice_is_one(business: Business):
    for _ in range(2):
        await business.read(FAILED)
    assert await failures(business) == 1


@pytest.mark.parametrize("next_", [IN_TRANSIT, ASSIGNED])
async def test_a_failed_attempt_that_is_told_again_when_the_parcel_goes_on_is_old(
    under_way: Business, next_: Delivery
):
    await under_way.handle_event(webhook("failed", at(20), status="failed"))
    await under_way.read(next_)
    await under_way.forget_news()
    await under_way.handle_event(webhook("failed", at(20), status="failed"))
    assert await under_way.state() == next_.state
    assert await loud(under_way) == {}


async def test_after_a_failed_attempt_the_parcel_may_be_on_its_way_again(under_way: Business):
    await under_way.handle_event(webhook("failed", at(20), status="failed"))
    await under_way.handle_event(webhook("in_transit", at(30), status="in_transit"))
    assert await under_way.state() == State.IN_TRANSIT


async def test_a_delivery_that_was_told_before_its_failed_attempt_counts(under_way: Business):
    await under_way.handle_event(webhook("failed", at(20), status="failed"))
    await under_way.handle_event(webhook("completed", at(15), status="delivered"))
    assert await under_way.state() == State.DELIVERED


async def test_a_failed_attempt_without_a_time_is_no_second_one(under_way: Business):
    await under_way.handle_event(webhook("failed", at(20), status="failed"))
    await under_way.forget_news()
    await under_way.handle_event(webhook("failed", None, status="failed"))
    assert await under_way.state() == State.FAILED
    assert await loud(under_way) == {}
    assert await failures(under_way) == 1


async def test_an_answer_counts_whatever_its_rank(under_way: Business):
    assert await under_way.read(PENDING)
    assert await under_way.state() == State.PENDING


DAY = timedelta(days=1)


@pytest.mark.parametrize("ahead", [-DAY, DAY])
async def test_the_answer_to_an_earlier_question_is_refused_wherever_the_clock_goes(
    business: Business, ahead: timedelta
):
    earlier, later = [await business.database.next_number() for _ in range(2)]
    assert await business.learn(Observation(IN_TRANSIT, later))
    business.clock.advance(ahead)
    assert not await business.learn(Observation(ASSIGNED, earlier))
    assert await business.state() == State.IN_TRANSIT


async def test_the_answer_to_an_earlier_question_is_refused_though_the_later_one_told_nothing_new(
    business: Business,
):
    first, earlier, later = [await business.database.next_number() for _ in range(3)]
    assert await business.learn(Observation(ASSIGNED, first))
    assert await business.learn(Observation(ASSIGNED, later))
    assert not await business.learn(Observation(PENDING, earlier))
    assert await business.state() == State.AWAITING_PICKUP


async def test_the_answer_to_a_later_question_counts_though_the_earlier_one_came_meanwhile(
    business: Business,
):
    earlier, later = [await business.database.next_number() for _ in range(2)]
    assert await business.learn(Observation(PENDING, earlier))
    assert await business.learn(Observation(ASSIGNED, later))
    assert await business.state() == State.AWAITING_PICKUP


@pytest.mark.parametrize("ahead", [-DAY, timedelta(), DAY])
async def test_an_answer_is_refused_if_a_webhook_has_told_more_since_it_was_asked_for(
    under_way: Business, ahead: timedelta
):
    asked = await under_way.database.next_number()
    under_way.clock.advance(ahead)
    await under_way.handle_event(webhook("completed", at(13), status="delivered"))
    under_way.clock.advance(-ahead)
    assert not await under_way.learn(Observation(IN_TRANSIT, asked))
    assert await under_way.read(PENDING)


async def test_what_was_asked_after_a_restart_is_later_than_all_that_is_kept(
    under_way: Business, tmp_path: Path
):
    before = (await under_way.row()).as_of
    await under_way.database.close()
    under_way.clock.advance(-DAY)
    again = await opened(sqlite_url(tmp_path), under_way.clock)
    assert await again.next_number() > before
    await again.close()


async def test_every_change_takes_a_revision_and_what_is_none_takes_none(under_way: Business):
    before = (await under_way.row()).revision
    await under_way.handle_event(webhook("in_transit", at(12), status="in_transit"))
    assert (await under_way.row()).revision == before
    await under_way.handle_event(webhook("completed", at(13), status="delivered"))
    assert (await under_way.row()).revision == before + 1


async def test_a_webhook_that_says_the_same_in_other_words_takes_no_revision(business: Business):
    await business.read(IN_TRANSIT.model_copy(update={"label": "In Transit"}))
    revision = (await business.row()).revision
    states = [{"uuid": uuid, "status": "in_transit"} for uuid in (BOLA, CHIKA)]
    await business.handle_event(
        webhook("in_transit", None, status="in_transit", receiver_detail=states)
    )
    assert (await business.row()).revision == revision


async def test_those_whose_number_is_known_follow_the_delivery(business: Business):
    await business.database.write(people.meet, NEWCOMER, "Bola", "en")
    await business.database.write(people.set_phone, NEWCOMER, "+2348030000001")
    await business.database.write(people.set_phone, DISPATCHER, "+2348040000001")
    await business.read(PENDING)
    assert await business.database.read(subscriptions.of_person, NEWCOMER) == [
        Subscription(NEWCOMER, DELIVERY, BOLA)
    ]
    assert await business.database.read(subscriptions.of_person, DISPATCHER) == [
        Subscription(DISPATCHER, DELIVERY, SENDER)
    ]
    assert await business.database.read(deliveries.open_with_phone, "+2348030000002") == [
        (DELIVERY, CHIKA)
    ]


async def test_a_receiver_who_was_taken_out_of_the_delivery_follows_it_no_more(business: Business):
    await business.database.write(people.meet, NEWCOMER, "Bola", "en")
    await business.database.write(people.set_phone, NEWCOMER, "+2348030000001")
    await business.read(PENDING)
    nameless = tuple(one.model_copy(update={"uuid": None}) for one in PENDING.receivers[1:])
    await business.read(PENDING.model_copy(update={"receivers": nameless}))
    assert await business.database.read(subscriptions.of_person, NEWCOMER) != []
    await business.read(PENDING.model_copy(update={"receivers": PENDING.receivers[1:]}))
    assert await business.database.read(subscriptions.of_person, NEWCOMER) == []


async def test_what_a_webhook_does_not_tell_stays_known():
    told = told_by_event(IN_TRANSIT, webhook("completed", at(1), status="delivered"))
    assert told.state is State.DELIVERED
    unchanged = ("order_number", "sender", "rider", "items", "fee", "note", "uuid")
    assert all(getattr(told, name) == getattr(IN_TRANSIT, name) for name in unchanged)
    assert [receiver.name for receiver in told.receivers] == ["Bola", "Chika"]


async def test_a_status_that_nobody_knows_leaves_the_state_to_the_event():
    told = told_by_event(ASSIGNED, webhook("picked_up", at(1), status="teleported"))
    assert told.state is State.IN_TRANSIT


@pytest.mark.parametrize("kind", ["cancelled", "failed"])
async def test_a_note_is_the_reason_where_something_went_wrong(kind: str):
    assert told_by_event(IN_TRANSIT, webhook(kind, at(1), note="no")).cancellation_reason == "no"
    fine = told_by_event(IN_TRANSIT, webhook("completed", at(1), note="no"))
    assert fine.cancellation_reason is None


@pytest.mark.parametrize("kind", ["cancelled", "failed"])
async def test_the_deliverys_own_note_is_no_reason_and_stays_with_its_rider(kind: str):
    known = IN_TRANSIT.model_copy(update={"note": "The key is under the mat"})
    told = told_by_event(known, webhook(kind, at(1), note="The key is under the mat"))
    assert told.cancellation_reason is None


WEBHOOKS = [
    ("created", "pending", 1),
    ("assigned", "awaiting_pickup", 2),
    ("assigned", "order_accepted", 3),
    ("picked_up", "in_transit", 4),
    ("in_transit", "in_transit", 5),
    ("completed", "delivered", 6),
]


@settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(order=st.lists(st.sampled_from(WEBHOOKS), max_size=12))
async def test_in_whatever_order_webhooks_come_the_last_word_is_kept_and_said_once(
    business: Business, order: list[tuple[str, str, int]]
):
    for table in ("deliveries", "jobs", "job_keys"):
        await execute(business.database, f"DELETE FROM {table}")
    await business.read(ASSIGNED)
    for kind, status, minute in [*order, *WEBHOOKS]:
        await business.handle_event(webhook(kind, at(minute), status=status))
    assert snapshot(await business.row()).state is State.DELIVERED
    said = await business.said(CUSTOMER)
    assert sum("was delivered" in text for text in said) == 1
    assert sum("on the way" in text for text in said) <= 1
