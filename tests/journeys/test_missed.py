"""What happened while the bot was out of reach: people hear of it as soon as it is back."""

import pytest
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from bot.demo.town import ENVIRONMENT
from bot.fleet import Delivery, StatusToken
from bot.service.operations.webhook_administration import set_webhook
from tests.support.business import (
    BOLA,
    MUSA,
    SENDER,
    Business,
    bare,
    finds,
    heard,
    rung,
    sees,
    sent,
    told,
)
from tests.support.recorder import Recorder


class BrokenDoor(Recorder):
    """Answers 500 to whatever is asked for a delivery whose uuid is among the `broken`."""

    def __init__(self) -> None:
        super().__init__()
        self.broken: set[str] = set()

    def around(self, app: ASGIApp) -> ASGIApp:
        async def break_some(scope: Scope, receive: Receive, send: Send) -> None:
            is_broken = any(uuid in scope.get("path", "") for uuid in self.broken)
            answer = JSONResponse({"status": "error"}, 500)
            await (answer if is_broken else app)(scope, receive, send)

        return super().around(break_some)


@pytest.fixture
def fleet_door() -> BrokenDoor:
    return BrokenDoor()


async def is_made(business: Business, rider: str = "Musa Bello", *, phone: str = BOLA) -> Delivery:
    """The shop makes a delivery and gives it to a rider, whoever hears of that."""
    shop, receiver = business.town.shop, business.receiver(phone=phone)
    (delivery,) = await shop.create_delivery(business.new_order(receiver))
    await shop.assign(business.riders[rider], [delivery.uuid])
    return delivery


async def is_brought(business: Business, delivery: Delivery) -> None:
    """It is picked up and delivered, elsewhere."""
    shop, order = business.town.shop, delivery.order_number
    await shop.update_status(delivery.uuid, StatusToken.ACCEPTED)
    pickup, dropoff = business.code(order, SENDER), business.code(order, BOLA)
    await shop.update_status(delivery.uuid, StatusToken.IN_TRANSIT, pickup_code=pickup)
    await shop.update_status(delivery.uuid, StatusToken.DELIVERED, dropoff_code=dropoff)


async def is_cancelled(business: Business, delivery: Delivery) -> None:
    cancelled = StatusToken.CANCELLED
    await business.town.shop.update_status(delivery.uuid, cancelled, note="No goods")


async def returns(business: Business) -> None:
    """The bot is started after it was away."""
    await business.town.start_bot()
    await business.town.idle()


@pytest.mark.parametrize("away", [30, 55, 300])
async def test_a_parcel_that_came_and_went_meanwhile_is_told_with_its_time(
    business: Business, away: int
):
    await business.joins_by_phone(business.bola)
    await business.town.stop_bot()
    delivery = await is_made(business)
    await business.later(minutes=5)
    await is_brought(business, delivery)
    await business.later(minutes=away)
    await returns(business)
    news = finds(business.bola, "Order 1001 was delivered")
    assert "It happened at 09:05 UTC; I tell you late." in bare(news)
    assert heard(business.bola, "Order 1001 was delivered") == 1
    is_loud = any("was delivered" in text for text in rung(business, business.bola))
    assert is_loud == (away < 60)


async def test_a_parcel_that_was_known_is_told_with_the_time_of_its_end(business: Business):
    delivery = await business.accepted()
    await business.follows(business.bola, "Bola Ahmed")
    await business.town.stop_bot()
    shop, order = business.town.shop, delivery.order_number
    pickup = business.code(order, SENDER)
    await shop.update_status(delivery.uuid, StatusToken.IN_TRANSIT, pickup_code=pickup)
    dropoff = business.code(order, BOLA)
    await shop.update_status(delivery.uuid, StatusToken.DELIVERED, dropoff_code=dropoff)
    await business.later(minutes=8)
    await business.town.start_bot()
    await business.town.bot.idle()  # the fleet service has not come again by itself
    assert heard(business.bola, "It happened at 09:00 UTC") == 1
    assert not sees(business.bola, "is on the way")


