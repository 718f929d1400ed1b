"""Choose several: ticked deliveries go to one rider in one request."""

import pytest

from bot.demo.town import ENVIRONMENT
from bot.fleet import StatusToken
from bot.service.operations.enrolment import register_rider
from tests.support.business import Business, bare, finds, heard, labels, sees
from tests.support.recorder import Recorder


async def holders(business: Business) -> dict[str, str]:
    """Who has which order."""
    ongoing = [
        (await business.town.shop.get_rider(uuid)).ongoing for uuid in business.riders.values()
    ]
    return {
        delivery.order_number: delivery.rider.name
        for carried in ongoing
        for delivery in carried
        if delivery.rider
    }


async def ticking(business: Business, *orders: str):
    """Let the owner tick orders one by one."""
    await business.says(business.owner, "/board")
    await business.presses(business.owner, "Give out")
    choice = business.owner.last
    await business.presses(business.owner, "Choose one by one", message=choice)
    for order in orders:
        await business.presses(business.owner, order, message=choice)
    return choice


@pytest.mark.older_telegram
async def test_ticked_deliveries_are_given_in_one_request_and_each_result_is_told(
    business: Business, fleet_door: Recorder
):
    for _ in range(4):
        await business.order()
    choice = await ticking(business, "1001", "1002", "1003", "1002")
    assert labels(choice)[:4] == [
        "☑ 1001 · Bola A. · Allen Avenue",
        "☐ 1002 · Bola A. · Allen Avenue",
        "☑ 1003 · Bola A. · Allen Avenue",
        "☐ 1004 · Bola A. · Allen Avenue",
    ]
    await business.presses(business.owner, "1004", message=choice)
    await business.presses(business.owner, "Give ", message=choice)
    assert "Who takes the 3 deliveries?" in bare(choice)
    assert "1004 · Bola A. · Allen Avenue · just now" in bare(choice)
    assert "1002" not in bare(choice)
    await business.presses(business.owner, "Musa Bello", message=choice)
    assert await holders(business) == dict.fromkeys(["1001", "1003", "1004"], "Musa Bello")
    result = finds(business.owner, "deliveries are Musa Bello’s now")
    assert result is choice  # where they were chosen
    assert bare(result).splitlines()[1:] == ["✅ 1001", "✅ 1003", "✅ 1004"]
    assert labels(finds(business.musa, "3 jobs"))[0] == "👍 Accept all"
    assert len([path for path in fleet_door.paths if "/deliveries/assign/" in path]) == 1


async def test_what_changed_meanwhile_is_left_out_and_named(business: Business):
    deliveries = [await business.order() for _ in range(4)]
    choice = await ticking(business, "1001", "1002", "1003", "1004")
    await business.presses(business.owner, "Give ", message=choice)
    shop, sani = business.town.shop, business.riders["Sani Ali"]
    await shop.update_status(deliveries[1].uuid, StatusToken.CANCELLED, note="Late")
    await shop.assign(sani, [deliveries[2].uuid])
    await business.town.idle()
    await business.presses(business.owner, "Musa Bello", message=choice)
    assert await holders(business) == {
        "1001": "Musa Bello",
        "1003": "Sani Ali",
        "1004": "Musa Bello",
    }
    told = bare(finds(business.owner, "deliveries are Musa Bello’s now"))
    assert "⏭ 1002 was left out: ❌ Cancelled" in told
    assert "⏭ 1003 was left out: 🕓 Waiting for pickup, Sani Ali" in told


@pytest.mark.older_telegram
async def test_ticks_survive_a_restart_and_pages_are_turned(business: Business):
    for _ in range(11):
        await business.order()
        await business.later(seconds=1)
    choice = await ticking(business, "1002")
    await business.town.stop_bot()
    await business.later(seconds=2)
    await business.town.start_bot()
    await business.presses(business.owner, "Next ›", message=choice)
    await business.presses(business.owner, "1011", message=choice)
    await business.presses(business.owner, "Give 2 to …", message=choice)
    await business.presses(business.owner, "Back", message=choice)
    assert "☑ 1002 · Bola A. · Allen Avenue" in labels(choice)
    await business.presses(business.owner, "Back", message=choice)
    assert "Which ones for one rider?" in bare(choice)


