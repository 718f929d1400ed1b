"""One pickup is one card: eight jobs of a shop are one sound, one tap, and a code each."""

import re

import pytest

from bot.demo.town import ENVIRONMENT
from bot.fleet import Delivery, DeliveryEdit, NewDelivery, Origin, State
from bot.local_telegram import ChatMessage
from bot.service.operations.enrolment import register_rider
from tests.support.business import (
    SENDER,
    Business,
    bare,
    finds,
    heard,
    labels,
    rung,
    sees,
)
from tests.support.refusing_door import RefusingDoor

AT_THE_SHOP = "12 Marina Road"
RECEIVERS = ("Bola Ahmed", "Chidi Eze", "Dayo Ojo", "Efe Obi", "Femi Ade", "Gbenga", "Hawa", "Ife")
MAMA_PUT = Origin(
    name="Mama Put", address="3 Broad Street", phone_code="234", phone_number="08040000002"
)


@pytest.fixture
def fleet_door() -> RefusingDoor:
    return RefusingDoor()


async def orders(business: Business, count: int) -> list[Delivery]:
    """Orders of one shop, each for another customer; they are called 1001, 1002 and so on."""
    return [
        await business.order(
            business.receiver(name, f"+23480300001{number:02}", f"{number} Allen Avenue")
        )
        for number, name in enumerate(RECEIVERS[:count], start=1)
    ]


async def gives(business: Business, *numbers: str) -> None:
    """The owner ticks orders on the board and gives them to Musa."""
    await business.says(business.owner, "/board")
    for label in ("Give out", "Choose one by one", *numbers, "Give ", "Musa Bello"):
        await business.presses(business.owner, label)


async def given(business: Business, count: int) -> list[Delivery]:
    """Jobs of one shop, given to Musa by somebody in the fleet service's own office."""
    created = await orders(business, count)
    await assigned(business, created)
    return created


async def assigned(
    business: Business, deliveries: list[Delivery], rider: str = "Musa Bello"
) -> None:
    await business.restart()
    uuids = [delivery.uuid for delivery in deliveries]
    await business.town.shop.assign(business.riders[rider], uuids)
    await business.town.idle()


def pickup_card(business: Business, words: str = AT_THE_SHOP) -> ChatMessage:
    """The only card that shows where Musa's jobs are fetched."""
    (card,) = [m for m in business.musa.messages if m.from_bot and words in bare(m)]
    return card


def listed(card: ChatMessage) -> dict[str, str]:
    """How things are with each order on the card of a pickup, in its order."""
    return dict(re.findall(r"^(\d{4}) · .* · (.*)$", bare(card), re.MULTILINE))


def numbers(count: int) -> list[str]:
    return [str(1001 + number) for number in range(count)]


@pytest.mark.parametrize("mode", ["webhook", "polling"], indirect=True)
async def test_eight_jobs_of_a_shop_are_one_sound_one_tap_and_a_code_each(business: Business):
    before, taps = len(rung(business, business.musa)), len(business.musa.toasts)
    created = await given(business, 8)
    card = pickup_card(business)
    assert "📍 Pickup: Ada's Kitchen, 12 Marina Road\n📞 +234 804 000 0001\n8 jobs" in bare(card)
    assert "1001 · Bola A. · Allen Avenue · 🎁 2 × Jollof rice · 💵 NGN1,500.00 · 🆕 new" in bare(
        card
    )
    assert listed(card) == dict.fromkeys(numbers(8), "🆕 new")

    await business.presses(business.musa, "Accept all")
    assert {await business.state(each) for each in created} == {State.ACCEPTED}
    assert listed(pickup_card(business)) == dict.fromkeys(numbers(8), "👍 yours")
    assert labels(pickup_card(business))[:2] == ["📦 1001 · Bola", "📦 1002 · Chidi"]

    await business.presses(business.musa, "📦 1001")
    for number in numbers(8):
        await business.says(business.musa, business.code(number, SENDER))
    assert {await business.state(each) for each in created} == {State.IN_TRANSIT}
    assert len(business.musa.toasts) - taps == 2
    assert len(rung(business, business.musa)) - before == 1

    assert heard(business.musa, "· 🛵 On the way") == 1
    assert "7 more stops" in bare(finds(business.musa, "Order 1001 · 🛵 On the way"))
    assert not sees(business.musa, AT_THE_SHOP)
    assert not sees(business.musa, "+234 804")
    assert heard(business.musa, "Nothing waits for you at this pickup any more.") == 1
    assert not sees(business.musa, "Next one here")


