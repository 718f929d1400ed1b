"""What becomes of a parcel that could not be delivered: later, back to the shop, or left."""

from datetime import timedelta

import pytest

from bot.demo.town import ENVIRONMENT
from bot.fleet import Delivery, State, StatusToken
from bot.local_telegram import LocalUser
from bot.service.operations.find import get_delivery
from tests.support.business import Business, bare, finds, heard, labels, rung, sees, told


async def nobody_there(business: Business) -> tuple[Delivery, LocalUser]:
    """A parcel that Musa has at a door where nobody opens; sender and receiver follow it."""
    shop = business.town.telegram.add_user("Ada")
    delivery = await business.order()
    await business.follows(business.bola, "Bola Ahmed")
    await business.follows(shop, "Ada's Kitchen")
    await business.presses(business.owner, "Assign")
    await business.presses(business.owner, "Musa Bello")
    await business.presses(business.musa, "Accept")
    await business.says(business.musa, f"/pickup 1001 {business.pickup_code}")
    await business.presses(business.musa, "Problem")
    await business.presses(business.musa, "Nobody there")
    await business.presses(business.musa, "Send as it is")
    await business.later(seconds=10)
    return delivery, shop


async def what_now(business: Business, choice: str) -> None:
    await business.presses(business.musa, "Later, back or left")
    await business.presses(business.musa, choice)


def own_card(business: Business) -> str:
    return bare(finds(business.musa, "Order 1001 · "))


async def test_a_rider_tries_again_later_and_is_reminded(business: Business):
    await nobody_there(business)
    await what_now(business, "60 min")

    assert "⏰ Again at" in own_card(business)
    assert "attempt 2" in own_card(business)
    assert not sees(business.musa, "what becomes of the parcel?")
    assert "Nobody is there" not in own_card(business)
    assert heard(business.bola, "⏰ Musa comes again at about") == 2  # said, and on the card
    assert sees(business.owner, "⏰ The rider tries again at")

    rings = len(rung(business, business.musa))
    await business.later(minutes=45)
    assert not sees(business.musa, "it is time to try again")
    await business.later(minutes=16)
    assert heard(business.musa, "⏰ Order 1001: it is time to try again.") == 1
    assert len(rung(business, business.musa)) == rings + 1

    await business.says(business.musa, business.dropoff_code)
    assert "✅" in own_card(business)
    assert heard(business.bola, "comes again") == 1  # that it was said; the card has moved on


async def test_nobody_is_reminded_of_what_is_over_or_changed(business: Business):
    await nobody_there(business)
    await what_now(business, "30 min")
    await what_now(business, "120 min")
    await business.later(minutes=31)
    assert not sees(business.musa, "it is time to try again")
    await business.says(business.musa, f"/dropoff 1001 {business.dropoff_code}")
    await business.later(minutes=120)
    assert not sees(business.musa, "it is time to try again")


async def test_tomorrow_is_the_next_morning_of_the_business(business: Business):
    await nobody_there(business)
    await what_now(business, "Tomorrow morning")
    now = business.clock.now()
    due = (now + timedelta(days=1)).replace(hour=9, minute=0, second=0, microsecond=0)
    await business.later(seconds=(due - now).total_seconds() - 600)
    assert not sees(business.musa, "it is time to try again")
    await business.later(seconds=601)
    assert sees(business.musa, "it is time to try again")


async def test_a_parcel_goes_back_and_its_shop_says_that_it_is_there(business: Business):
    delivery, shop = await nobody_there(business)
    await what_now(business, "Back to the shop")

    assert "↩️ Take it back to the shop." in own_card(business)
    assert "12 Marina Road" in own_card(business)
    assert "5 Allen Avenue" not in own_card(business)
    assert "Collect" not in own_card(business)
    assert labels(finds(business.musa, "Order 1001 · "))[0] == "✔️ The shop has it back"
    assert heard(business.bola, "It goes back to Ada's Kitchen.") == 2
    assert heard(shop, "Order 1001 comes back to you with Musa.") == 1
    assert "Bola" not in bare(finds(shop, "comes back to you"))
    assert heard(business.owner, "↩️ It goes back to the shop.") == 2  # said, and on the card

    await business.presses(shop, "We have it back")
    assert sees(shop, "↩️ Order 1001 is back: Ada")
    assert "The shop has it back. Waiting for the dispatcher." in own_card(business)
    assert sees(business.bola, "Ada's Kitchen has it back")
    news = finds(business.owner, "↩️ The shop has it back.")
    assert labels(news) == ["Cancel the delivery", "Give to another rider"]
    assert await business.state(delivery) is State.IN_TRANSIT

    await business.presses(business.owner, "Cancel the delivery", message=news)
    await business.presses(business.owner, "The customer does not want it")
    assert await business.state(delivery) is State.CANCELLED


