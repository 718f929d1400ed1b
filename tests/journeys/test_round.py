"""The round: what a rider has with them is one card, with the next stop open."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest

from bot.demo.town import ENVIRONMENT
from bot.fleet import Delivery, NewReceiver, State, StatusToken
from bot.local_telegram import ChatMessage
from bot.service.operations.dashboard import place
from bot.service.records import MapPlace
from tests.support.business import SENDER, Business, bare, rung, sees

DOORS = (
    ("Bola Ahmed", "+2348030000001", "5 Allen Avenue"),
    ("Kemi Obi", "+2348030000011", "9 Creek Road"),
    ("Tobi Eze", "+2348030000012", "7 Allen Avenue"),
    ("Uche Ade", "+2348030000013", "2 Broad Street"),
)


LONGITUDE = 0.0
"""Of the meridian on which all doors lie here."""


def doors(business: Business, count: int) -> list[NewReceiver]:
    return [business.receiver(*door) for door in DOORS[:count]]


async def round_of(business: Business, count: int) -> list[Delivery]:
    return await business.in_the_bag(*doors(business, count))


def cards(business: Business) -> list[ChatMessage]:
    """The messages in Musa's chat that show a job which is open."""
    shown = [m for m in business.musa.messages if m.from_bot]
    return [m for m in shown if "· 🛵 On the way" in bare(m)]


def card(business: Business) -> ChatMessage:
    (found,) = cards(business)
    return found


def order(business: Business) -> list[str]:
    """The orders of the card: the next stop, and those that follow."""
    shown = bare(card(business))
    return re.findall(r"^(?:🧪 Order )?(\d{4}) · ", shown, re.MULTILINE)


async def on_the_map(business: Business, *latitudes: float) -> list[Delivery]:
    """Deliveries to places along a meridian, that wait for their rider."""
    created = []
    for door, latitude in zip(DOORS, latitudes, strict=False):
        delivery = await business.order(business.receiver(*door))
        environment = business.town.service.environment(ENVIRONMENT)
        point = MapPlace(latitude=latitude, longitude=LONGITUDE)
        await place(environment, delivery.uuid, None, point)
        created.append(delivery)
    return created


async def fetches(business: Business, *waiting: Delivery) -> None:
    """Musa has these, and what was put on the map is known."""
    shop = business.town.shop
    await shop.assign(business.riders["Musa Bello"], [each.uuid for each in waiting])
    for each in waiting:
        await shop.update_status(each.uuid, StatusToken.ACCEPTED)
        code = business.code(each.order_number, SENDER)
        await shop.update_status(each.uuid, StatusToken.IN_TRANSIT, pickup_code=code)
    await business.town.idle()


async def shares(business: Business, latitude: float) -> ChatMessage:
    shared = business.musa.share_location(latitude, LONGITUDE, 3600)
    await business.town.idle()
    return shared


async def delivers(business: Business, number: str) -> None:
    phone = DOORS[int(number) - 1001][1]
    await business.says(business.musa, f"{number} {business.code(number, phone)}")


async def test_what_is_picked_up_is_one_card_with_the_next_stop_open(business: Business):
    await round_of(business, 4)
    shown = bare(card(business))
    assert shown.startswith("🧪 Order 1001 · 🛵 On the way")
    assert "5 Allen Avenue" in shown
    assert "3 more stops" in shown
    assert "1002 · Kemi O. · Creek Road · 💵 NGN1,500.00" in shown
    assert "To collect in all: NGN6,000.00" in shown
    assert "9 Creek Road" not in shown
    assert len(shown.splitlines()) <= 18


async def test_streets_stay_together_and_else_the_older_comes_first(business: Business):
    await round_of(business, 4)
    assert order(business) == ["1001", "1003", "1002", "1004"]


