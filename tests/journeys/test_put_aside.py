"""One question gives way to another: nothing is swallowed, and nothing is lost in silence."""

from collections.abc import Mapping, Sequence
from itertools import permutations

import pytest

from bot.chat.registry import ANSWERS
from bot.local_telegram import LocalUser
from bot.texts.everyone.put_aside import PUT_ASIDE
from tests.support.business import Business, sent

Opening = Sequence[str]
"""What is typed or pressed, one after the other, until a question is open."""

OF_DISPATCHERS: Mapping[str, Opening] = {
    "your draft": ["/new", "From: Ada\nTo: Bola"],
    "the change of an order": ["/edit 1001", "Drop-off address"],
    "the cancellation": ["/delivery 1001", "Cancel delivery", "Another reason, in my words"],
}
OF_RIDERS: Mapping[str, Opening] = {
    "the code": ["/jobs", "Delivered"],
    "the problem": ["/jobs", "Problem", "Something else"],
    "your message": ["/jobs", "Message Bola"],
}
OF_CUSTOMERS: Mapping[str, Opening] = {
    "your note": ["/note"],
    "your message": ["/where", "Message the rider"],
}


def test_every_question_that_is_answered_has_its_sentence():
    assert {answer.dialog for answer in ANSWERS} == set(PUT_ASIDE)


async def opens(business: Business, person: LocalUser, opening: Opening) -> None:
    for step in opening:
        if step.startswith("/") or "\n" in step:
            await business.says(person, step)
        else:
            await business.presses(person, step)


async def follows_each_other(
    business: Business, person: LocalUser, openings: Mapping[str, Opening]
) -> None:
    """Open each question after each other one: that one is told of, once."""
    for first, second in permutations(openings, 2):
        await opens(business, person, openings[first])
        before = len(sent(business, person))
        await opens(business, person, openings[second])
        aside = [text for text in sent(business, person)[before:] if "Put aside" in text]
        assert len(aside) == 1, (first, second, sent(business, person)[before:])
        assert f"Put aside: {first}" in aside[0]
        await business.says(person, "/cancel")
        await business.later(minutes=1)


@pytest.mark.runs_on
async def test_of_a_dispatcher(business: Business):
    await business.order()
    await follows_each_other(business, business.owner, OF_DISPATCHERS)


@pytest.mark.runs_on
async def test_a_draft_is_given_back_as_it_can_be_sent_again(business: Business):
    await business.order()
    await opens(business, business.owner, OF_DISPATCHERS["your draft"])
    before = len(sent(business, business.owner))
    await opens(business, business.owner, OF_DISPATCHERS["the change of an order"])
    (aside,) = [t for t in sent(business, business.owner)[before:] if "Put aside" in t]
    assert "From: Ada" in aside


@pytest.mark.runs_on
async def test_of_a_rider(business: Business):
    await business.order()
    await business.follows(business.bola, "Bola Ahmed")
    await business.presses(business.owner, "Assign")
    await business.presses(business.owner, "Musa Bello")
    await business.presses(business.musa, "Accept")
    await business.presses(business.musa, "Picked up")
    await business.says(business.musa, business.pickup_code)
    await follows_each_other(business, business.musa, OF_RIDERS)


@pytest.mark.runs_on
async def test_of_a_customer(business: Business):
    delivery = await business.order()
    await business.follows(business.bola, "Bola Ahmed")
    await business.presses(business.owner, "Assign")
    await business.presses(business.owner, "Musa Bello")
    await business.presses(business.musa, "Accept")
    await business.presses(business.musa, "Picked up")
    await business.says(business.musa, business.pickup_code)
    assert (await business.state(delivery)).is_open
    await follows_each_other(business, business.bola, OF_CUSTOMERS)