async def test_what_was_to_go_back_can_be_delivered_after_all(business: Business):
    delivery, _ = await nobody_there(business)
    await what_now(business, "Back to the shop")
    await what_now(business, "I deliver it now")
    assert "5 Allen Avenue" in own_card(business)
    assert labels(finds(business.musa, "Order 1001 · "))[0] == "🏁 Delivered"
    await business.says(business.musa, f"/dropoff 1001 {business.dropoff_code}")
    assert await business.state(delivery) is State.DELIVERED


async def test_a_receiver_confirms_from_afar_what_was_left_with_somebody(business: Business):
    delivery, shop = await nobody_there(business)
    await what_now(business, "left it with somebody")
    await business.says(business.musa, "the guard at the gate")

    assert heard(business.bola, "Musa has left it: “the guard at the gate”") == 2
    assert "🔑 I have it: confirm" in labels(finds(business.bola, "has left it"))
    assert sees(business.owner, "🤝 Left with: “the guard at the gate”")
    assert not sees(shop, "guard")
    assert "🤝 Left with: “the guard at the gate”" in own_card(business)
    assert await business.state(delivery) is State.IN_TRANSIT

    typed = await business.says(business.bola, business.dropoff_code)
    assert await business.state(delivery) is State.DELIVERED
    assert heard(business.bola, "Order 1001 was delivered.") == 1
    assert typed not in business.bola.messages
    assert "✅" in own_card(business)
    await business.later(minutes=61)
    # What asked them to confirm has gone with its buttons, and so has the question.
    assert not sees(business.bola, "has left it")
    assert not sees(business.bola, "write the code from your SMS")


async def test_a_parcel_is_left_without_a_problem_that_is_told_before(business: Business):
    await business.on_the_way()
    await business.follows(business.bola, "Bola Ahmed")
    await business.presses(business.musa, "Problem")
    await what_now(business, "left it with somebody")
    assert not sees(business.musa, "what is wrong?")
    await business.says(business.musa, "the guard")
    assert heard(business.bola, "has left it: “the guard”") == 2
    assert not sees(business.bola, "nobody there")


async def test_who_dispatches_calls_a_receiver_who_is_not_here(business: Business):
    await business.on_the_way()
    await business.presses(business.musa, "Problem")
    await what_now(business, "left it with somebody")
    await business.says(business.musa, "the guard")
    news = bare(finds(business.owner, "The receiver is not here: please call them."))
    assert "🤝 Left with: “the guard”" in news


async def test_who_has_not_confirmed_is_reminded_once(business: Business):
    await nobody_there(business)
    await what_now(business, "left it with somebody")
    await business.says(business.musa, "the guard")
    before = len(rung(business, business.bola))
    await business.later(minutes=61)
    assert len(rung(business, business.bola)) == before + 1
    await business.later(hours=5)
    assert len(rung(business, business.bola)) == before + 1
    assert heard(business.bola, "has left it") == 2  # what rang the last time, and the card


async def test_who_has_confirmed_is_not_reminded(business: Business):
    await nobody_there(business)
    await what_now(business, "left it with somebody")
    await business.says(business.musa, "the guard")
    await business.says(business.bola, business.dropoff_code)
    before = len(rung(business, business.bola))
    await business.later(minutes=61)
    assert len(rung(business, business.bola)) == before


async def test_of_what_was_left_twice_the_receiver_is_asked_once(business: Business):
    await nobody_there(business)
    for who in ("the guard", "Mr Obi"):
        await what_now(business, "left it with somebody")
        await business.says(business.musa, who)
        await business.later(seconds=1)
    assert not sees(business.bola, "the guard")
    assert heard(business.bola, "has left it: “Mr Obi”") == 2
    before = len(rung(business, business.bola))
    await business.later(minutes=61)
    assert len(rung(business, business.bola)) == before + 1


async def test_what_was_left_and_is_delivered_after_all_is_asked_for_no_more(business: Business):
    await nobody_there(business)
    await what_now(business, "left it with somebody")
    await business.says(business.musa, "the guard")
    await business.presses(business.bola, "I have it: confirm", message=business.bola.last)
    await what_now(business, "I deliver it now")
    assert not sees(business.bola, "has left it")
    assert not sees(business.bola, "write the code from your SMS")