async def test_the_way_begins_where_the_rider_is(business: Business):
    deliveries = await on_the_map(business, 6.50, 6.53, 6.51, 6.52)
    shared = await shares(business, 6.54)
    await fetches(business, *deliveries)
    assert order(business) == ["1002", "1004", "1003", "1001"]
    business.musa.move(shared, 6.49, LONGITUDE)
    await business.town.idle()
    await delivers(business, "1002")
    assert order(business) == ["1004", "1003", "1001"]


async def test_who_shows_where_they_are_has_the_round_in_that_order(business: Business):
    await fetches(business, *await on_the_map(business, 6.50, 6.53, 6.51, 6.52))
    assert order(business) == ["1001", "1003", "1004", "1002"]
    await shares(business, 6.54)
    assert order(business) == ["1002", "1004", "1003", "1001"]


async def test_a_riders_own_order_stays_wherever_they_are(business: Business):
    *brought, late = await on_the_map(business, 6.50, 6.53, 6.51, 6.52)
    await fetches(business, *brought)
    await business.presses(business.musa, "1003 · Tobi", message=card(business))
    await shares(business, 6.54)
    assert order(business) == ["1003", "1002", "1001"]
    await fetches(business, late)
    assert order(business) == ["1003", "1002", "1004", "1001"]


async def test_a_place_at_sea_is_none(business: Business):
    await fetches(business, *await on_the_map(business, 6.50, 0, 6.51, 6.52))
    assert order(business) == ["1001", "1003", "1004", "1002"]
    buttons = [button for row in card(business).buttons for button in row]
    (link,) = [button.url for button in buttons if "All stops" in button.label]
    assert parse_qs(urlsplit(link).query)["destination"] == ["9 Creek Road"]


async def test_a_round_is_brought_to_its_end_stop_by_stop(business: Business):
    deliveries = await round_of(business, 3)
    before = len(rung(business, business.musa))
    for left in (["1003", "1002"], ["1002"]):
        await business.presses(business.musa, "Delivered", message=card(business))
        number = order(business)[0]
        await business.says(business.musa, business.code(number, DOORS[int(number) - 1001][1]))
        assert order(business) == left
    assert "more stop" not in bare(card(business))
    await delivers(business, "1002")
    assert cards(business) == []
    assert [await business.state(each) for each in deliveries] == [State.DELIVERED] * 3
    assert len(rung(business, business.musa)) == before


async def test_at_each_door_the_cash_is_told_on_a_card_of_its_own(business: Business):
    await round_of(business, 3)
    await delivers(business, "1001")
    assert "Order 1001 · ✅ Delivered" in bare(business.musa.last)
    await business.presses(business.musa, "NGN1,500.00", message=business.musa.last)
    await business.says(business.musa, "/cash")
    assert "1,500" in bare(business.musa.last)
    assert order(business) == ["1003", "1002"]


async def test_another_stop_is_made_the_next_one_and_one_is_left_for_later(business: Business):
    await round_of(business, 4)
    await business.presses(business.musa, "1004 · Uche", message=card(business))
    assert order(business) == ["1004", "1001", "1003", "1002"]
    assert "2 Broad Street" in bare(card(business))
    await business.presses(business.musa, "Later", message=card(business))
    assert order(business) == ["1001", "1003", "1002", "1004"]
    await business.restart()
    await delivers(business, "1001")
    assert order(business) == ["1003", "1002", "1004"]


async def test_the_map_has_all_stops_in_their_order(business: Business):
    await round_of(business, 3)
    buttons = [button for row in card(business).buttons for button in row]
    (link,) = [button.url for button in buttons if "All stops" in button.label]
    asked = parse_qs(urlsplit(link).query)
    assert asked["waypoints"] == ["5 Allen Avenue|7 Allen Avenue"]
    assert asked["destination"] == ["9 Creek Road"]


async def test_codes_of_one_door_are_taken_in_the_order_of_the_card(business: Business):
    deliveries = await business.in_the_bag(*[business.receiver(*DOORS[0])] * 2)
    await business.presses(business.musa, "1002 · Bola", message=card(business))
    codes = [business.code(number, DOORS[0][1]) for number in order(business)]
    await business.says(business.musa, " ".join(codes))
    assert [await business.state(each) for each in deliveries] == [State.DELIVERED] * 2