async def test_jobs_given_one_after_the_other_ring_once_and_what_comes_later_rings_again(
    business: Business,
):
    created = await orders(business, 5)
    before = len(rung(business, business.musa))
    for each in created[:3]:
        await assigned(business, [each])
        await business.later(seconds=50)
    await business.presses(business.musa, "Accept all")
    first = pickup_card(business)
    assert listed(first) == dict.fromkeys(numbers(3), "👍 yours")
    assert len(rung(business, business.musa)) - before == 1

    await business.later(minutes=5)
    await assigned(business, created[4:])
    await assigned(business, created[3:4])
    assert len(rung(business, business.musa)) - before == 2
    card = pickup_card(business)
    assert card.message_id > first.message_id
    assert "🆕 New here: 1004, 1005" in bare(card)
    assert list(listed(card)) == numbers(5)


async def test_webhooks_that_come_again_or_late_ring_no_more(business: Business):
    await orders(business, 3)
    before = len(rung(business, business.musa))
    await gives(business, *numbers(3))
    await business.later(minutes=10)
    assert listed(pickup_card(business)) == dict.fromkeys(numbers(3), "🆕 new")
    assert len(rung(business, business.musa)) - before == 1


async def test_what_came_without_a_sound_rings_with_the_next_job(business: Business):
    created = await orders(business, 2)
    await business.says(business.musa, "/duty off")
    before = len(rung(business, business.musa))
    await assigned(business, created[:1])
    assert len(rung(business, business.musa)) == before
    await business.presses(business.musa, "On duty")
    before = len(rung(business, business.musa))
    await assigned(business, created[1:])
    assert len(rung(business, business.musa)) - before == 1
    assert list(listed(pickup_card(business))) == numbers(2)


async def test_two_dispatchers_who_give_jobs_of_one_shop_fill_one_card(business: Business):
    grace = await business.hires("Grace")
    await orders(business, 2)
    before = len(rung(business, business.musa))
    for person, number in ((business.owner, "1001"), (grace, "1002")):
        await business.says(person, f"/assign {number}")
        await business.presses(person, "Musa Bello")
    assert list(listed(pickup_card(business))) == numbers(2)
    assert len(rung(business, business.musa)) - before == 1


async def test_two_pickups_are_two_cards_and_neither_takes_the_others_jobs(business: Business):
    created = await orders(business, 2)
    there = [from_mama_put(business) for _ in range(2)]
    for each in there:
        created += await business.town.shop.create_delivery(each)
    await business.town.idle()
    before = len(rung(business, business.musa))
    await assigned(business, created)
    assert list(listed(pickup_card(business))) == ["1001", "1002"]
    assert list(listed(pickup_card(business, "3 Broad Street"))) == ["1003", "1004"]
    assert len(rung(business, business.musa)) - before == 2

    await business.presses(
        business.musa, "Accept all", message=pickup_card(business, "3 Broad Street")
    )
    assert listed(pickup_card(business)) == dict.fromkeys(["1001", "1002"], "🆕 new")
    assert [await business.state(each) for each in created] == [
        *[State.AWAITING_PICKUP] * 2,
        *[State.ACCEPTED] * 2,
    ]


def from_mama_put(business: Business) -> NewDelivery:
    return business.new_order().model_copy(update={"sender": MAMA_PUT})