async def test_a_wrong_code_from_afar_is_refused_in_words_and_bounded(business: Business):
    delivery, _ = await nobody_there(business)
    await what_now(business, "left it with somebody")
    await business.says(business.musa, "the guard")
    await business.presses(business.bola, "I have it: confirm", message=business.bola.last)
    assert sees(business.bola, "write the code from your SMS")
    wrong = business.wrong(business.dropoff_code)
    for _ in range(5):
        await business.says(business.bola, wrong)
    assert sees(business.bola, "the code was not accepted")
    assert sees(business.bola, "the code was wrong too often")
    assert heard(business.owner, "Bola") > 0
    assert wrong not in "".join(told(business.owner))
    await business.says(business.bola, business.dropoff_code)
    assert await business.state(delivery) is State.IN_TRANSIT
    # The rider's own tries are not spent by that.
    await business.says(business.musa, f"/dropoff 1001 {business.dropoff_code}")
    assert await business.state(delivery) is State.DELIVERED


async def test_what_is_no_code_of_theirs_is_asked_for_again(business: Business):
    delivery, _ = await nobody_there(business)
    await what_now(business, "left it with somebody")
    await business.says(business.musa, "the guard")
    await business.presses(business.bola, "I have it: confirm", message=business.bola.last)
    await business.says(business.bola, "is it 482913 maybe")
    assert heard(business.bola, "write the code from your SMS") == 1
    assert business.bola.last == finds(business.bola, "write the code from your SMS")
    await business.says(business.bola, business.dropoff_code)
    assert await business.state(delivery) is State.DELIVERED


async def test_a_code_that_comes_too_late_is_deleted_and_told_so(business: Business):
    await nobody_there(business)
    await what_now(business, "left it with somebody")
    await business.says(business.musa, "the guard")
    await business.presses(business.bola, "I have it: confirm", message=business.bola.last)
    await what_now(business, "I deliver it now")
    typed = await business.says(business.bola, business.dropoff_code)
    assert sees(business.bola, "Order 1001 does not wait for your code any more.")
    assert typed not in business.bola.messages


async def test_without_being_left_a_code_in_the_customers_chat_stays_none(business: Business):
    delivery, _ = await nobody_there(business)
    await business.says(business.bola, business.dropoff_code)
    assert await business.state(delivery) is State.IN_TRANSIT
    assert sees(business.bola, "Never send your code here")


async def test_what_is_said_goes_with_the_rider(business: Business):
    delivery, _ = await nobody_there(business)
    await what_now(business, "Back to the shop")
    await business.town.shop.assign(business.riders["Sani Ali"], [delivery.uuid])
    await business.town.idle()
    await business.presses(business.sani, "I have it")
    card = bare(finds(business.sani, "Order 1001 · "))
    assert "5 Allen Avenue" in card
    assert "Take it back" not in card
    await business.town.shop.assign(business.riders["Musa Bello"], [delivery.uuid])
    await business.town.idle()
    await business.presses(business.musa, "I have it")
    assert "Take it back" not in own_card(business)


async def test_in_a_round_what_goes_back_comes_last_and_leads_to_the_shop(business: Business):
    parcels = [business.receiver("Bola Ahmed"), business.receiver("Ngozi Eze", address="7 Bode Rd")]
    await business.in_the_bag(*parcels)
    await business.says(business.musa, "/problem 1001")
    await business.presses(business.musa, "Refused")
    await business.presses(business.musa, "Send as it is")
    await business.later(seconds=10)
    await what_now(business, "Back to the shop")
    card = bare(finds(business.musa, "1 more stop"))
    assert card.splitlines()[0].startswith("🧪 Order 1002")
    assert "1001 · Ada's K. · Marina Road" in card
    assert "Collect NGN1,500.00" in card
    assert "To collect in all" not in card


@pytest.mark.parametrize(
    ("choice", "sign"),
    [("left it with somebody", "🤝"), ("Back to the shop", "↩️"), ("60 min", "⏰")],
)
async def test_what_a_rider_cannot_deliver_now_gives_way_to_the_next_stop(
    business: Business, choice: str, sign: str
):
    parcels = [business.receiver("Bola Ahmed"), business.receiver("Ngozi Eze", address="7 Bode Rd")]
    await business.in_the_bag(*parcels)
    await business.presses(business.musa, "Problem")
    await what_now(business, choice)
    if sign == "🤝":
        await business.says(business.musa, "the guard")
    next_stop, *lines = bare(finds(business.musa, "1 more stop")).splitlines()
    assert next_stop.startswith("🧪 Order 1002")
    (line,) = [line for line in lines if line.startswith("1001 · ")]
    assert f" · {sign}" in line


