"""Assign: the list of riders, and two dispatchers at once."""

import pytest

from bot.demo.town import ENVIRONMENT
from bot.fleet import StatusToken
from bot.service.operations.enrolment import register_rider
from tests.support.business import Business, bare, finds, heard, labels, sees, told


async def rider_of(business: Business, delivery) -> str | None:
    rider = (await business.town.shop.get_delivery(delivery.uuid)).rider
    return rider.name if rider else None


async def test_of_two_dispatchers_one_wins_and_the_other_is_told_who(business: Business):
    ada = await business.hires("Ada")
    delivery = await business.order()
    for dispatcher in (business.owner, ada):
        await business.presses(dispatcher, "Assign")
    business.owner.press("Musa Bello")
    ada.press("Sani Ali")
    await business.town.idle()
    winner = await rider_of(business, delivery)
    loser = ada if winner == "Musa Bello" else business.owner
    other = "Olu" if loser is ada else "Ada"
    assert sees(loser, f"{other} has already given order 1001 to {winner}.")
    assert heard(business.musa, "A new job") + heard(business.sani, "A new job") == 1


async def test_a_list_of_riders_that_was_overtaken_changes_nothing(business: Business):
    ada = await business.hires("Ada")
    delivery = await business.order()
    await business.presses(business.owner, "Assign")
    await business.presses(ada, "Assign")
    await business.presses(business.owner, "Musa Bello")
    await business.presses(ada, "Sani Ali")
    assert await rider_of(business, delivery) == "Musa Bello"
    assert sees(ada, "Olu has already given order 1001 to Musa Bello.")
    assert not sees(ada, "Who takes order 1001")
    await business.presses(ada, "Give to another rider")
    await business.presses(ada, "Sani Ali")
    assert await rider_of(business, delivery) == "Sani Ali"


async def test_who_chooses_twice_is_told_so(business: Business):
    delivery = await business.order()
    await business.presses(business.owner, "Assign")
    await business.presses(business.owner, "Assign")
    lists = [message for message in business.owner.messages if "Who takes" in bare(message)]
    business.owner.press("Musa Bello", message=lists[0])
    business.owner.press("Sani Ali", message=lists[1])
    await business.town.idle()
    assert await rider_of(business, delivery) == "Musa Bello"
    assert sees(business.owner, "You have already given order 1001 to Musa Bello.")
    assert sees(business.owner, "🛵 Musa Bello")


async def test_a_rider_whom_somebody_else_gave_the_delivery_is_named(business: Business):
    delivery = await business.order()
    await business.presses(business.owner, "Assign")
    await business.town.shop.assign(business.riders["Sani Ali"], [delivery.uuid])
    await business.town.idle()
    await business.presses(business.owner, "Musa Bello")
    assert sees(business.owner, "Order 1001 has been given to Sani Ali meanwhile.")
    assert await rider_of(business, delivery) == "Sani Ali"


async def test_a_job_given_there_and_back_in_one_moment_is_whose_it_is_at_last(business: Business):
    delivery = await business.order()
    for rider in ("Musa Bello", "Sani Ali", "Musa Bello"):
        await business.town.shop.assign(business.riders[rider], [delivery.uuid])
        await business.town.idle()
    assert sees(business.owner, "🛵 Musa Bello")
    assert not sees(business.owner, "🛵 Sani Ali")


async def test_more_riders_than_fit_are_turned_page_by_page(business: Business):
    for number in range(21):
        await register_rider(
            business.town.service.environment(ENVIRONMENT),
            name=f"Rider {number:02}",
            phone_code="234",
            phone_number=f"0805000{number:04}",
            email=f"rider{number}@example.com",
        )
    await business.later(seconds=30)
    delivery = await business.order()
    await business.presses(business.owner, "Assign")
    chosen = business.owner.last
    assert "Page 1 of 2" in bare(chosen)
    assert len(labels(chosen)) == 20 + len(["Next ›", "Cancel"])
    await business.presses(business.owner, "Next ›")
    assert "Page 2 of 2" in bare(chosen)
    assert labels(chosen) == [
        "Rider 18 · 0 open · 📵 not in this chat",
        "Rider 19 · 0 open · 📵 not in this chat",
        "Rider 20 · 0 open · 📵 not in this chat",
        "‹ Back",
        "Cancel",
    ]
    await business.presses(business.owner, "Rider 20")
    await business.presses(business.owner, "Assign anyway")
    assert await rider_of(business, delivery) == "Rider 20"


async def test_who_is_off_duty_stands_last_and_says_so(business: Business):
    await business.says(business.musa, "/duty off")
    await business.order()
    await business.presses(business.owner, "Assign")
    assert labels(business.owner.last)[:2] == [
        "Sani Ali · 0 open",
        "Musa Bello · 0 open · 😴 off duty",
    ]


