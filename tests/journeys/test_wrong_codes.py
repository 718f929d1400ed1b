"""Codes that the fleet service refuses: said, counted, and limited."""

import pytest
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from bot.fleet import State
from tests.support.business import BOLA, Business, bare, finds, heard, labels, rung, sees, sent
from tests.support.recorder import Recorder


async def test_a_wrong_code_is_said_with_the_tries_left_and_nothing_moves(business: Business):
    delivery = await business.accepted()
    await business.presses(business.musa, "Picked up")
    typed = await business.says(business.musa, business.wrong(business.pickup_code))
    assert typed not in business.musa.messages
    assert sees(business.musa, "Wrong code.")
    assert sees(business.musa, "4 tries left")
    assert await business.state(delivery) is State.ACCEPTED


async def test_why_a_code_was_refused_is_read_in_the_riders_language(business: Business):
    await business.accepted()
    await business.says(business.musa, "/language fr")
    await business.presses(business.musa, "Récupéré")
    await business.says(business.musa, business.wrong(business.pickup_code))
    assert sees(business.musa, "Code erroné.")
    assert not sees(business.musa, "code is not correct")


async def test_a_wrong_code_is_one_message_without_a_sound_and_the_right_one_takes_it_along(
    business: Business,
):
    delivery = await business.accepted()
    await business.presses(business.musa, "Picked up")
    before = len(sent(business, business.musa))
    await business.says(business.musa, business.wrong(business.pickup_code))
    (said,) = sent(business, business.musa)[before:]
    assert "Wrong code." in said
    assert "4 tries</b> left: type it again." in said
    assert business.musa.last.forces_reply
    assert not sees(business.musa, "type the pickup code")

    await business.says(business.musa, business.pickup_code)
    assert await business.state(delivery) is State.IN_TRANSIT
    assert len(sent(business, business.musa)) == before + 1
    assert not sees(business.musa, "was not confirmed")


async def test_a_wrong_code_that_is_answered_late_rings_once_and_behind_its_card(
    business: Business,
):
    await business.accepted()
    await business.presses(business.musa, "Picked up")
    await business.town.close_fleet()
    await business.says(business.musa, business.wrong(business.pickup_code))
    await business.later(minutes=5)
    assert sees(business.musa, "Pickup code saved, not confirmed yet")
    before = len(business.town.telegram.calls)
    rung_before = len(rung(business, business.musa))
    await business.town.open_fleet()
    await business.later(minutes=2)
    (said,) = rung(business, business.musa)[rung_before:]
    assert "4 tries</b> left: type it again." in said
    mine = [
        call
        for call in business.town.telegram.calls[before:]
        if call.arguments.get("chat_id") == str(business.musa.id)
    ]
    assert [call.method for call in mine] == ["editMessageText", "sendMessage"]
    assert not sees(business.musa, "Pickup code saved")
    assert business.musa.last.forces_reply


async def test_the_next_parcel_at_a_door_can_still_be_skipped_after_a_wrong_code(
    business: Business,
):
    await business.in_the_bag(business.receiver(), business.receiver(), business.receiver())
    await business.says(business.musa, f"/dropoff 1001 {business.code('1001', BOLA)}")
    before = len(sent(business, business.musa))
    await business.says(business.musa, business.wrong(business.code("1002", BOLA)))
    (said,) = sent(business, business.musa)[before:]
    assert "Order 1002: the drop-off was not confirmed" in said
    assert labels(business.musa.last) == ["Skip"]
    await business.presses(business.musa, "Skip")
    assert not sees(business.musa, "was not confirmed")
    assert sees(business.musa, "Next parcel for the same door: order 1003")


async def test_who_has_turned_to_something_else_is_told_of_a_wrong_code_and_not_asked(
    business: Business,
):
    await business.accepted()
    await business.presses(business.musa, "Problem")
    await business.presses(business.musa, "Something else")
    before = len(sent(business, business.musa))
    await business.says(business.musa, f"/pickup 1001 {business.wrong(business.pickup_code)}")
    (said,) = sent(business, business.musa)[before:]
    assert "4 tries</b> left" in said
    assert not business.musa.last.forces_reply
    await business.says(business.musa, "The bridge is closed")
    assert sees(business.owner, "The bridge is closed")


@pytest.mark.without_limits  # they let no message be refused
async def test_a_wrong_code_is_said_even_if_the_question_is_over_before_its_turn(
    business: Business,
):
    await business.accepted()
    await business.presses(business.musa, "Picked up")
    fail, musa = business.town.telegram.fail, business.musa
    fail("sendMessage", 429, "Too Many Requests", chat_id=musa.id, retry_after=30)
    await business.says(musa, business.wrong(business.pickup_code))
    before = len(sent(business, musa))
    await business.says(musa, "/cancel")
    await business.later(seconds=31)
    assert any("was not confirmed" in said for said in sent(business, musa)[before:])
    assert not sees(musa, "was not confirmed")


async def test_a_dispatcher_too_gets_one_message_for_a_wrong_code(business: Business):
    delivery = await business.accepted()
    await business.presses(business.owner, "Status")
    await business.presses(business.owner, "Picked up, with the code")
    before = len(sent(business, business.owner))
    await business.says(business.owner, business.wrong(business.pickup_code))
    (said,) = sent(business, business.owner)[before:]
    assert "4 tries</b> left: type it again." in said
    assert business.owner.last.forces_reply
    await business.says(business.owner, business.pickup_code)
    assert await business.state(delivery) is State.IN_TRANSIT


