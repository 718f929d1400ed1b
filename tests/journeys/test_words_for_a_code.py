"""What is said where a code is asked for: words are not sent, not counted, and not lost."""

import pytest

from bot.fleet import State
from tests.support.business import Business, bare, finds, heard, labels, sees, told


@pytest.mark.parametrize("said", ["I'm lost", "the gate is closed", "is it far? " * 20])
async def test_a_sentence_goes_to_the_dispatcher_and_the_question_stays_open(
    business: Business, said: str
):
    delivery = await business.accepted()
    await business.presses(business.musa, "Picked up")
    for _ in range(6):  # more than codes may be wrong
        typed = await business.says(business.musa, said)
        assert typed in business.musa.messages
    assert heard(business.owner, said.strip()) == 1  # six in a row are one card
    assert bare(finds(business.owner, said.strip())).count(said.strip()) == 6
    assert heard(business.musa, "Passed on to the dispatcher") == 1
    assert await business.state(delivery) is State.ACCEPTED
    await business.says(business.musa, business.pickup_code)
    assert await business.state(delivery) is State.IN_TRANSIT


@pytest.mark.parametrize("said", ["ok", "🙏"])
async def test_a_polite_word_gets_a_small_sign_and_disturbs_nobody(business: Business, said: str):
    await business.accepted()
    await business.presses(business.musa, "Picked up")
    before = len(told(business.owner)), len(told(business.musa))
    typed = await business.says(business.musa, said)
    assert typed.reactions == ("👍",)
    assert (len(told(business.owner)), len(told(business.musa))) == before
    await business.says(business.musa, business.pickup_code)
    assert sees(business.musa, "On the way")


async def test_a_lone_word_is_sent_only_when_the_rider_says_that_it_is_the_code(
    business: Business,
):
    delivery = await business.accepted()
    await business.presses(business.musa, "Picked up")
    typed = await business.says(business.musa, "mango")
    question = business.musa.last
    assert "Is that word the code?" in told(business.musa)[-1]
    assert labels(question) == ["Yes, send it"]
    assert not sees(business.musa, "was not confirmed")
    assert typed in business.musa.messages
    await business.presses(business.musa, "Yes, send it")
    assert sees(business.musa, "the pickup was not confirmed")
    assert sees(business.musa, "4 tries left")
    assert not {typed, question} & set(business.musa.messages)
    assert await business.state(delivery) is State.ACCEPTED


async def test_the_code_itself_may_follow_a_word_and_the_old_button_sends_nothing(
    business: Business,
):
    delivery = await business.accepted()
    await business.presses(business.musa, "Picked up")
    await business.says(business.musa, "mango")
    await business.says(business.musa, business.pickup_code)
    assert await business.state(delivery) is State.IN_TRANSIT
    await business.presses(business.musa, "Yes, send it")
    assert not sees(business.musa, "was not confirmed")


async def test_a_word_that_was_never_confirmed_is_not_readable_in_the_database(
    business: Business,
):
    await business.accepted()
    await business.presses(business.musa, "Picked up")
    await business.says(business.musa, "canaryword")
    files = [path for path in business.town.folder.iterdir() if "handover.db" in path.name]
    assert b"canaryword" not in b"".join(path.read_bytes() for path in files)


async def test_a_dispatchers_words_are_not_sent_either(business: Business):
    delivery = await business.accepted()
    await business.presses(business.owner, "Status")
    await business.presses(business.owner, "Picked up, with the code")
    typed = await business.says(business.owner, "he has it")
    assert "That is not a code. I have sent nothing" in told(business.owner)[-1]
    assert typed in business.owner.messages
    await business.says(business.owner, "done")
    await business.presses(business.owner, "Yes, send it")
    assert finds(business.owner, "4 tries left")
    await business.presses(business.owner, "Status")
    await business.presses(business.owner, "Picked up, with the code")
    await business.says(business.owner, business.pickup_code)
    assert await business.state(delivery) is State.IN_TRANSIT


async def test_letters_typed_with_the_order_number_are_asked_about_like_any_lone_word(
    business: Business,
):
    await business.accepted()
    typed = await business.says(business.musa, "/pickup 1001 ABCD")
    assert typed not in business.musa.messages
    assert not sees(business.musa, "was not confirmed")
    await business.presses(business.musa, "Yes, send it")
    assert sees(business.musa, "4 tries left")