async def test_whom_nothing_reaches_stands_last_and_says_so(business: Business):
    await register_rider(
        business.town.service.environment(ENVIRONMENT),
        name="Never Joined",
        phone_code="234",
        phone_number="08020000009",
        email="never@example.com",
    )
    await business.says(business.musa, "/duty off")
    await business.says(business.sani, "/stop")
    await business.later(seconds=30)
    await business.order()
    await business.presses(business.owner, "Assign")
    assert labels(business.owner.last)[:3] == [
        "Musa Bello · 0 open · 😴 off duty",
        "Never Joined · 0 open · 📵 not in this chat",
        "Sani Ali · 0 open · 📵 has stopped the bot",
    ]


async def test_who_chooses_somebody_whom_nothing_reaches_is_asked_first_and_told_to_call(
    business: Business,
):
    await business.says(business.sani, "/stop")
    delivery = await business.order()
    await business.presses(business.owner, "Assign")
    await business.presses(business.owner, "Sani Ali")
    assert await rider_of(business, delivery) is None
    question = finds(business.owner, "Sani Ali has stopped this bot")
    assert "+234 802 000 0002" in bare(question)
    assert labels(question) == ["Assign anyway", "Choose another"]
    assert not sees(business.owner, "Who takes order 1001?")

    await business.presses(business.owner, "Choose another", message=question)
    assert "Who takes order 1001?" in bare(question)
    await business.presses(business.owner, "Sani Ali", message=question)
    await business.presses(business.owner, "Assign anyway")
    assert await rider_of(business, delivery) == "Sani Ali"
    assert sees(business.owner, "Sani Ali cannot be reached here. Please call.")
    assert sees(business.owner, "+234 802 000 0002")


async def test_who_has_blocked_the_bot_is_asked_about_too(business: Business):
    business.sani.block()
    await business.town.idle()
    await business.order()
    await business.presses(business.owner, "Assign")
    assert "Sani Ali · 0 open · 📵 has blocked the bot" in labels(business.owner.last)
    await business.presses(business.owner, "Sani Ali")
    assert sees(business.owner, "Sani Ali has blocked this bot")
    await business.says(business.owner, "/assign 1001")
    await business.presses(business.owner, "Musa Bello")
    assert not sees(business.owner, "Musa Bello cannot be reached")


async def test_a_question_that_was_overtaken_changes_nothing(business: Business):
    await business.says(business.sani, "/stop")
    delivery = await business.order()
    await business.presses(business.owner, "Assign")
    await business.presses(business.owner, "Sani Ali")
    await business.town.shop.assign(business.riders["Musa Bello"], [delivery.uuid])
    await business.town.idle()
    await business.presses(business.owner, "Assign anyway")
    assert await rider_of(business, delivery) == "Musa Bello"
    assert sees(business.owner, "Order 1001 has been given to Musa Bello meanwhile.")


async def test_who_is_off_duty_is_chosen_with_one_tap_and_it_is_said_that_it_does_not_ring(
    business: Business,
):
    await business.says(business.sani, "/duty off")
    delivery = await business.order()
    await business.presses(business.owner, "Assign")
    await business.presses(business.owner, "Sani Ali")
    assert await rider_of(business, delivery) == "Sani Ali"
    assert sees(business.owner, "😴 Sani Ali is off duty: what you give makes no sound there.")


@pytest.mark.runs_on  # after a restart it asks the fleet service for the riders first
async def test_whom_nothing_reaches_is_named_though_the_fleet_service_does_not_answer(
    business: Business,
):
    await business.says(business.sani, "/stop")
    await business.order()
    await business.presses(business.owner, "Assign")
    await business.later(seconds=31)
    await business.town.close_fleet()
    await business.presses(business.owner, "Sani Ali")
    await business.presses(business.owner, "Assign anyway")
    assert sees(business.owner, "Sani Ali cannot be reached here. Please call.")


@pytest.mark.parametrize("button", ["Assign", "Status", "Cancel delivery", "Customer link"])
async def test_a_button_of_an_old_card_says_so_and_the_card_is_brought_up_to_date(
    business: Business, button: str
):
    delivery = await business.order()
    card = finds(business.owner, "Order 1001")
    await business.presses(business.owner, "⋯", message=card)
    data = next(b.data for row in card.buttons for b in row if b.label == button)
    await business.town.shop.update_status(delivery.uuid, StatusToken.CANCELLED, note="Late")
    await business.town.idle()
    before = len(told(business.owner))
    business.owner.press_data(data, message=card)
    await business.town.idle()
    assert business.owner.toasts[-1].text == "This has changed."
    assert len(told(business.owner)) == before
    assert labels(finds(business.owner, "Order 1001 · ❌ Cancelled")) == ["🔁 Same again", "⋯"]


async def test_the_list_of_riders_shows_who_has_least_to_do_first(business: Business):
    await business.assigned("Musa Bello")
    await business.later(seconds=30)
    await business.order()
    await business.says(business.owner, "/assign 1002")
    assert labels(business.owner.last) == ["Sani Ali · 0 open", "Musa Bello · 1 open", "Cancel"]
