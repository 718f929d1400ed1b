"""Wrong codes are counted: the API key is account-wide, and a code has four digits."""

import asyncio
from pathlib import Path

import pytest

from bot.service.operations.dashboard import resend_codes
from bot.service.rules.texts import MAX_WRONG_CODES
from tests.service.fleet import RECEIVER_PHONE, SENDER_PHONE, Fleet, running, settings_at
from tests.support.clock import ManualClock

MOVES = {
    "Order Accepted": ("in_transit", "pickup_otp", SENDER_PHONE),
    "In Transit": ("delivered", "dropoff_otp", RECEIVER_PHONE),
}


async def refusal(fleet: Fleet, uuid: str, state: str, code: str) -> str:
    status, field, _phone = MOVES[state]
    body = {"delivery_uuid": uuid, "status": status, field: code}
    answer = await fleet.http.post("/deliveries/update_status", json=body)
    assert answer.status_code == 422, answer.text
    (text,) = answer.json()["errors"][field]
    return text


async def guess(fleet: Fleet, uuid: str, state: str, times: int) -> list[str]:
    right = await fleet.code(MOVES[state][2])
    wrong = [code for code in (f"{n:04}" for n in range(times + 1)) if code != right][:times]
    return [await refusal(fleet, uuid, state, code) for code in wrong]


@pytest.mark.parametrize("state", MOVES)
async def test_after_too_many_wrong_codes_the_right_one_is_refused_in_the_same_words(
    fleet: Fleet, state: str
):
    uuid = await fleet.at(state)
    texts = await guess(fleet, uuid, state, MAX_WRONG_CODES)
    assert len(set(texts)) == 1
    assert texts[0].endswith("code is not correct.")
    void = await refusal(fleet, uuid, state, await fleet.code(MOVES[state][2]))
    assert "void" in void
    assert await guess(fleet, uuid, state, 1) == [void]
    assert (await fleet.delivery(uuid))["status"] == state


async def test_up_to_the_limit_the_right_code_is_taken(fleet: Fleet):
    uuid = await fleet.at("Order Accepted")
    await guess(fleet, uuid, "Order Accepted", MAX_WRONG_CODES - 1)
    await fleet.move(uuid, "in_transit", pickup_otp=await fleet.code(SENDER_PHONE))


async def test_each_hand_over_has_its_own_count(fleet: Fleet):
    uuid = await fleet.at("Order Accepted")
    await guess(fleet, uuid, "Order Accepted", MAX_WRONG_CODES - 1)
    await fleet.move(uuid, "in_transit", pickup_otp=await fleet.code(SENDER_PHONE))
    await guess(fleet, uuid, "In Transit", MAX_WRONG_CODES - 1)
    await fleet.move(uuid, "delivered", dropoff_otp=await fleet.code(RECEIVER_PHONE))


async def test_new_codes_start_a_new_count(fleet: Fleet):
    uuid = await fleet.at("Order Accepted")
    await guess(fleet, uuid, "Order Accepted", MAX_WRONG_CODES)
    await resend_codes(fleet.development, uuid)
    await guess(fleet, uuid, "Order Accepted", 1)
    await fleet.move(uuid, "in_transit", pickup_otp=await fleet.code(SENDER_PHONE))


async def test_a_code_that_is_missing_or_of_no_use_yet_is_no_guess(fleet: Fleet):
    uuid = await fleet.at("Awaiting Pickup")
    for _ in range(MAX_WRONG_CODES):
        too_early = {"delivery_uuid": uuid, "status": "delivered", "dropoff_otp": "x"}
        assert (await fleet.http.post("/deliveries/update_status", json=too_early)).is_error
    for _ in range(MAX_WRONG_CODES):
        body = {"delivery_uuid": uuid, "status": "in_transit"}
        assert (await fleet.http.post("/deliveries/update_status", json=body)).is_error
    await fleet.move(uuid, "in_transit", pickup_otp=await fleet.code(SENDER_PHONE))
    await fleet.move(uuid, "delivered", dropoff_otp=await fleet.code(RECEIVER_PHONE))


async def test_the_count_survives_a_restart(folder: Path, certificates: Path, clock: ManualClock):
    settings = settings_at(folder, certificates)
    async with running(settings, clock) as fleet:
        uuid = await fleet.at("Order Accepted")
        code = await fleet.code(SENDER_PHONE)
        await guess(fleet, uuid, "Order Accepted", MAX_WRONG_CODES)
    async with running(settings, clock) as fleet:
        assert "void" in await refusal(fleet, uuid, "Order Accepted", code)


async def test_guesses_at_the_same_time_are_all_counted(fleet: Fleet):
    uuid = await fleet.at("Order Accepted")
    right = await fleet.code(SENDER_PHONE)
    wrong = "0000" if right != "0000" else "1111"
    texts = await asyncio.gather(
        *(refusal(fleet, uuid, "Order Accepted", wrong) for _ in range(MAX_WRONG_CODES + 5))
    )
    assert sum("void" in text for text in texts) == 5
