"""A fleet request that may be another process's by now is not made."""

import pytest

from bot.actions import request_queue
from bot.actions.fleet_requests.cancel import Cancel
from bot.actions.fleet_requests.registry import execute
from bot.base.queue import jobs
from bot.base.queue.jobs import LeaseLost
from bot.store.job_kind import JobKind
from tests.workers.post import DELIVERY, Post


async def test_who_does_not_hold_a_request_any_more_asks_nothing_of_the_fleet(post: Post):
    """Asked, the service would not be there, and the request would wait for it."""
    await post.know()
    cancel = Cancel(delivery=DELIVERY, by=post.ada.id, reason="closed today")
    await post.database.write(request_queue.enqueue, cancel, "press 1")
    (job,) = await post.database.write(jobs.claim, JobKind.FLEET_REQUEST, 1)
    post.database.process.begin_anew()
    with pytest.raises(LeaseLost):
        await execute(post.context, job)
