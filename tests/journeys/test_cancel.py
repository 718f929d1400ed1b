"""/cancel: a question that is open is withdrawn, and nothing is changed."""

import pytest

from tests.support.business import Business, sees, told


@pytest.mark.parametrize("word", ["/cancel", "cancel", "never mind"])
async def test_cancel_withdraws_the_question_for_a_code(business: Business, word: str):
    await business.accepted()
    await business.presses(business.musa, "Picked up")
    await business.says(business.musa, word)
    assert not sees(business.musa, "type the pickup code")
    await business.presses(business.musa, "Picked up")
    assert sees(business.musa, "type the pickup code")


async def test_a_dialog_is_left_as_it_was_before(business: Business):
    await business.order()
    await business.presses(business.owner, "Cancel delivery")
    await business.presses(business.owner, "Another reason, in my words")
    await business.says(business.owner, "/cancel")
    assert "nothing was changed" in told(business.owner)[-1]
    await business.says(business.owner, "The shop has closed")
    assert sees(business.owner, "Order 1001 · 🆕 Waiting for a rider")
    await business.says(business.owner, "/cancel")  # what those words were for is asked
    await business.says(business.owner, "/cancel")
    assert "There is nothing to cancel" in told(business.owner)[-1]


@pytest.mark.parametrize("word", ["cancel", "forget it", "later", "laissez tomber"])
async def test_a_customers_cancel_without_a_question_is_about_the_parcel(
    business: Business, word: str
):
    await business.joins_by_phone(business.bola)
    await business.accepted()
    await business.says(business.bola, word)
    assert sees(business.owner, f"“{word}”") or sees(business.owner, word)
    assert not sees(business.bola, "nothing to cancel")


async def test_not_yet_withdraws_nothing_and_is_passed_on(business: Business):
    await business.joins_by_phone(business.bola)
    await business.on_the_way()
    await business.says(business.bola, "I am not home yet")
    assert sees(business.musa, "I am not home yet")
    await business.says(business.musa, "I have not arrived yet")
    assert sees(business.bola, "I have not arrived yet")  # who has just written
    for person in (business.bola, business.musa):
        assert not sees(person, "nothing to cancel")


async def test_who_has_no_parcel_has_nothing_to_cancel(business: Business):
    await business.says(business.musa, "cancel")
    assert "There is nothing to cancel" in told(business.musa)[-1]
