"""Polls and reactions: what bots ask, what people answer, and what bots hear of it."""

from typing import Any

import pytest

from bot.local_telegram import ChatMessage
from tests.local_telegram.town import Town


@pytest.fixture(autouse=True)
def started(town: Town) -> None:
    town.ada.write("/start")


async def ask(town: Town, **arguments: Any) -> ChatMessage:
    poll = {"question": "Where?", "options": ["Here", {"text": "There"}], **arguments}
    await town.result("sendPoll", chat_id=town.ada.id, **poll)
    return town.ada.last


async def heard(town: Town) -> list[str]:
    """Return what kinds of updates wait, behind the start."""
    return [
        next(kind for kind in update if kind != "update_id") for update in await town.updates()
    ][1:]


async def test_a_vote_is_told_with_its_voter_unless_the_poll_is_anonymous(town: Town):
    town.ada.vote(await ask(town), 1)
    assert await heard(town) == ["poll"]
    town.ada.vote(await ask(town, is_anonymous=False), 1)
    assert await heard(town) == ["poll", "poll", "poll_answer"]
    poll, answer = (await town.updates())[-2:]
    counts = [option["voter_count"] for option in poll["poll"]["options"]]
    assert (counts, poll["poll"]["total_voter_count"]) == ([0, 1], 1)
    assert (answer["poll_answer"]["user"]["id"], answer["poll_answer"]["option_ids"]) == (
        town.ada.id,
        [1],
    )


async def test_a_vote_can_be_changed_and_taken_back(town: Town):
    message = await ask(town, is_anonymous=False)
    for vote in ((0,), (1,), ()):
        town.ada.vote(message, *vote)
    (update,) = await town.updates(offset=-1)
    assert update["poll_answer"]["option_ids"] == []
    assert message.as_json()["poll"]["total_voter_count"] == 0
    assert not message.edited


async def test_several_options_are_chosen_only_where_one_may(town: Town):
    town.ada.vote(await ask(town, allows_multiple_answers=True), 0, 1)
    with pytest.raises(ValueError, match="one option"):
        town.ada.vote(await ask(town), 0, 1)
    with pytest.raises(ValueError, match="there are 2 options"):
        town.ada.vote(town.ada.last, 2)


async def test_an_answer_to_a_quiz_stays(town: Town):
    message = await ask(town, type="quiz", correct_option_id=1, explanation="It *is*",
                        explanation_parse_mode="MarkdownV2")  # fmt: skip
    town.ada.vote(message, 0)
    with pytest.raises(ValueError, match="stays"):
        town.ada.vote(message, 1)
    poll = message.as_json()["poll"]
    assert (poll["correct_option_id"], poll["explanation"]) == (1, "It is")


async def test_a_poll_is_ended_once(town: Town):
    message = await ask(town)
    town.ada.vote(message, 0)
    place = {"chat_id": town.ada.id, "message_id": message.message_id}
    ended = await town.result("stopPoll", **place)
    assert (ended["is_closed"], ended["total_voter_count"]) == (True, 1)
    with pytest.raises(ValueError, match="over"):
        town.ada.vote(message, 1)
    again = await town.call("stopPoll", **place)
    assert again.json()["description"] == "Bad Request: poll has already been closed"
    start = await town.call("stopPoll", chat_id=town.ada.id, message_id=1)
    assert start.json()["description"] == "Bad Request: message is not a poll"


@pytest.mark.parametrize(
    ("poll", "description"),
    [
        ({"question": ""}, "poll question must be non-empty"),
        ({"question": "x" * 301}, "poll question length must not exceed 300"),
        ({"options": ["one"]}, "poll must have at least 2 option"),
        ({"options": ["one"] * 13}, "poll can't have more than 12 options"),
        ({"options": ["one", ""]}, "poll options must be non-empty"),
        ({"options": ["one", "x" * 101]}, "poll options length must not exceed 100"),
        ({"options": 5}, "can't parse options JSON object"),
        ({"type": "riddle"}, "unsupported poll type specified"),
        ({"type": "quiz"}, "wrong correct option ID specified"),
        ({"type": "quiz", "correct_option_id": 2}, "wrong correct option ID specified"),
    ],
)
async def test_a_wrong_poll_is_refused(town: Town, poll: dict[str, Any], description: str):
    asked = {"question": "Where?", "options": ["Here", "There"], **poll}
    refused = await town.call("sendPoll", chat_id=town.ada.id, **asked)
    assert refused.json()["description"] == f"Bad Request: {description}"
    assert len(town.ada.messages) == 1


async def test_a_reaction_is_told_to_a_bot_that_asks_for_it(town: Town):
    await town.result("sendMessage", chat_id=town.ada.id, text="x")
    town.ada.react(town.ada.last, "👍")
    assert await heard(town) == []
    await town.updates(allowed_updates=["message_reaction"])
    town.ada.react(town.ada.last, "🔥")
    (update,) = await town.updates(offset=-1)
    reaction = update["message_reaction"]
    assert reaction["old_reaction"] == [{"type": "emoji", "emoji": "👍"}]
    assert reaction["new_reaction"] == [{"type": "emoji", "emoji": "🔥"}]
    assert (reaction["user"]["id"], reaction["message_id"]) == (town.ada.id, 2)
    assert town.ada.last.reactions == ("🔥",)


async def test_in_a_group_only_an_administrator_hears_of_reactions(town: Town):
    group = town.telegram.add_group("Depot", [town.ada, town.bot])
    await town.updates(allowed_updates=["message_reaction"])
    said = town.ada.write("hello", chat=group)
    before = len(await town.updates())
    town.ada.react(said, "👍")
    assert len(await town.updates()) == before
    group.promote(town.bot)
    town.ada.react(said)
    assert len(await town.updates()) == before + 1
