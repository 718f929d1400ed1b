"""One request for several notices: deletions of one chat, and changes of one card."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.actions import notice_kinds, notices
from bot.actions.notice_kinds import Erase, EraseCard, ShowCard, View
from bot.actions.snapshots import snapshot
from bot.store import deliveries
from tests.support.business import labels
from tests.support.sql import execute, listening
from tests.workers.post import DELIVERY, Post
from tests.workers.waiting import until

OTHER = "0b0f9d3e-6c0a-4a58-8a43-0d6f1c9e2a99"
PICKUP = "0b0f9d3e-6c0a-4a58-8a43-0d6f1c9e2b00"
NOT_DELETABLE = "Bad Request: message can't be deleted for everyone"


@pytest.fixture
async def written(post: Post) -> list[int]:
    """Messages of the bot's in Ada's chat, all written now."""
    return [
        (await post.bot.send_message(post.ada.id, f"{number}")).message_id for number in range(3)
    ]


async def erase(post: Post, *message_ids: int, age: timedelta | None = timedelta()) -> None:
    """Let messages of a known age wait to be deleted."""
    written_after = None if age is None else post.clock.now() - age
    for message_id in message_ids:
        await post.database.write(notices.erase, post.ada.id, message_id, written_after)


def requests(post: Post) -> tuple[int, int]:
    """How often several messages were to be deleted, and how often one was."""
    return post.attempts("deleteMessages"), post.attempts("deleteMessage")


async def test_what_waits_to_be_deleted_goes_by_one_request(post: Post, written: list[int]):
    await erase(post, *written)
    await post.deliver()
    assert requests(post) == (1, 0)
    assert post.seen() == []
    assert await post.counts() == {}


async def test_one_message_alone_goes_by_itself(post: Post, written: list[int]):
    await erase(post, written[0])
    await post.deliver()
    assert requests(post) == (0, 1)


async def test_what_is_gone_already_holds_up_nothing(post: Post, written: list[int]):
    await post.bot.delete_messages(post.ada.id, written[:2])
    await erase(post, *written)
    await post.deliver()
    assert post.seen() == []
    assert await post.counts() == {}


@pytest.mark.parametrize(
    "age",
    [timedelta(hours=47), None, timedelta(hours=-47)],
    ids=["old", "of unknown age", "written before the clock was set back"],
)
async def test_what_may_be_too_old_goes_by_itself_and_can_be_read_no_more(
    post: Post, written: list[int], age: timedelta | None
):
    post.clock.advance(timedelta(hours=48))
    young = (await post.bot.send_message(post.ada.id, "young")).message_id
    await erase(post, young)
    await erase(post, *written, age=age)
    await post.deliver_all()
    assert requests(post) == (0, 4)
    assert [message.text for message in post.seen()] == ["🗑"] * 3
    assert await post.counts() == {}


async def test_where_telegram_refuses_them_together_each_goes_by_itself(
    post: Post, written: list[int]
):
    post.telegram.fail("deleteMessages", 400, NOT_DELETABLE)
    post.telegram.fail("deleteMessage", 400, NOT_DELETABLE)
    await erase(post, *written)
    await post.deliver()
    assert requests(post) == (1, 3)
    assert [message.text for message in post.seen()] == ["🗑"]
    assert await post.counts() == {}


async def test_more_than_a_hundred_go_by_two_requests(post: Post):
    await erase(post, *range(2, 152))
    await post.deliver_all()
    sizes = [
        call.arguments["message_ids"].count(",") + 1
        for call in post.telegram.calls
        if call.method == "deleteMessages"
    ]
    assert sizes == [100, 50]
    assert await post.counts() == {}


async def test_what_telegram_lets_wait_waits_together(post: Post, written: list[int]):
    post.telegram.fail("deleteMessages", 429, "Too Many Requests", retry_after=30)
    await erase(post, *written)
    await post.deliver()
    assert await post.counts() == {"waiting": 3}
    post.clock.advance(timedelta(seconds=31))
    await post.deliver_all()
    assert requests(post) == (2, 0)
    assert post.seen() == []


async def test_another_chat_is_another_request(post: Post, written: list[int]):
    bola = post.telegram.add_user("Bola")
    bola.write("/start")
    await post.database.write(notices.erase, bola.id, bola.messages[0].message_id, post.clock.now())
    await erase(post, *written)
    await post.deliver_all()
    assert requests(post) == (1, 1)
    assert post.seen() == []
    assert bola.messages == []


async def test_what_an_older_bot_has_left_to_be_deleted_is_of_unknown_age(
    post: Post, written: list[int]
):
    left = notice_kinds.read(
        b'{"chat_id":%d,"kind":"erase","message_id":%d}' % (post.ada.id, written[0])
    )
    assert isinstance(left, Erase)
    await post.database.write(notices.post, left, "left")
    await erase(post, *written[1:])
    await post.deliver_all()
    assert requests(post) == (1, 1)
    assert post.seen() == []


async def change(post: Post, *cards: ShowCard | EraseCard, due: timedelta = timedelta()) -> None:
    """Let changes of a card wait, each of another state of the delivery."""
    for card in cards:
        post.posted += 1
        await post.know(order_number=f"00{post.posted}")
        due_at = post.clock.now() + due
        await post.database.write(notices.post, card, f"change {post.posted}", due_at=due_at)


async def had_to_wait(post: Post) -> None:
    post.clock.advance(timedelta(seconds=2))
    await post.deliver()


async def test_changes_that_a_card_shows_already_take_no_turn(post: Post):
    await change(post, post.card(), post.card(), post.card(create=False), post.card(quiet=True))
    await had_to_wait(post)
    assert post.seen()[-1].text.count("004") == 1
    assert await post.counts() == {}
    assert post.attempts("editMessageText") == 0


async def test_neither_do_those_behind_one_that_edits_a_card(post: Post):
    await change(post, post.card())
    await post.deliver()
    await change(post, post.card(), post.card())
    await had_to_wait(post)
    assert "003" in post.seen()[-1].text
    assert await post.counts() == {}
    assert post.attempts("editMessageText") == 1


async def test_they_take_none_either_where_nothing_was_to_be_changed(post: Post):
    await change(post, post.card())
    await post.deliver()
    for number in range(3):
        await post.database.write(notices.post, post.card(), f"the same {number}")
    await had_to_wait(post)
    assert await post.counts() == {}
    assert post.attempts("editMessageText") == 0


async def test_they_take_none_either_where_there_is_no_card(post: Post):
    edit = post.card(create=False)
    await change(post, edit, edit, edit)
    await had_to_wait(post)
    assert await post.counts() == {}
    assert post.seen() == []


async def test_a_card_that_is_opened_shows_what_has_changed_since_the_press(post: Post):
    await change(post, post.card())
    await post.deliver()
    folded = labels(post.seen()[-1])
    opening = post.card(create=False, alone=True, in_full=True)
    await change(post, opening, post.card(create=False))
    await had_to_wait(post)
    assert "003" in post.seen()[-1].text
    assert len(labels(post.seen()[-1])) > len(folded)
    assert await post.counts() == {}


async def test_a_press_to_open_a_card_is_not_taken_for_one_of_its_changes(post: Post):
    await change(post, post.card())
    await post.deliver()
    folded = labels(post.seen()[-1])
    await change(post, post.card(create=False), post.card(create=False, alone=True, in_full=True))
    await had_to_wait(post)
    assert labels(post.seen()[-1]) == folded
    assert await post.counts() == {"waiting": 1}
    await post.deliver()
    assert len(labels(post.seen()[-1])) > len(folded)


async def test_what_would_make_a_card_does_not_go_with_what_finds_none(post: Post):
    edit = post.card(create=False)
    await change(post, edit, edit, post.card(), edit)
    await had_to_wait(post)
    assert await post.counts() == {"waiting": 2}
    await post.deliver_all()
    assert "004" in post.seen()[-1].text


async def test_nor_where_nothing_is_to_be_seen_any_more(post: Post):
    await change(post, post.card(), post.card(), post.card(create=False))
    await execute(post.database, "DELETE FROM deliveries")
    await had_to_wait(post)
    assert await post.counts() == {}
    assert post.seen() == []


async def test_a_change_that_comes_meanwhile_is_shown_after_it(post: Post):
    await change(post, post.card(), post.card())
    post.clock.advance(timedelta(seconds=2))
    (first,) = await post.waiting()
    post.telegram.latency = 0.05
    sending = asyncio.ensure_future(post.sender.send(first))
    await until(lambda: post.attempts("sendMessage"))
    await change(post, post.card())
    await sending
    assert await post.counts() == {"waiting": 1}
    await post.deliver()
    assert "003" in post.seen()[-1].text


@pytest.mark.parametrize(
    "other",
    [
        EraseCard(chat_id=0, delivery=DELIVERY, view=View.DISPATCHER),
        ShowCard(chat_id=0, delivery=DELIVERY, view=View.DISPATCHER, fresh=True),
        ShowCard(chat_id=0, delivery=DELIVERY, view=View.DISPATCHER, is_news=True),
    ],
    ids=["taken away", "shown anew", "news"],
)
async def test_what_stands_behind_something_else_stays(post: Post, other: ShowCard | EraseCard):
    other = other.model_copy(update={"chat_id": post.ada.id})
    await change(post, post.card(), other, post.card())
    await had_to_wait(post)
    assert await post.counts() == {"waiting": 2}
    await post.deliver_all()
    assert [("003" in message.text) for message in post.seen()] == [True]


async def test_what_another_view_shows_stays(post: Post):
    other = post.card().model_copy(update={"view": View.CUSTOMER})
    await change(post, post.card(), other, post.card())
    await had_to_wait(post)
    assert await post.counts() == {"waiting": 1}


async def test_what_was_wanted_alone_stays(post: Post):
    await change(post, post.card(), post.card(alone=True))
    await had_to_wait(post)
    assert await post.counts() == {"waiting": 1}


async def test_what_is_to_be_seen_later_stays(post: Post):
    await change(post, post.card())
    await change(post, post.card(), due=timedelta(seconds=10))
    await had_to_wait(post)
    assert await post.counts() == {"waiting": 1}


async def test_what_waits_is_looked_for_before_the_card_is_rendered(post: Post):
    """On PostgreSQL, what is committed in between would else be dropped without being shown."""
    await change(post, post.card(), post.card())
    with listening() as asked:
        await had_to_wait(post)
    looks = [each.sql for each in asked if each.sql.startswith("SELECT")]
    waiting, delivery = (
        next(n for n, sql in enumerate(looks) if f"FROM {table}" in sql)
        for table in ("jobs", "deliveries")
    )
    assert waiting < delivery


async def test_two_jobs_of_one_pickup_stand_in_one_lane_and_each_is_shown(post: Post):
    await post.know()
    row = await post.database.read(deliveries.get, DELIVERY)
    assert row is not None
    for uuid, order in ((DELIVERY, "0001"), (OTHER, "0002")):
        delivery = snapshot(row).model_copy(update={"uuid": uuid, "order_number": order})
        there = replace(row, uuid=uuid, snapshot=delivery.model_dump_json(), pickup=PICKUP)
        await post.database.write(deliveries.save, there)
        card = ShowCard(chat_id=post.ada.id, delivery=uuid, view=View.RIDER)
        await post.database.write(notices.post, card, f"card {order}")
    await had_to_wait(post)
    await post.deliver()
    assert [message.text.count(f"000{n}") for n, message in enumerate(post.seen(), 1)] == [1, 1]