async def test_what_is_cancelled_leaves_the_card_and_is_told(business: Business):
    _, second, _ = await given(business, 3)
    before = len(rung(business, business.musa))
    await business.says(business.owner, "/delivery 1002")
    for label in ("Cancel delivery", "It was ordered twice"):
        await business.presses(business.owner, label)
    assert await business.state(second) is State.CANCELLED
    assert list(listed(pickup_card(business))) == ["1001", "1003"]
    assert "1002" in rung(business, business.musa)[before:][0]
    assert not sees(business.musa, "Chidi")


async def test_what_another_rider_gets_leaves_the_card_and_is_told(business: Business):
    created = await given(business, 3)
    await business.presses(business.musa, "Accept all")
    before = len(rung(business, business.musa))
    await assigned(business, created[1:2], "Sani Ali")
    assert list(listed(pickup_card(business))) == ["1001", "1003"]
    assert len(rung(business, business.musa)) - before == 1
    assert not sees(business.musa, "Chidi")
    assert sees(business.sani, "Order 1002")
    await assigned(business, [created[0], created[2]], "Sani Ali")
    assert not sees(business.musa, AT_THE_SHOP)
    assert heard(business.sani, AT_THE_SHOP) == 1


async def test_the_last_job_there_is_shown_in_full_on_the_same_card(business: Business):
    created = await given(business, 2)
    await business.presses(business.musa, "Accept all")
    await assigned(business, created[:1], "Sani Ali")
    card = pickup_card(business)
    assert "Order 1002" in bare(card)
    assert "Chidi Eze, 2 Allen Avenue" in bare(card)
    await business.presses(business.musa, "Picked up")
    await business.says(business.musa, business.code("1002", SENDER))
    assert heard(business.musa, "Order 1002 · 🛵 On the way") == 1
    assert not sees(business.musa, AT_THE_SHOP)


async def test_one_of_them_is_refused_by_its_own_card_and_not_accepted_with_the_others(
    business: Business,
):
    created = await given(business, 3)
    await business.presses(business.musa, "Details")
    assert labels(business.musa.last) == [f"Order {number}" for number in numbers(3)]
    await business.presses(business.musa, "Order 1002")
    assert not sees(business.musa, "Which order?")
    alone = finds(business.musa, "Order 1002")
    assert "🏁 Drop-off: Chidi Eze, 2 Allen Avenue" in bare(alone)
    await business.presses(business.musa, "Can't take it", message=alone)
    await business.presses(business.musa, "Too far")
    await business.later(seconds=30)
    assert listed(pickup_card(business))["1002"] == "🚫 can't take it"
    assert heard(business.owner, "1002") > 0
    await business.presses(business.musa, "Accept all")
    assert [await business.state(each) for each in created] == [
        State.ACCEPTED,
        State.AWAITING_PICKUP,
        State.ACCEPTED,
    ]
    assert "📦 1002 · Chidi" not in labels(pickup_card(business))
    await assigned(business, created[1:2], "Sani Ali")
    assert list(listed(pickup_card(business))) == ["1001", "1003"]
    assert not sees(business.musa, "Chidi")


async def test_an_order_that_is_asked_for_by_its_number_is_shown_in_full_and_stays_on_the_card(
    business: Business,
):
    await given(business, 2)
    await business.says(business.musa, "1002")
    assert "Chidi Eze, 2 Allen Avenue" in bare(business.musa.last)
    await business.presses(business.musa, "Accept", message=business.musa.last)
    cards = [m for m in business.musa.messages if m.from_bot and AT_THE_SHOP in bare(m)]
    assert listed(cards[0]) == {"1001": "🆕 new", "1002": "👍 yours"}
    await business.says(business.musa, "/jobs")
    assert listed(pickup_card(business)) == {"1001": "🆕 new", "1002": "👍 yours"}


