"""When does it come: a span of this business's own days, the stops before, and never a promise."""

from datetime import timedelta

import pytest

from bot.domain.limits import TRIPS_KNOWN
from bot.fleet import Delivery, StatusToken
from bot.local_telegram import LocalUser
from tests.journeys.test_round import DOORS, card, delivers, doors
from tests.journeys.test_undelivered import nobody_there, what_now
from tests.support.business import BOLA, SENDER, Business, bare, finds, rung, sees, told

EFE = ("Efe Obi", "+2348030000099", "7 Broad Street")


async def has_days(business: Business, count: int = TRIPS_KNOWN, minutes: int = 20) -> None:
    """So many days with a delivery of Musa's, each 20 to 24 minutes from the pickup."""
    shop = business.town.shop
    for number in range(count):
        (delivery,) = await business.in_the_bag(business.receiver(*EFE))
        business.clock.advance(timedelta(minutes=minutes + number % 5))
        code = business.code(delivery.order_number, EFE[1])
        await shop.update_status(delivery.uuid, StatusToken.DELIVERED, dropoff_code=code)
        await business.later(minutes=24 * 60 - minutes - number % 5)


async def bag(business: Business) -> Delivery:
    (delivery,) = await business.in_the_bag(business.receiver())
    return delivery


def customer_card(person: LocalUser) -> str:
    return bare(finds(person, "● ●"))


@pytest.mark.without_limits
async def test_a_customer_reads_when_it_usually_comes_on_the_card_and_as_an_answer(
    business: Business,
):
    await business.joins_by_phone(business.bola)
    await has_days(business)
    await bag(business)
    usual = "Usually it comes between 09:20 UTC and 09:25 UTC, but not for sure."
    assert usual in customer_card(business.bola)
    await business.says(business.bola, "when will it come?")
    assert usual in told(business.bola)[-1]
    assert "How far is it? Just ask" not in told(business.bola)[-1]
    await business.later(minutes=21)
    await business.says(business.bola, "/where")
    assert "Usually it comes by 09:25 UTC" in told(business.bola)[-1]
    await business.later(minutes=10)
    await business.says(business.bola, "/where")
    assert "It takes longer than usual today." in told(business.bola)[-1]


@pytest.mark.without_limits
async def test_before_enough_is_known_nothing_is_said(business: Business):
    await business.joins_by_phone(business.bola)
    await has_days(business, TRIPS_KNOWN - 1)
    await bag(business)
    assert "Usually" not in customer_card(business.bola)
    await business.says(business.bola, "/where")
    assert "How far is it? Just ask" in told(business.bola)[-1]


@pytest.mark.without_limits
async def test_who_is_late_moves_the_end_of_the_span_and_an_outcome_takes_its_place(
    business: Business,
):
    await business.joins_by_phone(business.bola)
    await has_days(business)
    await bag(business)
    await business.presses(business.musa, "Late", message=card(business))
    await business.presses(business.musa, "10 min")
    assert "between 09:20 UTC and 09:35 UTC" in customer_card(business.bola)
    await business.presses(business.musa, "Problem", message=card(business))
    await business.presses(business.musa, "Nobody there")
    await business.presses(business.musa, "Send as it is")
    await business.later(seconds=10)
    await what_now(business, "60 min")
    assert "comes again at about" in customer_card(business.bola)
    assert "Usually" not in customer_card(business.bola)


async def test_the_stops_before_a_customer_are_counted_down_without_a_sound(business: Business):
    await business.joins_by_phone(business.bola)
    others = doors(business, 4)[1:]
    await business.in_the_bag(*others, business.receiver("Bola Ahmed", BOLA, "99 Far Street"))
    assert "stop before you" not in customer_card(business.bola)
    assert "stops before you" not in customer_card(business.bola)
    before = len(rung(business, business.bola))
    for left in ("2 stops before you", "1 stop before you", "You are the rider's next stop"):
        number = next(iter(card_orders(business)))
        await business.says(business.musa, f"{number} {business.code(number, phone_of(number))}")
        assert left in customer_card(business.bola)
    assert len(rung(business, business.bola)) == before


def card_orders(business: Business) -> list[str]:
    return [word for word in bare(card(business)).split() if word.isdecimal() and len(word) == 4]


def phone_of(number: str) -> str:
    return DOORS[int(number) - 1000][1]


async def test_the_rider_puts_a_stop_first_and_its_customer_reads_it(business: Business):
    await business.joins_by_phone(business.bola)
    await business.in_the_bag(*doors(business, 3)[1:], business.receiver("Bola Ahmed", BOLA, "Zoo"))
    assert "2 stops before you" in customer_card(business.bola)
    await business.presses(business.musa, "1003 · Bola", message=card(business))
    assert "You are the rider's next stop" in customer_card(business.bola)


async def test_two_parcels_for_one_door_are_one_stop(business: Business):
    await business.joins_by_phone(business.bola)
    await business.in_the_bag(business.receiver(*DOORS[0]), business.receiver(*DOORS[0]))
    shown = [text for text in told(business.bola) if "● ●" in text]
    assert len(shown) == 2
    assert all("You are the rider's next stop" in text for text in shown)


async def test_who_sends_it_reads_no_stops(business: Business):
    ada = business.town.telegram.add_user("Ada", phone=SENDER)
    await business.joins_by_phone(ada)
    await business.in_the_bag(*doors(business, 2))
    assert not sees(ada, "before you")
    assert not sees(ada, "next stop")
    await delivers(business, "1001")
    assert not sees(ada, "next stop")


@pytest.mark.older_telegram
async def test_a_time_that_was_promised_and_is_over_stands_on_the_board(business: Business):
    await business.joins_by_phone(business.bola)
    await nobody_there(business)
    await business.says(business.owner, "/board")
    board = finds(business.owner, "📋 Board")
    await what_now(business, "30 min")
    await business.later(minutes=31)
    assert "Late" not in bare(board)
    await business.later(minutes=5)
    await business.later(seconds=15)
    assert "⏰ Late: 1\n1001 · Bola A. · promised 09:30 UTC" in bare(board)
    assert not sees(business.bola, "Late")
    await delivers(business, "1001")
    await business.later(seconds=15)
    assert "Late" not in bare(board)
