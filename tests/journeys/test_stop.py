"""/stop: no more messages, until somebody starts again."""

import pytest

from tests.support.business import Business, bare, finds, heard, labels, rung, sees, sent, told


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


@pytest.mark.parametrize("blocks", [True, False])
async def test_who_comes_back_finds_no_card_that_says_what_is_not_so(
    business: Business, blocks: bool
):
    await business.joins_by_phone(business.bola)
    await business.accepted()
    if blocks:
        business.bola.block()
        await business.town.idle()
    else:
        await business.says(business.bola, "/stop")
    await business.says(business.musa, f"/pickup 1001 {business.pickup_code}")
    await business.says(business.musa, f"/dropoff 1001 {business.dropoff_code}")
    assert sees(business.bola, "Step 2 of 4")
    if blocks:
        business.bola.unblock()
    await business.says(business.bola, "/start")
    assert sees(business.bola, "Order 1001\n✅ Delivered")
    assert heard(business.bola, "was delivered") == 0


async def test_the_card_of_who_has_stopped_is_not_changed_either(business: Business):
    await business.assigned()
    await business.says(business.musa, "/stop")
    await business.presses(business.musa, "Stop anyway")
    assert "Write /start if you change your mind" in told(business.musa)[-1]
    await business.presses(business.owner, "Give to another rider")
    await business.presses(business.owner, "Sani Ali")
    assert heard(business.musa, "not your job any more") == 0


async def test_a_rider_with_open_jobs_is_told_what_it_means_and_asked(business: Business):
    await business.assigned()
    await business.says(business.musa, "/stop")
    question = business.musa.last
    assert "You have 1 open job. If you stop, you read nothing more of it" in bare(question)
    assert "Orders: 1001" in bare(question)
    await business.presses(business.musa, "Go on as before", message=question)
    await business.presses(business.musa, "Accept")
    assert not sees(business.owner, "does not get")
    await business.says(business.musa, "/stop")
    await business.presses(business.musa, "Stop anyway")
    said = finds(business.owner, "📵 Musa Bello does not get order 1001 here: the bot is stopped.")
    assert "+234 802 000 0001" in bare(said)
    assert labels(said) == ["Give to another rider"]


async def test_who_has_stopped_is_not_on_duty_whatever_they_write(business: Business):
    await business.says(business.musa, "/stop")
    await business.says(business.musa, "/duty on")
    assert "You have stopped me, so no job reaches you here" in told(business.musa)[-1]
    await business.says(business.musa, "/start")
    await business.says(business.musa, "/duty on")
    assert "You are on duty" in told(business.musa)[-1]


async def test_the_last_dispatcher_who_can_be_reached_is_asked(
    business: Business, caplog: pytest.LogCaptureFixture
):
    ada = await business.hires("Ada")
    await business.says(ada, "/stop")
    assert "I will not write to you any more" in told(ada)[-1]
    await business.says(business.owner, "/health")
    assert "✅ 1 dispatcher can be reached" in told(business.owner)[-1]

    await business.says(business.owner, "/stop")
    assert "You are the last dispatcher here who can be reached." in told(business.owner)[-1]
    await business.presses(business.owner, "Stop anyway")
    await business.says(business.owner, "/health")
    assert "⚠️ No dispatcher can be reached" in told(business.owner)[-1]
    await business.order()
    await business.later(minutes=12)
    assert "no dispatcher can be reached" in caplog.text


async def test_alarms_ring_for_no_dispatcher_who_has_stopped(business: Business):
    ngozi = await business.hires("Ngozi")
    await business.says(ngozi, "/stop")
    before = len(sent(business, ngozi))
    await business.order()
    await business.later(minutes=11)
    assert any("1001" in text for text in rung(business, business.owner))
    assert sent(business, ngozi)[before:] == []


@pytest.mark.parametrize(
    "words",
    ["remove my onions please", "stop sending that rude rider", "stop sending me up and down"],
)
async def test_a_complaint_about_something_else_stops_nothing_unasked(
    business: Business, words: str
):
    await business.joins_by_phone(business.bola)
    await business.accepted()
    await business.says(business.bola, words)
    assert not sees(business.bola, "I will not write to you any more")
    assert sees(business.musa, words) or sees(business.owner, words)
    await business.says(business.bola, "stop messaging me")
    assert sees(business.bola, "I will not write to you any more")
