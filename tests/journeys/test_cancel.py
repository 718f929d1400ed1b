"""/cancel: a question that is open is withdrawn, and nothing is changed."""

from tests.support.business import Business, sees, told


async def test_cancel_withdraws_the_question_for_a_code(business: Business):
    await business.accepted()
    await business.presses(business.musa, "Picked up")
    await business.says(business.musa, "/cancel")
    assert not sees(business.musa, "type the pickup code")
    typed = await business.says(business.musa, "4821")
    assert typed not in business.musa.messages
    assert sees(business.musa, "That looked like a code, so I have deleted it")
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
    await business.says(business.owner, "/cancel")
    assert "There is nothing to cancel" in told(business.owner)[-1]