@pytest.mark.runs_on  # after a restart it asks the fleet service for the riders first
async def test_a_request_that_could_not_be_made_is_made_later(business: Business):
    await business.order()
    choice = await ticking(business, "1001")
    await business.presses(business.owner, "Give ", message=choice)
    await business.town.close_fleet()
    await business.presses(business.owner, "Musa Bello", message=choice)
    await business.later(minutes=3)
    assert sees(business.owner, "No connection for 2 minutes")
    await business.town.open_fleet()
    await business.later(minutes=2)
    assert heard(business.owner, "1 delivery is Musa Bello’s now") == 1


async def test_several_are_given_to_somebody_whom_nothing_reaches_only_when_it_is_meant(
    business: Business,
):
    await business.says(business.sani, "/stop")
    for _ in range(2):
        await business.order()
    choice = await ticking(business, "1001", "1002")
    await business.presses(business.owner, "Give ", message=choice)
    await business.presses(business.owner, "Sani Ali", message=choice)
    assert "Sani Ali has stopped this bot" in bare(choice)
    assert "+234 802 000 0002" in bare(choice)
    assert await holders(business) == {}
    await business.presses(business.owner, "Choose another", message=choice)
    assert "Who takes the 2 deliveries?" in bare(choice)
    await business.presses(business.owner, "Sani Ali", message=choice)
    await business.presses(business.owner, "Assign anyway", message=choice)
    assert await holders(business) == dict.fromkeys(["1001", "1002"], "Sani Ali")
    assert sees(business.owner, "Sani Ali cannot be reached here. Please call.")


@pytest.mark.parametrize("said", ["all the pending ones to Musa", "give everything to Musa"])
async def test_all_that_waits_is_offered_to_the_rider_who_is_named(business: Business, said: str):
    for _ in range(3):
        await business.order()
    await business.says(business.owner, "/assign 1002")
    await business.presses(business.owner, "Sani Ali · 0 open")
    await business.says(business.owner, said)
    assert "Give 1001, 1003 to Musa Bello?" in bare(business.owner.last)
    await business.presses(business.owner, labels(business.owner.last)[0])
    assert await holders(business) == {
        "1001": "Musa Bello",
        "1002": "Sani Ali",
        "1003": "Musa Bello",
    }
    await business.says(business.owner, said)
    assert "Waiting for a rider: 0" in bare(business.owner.last)


@pytest.mark.parametrize(
    "said",
    [
        "1001 and 1002 to Musa, 1003 to Sani",
        "give Musa 1001 and 1002, and Sani 1003",
        "Musa takes 1001, 1002 and 1001, Sani 1003",
        "1001 to Musa, 1003 to Sani, 1002 to Musa",
        "1001 and 1002 to Musa Bello, 1003 to Sani",
        "not Sani: 1001 1002 to Musa and then 1003 to Sani",
    ],
)
async def test_orders_go_to_the_rider_beside_whom_they_are_named(business: Business, said: str):
    for _ in range(3):
        await business.order()
    await business.says(business.owner, said)
    assert set(labels(business.owner.last)) == {
        "1001 to Musa Bello", "1002 to Musa Bello", "1003 to Sani Ali", "Cancel",
    }  # fmt: skip


@pytest.mark.parametrize(
    "said",
    [
        "1001 to Musa Bello, 1002 to Musa Danjuma and 1003 to Sani",
        "give Musa Bello 1001, Musa Danjuma 1002, Sani Ali 1003",
        "1001 to bello, 1002 to danjuma, 1003 to ali",
    ],
)
async def test_riders_of_one_first_name_are_told_apart_by_the_other(business: Business, said: str):
    await register_rider(
        business.town.service.environment(ENVIRONMENT),
        name="Musa Danjuma",
        phone_code="234",
        phone_number="08020000009",
        email="danjuma@example.com",
    )
    await business.later(seconds=30)
    for _ in range(3):
        await business.order()
    await business.says(business.owner, said)
    assert set(labels(business.owner.last)) == {
        "1001 to Musa Bello", "1002 to Musa Danjuma", "1003 to Sani Ali", "Cancel",
    }  # fmt: skip


async def test_a_tap_on_an_older_offer_gives_no_other_orders_than_it_names(business: Business):
    for _ in range(4):
        await business.order()
    await business.says(business.owner, "1001 and 1002 to Musa")
    former = business.owner.last
    await business.says(business.owner, "1003 and 1004 to Sani")
    await business.presses(business.owner, "Give to Musa Bello", message=former)
    assert await holders(business) == {}
    assert business.owner.toasts[-1].text
    await business.presses(business.owner, "Give to Sani Ali")
    assert await holders(business) == dict.fromkeys(["1003", "1004"], "Sani Ali")
