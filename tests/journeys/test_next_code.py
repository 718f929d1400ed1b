"""A code typed before the last one is answered is kept for its step, or its rider is told."""

from datetime import timedelta

import pytest

from bot.fleet import State
from tests.support.business import BOLA, SENDER, Business, heard, sees, told


async def ready(business: Business) -> tuple[str, str]:
    """Order 1001 waits for its pickup code; returned with the drop-off's."""
    await business.accepted()
    await business.presses(business.musa, "Picked up")
    return business.pickup_code, business.dropoff_code


async def types_in_a_row(business: Business, *codes: str) -> None:
    """Codes are typed before the bot has looked at any of them."""
    typed = [business.musa.write(code) for code in codes]
    await business.town.idle()
    assert not any(message in business.musa.messages for message in typed)


def almost(code: str) -> str:
    """The same number but for its last digit."""
    return code[:-1] + ("1" if code[-1] == "0" else "0")


@pytest.mark.parametrize("second", ["{code}", "/dropoff 1001 {code}", "1001 {code}"])
async def test_the_dropoff_code_behind_the_pickup_code_is_tried_when_its_step_has_come(
    business: Business, second: str
):
    pickup, dropoff = await ready(business)
    await types_in_a_row(business, pickup, second.format(code=dropoff))
    assert sees(business.musa, "Order 1001 · ✅ Delivered")
    assert not sees(business.musa, "was not confirmed")


async def test_both_codes_wait_for_a_bot_that_is_stopped(business: Business):
    pickup, dropoff = await ready(business)
    await business.town.stop_bot()
    for code in (pickup, dropoff):
        business.musa.write(code)
    business.clock.advance(timedelta(seconds=2))  # Telegram takes one setWebhook a second
    await business.town.start_bot()
    await business.later(minutes=1)
    assert sees(business.musa, "Order 1001 · ✅ Delivered")
    assert not sees(business.musa, "was not confirmed")


async def test_both_codes_wait_for_a_fleet_service_that_is_down_while_the_bot_starts_anew(
    business: Business,
):
    pickup, dropoff = await ready(business)
    await business.town.close_fleet()
    await types_in_a_row(business, pickup, dropoff)
    await business.town.stop_bot()
    await business.later(seconds=2)
    await business.town.start_bot()
    await business.town.open_fleet()
    await business.later(minutes=2)
    assert sees(business.musa, "Order 1001 · ✅ Delivered")
    assert not sees(business.musa, "was not confirmed")


async def test_a_wrong_code_before_both_costs_one_try(business: Business):
    pickup, dropoff = await ready(business)
    wrong = business.wrong(pickup)
    await types_in_a_row(business, wrong, pickup, dropoff)
    assert sees(business.musa, "Order 1001 · ✅ Delivered")
    assert heard(business.musa, "4 tries") == 0  # what was said of it is gone with the right one


async def test_the_same_code_twice_is_one_code(business: Business):
    pickup, dropoff = await ready(business)
    await types_in_a_row(business, pickup, pickup)
    assert sees(business.musa, "On the way")
    assert not sees(business.musa, "was not confirmed")
    assert not sees(business.musa, "picked up already")
    await business.says(business.musa, dropoff)
    assert sees(business.musa, "Order 1001 · ✅ Delivered")


async def test_a_number_that_only_corrects_the_last_digit_is_not_tried_and_told_of(
    business: Business,
):
    pickup, dropoff = await ready(business)
    await types_in_a_row(business, pickup, almost(pickup))
    assert "Order 1001 is picked up already." in told(business.musa)[-1]
    assert "type the drop-off code" in told(business.musa)[-1]
    assert not sees(business.musa, "was not confirmed")
    await business.presses(business.musa, "Delivered")
    await business.says(business.musa, dropoff)
    assert sees(business.musa, "Order 1001 · ✅ Delivered")


async def test_a_wrong_number_behind_the_pickup_code_costs_one_try_at_the_dropoff(
    business: Business,
):
    pickup, dropoff = await ready(business)
    wrong = next(code for code in ("7384", "8493", "6275") if code not in {pickup, dropoff})
    await types_in_a_row(business, pickup, wrong)
    assert sees(business.musa, "Order 1001: the drop-off was not confirmed.")
    assert sees(business.musa, "4 tries left")
    await business.says(business.musa, dropoff)
    assert sees(business.musa, "Order 1001 · ✅ Delivered")


async def test_a_code_that_was_not_needed_because_somebody_else_was_faster_is_told_of(
    business: Business,
):
    pickup, dropoff = await ready(business)
    await business.town.close_fleet()
    await business.presses(business.owner, "Status")
    await business.presses(business.owner, "Picked up, with the code")
    await business.says(business.owner, pickup)
    await types_in_a_row(business, dropoff)
    await business.town.open_fleet()
    await business.later(minutes=2)
    assert sees(business.musa, "Order 1001 is picked up already.")
    assert not sees(business.musa, "was not confirmed")
    await business.presses(business.musa, "Delivered")
    await business.says(business.musa, dropoff)
    assert not sees(business.musa, "You have typed that number today already")
    assert sees(business.musa, "Order 1001 · ✅ Delivered")


@pytest.mark.parametrize("code_length", [8])  # so long that no id or seal holds it by chance
async def test_the_next_code_waits_sealed(business: Business):
    pickup, dropoff = await ready(business)
    await business.town.close_fleet()
    await types_in_a_row(business, pickup, dropoff)
    files = [path for path in business.town.folder.iterdir() if "handover.db" in path.name]
    kept = b"".join(path.read_bytes() for path in files)
    assert dropoff.encode() not in kept


async def test_only_the_same_order_of_the_same_rider_takes_it(business: Business):
    first = await business.accepted()
    second = await business.order(business.receiver("Efe Obi", "+2348030000002", "7 Broad Street"))
    await business.town.shop.assign(business.riders["Musa Bello"], [second.uuid])
    await business.town.idle()
    codes = business.code("1001", SENDER), business.code("1001", BOLA)
    await types_in_a_row(business, f"/pickup 1001 {codes[0]}", f"/pickup 1002 {codes[1]}")
    assert await business.state(first) is State.IN_TRANSIT
    assert await business.state(second) is not State.IN_TRANSIT
    assert sees(business.musa, "Order 1002: the pickup was not confirmed.")


async def test_a_code_that_was_not_needed_teaches_no_length(business: Business):
    pickup, dropoff = await ready(business)
    await business.town.close_fleet()
    await business.presses(business.owner, "Status")
    await business.presses(business.owner, "Picked up, with the code")
    await business.says(business.owner, pickup)
    await types_in_a_row(business, "1001 723456")
    await business.town.open_fleet()
    await business.later(minutes=2)
    await business.presses(business.musa, "Delivered")
    await business.says(business.musa, "723457")
    assert "Codes here are usually longer or shorter" in told(business.musa)[-1]
    await business.says(business.musa, dropoff)
    assert sees(business.musa, "Order 1001 · ✅ Delivered")