async def test_what_has_just_happened_has_no_time(business: Business):
    await business.follows_through()
    assert sees(business.bola, "Order 1001 was delivered")
    assert not sees(business.bola, "It happened at")


async def test_a_cancelled_order_that_nobody_knew_is_told_to_who_dispatches(business: Business):
    await business.joins_by_phone(business.bola)
    await business.town.stop_bot()
    await is_cancelled(business, await is_made(business))
    await business.later(minutes=90)
    await returns(business)
    for person in (business.owner, business.bola, business.musa):
        assert heard(person, "❌ Order 1001 was cancelled") == 1


async def test_an_open_job_that_is_two_hours_old_rings_for_its_rider(business: Business):
    await business.town.stop_bot()
    await is_made(business)
    await business.later(hours=2)
    await returns(business)
    assert any("A new job for you" in text for text in rung(business, business.musa))


async def test_a_database_that_begins_tells_no_history(business: Business):
    await business.town.stop_bot()
    for file in business.town.folder.glob("handover.[dk]*"):  # with the key file
        file.unlink()
    await is_brought(business, await is_made(business))
    await business.later(minutes=90)
    await returns(business)
    await business.says(business.owner, "/start")
    await business.joins_by_phone(business.bola)
    await business.later(minutes=30)
    assert not sees(business.bola, "was delivered")


async def test_what_was_created_before_the_last_look_and_over_is_no_news(business: Business):
    await is_brought(business, await business.assigned())
    await business.joins_by_phone(business.bola)
    await business.later(hours=3)
    before = told(business.bola)
    await business.town.stop_bot()
    await business.later(hours=1)
    await returns(business)
    assert told(business.bola) == before


async def test_many_that_were_cancelled_are_one_message_for_who_dispatches(business: Business):
    await business.joins_by_phone(business.bola)
    await business.town.stop_bot()
    for _ in range(9):
        await is_cancelled(business, await is_made(business))
    await business.later(minutes=90)
    await returns(business)
    said = [text for text in sent(business, business.owner) if "was cancelled" in text]
    assert len(said) == 3
    (together,) = [t for t in told(business.owner) if "6 more orders were cancelled or failed" in t]
    named = {text.split("Order ")[1][:4] for text in said}
    assert named | set(together.splitlines()[1].split(", ")) == {str(n) for n in range(1001, 1010)}
    assert heard(business.bola, "was cancelled") == 9


@pytest.mark.parametrize("changed_settings", [{"fleet": {"reconcile_minutes": 600}}])
async def test_the_first_webhook_after_silence_has_everything_looked_for(business: Business):
    await business.joins_by_phone(business.bola)
    environment = business.town.service.environment(ENVIRONMENT)
    await set_webhook(environment, None)
    await is_brought(business, await is_made(business))
    await business.later(minutes=6)
    assert not sees(business.bola, "was delivered")
    await set_webhook(environment, business.town.events_url)
    await business.order(business.receiver(phone=MUSA))
    assert heard(business.bola, "Order 1001 was delivered") == 1


@pytest.mark.parametrize("changed_settings", [{"fleet": {"reconcile_minutes": 600}}])
async def test_webhooks_that_come_all_the_time_call_for_no_look(
    business: Business, fleet_door: BrokenDoor
):
    looks = fleet_door.count("/riders")
    for _ in range(4):
        await business.order()
        await business.later(minutes=4)
    assert fleet_door.count("/riders") == looks


async def test_one_that_is_broken_hides_no_other(business: Business, fleet_door: BrokenDoor):
    await business.joins_by_phone(business.bola)
    await business.town.stop_bot()
    first, second = await is_made(business), await is_made(business)
    await is_brought(business, second)
    fleet_door.broken.add(first.uuid)
    await business.later(minutes=50)
    await returns(business)
    assert heard(business.bola, "Order 1002 was delivered") == 1
