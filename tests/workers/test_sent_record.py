"""What was sent is written down next to the key file, for as long as somebody may need it."""

import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.actions.cards.found_messages import SentMessage
from bot.actions.notice_kinds import View
from bot.identifiers import DeliveryUuid
from bot.telegram.sent_log import SentRecord, SentWords
from bot.workers.housekeeping import forgetting_sent
from tests.workers.post import Post
from tests.workers.waiting import at_work

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
ADA, BOLA, FORUM = 5, 6, -1_000_000_000_007


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "handover.key.sent"


@pytest.fixture
def record(tmp_path: Path) -> SentRecord:
    return SentRecord(tmp_path / "handover.key")


def sent(chat_id: int, message_id: int, *, at: datetime = NOON) -> SentMessage:
    return SentMessage(
        chat_id=chat_id,
        message_id=message_id,
        delivery=DeliveryUuid("d"),
        view=View.RIDER,
        sent_at=at,
    )


async def test_what_is_later_than_all_that_is_known_is_told_oldest_first(record: SentRecord):
    for each in (sent(ADA, 12), sent(BOLA, 11), sent(ADA, 10), sent(FORUM, 3), sent(FORUM, 4)):
        await record.note(each)
    later = await record.later_than({0: 10, FORUM: 3})
    assert later == [sent(FORUM, 4), sent(ADA, 12), sent(BOLA, 11)]


async def test_words_are_known_by_their_keys_and_forgotten_with_their_reader(record: SentRecord):
    for chat_id, key in ((ADA, "a"), (BOLA, "b"), (FORUM, "c")):
        await record.note(SentWords(chat_id=chat_id, key=key, sent_at=NOON))
    await record.note(sent(BOLA, 2))
    assert await record.words() == ["a", "b", "c"]
    assert await record.later_than({}) == [sent(BOLA, 2)]
    await record.forget(NOON, keep_chats={BOLA})
    assert await record.words() == ["b", "c"]


async def test_what_found_no_room_is_written_with_what_comes_next(record: SentRecord, file: Path):
    file.symlink_to("/dev/full")
    await record.note(sent(ADA, 1))
    file.unlink()
    assert await record.later_than({}) == []
    await record.note(sent(ADA, 2))
    assert await record.later_than({}) == [sent(ADA, 1), sent(ADA, 2)]


async def test_a_line_that_was_cut_off_takes_none_of_the_others_along(
    record: SentRecord, file: Path
):
    await record.note(sent(ADA, 1))
    whole = file.read_bytes()
    file.write_bytes(whole + b"\xff\n" + whole[:20])
    await record.note(sent(ADA, 2))
    assert await record.later_than({}) == [sent(ADA, 1), sent(ADA, 2)]


async def test_nobody_else_reads_it(record: SentRecord, file: Path):
    await record.note(sent(ADA, 1))
    await record.note(sent(BOLA, 2))
    await record.forget(NOON, keep_chats={BOLA})
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


async def test_what_is_old_and_who_is_not_known_any_more_is_forgotten(record: SentRecord):
    old = NOON - timedelta(seconds=1)
    for each in (sent(ADA, 1), sent(BOLA, 2), sent(BOLA, 3, at=old), sent(FORUM, 4)):
        await record.note(each)
    assert await record.private_chats() == {ADA, BOLA}
    await record.forget(NOON, keep_chats={BOLA})
    assert await record.later_than({}) == [sent(FORUM, 4), sent(BOLA, 2)]


async def test_each_process_forgets_who_is_forgotten_within_a_day(post: Post, record: SentRecord):
    forgetting = forgetting_sent(post.context, record)
    async with at_work(forgetting.run):
        await forgetting.idle()
        for chat_id in (post.ada.id, BOLA):
            await record.note(sent(chat_id, 1, at=post.clock.now()))
        post.clock.advance(timedelta(days=1))
        await forgetting.idle()
    assert await record.private_chats() == {post.ada.id}


async def test_when_something_was_sent_last_is_known(record: SentRecord):
    assert await record.latest_at() is None
    await record.note(sent(ADA, 1))
    await record.note(sent(BOLA, 2, at=NOON - timedelta(seconds=1)))
    assert await record.latest_at() == NOON


async def test_where_nothing_can_be_written_nothing_else_is_held_up(tmp_path: Path):
    record = SentRecord(tmp_path / "gone" / "handover.key")
    await record.note(sent(ADA, 1))
    assert not record.is_there
    assert await record.later_than({}) == []
