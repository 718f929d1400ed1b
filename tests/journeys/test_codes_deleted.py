"""Codes disappear from the chat, and with them what they answer, by as few requests as can be."""

import json

import pytest

from bot.fleet import State
from tests.support.business import Business


def deletions(business: Business) -> list[list[int]]:
    """The messages that each request to delete some named, oldest first."""
    return [
        json.loads(call.arguments.get("message_ids") or f"[{call.arguments['message_id']}]")
        for call in business.town.telegram.calls
        if call.method.startswith("deleteMessage")
    ]


@pytest.mark.parametrize("right", [True, False])
async def test_a_code_and_its_question_go_by_one_request(business: Business, right: bool):
    delivery = await business.accepted()
    await business.presses(business.musa, "Picked up")
    question = business.musa.last
    code = business.pickup_code if right else business.wrong(business.pickup_code)
    before = len(deletions(business))
    typed = await business.says(business.musa, code)
    assert deletions(business)[before:] == [[typed.message_id, question.message_id]]
    assert not {typed, question} & set(business.musa.messages)
    assert await business.state(delivery) is (State.IN_TRANSIT if right else State.ACCEPTED)


async def test_a_word_that_is_sent_and_all_that_was_asked_go_by_one_request(business: Business):
    await business.accepted()
    await business.presses(business.musa, "Picked up")
    question = business.musa.last
    word = await business.says(business.musa, "mango")
    asked = business.musa.last
    before = len(deletions(business))
    await business.presses(business.musa, "Yes, send it")
    (together,) = deletions(business)[before:]
    assert set(together) == {question.message_id, word.message_id, asked.message_id}
    assert not {question, word, asked} & set(business.musa.messages)


@pytest.mark.without_limits  # they let no request be refused
async def test_codes_that_could_not_be_deleted_for_a_while_go_by_one_request(business: Business):
    await business.accepted()
    business.town.telegram.fail(
        "deleteMessage", 429, "Too Many Requests", chat_id=business.musa.id, retry_after=30
    )
    typed = [await business.says(business.musa, f"/pickup 1001 x{number}") for number in range(4)]
    assert typed[-1] in business.musa.messages
    before = len(deletions(business))
    await business.later(seconds=31)
    codes = [message.message_id for message in typed]
    assert [named for named in deletions(business)[before:] if {*named} & {*codes}] == [codes]
    assert not any(message in business.musa.messages for message in typed)


async def test_a_question_that_is_still_on_its_way_goes_too(business: Business):
    delivery = await business.accepted()
    await business.presses(business.musa, "Picked up")
    business.musa.press("Picked up")
    business.musa.write(business.pickup_code)
    await business.town.idle()
    assert await business.state(delivery) is State.IN_TRANSIT
    assert not any(message.forces_reply for message in business.musa.messages)
