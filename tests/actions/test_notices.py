"""In which thread of its chat a notice is sent, and how urgent it is."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.actions import notices
from bot.actions.notice_kinds import (
    Erase,
    EraseCard,
    Notice,
    Replace,
    Say,
    SetMenu,
    ShowCard,
    Urgency,
    View,
)
from bot.base.database.database import Database
from bot.base.queue import jobs
from bot.base.queue.claim_sql import URGENCIES
from bot.base.queue.jobs import EffectKey, Job
from bot.store.job_kind import JobKind
from bot.texts.html import Html
from bot.texts.message import Message
from tests.actions.business import DELIVERY

CHAT = 42
HELLO = Message(html=Html("Hello"))


def say(*, under: View | None = None, delivery: str = DELIVERY) -> Say:
    return Say(chat_id=CHAT, message=HELLO, under=(delivery, under) if under else None)


def card(view: View = View.DISPATCHER, delivery: str = DELIVERY, **more: bool) -> ShowCard:
    return ShowCard(chat_id=CHAT, delivery=delivery, view=view, **more)


async def claimed(database: Database) -> list[Job]:
    return await database.write(jobs.claim, JobKind.NOTICE, 20)


async def keys(database: Database) -> list[str]:
    return [job.key for job in await claimed(database)]


@pytest.mark.parametrize(
    ("notice", "urgency"),
    [
        (say(), Urgency.NEWS),
        (Replace(chat_id=CHAT, message_id=1, message=HELLO), Urgency.ANSWER),
        (card(), Urgency.NEWS),
        (card(fresh=True), Urgency.NEWS),
        (card(quiet=True), Urgency.REFRESH),
        (card(create=False), Urgency.REFRESH),
        (card(View.GROUP, create=False), Urgency.REFRESH),
        (card(View.RIDER), Urgency.DOOR),
        (card(View.RIDER, create=False), Urgency.REFRESH),
        (card(View.RIDER, fresh=True, create=False), Urgency.DOOR),
        (card(View.CODE_PROMPT, fresh=True), Urgency.DOOR),
        (card(View.LOCATION), Urgency.REFRESH),
        (EraseCard(chat_id=CHAT, delivery=DELIVERY, view=View.CODE_PROMPT), Urgency.DOOR),
        (EraseCard(chat_id=CHAT, delivery=DELIVERY, view=View.DISPATCHER), Urgency.REFRESH),
        (Erase(chat_id=CHAT, message_id=1), Urgency.ANSWER),
    ],
)
async def test_how_urgent_a_notice_is_by_itself(
    database: Database, notice: Notice, urgency: Urgency
):
    await database.write(notices.post, notice, EffectKey("k"))
    (job,) = await claimed(database)
    assert Urgency(job.urgency) is urgency


def test_every_urgency_is_one_that_the_queue_looks_for():
    assert list(Urgency) == list(URGENCIES)


async def test_an_answer_is_behind_no_news_of_its_chat(database: Database):
    await database.write(notices.post, say(), EffectKey("news"))
    await database.write(notices.post, card(), EffectKey("card"))
    await database.write(notices.answer, say(), EffectKey("answer"), asked_at=None)
    assert await keys(database) == ["answer", "news", "card"]


async def test_answers_of_a_chat_are_sent_in_order(database: Database):
    for number in range(3):
        await database.write(notices.answer, say(), EffectKey(f"answer {number}"), asked_at=None)
    assert await keys(database) == ["answer 0"]


async def test_what_is_about_one_card_is_sent_in_order_and_all_of_it_is_as_urgent(
    database: Database,
):
    await database.write(notices.post, card(create=False), EffectKey("card"))
    await database.write(
        notices.answer, say(under=View.DISPATCHER), EffectKey("answer"), asked_at=None
    )
    (job,) = await claimed(database)
    assert (job.key, Urgency(job.urgency)) == ("card", Urgency.ANSWER)


async def test_what_is_said_of_a_delivery_is_in_order_and_waits_for_no_change_of_its_card(
    database: Database,
):
    await database.write(notices.post, card(create=False), EffectKey("card"))
    for number in range(2):
        await database.write(notices.post, say(under=View.DISPATCHER), EffectKey(f"say {number}"))
    assert await keys(database) == ["say 0", "card"]


async def test_cards_of_two_deliveries_do_not_wait_for_each_other(database: Database):
    other = "0b0f9d3e-6c0a-4a58-8a43-0d6f1c9e2a99"
    await database.write(notices.post, card(), EffectKey("one"))
    await database.write(notices.post, card(delivery=other), EffectKey("other"))
    assert await keys(database) == ["one", "other"]


@pytest.mark.parametrize(
    "first",
    [
        SetMenu(chat_id=CHAT),
        card(View.LOCATION),
        Erase(chat_id=CHAT, message_id=1),
        say(),
    ],
)
async def test_a_card_waits_for_nothing_that_is_not_about_its_delivery(
    database: Database, first: Notice
):
    await database.write(notices.post, first, EffectKey("first"))
    await database.write(notices.post, card(), EffectKey("card"))
    assert "card" in await keys(database)


def test_what_changes_right_before_a_step_is_shown_with_the_one_after_it():
    step, start = timedelta(seconds=15), datetime(2026, 3, 2, 9, tzinfo=UTC)
    at = {second: notices.next_step(start + timedelta(seconds=second), step) for second in (0, 14)}
    assert at[0] == start + step
    assert at[14] == start + 2 * step
