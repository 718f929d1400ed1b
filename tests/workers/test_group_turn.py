"""What is said aloud in a group: each sentence once, however many there are."""

import json

from telegram import Update

from bot.actions.arrivals import read_update
from bot.base.database.transaction import Transaction
from bot.base.queue import jobs
from bot.chat.group.turn import GroupTurn
from bot.domain.person import Person
from bot.store.job_kind import JobKind
from bot.texts.html import Html
from bot.texts.message import Message
from tests.workers.post import Post


async def test_a_second_loud_answer_is_said_too(post: Post):
    group = post.telegram.add_group("Dispatch", [post.ada, post.account])
    pressed = (await post.bot.send_message(group.id, "A list")).message_id
    here = {"id": group.id, "type": "group", "title": "Dispatch"}
    message = {"message_id": pressed, "date": 0, "chat": here, "from": post.ada.as_json()}
    raw = json.dumps({"update_id": 1, "message": message}).encode()
    await post.database.write(jobs.add, read_update(post.account.id, raw).job)
    (job,) = await post.database.write(jobs.claim, JobKind.UPDATE, 1)
    update = Update.de_json(json.loads(raw), post.bot)
    turn = GroupTurn(post.context, update, job, Person(post.ada.id, "Ada", "en"))
    turn.is_aloud = True

    def say(tx: Transaction) -> None:
        turn.say_aloud(tx, said("One"))
        turn.reply(tx, said("Two"))
        turn.replace(tx, said("Another list"))

    await turn.settle(say)
    for _ in range(3):
        await post.deliver()
    written = [message.text for message in group.messages if message.from_bot]
    assert written == ["Another list", "One", "Two"]


def said(words: str) -> Message:
    return Message(html=Html(words))
