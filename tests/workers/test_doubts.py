"""What becomes of a message where nobody knows whether Telegram has taken it."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from starlette.types import ASGIApp

from bot.actions import notices
from bot.actions.notice_kinds import Notice, Replace, ShowCard, View
from bot.actions.rider.code_questions import PickupQuestion
from bot.base.database.database import Database
from bot.base.queue import held_jobs, jobs
from bot.base.queue.jobs import Job
from bot.domain.person import Role
from bot.fleet import RiderSummary, State
from bot.identifiers import RiderUuid
from bot.local_telegram import LocalUser
from bot.local_telegram.world import ChatEvent
from bot.store import cards, dialogs, groups, job_words, people
from bot.store.groups import Group
from bot.store.job_kind import JobKind
from bot.telegram.sent_log import SentRecord
from bot.texts.html import Html
from bot.texts.message import Message
from tests.support.business import bare
from tests.support.garbled_answers import GarbledAnswers
from tests.workers.post import DELIVERY, Post


@pytest.fixture
def answers() -> GarbledAnswers:
    return GarbledAnswers()


@pytest.fixture
def around(answers: GarbledAnswers) -> Callable[[ASGIApp], ASGIApp]:
    return answers.around


async def cut_off_once_sent(post: Post, notice: Notice, *, what: str = "sent") -> None:
    """Post a notice, and kill its sender when Telegram has taken it, before that is kept."""
    job = await claimed(post, notice)
    taken = asyncio.Event()

    def hear(event: ChatEvent) -> None:
        if event.kind == what:
            taken.set()

    post.telegram.listeners.append(hear)
    sending = asyncio.create_task(post.sender.send(job))
    await taken.wait()
    sending.cancel()
    await asyncio.gather(sending, return_exceptions=True)
    post.telegram.listeners.remove(hear)
    await post.database.write(held_jobs.release, [job])


async def claimed(post: Post, notice: Notice) -> Job:
    post.posted += 1
    await post.database.write(notices.post, notice, f"notice {post.posted}")
    (job,) = await post.waiting()
    return job


async def attempt_again(post: Post) -> None:
    post.clock.advance(timedelta(minutes=2))
    for job in await post.waiting():
        await post.sender.send(job)


async def dead(post: Post) -> int:
    return (await post.counts()).get("dead", 0)


async def test_words_whose_answer_is_lost_are_said_once_more_and_not_a_third_time(
    post: Post, answers: GarbledAnswers
):
    answers.garble("sendMessage", 5)
    await post.send(post.say("Hello"))
    for _ in range(4):
        await attempt_again(post)
    assert [message.text for message in post.seen()] == ["Hello", "Hello"]
    assert await dead(post) == 1


async def test_who_wrote_words_of_which_nobody_knows_whether_they_arrived_is_told_once(
    post: Post, answers: GarbledAnswers
):
    await post.know()
    bola = post.telegram.add_user("Bola")
    await post.database.write(people.meet, bola.id, "Bola", "en")
    bola.write("/start")
    answers.garble("sendMessage", 2)
    under = (DELIVERY, View.CUSTOMER)
    words = post.say("I am at the gate")
    await post.send(words.model_copy(update={"author": bola.id, "under": under}))
    for _ in range(4):
        await attempt_again(post)
    assert [message.text for message in post.seen()] == ["I am at the gate"] * 2
    (told,) = [bare(message) for message in bola.messages if message.from_bot]
    assert told == (
        "❗ I do not know whether your words about order 0042 have arrived.\n"
        "Please write them again."
    )


async def test_words_whose_answer_is_lost_once_stand_in_the_chat_twice_and_are_done_with(
    post: Post, answers: GarbledAnswers
):
    answers.garble("sendMessage", 1)
    await post.send(post.say("Hello"))
    await attempt_again(post)
    assert len(post.seen()) == 2
    assert await post.counts() == {}


async def test_words_that_telegram_surely_did_not_take_are_tried_for_as_long_as_it_takes(
    post: Post,
):
    post.telegram.fail("sendMessage", 502, "Bad Gateway", times=7)
    post.telegram.fail("sendMessage", 429, "Too Many Requests", times=3, retry_after=1)
    await post.send(post.say("Hello"))
    for _ in range(11):
        await attempt_again(post)
    assert len(post.seen()) == 1
    assert await post.counts() == {}


async def test_a_refusal_after_a_lost_answer_takes_nothing_from_the_second_attempt(
    post: Post, answers: GarbledAnswers
):
    answers.garble("sendMessage", 1)
    await post.send(post.say("Hello"))
    post.telegram.fail("sendMessage", 502, "Bad Gateway", times=3)
    for _ in range(5):
        await attempt_again(post)
    assert len(post.seen()) == 2
    assert await post.counts() == {}


async def test_the_second_attempt_is_not_spent_on_a_telegram_that_does_not_answer(
    post: Post, answers: GarbledAnswers
):
    answers.garble("sendMessage", 1)
    await post.send(post.say("Hello"))
    answers.garble("getMe", 3)
    for _ in range(3):
        await attempt_again(post)
    assert len(post.seen()) == 1
    await attempt_again(post)
    assert len(post.seen()) == 2
    assert await post.counts() == {}


async def test_what_takes_the_place_of_a_lost_message_is_said_twice_at_most(
    post: Post, answers: GarbledAnswers
):
    answers.garble("sendMessage", 5)
    await post.send(
        Replace(chat_id=post.ada.id, message_id=999, message=Message(html=Html("Done")))
    )
    for _ in range(4):
        await attempt_again(post)
    assert len(post.seen()) == 2


@pytest.mark.parametrize("leaves", [False, True])
async def test_words_that_go_with_a_job_are_found_again_and_go_with_it(post: Post, leaves: bool):
    await is_brought_by_ada(post)
    await post.send(post.say("Hello"))
    note = post.say("The blue gate").model_copy(update={"with_job": DELIVERY})
    await cut_off_once_sent(post, note)
    if leaves:
        await post.database.write(people.revoke, post.ada.id, Role.RIDER)
    await attempt_again(post)
    await attempt_again(post)
    assert post.attempts("sendMessage") == 2
    words = [each.message_id for each in post.seen() if "blue gate" in each.text]
    assert len(words) == (0 if leaves else 1)
    assert await post.database.write(job_words.take, post.ada.id, DELIVERY) == words
    assert await post.counts() == {}


async def is_brought_by_ada(post: Post) -> None:
    rider = RiderSummary(uuid=RiderUuid("r-1"), name="Ada")
    await post.know(state=State.ACCEPTED, rider=rider)
    await post.database.write(people.grant, post.ada.id, Role.RIDER, rider.uuid)


async def test_a_card_that_nobody_knows_of_is_found_again_and_not_sent_twice(post: Post):
    await post.send(post.say("Hello"))
    await post.know()
    await cut_off_once_sent(post, post.card())
    first = post.seen()[-1]
    await attempt_again(post)
    _, card = post.seen()
    assert card.message_id == first.message_id
    assert await kept(post.database, post) == first.message_id
    assert await post.counts() == {}


async def test_what_was_found_is_written_down_for_an_old_copy_as_what_was_sent_is(
    post: Post, tmp_path: Path
):
    await post.know()
    await cut_off_once_sent(post, post.card())
    record = SentRecord(tmp_path / "handover.key")
    assert await record.later_than({}) == []
    await attempt_again(post)
    (found,) = await record.later_than({})
    assert found.message_id == post.seen()[-1].message_id


async def test_a_card_in_a_chat_that_was_silent_is_found_behind_the_last_message_of_any_chat(
    post: Post,
):
    bola = post.telegram.add_user("Bola")
    bola.write("/start")
    await post.database.write(people.meet, bola.id, "Bola", "en")
    await post.know()
    await post.send(post.say("Hello", bola.id))
    await cut_off_once_sent(post, post.card())
    await attempt_again(post)
    (card,) = post.seen()
    assert await kept(post.database, post) == card.message_id
    assert await post.counts() == {}


async def test_a_card_sent_right_after_a_start_into_a_chat_that_had_none_is_found(post: Post):
    await post.know()
    await post.send(post.say("Hello"))
    await post.numbers.keep()
    await post.start_again()
    await cut_off_once_sent(post, post.card())
    await post.start_again()
    await attempt_again(post)
    _, card = post.seen()
    assert await kept(post.database, post) == card.message_id
    assert await post.counts() == {}


async def test_cards_sent_to_several_chats_at_once_right_after_a_start_are_all_found(
    post: Post, answers: GarbledAnswers
):
    team = [await joined(post, name) for name in ("Bola", "Chidi", "Dayo", "Efe", "Femi", "Gbenga")]
    await post.know()
    await post.send(post.say("Hello"))
    await post.numbers.keep()
    await post.start_again()
    for number, each in enumerate(team):
        notice = post.card().model_copy(update={"chat_id": each.id})
        await post.database.write(notices.post, notice, f"card {number}")
    answers.garble("sendMessage", len(team))
    await send_all(post, len(team))
    assert [len(each.messages) for each in team] == [2] * len(team)
    await post.start_again()
    post.clock.advance(timedelta(minutes=2))
    await send_all(post, len(team))
    assert [len(each.messages) for each in team] == [2] * len(team)
    for each in team:
        assert await kept(post.database, post, of=each) == each.last.message_id
    assert await post.counts() == {}


async def joined(post: Post, name: str) -> LocalUser:
    """Let one more dispatcher be there."""
    one = post.telegram.add_user(name)
    one.write("/start")
    await post.database.write(people.meet, one.id, name, "en")
    await post.database.write(people.grant, one.id, Role.DISPATCHER)
    return one


async def send_all(post: Post, most: int) -> None:
    """Let the sender have at once whatever waits."""
    waiting = await post.database.write(jobs.claim, JobKind.NOTICE, most)
    await asyncio.gather(*map(post.sender.send, waiting))


@pytest.mark.parametrize("forum", [False, True])
async def test_a_card_sent_right_after_a_start_into_a_group_is_found(post: Post, forum: bool):
    group = post.telegram.add_group("Dispatch", [post.ada, post.account], forum=forum)
    bound = Group(group.id, None, "Dispatch", "en", post.ada.id)
    await post.database.write(groups.bind, bound)
    await post.know()
    await post.send(post.say("Hello all", group.id))
    await post.numbers.keep()
    await post.start_again()
    await cut_off_once_sent(post, ShowCard(chat_id=group.id, delivery=DELIVERY, view=View.GROUP))
    await post.start_again()
    await attempt_again(post)
    hello, card = (message for message in group.messages if message.from_bot)
    assert (hello.text, "0042" in card.text) == ("Hello all", True)
    assert await post.counts() == {}


async def test_the_first_card_in_a_group_that_has_just_become_a_supergroup_is_found(post: Post):
    group = post.telegram.add_group("Dispatch", [post.ada, post.account]).upgrade()
    await post.database.write(groups.bind, Group(group.id, None, "Dispatch", "en", post.ada.id))
    await post.know()
    await cut_off_once_sent(post, ShowCard(chat_id=group.id, delivery=DELIVERY, view=View.GROUP))
    await attempt_again(post)
    assert sum(message.from_bot for message in group.messages) == 1
    assert await post.counts() == {}


@pytest.mark.parametrize(("forum", "most"), [(False, 8), (True, 2)])
async def test_where_a_card_is_looked_for_depends_on_what_is_counted_together(
    post: Post, forum: bool, most: int
):
    group = post.telegram.add_group("Dispatch", [post.ada, post.account], forum=forum)
    await post.know()
    await in_doubt(post, ShowCard(chat_id=group.id, delivery=DELIVERY, view=View.GROUP), behind=70)
    await attempt_again(post)
    assert looked_at(post) == list(range(71, 71 + most))


async def test_numbers_that_were_seen_in_another_chat_are_not_looked_at(post: Post):
    bola = await joined(post, "Bola")
    await post.know()
    await post.send(post.say("Hello"))
    (hello,) = post.seen()
    for _ in range(12):
        await post.send(post.say("News", bola.id))
    await in_doubt(post, post.card(), behind=hello.message_id)
    await attempt_again(post)
    last = bola.last.message_id
    assert looked_at(post) == list(range(last + 1, last + 9))


def looked_at(post: Post) -> list[int]:
    """Return the numbers at which the sender has looked for a card."""
    return [
        int(call.arguments["message_id"])
        for call in post.telegram.calls
        if call.method == "editMessageReplyMarkup"
    ]


async def in_doubt(post: Post, notice: ShowCard, *, behind: int) -> None:
    """Let it be written down of a card that it is about to be sent, and what follows be lost."""
    job = await claimed(post, notice)
    await post.database.write(
        jobs.intend,
        job,
        f'{{"delivery": "{notice.delivery}", "view": "{notice.view}", "rang_for": null,'
        f' "sent_at": "2026-03-02T09:00:00Z", "behind_any": {behind}, "first_line": "x"}}',
    )
    await post.database.write(held_jobs.release, [job])


async def test_a_card_is_found_behind_the_one_before_it_after_a_restart(post: Post):
    await post.know()
    await post.send(post.card())
    await post.start_again()
    await cut_off_once_sent(post, post.card(fresh=True))
    await attempt_again(post)
    (card,) = post.seen()
    assert post.attempts("sendMessage") == 2
    assert await kept(post.database, post) == card.message_id


async def test_a_card_is_found_behind_what_its_reader_has_written_meanwhile(post: Post):
    await post.send(post.say("Hello"))
    await post.know()
    post.ada.write("hm")
    await cut_off_once_sent(post, post.card())
    post.ada.write("is there anything?")
    await attempt_again(post)
    assert ["0042" in message.text for message in post.seen()] == [False, True]
    assert await post.counts() == {}


async def test_a_card_that_is_not_for_its_reader_any_more_is_emptied(post: Post):
    await post.send(post.say("Hello"))
    await post.know()
    await cut_off_once_sent(post, post.card())
    await post.database.write(people.revoke, post.ada.id, Role.DISPATCHER)
    await attempt_again(post)
    _, closed = post.seen()
    assert closed.edited
    assert not closed.buttons
    assert await post.counts() == {}


async def test_a_card_sent_anew_that_was_taken_rings_no_second_time(post: Post):
    await post.know()
    await post.send(post.card())
    await cut_off_once_sent(post, post.card(fresh=True))
    await attempt_again(post)
    (card,) = post.seen()
    assert post.attempts("sendMessage") == 2
    assert await kept(post.database, post) == card.message_id


async def test_a_card_that_was_not_taken_is_sent(post: Post, answers: GarbledAnswers):
    await post.know()
    post.telegram.fail("sendMessage", 502, "Bad Gateway")
    await post.send(post.card())
    await post.send(post.say("Hello"))
    await attempt_again(post)
    assert sorted("0042" in message.text for message in post.seen()) == [False, True]
    assert await post.counts() == {}


async def asked_for_a_code(post: Post) -> ShowCard:
    """Ask Ada for a code, and return what shows it, to which there are no buttons."""
    await post.know()
    question = PickupQuestion(delivery=DELIVERY)
    await post.database.write(question.ask, post.ada.id)
    return ShowCard(chat_id=post.ada.id, delivery=DELIVERY, view=View.CODE_PROMPT, fresh=True)


async def test_a_card_without_buttons_is_found_by_one_that_it_has_for_a_moment(post: Post):
    await post.send(post.say("Hello"))
    await cut_off_once_sent(post, await asked_for_a_code(post))
    await attempt_again(post)
    _, prompt = post.seen()
    assert "code" in prompt.text
    assert not prompt.buttons
    assert await kept(post.database, post, View.CODE_PROMPT) == prompt.message_id
    assert await post.counts() == {}


async def test_a_question_that_is_over_before_anybody_knows_it_was_asked_is_taken_away(post: Post):
    await post.send(post.say("Hello"))
    await cut_off_once_sent(post, await asked_for_a_code(post))
    await post.database.write(dialogs.close, post.ada.id)
    await attempt_again(post)
    assert [message.text for message in post.seen()] == ["Hello"]
    assert await post.counts() == {}


async def test_a_question_that_opens_the_keyboard_is_asked_twice_at_most(
    post: Post, answers: GarbledAnswers
):
    question = await asked_for_a_code(post)
    answers.garble("sendMessage", 5)
    await post.send(question)
    for _ in range(4):
        await attempt_again(post)
    assert [message.forces_reply for message in post.seen()] == [True, True]
    assert await dead(post) == 1


async def test_a_question_whose_second_attempt_was_cut_off_before_it_could_be_sent_is_asked_again(
    post: Post,
):
    question = await asked_for_a_code(post)
    await cut_off_once_sent(post, question)
    for _ in range(3):
        post.clock.advance(timedelta(minutes=2))
        await post.database.write(held_jobs.release, await post.waiting())
    await attempt_again(post)
    assert [message.forces_reply for message in post.seen()] == [True, True]
    assert await post.counts() == {}


async def test_the_second_question_is_not_spent_on_a_telegram_that_does_not_answer(
    post: Post, answers: GarbledAnswers
):
    await cut_off_once_sent(post, await asked_for_a_code(post))
    answers.garble("getMe", 3)
    for _ in range(3):
        await attempt_again(post)
    assert len(post.seen()) == 1
    await attempt_again(post)
    assert len(post.seen()) == 2
    assert await post.counts() == {}


async def test_words_that_become_a_card_are_found_again_and_not_said_twice(post: Post):
    await post.send(post.say("Hello"))
    await post.know()
    said = post.say("Type the code again.").model_copy(
        update={"under": (DELIVERY, View.RIDER), "becomes": View.CODE_PROMPT}
    )
    await cut_off_once_sent(post, said)
    await attempt_again(post)
    _, prompt = post.seen()
    assert not prompt.buttons
    assert await kept(post.database, post, View.CODE_PROMPT) == prompt.message_id
    assert await post.counts() == {}


async def test_a_card_that_was_found_and_not_brought_up_to_date_is_found_once_more(
    post: Post, answers: GarbledAnswers
):
    await post.send(post.say("Hello"))
    await post.know()
    await cut_off_once_sent(post, post.card())
    await post.know(state=State.CANCELLED)
    post.telegram.fail("editMessageText", 502, "Bad Gateway")
    await attempt_again(post)
    await attempt_again(post)
    _, card = post.seen()
    assert "Cancelled" in card.text
    assert await kept(post.database, post) == card.message_id
    assert await post.counts() == {}


async def test_other_messages_with_buttons_are_not_taken_for_the_card(post: Post):
    await post.know()
    await post.send(post.say("Hello"))
    await in_doubt(post, post.card(), behind=1)
    await attempt_again(post)
    hello, card = post.seen()
    assert hello.text == "Hello"
    assert not hello.buttons
    assert "0042" in card.text


async def test_another_card_where_one_is_looked_for_keeps_its_buttons(post: Post):
    prompt = await asked_for_a_code(post)
    await post.send(post.card())
    (card,) = post.seen()
    await in_doubt(post, prompt, behind=card.message_id - 1)
    await attempt_again(post)
    card, _ = post.seen()
    assert "0042" in card.text
    assert card.buttons
    assert await post.counts() == {}


async def kept(
    database: Database, post: Post, view: View = View.DISPATCHER, of: LocalUser | None = None
) -> int:
    card = await database.read(cards.get, (of or post.ada).id, DELIVERY, view)
    return card.message_id if card else 0