async def test_five_wrong_codes_pause_for_a_quarter_of_an_hour(
    business: Business, fleet_door: Recorder
):
    delivery = await business.accepted()
    await guess(business, 5)
    assert sees(business.musa, "too many wrong codes")
    assert sees(business.owner, "too many codes of Musa were refused")
    asked = status_updates(fleet_door)
    await business.says(business.musa, f"/pickup 1001 {business.pickup_code}")
    assert status_updates(fleet_door) == asked
    assert await business.state(delivery) is State.ACCEPTED

    await business.later(minutes=15)
    await business.says(business.musa, f"/pickup 1001 {business.pickup_code}")
    assert await business.state(delivery) is State.IN_TRANSIT


async def test_ten_wrong_codes_lock_until_a_dispatcher_unlocks(business: Business):
    delivery = await business.accepted()
    await guess(business, 5)
    await business.later(minutes=15)
    await guess(business, 5)
    await business.later(hours=24)
    await business.says(business.musa, f"/pickup 1001 {business.pickup_code}")
    assert sees(business.musa, "The dispatcher knows and can unlock it")
    assert await business.state(delivery) is State.ACCEPTED

    await business.presses(business.owner, "Unlock")
    await business.says(business.musa, f"/pickup 1001 {business.pickup_code}")
    assert await business.state(delivery) is State.IN_TRANSIT


async def test_while_codes_are_paused_the_card_says_until_when_and_offers_no_button(
    business: Business,
):
    await business.accepted()
    await guess(business, 5)
    card = finds(business.musa, "🧪 Order 1001 ·")
    assert "⏸ Too many wrong codes." in bare(card)
    assert "You can try again at" in bare(card)
    assert "📦 Picked up" not in labels(card)
    await business.later(minutes=14)
    assert "📦 Picked up" not in labels(card)
    await business.later(minutes=1)
    assert "⏸" not in bare(card)
    assert "📦 Picked up" in labels(card)
    await guess(business, 5)
    assert "🔒 Too many wrong codes." in bare(card)
    assert "📦 Picked up" not in labels(card)
    await business.presses(business.owner, "Unlock")
    assert "📦 Picked up" in labels(card)


async def test_codes_sent_all_at_once_reach_the_fleet_service_five_times(
    business: Business, fleet_door: Recorder
):
    delivery = await business.accepted()
    before = status_updates(fleet_door)
    for number in range(30):
        business.musa.write(f"/pickup 1001 x{number}")
    await business.town.idle()
    assert status_updates(fleet_door) - before == 5
    assert await business.state(delivery) is State.ACCEPTED


async def test_the_other_stage_has_tries_of_its_own(business: Business):
    delivery = await business.on_the_way()
    for number in range(4):
        await business.says(business.musa, f"/dropoff 1001 x{number}")
    assert sees(business.musa, "1 try left")
    await business.says(business.musa, f"/dropoff 1001 {business.dropoff_code}")
    assert await business.state(delivery) is State.DELIVERED


async def test_a_missing_code_is_explained_and_the_line_is_deleted(business: Business):
    await business.accepted()
    for line in ("/pickup", "/pickup 1001", "/pickup 1001 no code yet"):
        await business.says(business.musa, line)
    assert heard(business.musa, "Write the order number and the code: /pickup 1001 4821") == 0
    assert heard(business.musa, "Write the order number and the code: /pickup 1042 4821") == 3
    assert not any(
        "1001" in message.text for message in business.musa.messages if not message.from_bot
    )


async def guess(business: Business, times: int) -> None:
    for number in range(times):
        await business.says(business.musa, f"/pickup 1001 wrong{number}")


def status_updates(fleet_door: Recorder) -> int:
    return fleet_door.count("/deliveries/update_status")


class BusyDoor(Recorder):
    """Answers so to every change of a status while it is `busy`."""

    busy = False
    status = 503

    def around(self, app: ASGIApp) -> ASGIApp:
        async def turn_away(scope: Scope, receive: Receive, send: Send) -> None:
            is_change = scope.get("path", "").endswith("/update_status")
            await (Response(status_code=self.status) if self.busy and is_change else app)(
                scope, receive, send
            )

        return super().around(turn_away)


class TestWhileTheFleetServiceIsBusy:
    @pytest.fixture
    def fleet_door(self) -> BusyDoor:
        return BusyDoor()

    async def test_a_code_that_nobody_has_looked_at_is_no_guess_even_before_it_is_tried_again(
        self, business: Business, fleet_door: BusyDoor
    ):
        await business.accepted()
        await guess(business, 4)
        fleet_door.busy = True
        await business.says(business.musa, f"/pickup 1001 {business.pickup_code}")
        await business.says(business.musa, f"/pickup 1001 {business.pickup_code}")
        assert not any("too many wrong codes" in text for text in sent(business, business.musa))

    @pytest.mark.parametrize("status", [400, 403, 409, 423])
    async def test_a_code_refused_in_another_way_is_sent_once_and_the_right_one_counts(
        self, business: Business, fleet_door: BusyDoor, status: int
    ):
        delivery = await business.accepted()
        asked = status_updates(fleet_door)
        fleet_door.busy, fleet_door.status = True, status
        await business.says(business.musa, "/pickup 1001 999999")
        for _ in range(6):
            await business.later(seconds=20)
        assert status_updates(fleet_door) == asked + 1
        assert sum("4 tries</b> left" in text for text in sent(business, business.musa)) == 1
        fleet_door.busy = False
        await business.says(business.musa, f"/pickup 1001 {business.pickup_code}")
        assert await business.state(delivery) is State.IN_TRANSIT
