"""Words that go with a job: they leave the rider's chat with it, whoever commits first."""

import asyncio

from bot.actions.cards.found_messages import SentMessage, take_in
from bot.actions.notice_kinds import Erase
from bot.actions.tracking.projection import Observation, apply
from bot.base.database.database import Database
from bot.fleet import State
from bot.store import job_words
from tests.actions.business import DELIVERY, IN_TRANSIT, RIDER, Business
from tests.support.clock import ManualClock
from tests.support.sql import uncommitted

DELIVERED = IN_TRANSIT.model_copy(update={"state": State.DELIVERED})


async def test_words_that_come_as_their_job_ends_are_not_left_there(
    database: Database, clock: ManualClock
):
    business = Business(database, clock)
    await business.open()
    await business.read(IN_TRANSIT)
    sent = SentMessage(
        chat_id=RIDER, message_id=50, delivery=DELIVERY, view=None, sent_at=clock.now()
    )
    over = Observation(DELIVERED, await database.next_number())
    async with uncommitted(database, take_in, sent):
        ending = asyncio.create_task(database.write(apply, over))
        await asyncio.wait({ending}, timeout=0.3)
    await ending
    assert await database.write(job_words.take, RIDER, DELIVERY) == []
    erased = [one for one in await business.waiting(RIDER) if isinstance(one, Erase)]
    assert [each.message_id for each in erased] == [50]
