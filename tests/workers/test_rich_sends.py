"""Rich messages on their way: lost answers, refusals, and servers that do not know them."""

from collections.abc import Callable

import pytest
from starlette.types import ASGIApp

from bot.actions.cards import board
from bot.local_telegram import ChatMessage
from tests.support.garbled_answers import GarbledAnswers
from tests.workers.post import Post
from tests.workers.test_doubts import attempt_again, dead


@pytest.fixture
def answers() -> GarbledAnswers:
    return GarbledAnswers()


@pytest.fixture
def around(answers: GarbledAnswers) -> Callable[[ASGIApp], ASGIApp]:
    return answers.around


async def send_board(post: Post) -> None:
    post.posted += 1
    await post.database.write(board.show, post.ada.id, f"board {post.posted}", is_fresh=True)
    await post.deliver_all()


def boards(post: Post) -> list[ChatMessage]:
    """Return the boards that stand in the chat; that one is pinned is a message, too."""
    return [message for message in post.seen() if "Board" in message.text]


async def test_a_board_whose_answer_is_lost_is_found_again(post: Post, answers: GarbledAnswers):
    await post.know()
    await post.send(post.say("What stands before it"))
    answers.garble("sendRichMessage", 1)
    await send_board(post)
    await attempt_again(post)
    (shown,) = boards(post)
    assert shown.body.rich is not None
    assert [button.label for button in shown.rich_buttons] == ["0042", "Give"]
    assert post.attempts("sendRichMessage") == 1
    assert await dead(post) == 0


@pytest.mark.parametrize(
    "reason",
    [
        "RICH_MESSAGE_INVALID",
        "message is too long",
        "rich message is nested too deep",
        "rich message has too many blocks",
        "rich message has a table with too many columns",
    ],
)
async def test_one_that_is_refused_is_said_plainly_and_the_next_one_is_rich(
    post: Post, reason: str
):
    await post.know()
    post.telegram.fail("sendRichMessage", 400, f"Bad Request: {reason}")
    await send_board(post)
    assert [message.body.rich for message in boards(post)] == [None]
    assert "0042" in boards(post)[0].text
    await send_board(post)
    assert boards(post)[-1].body.rich is not None


async def test_a_refused_token_does_not_say_that_tables_are_not_known(post: Post):
    post.telegram.fail("sendRichMessage", 401, "Unauthorized")
    await send_board(post)
    assert boards(post) == []
    await attempt_again(post)
    assert boards(post)[-1].body.rich is not None


async def test_an_edit_that_changes_nothing_is_asked_for_once(post: Post):
    await post.know()
    await send_board(post)
    await post.know(order_number="0043")
    post.telegram.fail("editMessageText", 400, "Bad Request: message is not modified")
    await post.database.write(board.refresh)
    await attempt_again(post)
    assert post.attempts("editMessageText") == 1
    assert await dead(post) == 0
