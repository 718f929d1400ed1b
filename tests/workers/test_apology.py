"""What somebody reads whose update was given up after several attempts."""

import json

from bot.actions.arrivals import read_update
from bot.base.queue import jobs
from bot.chat.press_answers import PressAnswers
from bot.chat.reception import Reception
from bot.store import people
from bot.store.job_kind import JobKind
from bot.telegram.message_ids import LatestMessages
from bot.texts.everyone.replies import SOMETHING_WENT_WRONG
from bot.texts.words import Words
from tests.workers.post import Post


async def test_the_apology_is_in_the_language_of_who_reads_it(post: Post):
    private = {"id": post.ada.id, "type": "private", "first_name": "Ada"}
    message = {"message_id": 7, "date": 0, "chat": private, "from": post.ada.as_json()}
    raw = json.dumps({"update_id": 1, "message": {**message, "text": "/board"}}).encode()
    await post.database.write(people.set_language, post.ada.id, "fr")
    await post.database.write(jobs.add, read_update(post.account.id, raw).job)
    (job,) = await post.database.write(jobs.claim, JobKind.UPDATE, 1)
    reception = Reception(post.context, post.bot, PressAnswers(post.bot), LatestMessages().seen)
    await reception.apologise(job)
    await post.deliver()
    assert post.seen()[-1].text == Words("fr").message(SOMETHING_WENT_WRONG).html
