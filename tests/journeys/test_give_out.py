"""Give out: what waits for a rider is given in groups, with three taps for ten orders."""

import pytest

from bot.fleet import Delivery, NewItem, NewReceiver, Origin
from bot.local_telegram import ChatMessage
from tests.journeys.test_navigate import Surveyor
from tests.support.business import Business, bare, finds, heard, labels
from tests.support.recorder import Recorder


async def order(business: Business, shop: str, street: str) -> Delivery:
    receiver = NewReceiver(
        name="Bola Ahmed",
        address=f"5 {street}",
        phone_code="234",
        phone_number="08030000001",
        items=(NewItem(description="Jollof rice", quantity=2, value=3000),),
    )
    new = business.new_order(receiver)
    sender = Origin(name=shop, address="1 Market Lane", phone_code="234",
                    phone_number="08040000001")  # fmt: skip
    created = await business.town.shop.create_delivery(new.model_copy(update={"sender": sender}))
    await business.town.idle()
    await business.later(seconds=1)
    return created[0]


async def morning(business: Business) -> None:
    """Ten orders come in, of two shops and to three streets."""
    for street in ("Allen Avenue", "Creek Road", "Creek Road", "Opebi Road"):
        await order(business, "Mama Put", street)
    for street in ("Allen Avenue", "Allen Avenue", "Toyin Street"):
        await order(business, "Suya Spot", street)
    for number in range(3):
        await order(business, f"Sender {number}", "Broad Street")
    await business.later(seconds=3)


async def offered(business: Business) -> ChatMessage:
    await business.presses(business.owner, "Give out", message=finds(business.owner, "orders wait"))
    return business.owner.last


async def held(business: Business, rider: str) -> list[str]:
    found = await business.town.shop.get_rider(business.riders[rider])
    return sorted(one.order_number for one in found.ongoing)


async def test_a_group_is_given_with_three_taps_and_the_next_ones_with_two(business: Business):
    await morning(business)
    choice = await offered(business)
    assert choice.silent
    assert labels(choice) == [
        "🏪 Mama Put · 4",
        "🏪 Suya Spot · 3",
        "🏁 Allen Avenue · 3",
        "🏁 Broad Street · 3",
        "🏁 Creek Road · 2",
        "⏳ Waiting longest · 5",
        "Choose one by one",
        "Cancel",
    ]
    await business.presses(business.owner, "Mama Put", message=choice)
    assert "Who takes the 4 deliveries?" in bare(choice)
    messages = len(business.owner.messages)
    await business.presses(business.owner, "Musa Bello", message=choice)
    assert await held(business, "Musa Bello") == ["1001", "1002", "1003", "1004"]
    assert "4 deliveries are Musa Bello’s now.\n✅ 1001\n✅ 1002" in bare(choice)
    assert len(business.owner.messages) == messages
    assert heard(business.musa, "New jobs for you") == 1
    assert labels(choice)[:3] == ["🏪 Suya Spot · 3", "🏁 Broad Street · 3", "🏁 Allen Avenue · 2"]
    await business.presses(business.owner, "Broad Street", message=choice)
    assert labels(choice)[0] == "Sani Ali · 0 open"  # who has least comes first
    await business.presses(business.owner, "Sani Ali", message=choice)
    assert await held(business, "Sani Ali") == ["1008", "1009", "1010"]


async def test_what_is_chosen_as_a_group_can_still_be_ticked(business: Business):
    await morning(business)
    choice = await offered(business)
    await business.presses(business.owner, "Suya Spot", message=choice)
    await business.presses(business.owner, "Back", message=choice)
    assert "Give 3 to …" in labels(choice)
    await business.presses(business.owner, "1006", message=choice)
    await business.presses(business.owner, "1001", message=choice)
    await business.presses(business.owner, "Give ", message=choice)
    await business.presses(business.owner, "Musa Bello", message=choice)
    assert await held(business, "Musa Bello") == ["1001", "1005", "1007"]


async def test_a_group_that_is_not_the_same_any_more_is_offered_anew(business: Business):
    came = [await order(business, "Mama Put", "Allen Avenue") for _ in range(2)]
    await order(business, "Suya Spot", "Creek Road")
    await order(business, "Suya Spot", "Opebi Road")
    await business.says(business.owner, "/board")
    await business.presses(business.owner, "Give out")
    choice = business.owner.last
    await business.town.shop.assign(business.riders["Sani Ali"], [each.uuid for each in came])
    await business.town.idle()
    await business.presses(business.owner, "Mama Put", message=choice)
    assert business.owner.toasts[-1].text
    assert "Waiting for a rider: 2" in bare(choice)
    assert "🏪 Suya Spot · 2" in labels(choice)


