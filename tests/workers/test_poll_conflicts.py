"""Two programs that poll with one token and know nothing of each other: one of them stops."""

from datetime import datetime, timedelta

import pytest

from bot.actions.dispatcher import other_poller
from bot.domain.person import Role
from bot.store import people
from bot.telegram.polling_conflict import PollConflicts
from tests.support.business import bare
from tests.support.clock import ManualClock
from tests.workers.post import Post

ROUND = timedelta(seconds=20)
"""How often each of two is refused: it pauses, and so does the other."""

DAY = timedelta(days=1)


async def refused_for(clock: ManualClock, one: PollConflicts, lasts: timedelta) -> timedelta | None:
    """Refuse every poll of one of two; return when it has stopped."""
    began = clock.now()
    while clock.now() - began < lasts:
        clock.advance(ROUND)
        if await one.refused():
            return clock.now() - began
        await one.answered()
    return None


async def begun(post: Post, undisturbed: timedelta) -> PollConflicts:
    conflicts = PollConflicts(post.database, post.clock)
    await conflicts.begin()
    post.clock.advance(undisturbed)
    return conflicts


@pytest.fixture
async def owner(post: Post) -> None:
    await post.database.write(people.grant, post.ada.id, Role.OWNER)


async def told(post: Post) -> list[str]:
    while jobs := await post.waiting():
        for job in jobs:
            await post.sender.send(job)
    return [bare(message) for message in post.seen()]


async def known(post: Post) -> datetime | None:
    return await post.database.read(other_poller.known_since)


async def test_a_short_overlap_alarms_nobody(post: Post, owner: None):
    conflicts = await begun(post, timedelta())
    assert await refused_for(post.clock, conflicts, timedelta(seconds=100)) is None
    post.clock.advance(DAY)
    await conflicts.answered()
    assert await refused_for(post.clock, conflicts, timedelta(seconds=100)) is None
    assert await told(post) == []
    assert await known(post) is None


async def test_who_began_later_tells_the_owner_once_and_stops_after_some_minutes(
    post: Post, owner: None
):
    conflicts = await begun(post, timedelta())
    assert await refused_for(post.clock, conflicts, timedelta(minutes=4)) is None
    assert len(await told(post)) == 1
    stopped = await refused_for(post.clock, conflicts, timedelta(minutes=4))
    assert stopped is not None
    assert stopped <= timedelta(minutes=2)
    (said,) = await told(post)
    assert "same token" in said
    assert "5 minutes" in said


async def test_who_was_there_first_goes_on_for_longer(post: Post, owner: None):
    conflicts = await begun(post, DAY)
    assert await refused_for(post.clock, conflicts, timedelta(minutes=14)) is None
    assert await refused_for(post.clock, conflicts, timedelta(minutes=2))


async def test_once_the_other_is_gone_nothing_is_known_of_it(post: Post, owner: None):
    conflicts = await begun(post, DAY)
    await refused_for(post.clock, conflicts, timedelta(minutes=4))
    assert await known(post)
    post.clock.advance(timedelta(minutes=2))
    await conflicts.answered()
    assert await known(post) is None
    await refused_for(post.clock, conflicts, timedelta(minutes=4))
    assert len(await told(post)) == 2


async def test_a_start_begins_again(post: Post, owner: None):
    await refused_for(post.clock, await begun(post, timedelta()), timedelta(minutes=6))
    assert await known(post)
    await begun(post, timedelta())
    assert await known(post) is None
