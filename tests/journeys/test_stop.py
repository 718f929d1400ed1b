"""/stop: no more messages, until somebody starts again."""

from tests.support.business import Business, heard, sees, told


async def assigned_anyway(business: Business) -> None:
    await business.assigned()
    await business.presses(business.owner, "Assign anyway")


async def test_who_stops_hears_nothing_until_they_start_again(business: Business):
    await business.says(business.musa, "/stop")
    await assigned_anyway(business)
    assert not sees(business.musa, "Order 1001")
    await business.says(business.musa, "/start")
    await business.says(business.musa, "/jobs")
    assert sees(business.musa, "Order 1001")


async def test_a_blocked_bot_leaves_its_reader_alone_and_serves_the_others(business: Business):
    business.musa.block()
    await business.town.idle()
    await assigned_anyway(business)
    business.musa.unblock()
    await business.says(business.musa, "/start")
    await business.says(business.musa, "/jobs")
    assert sees(business.musa, "Order 1001")


async def test_the_card_of_who_has_stopped_is_not_changed_either(business: Business):
    await business.assigned()
    await business.says(business.musa, "/stop")
    assert "Write /start if you change your mind" in told(business.musa)[-1]
    await business.presses(business.owner, "Give to another rider")
    await business.presses(business.owner, "Sani Ali")
    assert heard(business.musa, "not your job any more") == 0