async def test_an_old_button_says_that_it_is_over(business: Business):
    delivery, shop = await nobody_there(business)
    await what_now(business, "Back to the shop")
    menu = finds(shop, "comes back to you")
    code = business.dropoff_code
    await business.town.shop.update_status(delivery.uuid, StatusToken.DELIVERED, dropoff_code=code)
    await business.town.idle()
    await business.presses(shop, "We have it back", message=menu)
    assert not sees(shop, "is back: Ada")
    assert not sees(business.owner, "The shop has it back")


@pytest.mark.parametrize("said", ["4821", "x" * 120])
async def test_with_whom_it_was_left_is_said_in_a_few_words(business: Business, said: str):
    await nobody_there(business)
    await what_now(business, "left it with somebody")
    await business.says(business.musa, said)
    assert not sees(business.bola, "has left it")
    await business.says(business.musa, "Mr Obi in number 7")
    assert sees(business.bola, "has left it: “Mr Obi in number 7”")


async def test_what_waits_for_its_time_keeps_nothing_else_waiting_and_is_not_hurried(
    business: Business,
):
    await nobody_there(business)
    await what_now(business, "60 min")
    await business.presses(business.bola, "Message the rider")
    await business.says(business.bola, "I am back at home")
    assert sees(business.musa, "I am back at home")
    assert not sees(business.musa, "it is time to try again")
    await business.later(minutes=61)
    assert heard(business.musa, "⏰ Order 1001: it is time to try again.") == 1


async def test_what_was_left_and_not_confirmed_keeps_nothing_else_waiting(business: Business):
    await nobody_there(business)
    await what_now(business, "left it with somebody")
    await business.says(business.musa, "the guard")
    before = heard(business.bola, "has left it")
    await business.presses(business.musa, "Message", message=finds(business.musa, "Order 1001 · "))
    await business.says(business.musa, "It is in the blue bag")
    assert sees(business.bola, "blue bag")
    assert heard(business.bola, "has left it") == before


@pytest.mark.parametrize(
    "said", ["left it with the guard", "the neighbour took it", "j'ai laissé chez le gardien"]
)
async def test_who_has_it_is_said_in_words_and_taken_by_a_tap(business: Business, said: str):
    await nobody_there(business)
    await business.says(business.musa, said)
    offered = finds(business.musa, f"🤝 Order 1001: “{said}”")
    assert labels(offered) == ["🤝 Left, the customer confirms", "🏁 I have the code"]
    assert not sees(business.bola, "Musa has left it")
    await business.presses(business.musa, "Left, the customer confirms")
    assert sees(business.bola, f"🤝 Musa has left it: “{said}”")
    assert f"Left with: “{said}”" in own_card(business)


async def test_whoever_has_the_code_types_it_after_all(business: Business):
    delivery, _ = await nobody_there(business)
    await business.says(business.musa, "gave it to the security")
    await business.says(business.musa, business.dropoff_code)
    assert await business.state(delivery) is State.DELIVERED


@pytest.mark.parametrize("words", ["guard took it", "received by Mr Obi", "le gardien l'a pris"])
async def test_who_took_it_is_kept_beside_the_code_for_those_who_dispatch(
    business: Business, words: str
):
    delivery, shop = await nobody_there(business)
    before = len(told(business.owner))
    await business.presses(business.musa, "Delivered")
    await business.says(business.musa, f"{business.dropoff_code} {words}")
    await business.says(business.owner, "/delivery 1001")
    assert f"🤝 Who took it: “{words}”" in bare(business.owner.last)
    assert await taken_by(business, delivery) == words
    assert not [text for text in told(business.owner)[before:-1] if f"“{words}”" in text]
    assert not sees(shop, words)
    assert not sees(business.bola, words)


async def taken_by(business: Business, delivery: Delivery) -> str | None:
    """Who took a parcel, by the fleet service's record."""
    environment = business.town.service.environment(ENVIRONMENT)
    return (await get_delivery(environment, delivery.uuid)).taken_by


async def test_who_had_it_until_its_receiver_confirmed_stays_known(business: Business):
    delivery, _ = await nobody_there(business)
    await what_now(business, "I have left it with somebody")
    await business.says(business.musa, "Mr Obi at the gate")
    await business.presses(business.bola, "I have it: confirm")
    await business.says(business.bola, business.dropoff_code)
    await business.says(business.owner, "/delivery 1001")
    assert "🤝 Who took it: “Mr Obi at the gate”" in bare(business.owner.last)
    assert await taken_by(business, delivery) == "Mr Obi at the gate"


async def test_who_took_it_is_kept_where_the_code_is_asked_about(business: Business):
    await nobody_there(business)
    await business.says(business.musa, f"{business.dropoff_code} guard took it")
    await business.presses(business.musa, "Yes")
    await business.says(business.owner, "/delivery 1001")
    assert "🤝 Who took it: “guard took it”" in bare(business.owner.last)