async def test_what_others_have_given_meanwhile_is_left_out_and_said_in_a_new_message(
    business: Business,
):
    came = [await order(business, "Mama Put", "Allen Avenue") for _ in range(3)]
    await business.says(business.owner, "/board")
    await business.presses(business.owner, "Give out")
    await business.presses(business.owner, "Mama Put")
    await business.town.shop.assign(business.riders["Sani Ali"], [came[1].uuid])
    await business.town.idle()
    await business.presses(business.owner, "Musa Bello")
    result = finds(business.owner, "2 deliveries are Musa Bello’s now.")
    assert "⏭ 1002 was left out" in bare(result)


class TestWherePlacesAreKnown:
    @pytest.fixture
    def fleet_door(self) -> Recorder:
        return Surveyor()

    async def test_who_is_as_free_and_nearer_to_the_pickup_comes_first(self, business: Business):
        for rider, place in ((business.musa, (6.6, 3.4)), (business.sani, (6.45, 3.4))):
            rider.share_location(*place, live_period=3600)
            await business.town.idle()
        for _ in range(2):
            await order(business, "Mama Put", "Allen Avenue")
        await business.says(business.owner, "/board")
        await business.presses(business.owner, "Give out")
        choice = business.owner.last
        await business.presses(business.owner, "Mama Put", message=choice)
        shown = ["Sani Ali · 0 open · 0.0 km", "Musa Bello · 0 open · 16.7 km"]
        assert labels(choice)[:2] == shown
        await business.says(business.owner, "/assign 1001")
        assert labels(business.owner.last)[:2] == shown


async def test_who_reads_nothing_stands_last_and_is_asked_about(business: Business):
    await business.says(business.musa, "/stop")
    for _ in range(2):
        await order(business, "Mama Put", "Allen Avenue")
    await business.says(business.owner, "/board")
    await business.presses(business.owner, "Give out")
    choice = business.owner.last
    await business.presses(business.owner, "Mama Put", message=choice)
    assert labels(choice)[0] == "Sani Ali · 0 open"
    await business.presses(business.owner, "Musa Bello", message=choice)
    assert "Musa Bello has stopped this bot" in bare(choice)
    await business.presses(business.owner, "Assign anyway", message=choice)
    assert await held(business, "Musa Bello") == ["1001", "1002"]


async def test_from_a_group_it_goes_on_there_for_who_has_pressed_alone(business: Business):
    group = business.town.telegram.add_group("Dispatch", [business.owner, business.town.account])
    business.owner.write("/bind", chat=group)
    await business.town.idle()
    await morning(business)
    await business.later(seconds=15)
    there = len(group.messages)
    await business.presses(business.owner, "Give out", chat=group)
    choice = business.owner.sees(group)[-1]
    assert "🏪 Mama Put · 4" in labels(choice)
    await business.presses(business.owner, "Mama Put", message=choice)
    await business.presses(business.owner, "Musa Bello", message=choice)
    assert len(await held(business, "Musa Bello")) == 4
    assert len(group.messages) == there
    assert not any("Mama Put" in bare(message) for message in group.messages)


async def test_where_nothing_waits_there_is_nothing_to_give_out(business: Business):
    await business.assigned()
    await business.says(business.owner, "/board")
    await business.presses(business.owner, "Give out")
    choice = business.owner.last
    assert "Waiting for a rider: 0" in bare(choice)
    assert labels(choice) == ["Choose one by one", "Cancel"]
    await business.presses(business.owner, "Cancel", message=choice)
    assert choice not in business.owner.messages


@pytest.mark.runs_on  # what is asked of the fleet service waits while it is down
async def test_what_is_given_while_the_fleet_service_is_down_is_given_later(business: Business):
    for _ in range(2):
        await order(business, "Mama Put", "Allen Avenue")
    await business.says(business.owner, "/board")
    await business.presses(business.owner, "Give out")
    choice = business.owner.last
    await business.presses(business.owner, "Mama Put", message=choice)
    await business.town.close_fleet()
    await business.presses(business.owner, "Musa Bello", message=choice)
    assert "Giving 2 deliveries to Musa Bello" in bare(choice)
    await business.town.open_fleet()
    await business.later(minutes=2)
    assert "2 deliveries are Musa Bello’s now." in bare(choice)
