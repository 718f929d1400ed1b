"""A rider out of reach: of each open job the dispatchers hear once, with the number to call."""

from bot.fleet import State
from tests.support.business import Business, bare, finds, heard, labels, sees

NOT_GOT = "📵 Sani Ali does not get order {} here"


async def test_a_message_that_is_refused_is_told_once_for_each_open_job(business: Business):
    await business.assigned("Sani Ali")
    business.sani.deactivate()  # nobody hears of it before a message is refused
    await business.assigned("Sani Ali")
    for order in ("1001", "1002"):
        assert heard(business.owner, NOT_GOT.format(order)) == 1
    said = finds(business.owner, NOT_GOT.format("1002"))
    assert "+234 802 000 0002" in bare(said)
    assert not said.silent
    assert labels(said) == ["Give to another rider"]
    await business.later(minutes=30)
    assert heard(business.owner, "does not get") == 2

    await business.presses(business.owner, "Give to another rider", message=said)
    await business.presses(business.owner, "Musa Bello")
    assert sees(business.musa, "Order 1002")
    assert heard(business.owner, "does not get") == 2


async def test_a_rider_who_blocks_the_bot_is_told_of_at_once(business: Business):
    await business.assigned("Sani Ali")
    business.sani.block()
    await business.town.idle()
    assert sees(business.owner, NOT_GOT.format("1001") + ": the bot is blocked.")
    business.sani.unblock()
    await business.says(business.sani, "/start")
    await business.later(minutes=1)
    business.sani.block()
    await business.town.idle()
    assert heard(business.owner, NOT_GOT.format("1001")) == 2


async def test_a_group_reads_it_without_the_number(business: Business):
    group = business.town.telegram.add_group("Dispatch", [business.owner, business.town.account])
    business.owner.write("/bind", chat=group)
    await business.town.idle()
    await business.assigned("Sani Ali")
    business.sani.block()
    await business.town.idle()
    texts = [bare(message) for message in group.messages if message.from_bot]
    assert any("📵 Sani does not get order 1001 here." in text for text in texts)
    assert not any("802 000" in text or "Ali" in text for text in texts)


async def test_what_is_given_elsewhere_to_somebody_out_of_reach_is_told(business: Business):
    await business.says(business.sani, "/stop")
    delivery = await business.order()
    await business.town.shop.assign(business.riders["Sani Ali"], [delivery.uuid])
    await business.town.idle()
    assert heard(business.owner, NOT_GOT.format("1001") + ": the bot is stopped.") == 1


async def test_who_was_asked_and_gives_it_anyway_is_not_told_again(business: Business):
    await business.says(business.sani, "/stop")
    delivery = await business.assigned("Sani Ali")
    await business.presses(business.owner, "Assign anyway")
    assert await business.state(delivery) is State.AWAITING_PICKUP
    assert not sees(business.owner, "does not get")
