"""Somebody sets the clock of the bot's machine, at an awkward moment; nobody is to notice."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.demo.certificates import Certificates
from bot.demo.town import Mode, Town
from bot.fleet import Delivery, State
from tests.support.business import Business, bare, finds, heard, labels, sees
from tests.support.clock import Machine, ManualClock

DAY, HOURS = timedelta(days=1), timedelta(hours=2)
SHORT, LONG = [-HOURS, DAY], [-DAY, HOURS]
_long = pytest.mark.long("each story is played once more with these jumps")
every_jump = pytest.mark.parametrize(
    "jump",
    [*SHORT, *(pytest.param(jump, marks=_long) for jump in LONG)],
    ids=lambda jump: f"{jump.total_seconds():.0f}",
)
STEP = timedelta(seconds=20)


@pytest.fixture
def machine(clock: ManualClock) -> Machine:
    return Machine(clock)


@pytest.fixture
async def town(
    town_folder: Path, certificates: Certificates, clock: ManualClock, machine: Machine, mode: Mode
) -> AsyncIterator[Town]:
    async with Town(
        town_folder, mode=mode, clock=clock, bot_clock=machine.clock, certificates=certificates
    ) as town:
        await town.start_bot()
        yield town


async def minutes(business: Business, count: int) -> None:
    """Let time go by in steps, as it does."""
    for _ in range(count * timedelta(minutes=1) // STEP):
        await business.later(seconds=STEP.total_seconds())


async def given(business: Business, delivery: Delivery, rider: str) -> None:
    await business.town.shop.assign(business.riders[rider], [delivery.uuid])


@every_jump
async def test_what_riders_are_given_is_shown_before_the_clock_is_believed_and_after_it(
    business: Business, machine: Machine, jump: timedelta
):
    delivery = await business.order()
    machine.set_clock(jump)
    await given(business, delivery, "Musa Bello")
    await business.town.idle()
    assert "Accept" in labels(finds(business.musa, "Order 1001"))[0]
    await minutes(business, 2)
    await given(business, delivery, "Sani Ali")
    await business.town.idle()
    assert "Accept" in labels(finds(business.sani, "Order 1001"))[0]
    assert "Accept" not in str([labels(each) for each in business.musa.messages])
    await business.town.stop_bot()
    await given(business, delivery, "Musa Bello")
    await business.town.start_bot()
    await minutes(business, 1)
    assert "Accept" in labels(finds(business.musa, "Order 1001"))[0]


@every_jump
async def test_a_chat_that_telegram_holds_up_goes_on_when_the_clock_was_right_again(
    business: Business, machine: Machine, jump: timedelta
):
    telegram, chat = business.town.telegram, business.musa.id
    delivery = await business.order()
    machine.set_clock(jump)
    telegram.fail("sendMessage", 429, "Too Many Requests", chat_id=chat, retry_after=30)
    await given(business, delivery, "Musa Bello")
    await business.town.idle()
    assert not sees(business.musa, "Order 1001")
    machine.set_clock(timedelta())
    await minutes(business, 1)
    assert sees(business.musa, "Order 1001")


@every_jump
async def test_what_telegram_did_not_take_is_there_soon_after_it_takes_it_again(
    business: Business, machine: Machine, jump: timedelta
):
    delivery = await business.order()
    business.town.telegram.down = True
    await given(business, delivery, "Musa Bello")
    await minutes(business, 1)
    machine.set_clock(jump)
    await minutes(business, 2)
    business.town.telegram.down = False
    await minutes(business, 2)
    assert heard(business.musa, "Order 1001") == 1


async def waiting_code(business: Business) -> Delivery:
    """A delivery whose code was typed while the fleet service is out of reach."""
    delivery = await business.accepted()
    await business.presses(business.musa, "Picked up")
    await business.town.close_fleet()
    await business.says(business.musa, business.pickup_code)
    return delivery


@every_jump
async def test_a_code_that_waits_for_the_fleet_goes_through(
    business: Business, machine: Machine, jump: timedelta
):
    delivery = await waiting_code(business)
    machine.set_clock(jump)
    await minutes(business, 3)
    assert not sees(business.musa, "so I deleted the code")
    await business.town.open_fleet()
    await minutes(business, 2)  # as long as a pause between attempts can be
    assert await business.state(delivery) is State.IN_TRANSIT
    assert sees(business.musa, "On the way")


@every_jump
async def test_a_code_that_waits_goes_through_after_a_restart_too(
    business: Business, machine: Machine, jump: timedelta
):
    delivery = await waiting_code(business)
    await minutes(business, 1)
    await business.town.stop_bot()
    machine.set_clock(jump)
    await business.town.start_bot()
    await minutes(business, 1)
    assert not sees(business.musa, "so I deleted the code")
    await business.town.open_fleet()
    await minutes(business, 2)  # as long as a pause between attempts can be
    assert await business.state(delivery) is State.IN_TRANSIT


@every_jump
async def test_a_code_that_waits_is_given_up_after_half_an_hour_as_ever(
    business: Business, machine: Machine, jump: timedelta
):
    await waiting_code(business)
    machine.set_clock(jump)
    await minutes(business, 2)
    await business.later(minutes=27)
    assert not sees(business.musa, "so I deleted the code")
    await minutes(business, 1)
    assert sees(business.musa, "so I deleted the code")


async def test_the_board_stays_current_at_moments_that_have_been_before(
    business: Business, machine: Machine, clock: ManualClock
):
    await business.says(business.owner, "/board")
    await business.order()
    await minutes(business, 1)
    moment = clock.now()
    machine.set_clock(-HOURS)
    await minutes(business, 2)
    await business.later(seconds=(moment + HOURS - clock.now()).total_seconds() - STEP.seconds)
    await business.order()
    await minutes(business, 1)
    assert "Waiting for a rider: 2" in bare(finds(business.owner, "Board"))


@pytest.mark.parametrize("jump", [-DAY, -HOURS], ids=lambda jump: f"{jump.total_seconds():.0f}")
async def test_who_was_wrong_too_often_waits_a_quarter_of_an_hour_and_no_longer(
    business: Business, machine: Machine, jump: timedelta
):
    delivery = await business.accepted()
    code = business.pickup_code
    for _ in range(5):
        await business.says(business.musa, f"/pickup 1001 {business.wrong(code)}")
        await business.later(seconds=1)
    machine.set_clock(jump)
    await minutes(business, 2)
    await business.later(minutes=12)
    await business.says(business.musa, f"/pickup 1001 {code}")
    assert await business.state(delivery) is State.ACCEPTED
    await business.later(minutes=1)
    await business.says(business.musa, f"/pickup 1001 {code}")
    assert await business.state(delivery) is State.IN_TRANSIT


@every_jump
async def test_what_is_accepted_together_is_what_was_shown_and_an_open_question_stays_open(
    business: Business, machine: Machine, jump: timedelta
):
    orders = [await business.order() for _ in range(2)]
    ids = [each.uuid for each in orders]
    await business.town.shop.assign(business.riders["Musa Bello"], ids)
    await business.town.idle()
    machine.set_clock(jump)
    await minutes(business, 2)
    await business.presses(business.musa, "Accept all")
    assert {await business.state(each) for each in orders} == {State.ACCEPTED}