async def test_the_next_one_is_asked_for_by_itself_and_can_be_skipped(business: Business):
    created = await given(business, 3)
    await business.presses(business.musa, "Accept all")
    await business.presses(business.musa, "📦 1001")
    await business.says(business.musa, business.code("1001", SENDER))
    assert sees(business.musa, "Next one here: order 1002")
    await business.presses(business.musa, "Skip")
    assert sees(business.musa, "Next one here: order 1003")
    await business.says(business.musa, business.code("1003", SENDER))
    assert [await business.state(each) for each in created] == [
        State.IN_TRANSIT,
        State.ACCEPTED,
        State.IN_TRANSIT,
    ]
    await business.presses(business.musa, "Skip")
    assert not sees(business.musa, "Next one here")


async def test_wrong_codes_are_said_and_stop_only_that_order(business: Business):
    await given(business, 2)
    await business.presses(business.musa, "Accept all")
    await business.presses(business.musa, "📦 1001")
    right = business.code("1001", SENDER)
    for wrong in [code for code in map(str, range(1111, 9999, 1111)) if code != right][:5]:
        await business.says(business.musa, wrong)
    card = pickup_card(business)
    assert listed(card) == {"1001": "⏸ no code now", "1002": "👍 yours"}
    assert "⏸ Order 1001: too many wrong codes." in bare(card)
    assert "📦 1001 · Bola" not in labels(card)
    await business.later(minutes=16)
    assert listed(pickup_card(business)) == {"1001": "👍 yours", "1002": "👍 yours"}


async def test_what_the_fleet_refuses_is_said_and_the_others_are_accepted(
    business: Business, fleet_door: RefusingDoor
):
    created = await given(business, 3)
    fleet_door.refused.add(created[1].uuid)
    await business.presses(business.musa, "Accept all")
    assert sees(business.musa, "❌ Order 1002 was not accepted.")
    assert listed(pickup_card(business)) == {
        "1001": "👍 yours",
        "1002": "🆕 new",
        "1003": "👍 yours",
    }
    fleet_door.refused.clear()
    await business.presses(business.musa, "Accept all")
    assert await business.state(created[1]) is State.ACCEPTED


async def test_all_that_was_accepted_while_the_fleet_is_down_goes_through_later(
    business: Business,
):
    created = await given(business, 3)
    await business.town.close_fleet()
    await business.presses(business.musa, "Accept all")
    await business.later(seconds=5)
    card = pickup_card(business)
    assert listed(card) == dict.fromkeys(numbers(3), "⏳ accepting…")
    assert "Not accepted yet: no connection" in bare(card)
    await business.says(business.musa, f"/pickup 1002 {business.code('1002', SENDER)}")
    await business.later(seconds=30)
    assert listed(pickup_card(business))["1002"] == "🔑 code saved, checking…"
    assert "No need to type it again" in bare(pickup_card(business))
    await business.town.open_fleet()
    await business.later(minutes=2)
    assert await business.state(created.pop(1)) is State.IN_TRANSIT
    assert {await business.state(each) for each in created} == {State.ACCEPTED}
    assert listed(pickup_card(business)) == dict.fromkeys(["1001", "1003"], "👍 yours")


async def test_a_job_that_came_after_the_card_was_read_is_not_accepted_with_it(
    business: Business,
):
    created = await orders(business, 3)
    await assigned(business, created[:2])
    card = pickup_card(business)
    accept = card.buttons[0][0].data
    await business.later(seconds=30)
    await assigned(business, created[2:])
    business.musa.press_data(accept, message=pickup_card(business))
    await business.town.idle()
    assert listed(pickup_card(business)) == {
        "1001": "👍 yours",
        "1002": "👍 yours",
        "1003": "🆕 new",
    }