async def test_a_job_that_was_never_fetched_changes_nothing_when_it_is_cancelled(
    business: Business,
):
    waiting = await business.order(business.receiver("Ife Oni", "+2348030000019", "1 Creek Road"))
    await business.town.shop.assign(business.riders["Musa Bello"], [waiting.uuid])
    await business.in_the_bag(business.receiver(*DOORS[0]), business.receiver(*DOORS[1]))
    before = order(business)
    await business.town.shop.update_status(waiting.uuid, StatusToken.CANCELLED, note="Closed")
    await business.town.idle()
    assert order(business) == before


async def test_who_has_stopped_the_bot_is_sent_nothing_of_their_round(business: Business):
    first, *_ = await round_of(business, 2)
    await business.says(business.musa, "/stop")
    await business.presses(business.musa, "Stop anyway")
    code = business.code("1001", DOORS[0][1])
    shop = business.town.shop
    await shop.update_status(first.uuid, StatusToken.DELIVERED, dropoff_code=code)
    await business.town.idle()
    assert not sees(business.musa, "Order 1001 · ✅ Delivered")


async def test_jobs_sends_the_round_once(business: Business):
    await round_of(business, 3)
    await business.says(business.musa, "/jobs")
    assert business.musa.last is card(business)


async def test_what_is_given_to_another_leaves_the_round(business: Business):
    deliveries = await round_of(business, 3)
    await business.town.shop.assign(business.riders["Sani Ali"], [deliveries[0].uuid])
    await business.town.idle()
    assert order(business) == ["1002", "1003"]
    await business.presses(business.sani, "I have it")
    assert order(business) == ["1002", "1003"]
    assert sees(business.sani, "Order 1001")


async def test_a_parcel_that_is_fetched_on_the_way_joins_the_round(business: Business):
    await round_of(business, 2)
    await business.assigned()
    await business.presses(business.musa, "Accept")
    await business.presses(business.musa, "Picked up")
    await business.says(business.musa, business.pickup_code)
    assert order(business) == ["1001", "1003", "1002"]


async def test_a_round_of_forty_fits_into_one_message(business: Business):
    receivers = [
        business.receiver(
            f"Receiver Number{number} Of A Long Name",
            f"+23480300{number:05}",
            f"{number} Very Long Avenue Of The Independence, Victoria Island, Lagos",
        )
        for number in range(40)
    ]
    await business.in_the_bag(*receivers)
    shown = bare(card(business))
    assert "39 more stops" in shown
    assert "and 14 more" in shown
    assert len(shown) < 4096


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("skip", ["1003", "1002", "1004", "1001"]),
        ("skip this one", ["1003", "1002", "1004", "1001"]),
        ("next one first", ["1003", "1002", "1004", "1001"]),
        ("skip 1003", ["1001", "1002", "1004", "1003"]),
        ("do 1004 first", ["1004", "1001", "1003", "1002"]),
        ("1002 next", ["1002", "1001", "1003", "1004"]),
        ("salta este pedido", ["1003", "1002", "1004", "1001"]),
        ("1004 d'abord", ["1004", "1001", "1003", "1002"]),
        ("pula esse", ["1003", "1002", "1004", "1001"]),
        ("1004 اولا", ["1004", "1001", "1003", "1002"]),
    ],
)
async def test_the_order_is_changed_in_words(business: Business, said: str, left: list[str]):
    await round_of(business, 4)
    await business.says(business.musa, said)
    assert order(business) == left


@pytest.mark.parametrize("said", ["1004 first customer is not picking", "what do I do first"])
async def test_what_says_more_than_an_order_of_stops_goes_to_a_person(
    business: Business, said: str
):
    await round_of(business, 4)
    await business.says(business.musa, said)
    assert order(business) == ["1001", "1003", "1002", "1004"]
    assert sees(business.owner, said)