async def test_an_order_that_is_fetched_elsewhere_leaves_the_card(business: Business):
    first, *_ = await given(business, 3)
    edit = DeliveryEdit.of(await business.town.shop.get_delivery(first.uuid))
    moved = edit.model_copy(update={"sender": MAMA_PUT})
    await business.town.shop.update_delivery(first.uuid, moved)
    await business.later(minutes=20)
    assert list(listed(pickup_card(business))) == ["1002", "1003"]
    assert "Order 1001" in bare(pickup_card(business, "3 Broad Street"))


async def test_another_language_and_a_farewell_reach_the_card(business: Business):
    await given(business, 2)
    await business.says(business.musa, "/language fr")
    assert "👍 Tout accepter" in labels(pickup_card(business))
    await business.says(business.owner, "/team")
    await business.presses(business.owner, "Remove Musa as a rider")
    await business.presses(business.owner, "Remove", message=business.owner.last)
    assert not sees(business.musa, AT_THE_SHOP)
    assert not sees(business.musa, "Bola")
    assert heard(business.musa, "Plus rien ne vous attend") == 1


async def test_who_joins_finds_one_card_for_a_pickup(business: Business):
    tola = business.town.telegram.add_user("Tola", phone="+2348020000003")
    business.riders["Tola Ojo"] = await register_rider(
        business.town.service.environment(ENVIRONMENT),
        name="Tola Ojo",
        phone_code="234",
        phone_number="08020000003",
        email="tola@example.com",
    )
    await assigned(business, await orders(business, 3), "Tola Ojo")
    await business.later(minutes=10)
    await business.joins_by_phone(tola)
    (card,) = [m for m in tola.messages if m.from_bot and AT_THE_SHOP in bare(m)]
    assert list(listed(card)) == numbers(3)


class TestWithTimeToUndo:
    @pytest.fixture
    def changed_settings(self) -> dict[str, dict[str, object]]:
        return {"business": {"undo_seconds": 8}}

    async def test_one_undo_takes_all_back(self, business: Business, fleet_door: RefusingDoor):
        await given(business, 3)
        await business.presses(business.musa, "Accept all")
        assert "👍 You take them: sent in a few seconds." in bare(pickup_card(business))
        await business.presses(business.musa, "Undo")
        assert listed(pickup_card(business)) == dict.fromkeys(numbers(3), "🆕 new")
        await business.later(minutes=1)
        assert fleet_door.count("/deliveries/update_status") == 0

    async def test_fetching_one_accepts_it_at_once_and_leaves_the_others_their_time(
        self, business: Business
    ):
        created = await given(business, 3)
        await business.presses(business.musa, "Accept all")
        assert {"↩️ Undo", "📦 1002 · Chidi"} <= set(labels(pickup_card(business)))
        await business.presses(business.musa, "📦 1002")
        assert [await business.state(each) for each in created] == [
            State.AWAITING_PICKUP,
            State.ACCEPTED,
            State.AWAITING_PICKUP,
        ]
        await business.says(business.musa, business.code("1002", SENDER))
        assert await business.state(created[1]) is State.IN_TRANSIT
        await business.later(seconds=9)
        assert await business.state(created[0]) is State.ACCEPTED

    async def test_a_single_job_can_be_fetched_while_it_can_be_given_back(
        self, business: Business, fleet_door: RefusingDoor
    ):
        delivery = await business.assigned()
        before, taps = len(rung(business, business.musa)), len(business.musa.toasts)
        await business.presses(business.musa, "Accept")
        assert labels(finds(business.musa, "Order 1001"))[:2] == ["📦 Picked up", "↩️ Undo"]
        await business.presses(business.musa, "Picked up")
        assert await business.state(delivery) is State.ACCEPTED
        await business.says(business.musa, business.pickup_code)
        assert await business.state(delivery) is State.IN_TRANSIT
        assert fleet_door.count("/deliveries/update_status") == 2
        await business.presses(business.musa, "Delivered")
        await business.says(business.musa, business.dropoff_code)
        assert await business.state(delivery) is State.DELIVERED
        assert len(business.musa.toasts) - taps == 3
        assert len(rung(business, business.musa)) == before
