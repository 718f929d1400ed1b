"""Cash: what was paid at a door stands in a ledger, is handed in, and is agreed on by both."""

import csv
import io
from datetime import timedelta

import pytest

from bot.demo.town import ENVIRONMENT
from bot.fleet import Delivery, State
from bot.local_telegram import ChatMessage, LocalUser
from bot.service.operations.dashboard import set_paid
from tests.support.business import (
    Business,
    bare,
    finds,
    heard,
    labels,
    rung,
    sees,
    sent,
    told,
)
from tests.support.photo_door import WITHOUT_DOOR

FEE = "NGN1,500.00"


def card(person: LocalUser, order: str = "1001") -> str:
    """The first message that shows an order."""
    return next(text for text in told(person) if f"Order {order}" in text)


async def delivered(business: Business) -> Delivery:
    """A parcel that Musa has brought to Bola, who follows it."""
    return await business.follows_through()


async def another_delivered(business: Business, order: str, fee: int = 1500) -> Delivery:
    """One more that Musa has brought to Bola."""
    delivery = await business.order(fee=fee)
    await business.town.shop.assign(business.riders["Musa Bello"], [delivery.uuid])
    await business.town.idle()
    await business.presses(business.musa, "Accept")
    await business.says(business.musa, f"/pickup {order} {business.pickup_code}")
    await business.says(business.musa, f"/dropoff {order} {business.dropoff_code}")
    return delivery


async def test_a_fee_is_collected_with_one_tap_and_stands_wherever_it_was_not_paid_yet(
    business: Business,
):
    await delivered(business)
    await business.says(business.owner, "/delivery 1001")
    own = finds(business.musa, "Order 1001 · ✅")
    assert labels(own) == [f"✅ Collected {FEE}", "Other amount", "By transfer", "Not paid"]
    heard_before = [len(rung(business, one)) for one in (business.musa, business.owner)]
    messages = len(sent(business, business.musa))

    await business.presses(business.musa, "Collected")
    assert bare(finds(business.musa, "Order 1001 · ✅")).endswith(f"💵 Collected: {FEE}")
    assert f"💵 Paid {FEE} in cash to Musa" in bare(finds(business.owner, "💰"))
    assert not sees(business.owner, "not paid yet")
    assert f"💵 Paid {FEE} in cash to Musa" in card(business.bola)
    assert [len(rung(business, one)) for one in (business.musa, business.owner)] == heard_before
    assert len(sent(business, business.musa)) == messages
    await business.says(business.musa, "/cash")
    assert bare(business.musa.last) == (f"🧪 💵 You carry {FEE}\n1001 · Allen Avenue · {FEE}")


async def test_what_was_collected_is_counted_once_however_often_it_is_pressed(business: Business):
    await delivered(business)
    own = finds(business.musa, "Order 1001 · ✅")
    for _ in range(2):
        business.musa.press("Collected", message=own)
    await business.town.idle()
    await business.presses(business.musa, "Change")
    await business.presses(business.musa, "Collected", message=business.musa.last)
    await business.says(business.musa, "/cash")
    assert bare(business.musa.last).startswith(f"🧪 💵 You carry {FEE}\n")


async def test_a_second_answer_is_a_correction_that_is_shown_as_such(business: Business):
    await delivered(business)
    await business.says(business.owner, "/delivery 1001")
    await business.presses(business.musa, "Collected")
    await business.presses(business.musa, "Change")
    await business.presses(business.musa, "By transfer", message=business.musa.last)
    assert bare(business.musa.last) == (
        f"🧪 Order 1001\n💳 Paid by transfer: {FEE}\n"
        f"✏️ corrected, before it was: 💵 Collected: {FEE}"
    )
    shown = bare(finds(business.owner, "💰"))
    assert f"💳 Paid {FEE} by transfer, says Musa" in shown
    assert f"✏️ corrected, before it was: 💵 Collected: {FEE}" in shown
    assert f"💳 Paid {FEE} by transfer, says Musa" in card(business.bola)
    await business.says(business.musa, "/cash")
    assert bare(business.musa.last) == "🧪 💵 You carry no cash of the business."


async def test_what_was_not_paid_stands_for_those_who_work_here_and_for_no_customer(
    business: Business,
):
    await delivered(business)
    await business.says(business.owner, "/delivery 1001")
    await business.presses(business.musa, "Not paid")
    assert f"⚠️ Not paid: {FEE}, says Musa" in bare(finds(business.owner, "💰"))
    assert not sees(business.bola, "Not paid")
    assert not sees(business.bola, "💵")


async def test_nothing_is_asked_of_what_is_paid_or_free(business: Business):
    delivery = await business.on_the_way()
    environment = business.town.service.environment(ENVIRONMENT)
    await set_paid(environment, delivery.uuid, paid=True)
    await business.later(minutes=6)
    await business.presses(business.musa, "Delivered")
    await business.says(business.musa, business.dropoff_code)
    assert labels(finds(business.musa, "Order 1001 · ✅")) == []
    await another_delivered(business, "1002", fee=0)
    assert labels(finds(business.musa, "Order 1002 · ✅")) == []


@pytest.mark.parametrize("written", ["1200", "NGN 1,200", "₦1,200.00", "١٢٠٠", "1.2k"])
async def test_another_amount_is_written_as_people_write_it(business: Business, written: str):
    await delivered(business)
    await business.says(business.owner, "/delivery 1001")
    await business.presses(business.musa, "Other amount")
    assert sees(business.musa, "Order 1001: how much did you collect?")
    await business.says(business.musa, written)
    assert "💵 Collected: NGN1,200.00" in bare(finds(business.musa, "Order 1001 · ✅"))
    shown = bare(finds(business.owner, "💰"))
    assert f"💰 {FEE}\n💵 Paid NGN1,200.00 in cash to Musa" in shown


@pytest.mark.parametrize(
    ("written", "answer"),
    [
        ("$1200", "is another currency than NGN"),
        ("0", "is not an amount that I can take"),
    ],
)
async def test_an_amount_that_cannot_be_is_refused_in_words_and_asked_on(
    business: Business, written: str, answer: str
):
    await delivered(business)
    await business.presses(business.musa, "Other amount")
    await business.says(business.musa, written)
    assert answer in bare(business.musa.last)
    await business.says(business.musa, "/cash")
    assert "You carry no cash" in bare(business.musa.last)
    await business.says(business.musa, "1400")
    await business.says(business.musa, "/cash")
    assert "You carry NGN1,400.00" in bare(business.musa.last)


@pytest.mark.parametrize("written", ["-500", "99999999999999", "twelve hundred"])
async def test_words_that_are_no_amount_are_refused_where_they_reply_to_the_question(
    business: Business, written: str
):
    await delivered(business)
    await business.presses(business.musa, "Other amount")
    business.musa.write(written, reply_to=business.musa.last)
    await business.town.idle()
    assert "is not an amount that I can take" in bare(business.musa.last)


async def one_more_to_fetch(business: Business) -> Delivery:
    """Another parcel that Musa has accepted."""
    delivery = await business.order()
    await business.town.shop.assign(business.riders["Musa Bello"], [delivery.uuid])
    await business.town.idle()
    await business.presses(business.musa, "Accept")
    return delivery


async def test_the_question_for_an_amount_is_not_in_the_way_of_the_next_code(business: Business):
    await delivered(business)
    delivery = await one_more_to_fetch(business)
    await business.presses(business.musa, "Other amount")
    code = business.pickup_code
    business.musa.write(code, reply_to=finds(business.musa, "how much did you collect?"))
    await business.town.idle()
    assert "It could be a code, too" in bare(business.musa.last)
    assert not sees(business.musa, code)
    await business.presses(business.musa, "Picked up")
    await business.says(business.musa, code)
    assert await business.state(delivery) is State.IN_TRANSIT
    assert not sees(business.musa, "💵 Collected")


async def test_a_number_that_may_be_a_code_is_the_amount_once_the_rider_says_so(
    business: Business,
):
    await delivered(business)
    delivery = await one_more_to_fetch(business)
    await business.presses(business.musa, "Other amount")
    await business.says(business.musa, "1400")
    assert not sees(business.musa, "1400")
    await business.presses(business.musa, "Yes, the amount")
    assert "💵 Collected: NGN1,400.00" in bare(finds(business.musa, "Order 1001 · ✅"))
    assert await business.state(delivery) is State.ACCEPTED


async def test_an_amount_with_its_currency_is_no_code(business: Business):
    await delivered(business)
    await one_more_to_fetch(business)
    await business.presses(business.musa, "Other amount")
    await business.says(business.musa, "1400 naira")
    assert "💵 Collected: NGN1,400.00" in bare(finds(business.musa, "Order 1001 · ✅"))


async def test_an_open_question_for_a_code_is_not_replaced(business: Business):
    await delivered(business)
    delivery = await one_more_to_fetch(business)
    await business.presses(business.musa, "Picked up")
    await business.presses(business.musa, "Other amount")
    assert sees(business.musa, "Something else is asked of you")
    await business.says(business.musa, business.pickup_code)
    assert await business.state(delivery) is State.IN_TRANSIT


async def test_an_order_of_which_nothing_was_said_is_asked_about_by_cash(business: Business):
    await delivered(business)
    await business.says(business.musa, "/cash")
    assert "Not told yet what was paid: 1001" in bare(business.musa.last)
    await business.presses(business.musa, "💵 1001")
    await business.presses(business.musa, "Collected", message=business.musa.last)
    assert "💵 Collected" in bare(business.musa.last)


@pytest.mark.parametrize("said", ["how much cash do I have", "cash", "combien j'ai en caisse"])
async def test_what_is_carried_is_told_in_plain_words_too(business: Business, said: str):
    await delivered(business)
    await business.presses(business.musa, "Collected")
    await business.says(business.musa, said)
    assert f"You carry {FEE}" in bare(business.musa.last)
    await business.says(business.owner, "how much cash does musa have")
    assert f"Musa Bello · {FEE}" in bare(business.owner.last)
    assert not sees(business.bola, "carry")


async def test_nobody_else_can_say_what_was_paid(business: Business):
    await delivered(business)
    data = next(
        button.data
        for row in finds(business.musa, "Order 1001 · ✅").buttons
        for button in row
        if "Collected" in button.label
    )
    for stranger in (business.sani, business.bola):
        stranger.press_data(data, message=stranger.last)
        await business.town.idle()
    await business.says(business.owner, "/cash")
    assert "No rider carries cash" in bare(business.owner.last)


# Handed in.


async def carries(business: Business) -> None:
    await delivered(business)
    await business.presses(business.musa, "Collected")


async def test_all_that_a_rider_carries_is_taken_in_and_confirmed(business: Business):
    await carries(business)
    await business.says(business.owner, "/cash")
    assert bare(business.owner.last) == (f"🧪 💵 With the riders: {FEE}\nMusa Bello · {FEE}")
    await business.presses(business.owner, "Received from Musa…")
    await business.presses(business.owner, f"All: {FEE}")
    assert f"You have received {FEE} from Musa" in bare(business.owner.last)
    assert bare(business.musa.last).endswith(f"💵 Olu took {FEE} from you. Right?")
    await business.says(business.owner, "/cash")
    assert "⏳ not confirmed by Musa" in bare(business.owner.last)
    assert "No rider carries cash" in bare(business.owner.last)

    await business.presses(business.musa, "Yes")
    assert "you have confirmed it" in bare(business.musa.last)
    assert sees(business.owner, f"✅ Musa confirms: you took {FEE}.")
    await business.says(business.owner, "/cash")
    assert "✅ confirmed by Musa" in bare(business.owner.last)
    await business.says(business.musa, "/cash")
    assert "You carry no cash" in bare(business.musa.last)


async def test_a_no_takes_the_hand_in_out_and_alarms_the_dispatchers(business: Business):
    await carries(business)
    femi = await business.hires("Femi")
    await business.says(femi, "/cash")
    await business.presses(femi, "Received from Musa…")
    await business.presses(femi, "All:")
    before = len(rung(business, business.owner))
    asked = business.musa.last
    yes = asked.buttons[0][0].data
    await business.presses(business.musa, "No, that is wrong")
    for dispatcher in (business.owner, femi):
        assert heard(dispatcher, f"Musa says that Femi did not take {FEE}") == 1
    assert len(rung(business, business.owner)) == before + 1
    await business.says(business.musa, "/cash")
    assert f"You carry {FEE}" in bare(business.musa.last)
    await business.says(femi, "/cash")
    assert f"Musa Bello · {FEE}" in bare(femi.last)
    assert "❌ Musa says no" in bare(femi.last)
    business.musa.press_data(yes, message=asked)  # a "yes" behind it changes nothing
    await business.town.idle()
    await business.says(business.musa, "/cash")
    assert f"You carry {FEE}" in bare(business.musa.last)


async def test_another_amount_is_taken_with_its_reason(business: Business):
    await carries(business)
    await business.says(business.owner, "/cash")
    await business.presses(business.owner, "Received from Musa…")
    await business.presses(business.owner, "Another amount")
    await business.says(business.owner, "1600")
    assert "Musa carries NGN1,500.00, not NGN1,600.00" in bare(business.owner.last)
    await business.says(business.owner, "1200")
    assert "Why not all of it?" in bare(business.owner.last)
    assert not sees(business.musa, "took")
    await business.says(business.owner, "300 for petrol")
    assert "You have received NGN1,200.00" in bare(business.owner.last)
    assert "Olu took NGN1,200.00 from you. Right?" in bare(business.musa.last)
    assert "Why not all of it: 300 for petrol" in bare(business.musa.last)
    await business.says(business.musa, "/cash")
    assert "You carry NGN300.00" in bare(business.musa.last)
    assert "From before your last hand-in: NGN300.00" in bare(business.musa.last)


async def test_a_command_in_between_writes_nothing_down(business: Business):
    await carries(business)
    await business.says(business.owner, "/cash")
    await business.presses(business.owner, "Received from Musa…")
    await business.presses(business.owner, "Another amount")
    await business.says(business.owner, "1200")
    await business.says(business.owner, "/board")
    assert sees(business.owner, "Put aside: what you received")
    await business.says(business.owner, "300 for petrol")
    assert not sees(business.musa, "took")


async def test_of_two_who_take_at_once_one_comes_too_late(business: Business):
    await carries(business)
    femi = await business.hires("Femi")
    for dispatcher in (business.owner, femi):
        await business.says(dispatcher, "/cash")
        await business.presses(dispatcher, "Received from Musa…")
    for dispatcher in (business.owner, femi):
        dispatcher.press("All:")
        dispatcher.press("All:")
    await business.town.idle()
    assert heard(business.musa, "took") == 1
    answers = [bare(dispatcher.last) for dispatcher in (business.owner, femi)]
    assert sum("meanwhile" in answer for answer in answers) >= 1
    await business.says(business.musa, "/cash")
    assert "You carry no cash" in bare(business.musa.last)


async def test_nobody_takes_cash_from_themselves(business: Business):
    await carries(business)
    await business.says(business.owner, "/team")
    await business.presses(business.owner, "Invite a dispatcher")
    await business.says(business.musa, f"/start {business.owner.last.text.split('start=')[1]}")
    await business.says(business.musa, "/cash")
    await business.presses(business.musa, "Received from Musa…")
    assert "You cannot take cash from yourself" in bare(business.musa.last)


async def test_what_changed_hands_before_the_door_is_asked_of_who_has_brought_it(
    business: Business,
):
    delivery = await business.accepted()
    await business.town.shop.assign(business.riders["Sani Ali"], [delivery.uuid])
    await business.town.idle()
    await business.presses(business.sani, "Accept")
    await business.says(business.sani, f"/pickup 1001 {business.pickup_code}")
    await business.says(business.sani, f"/dropoff 1001 {business.dropoff_code}")
    own = finds(business.sani, "Order 1001 · ✅")
    assert not sees(business.musa, "what did you get?")
    business.musa.press_data(own.buttons[0][0].data, message=business.musa.last)
    await business.town.idle()
    await business.presses(business.sani, "Collected")
    await business.says(business.owner, "/cash")
    assert bare(business.owner.last) == f"🧪 💵 With the riders: {FEE}\nSani Ali · {FEE}"


async def test_what_is_corrected_after_it_was_handed_in_is_owed_to_the_rider(business: Business):
    await carries(business)
    await business.says(business.owner, "/cash")
    await business.presses(business.owner, "Received from Musa…")
    await business.presses(business.owner, "All:")
    await business.presses(business.musa, "Change")
    await business.presses(business.musa, "By transfer", message=business.musa.last)
    await business.says(business.owner, "/cash")
    assert f"Musa Bello · -{FEE}" in bare(business.owner.last)
    assert labels(business.owner.last) == []


async def put_out(business: Business) -> None:
    """The owner takes Musa's role away."""
    await business.says(business.owner, "/rider musa")
    await business.presses(business.owner, "Remove from the chat")
    await business.presses(business.owner, "Remove")


async def test_a_rider_who_is_put_out_is_still_shown_and_their_cash_can_be_taken(
    business: Business,
):
    await carries(business)
    await put_out(business)
    await business.says(business.owner, "/cash")
    assert f"Musa Bello · {FEE}" in bare(business.owner.last)
    await business.presses(business.owner, "Received from Musa…")
    await business.presses(business.owner, "All:")
    assert "Musa cannot be asked here to confirm it" in bare(business.owner.last)
    await business.says(business.owner, "/cash")
    assert "⏳ not confirmed by Musa" in bare(business.owner.last)


async def test_who_is_forgotten_leaves_what_they_carry(business: Business):
    await carries(business)
    await put_out(business)
    await business.says(business.musa, "/forget")
    await business.presses(business.musa, "Erase my data")
    await business.says(business.owner, "/cash")
    assert f"Musa Bello · {FEE}" in bare(business.owner.last)


async def restarted(business: Business) -> None:
    await business.town.stop_bot()
    business.clock.advance(timedelta(seconds=1))  # Telegram takes one setWebhook a second
    await business.town.start_bot()


async def test_a_restart_in_the_middle_loses_nothing(business: Business):
    await carries(business)
    await business.says(business.owner, "/cash")
    await business.presses(business.owner, "Received from Musa…")
    await business.presses(business.owner, "Another amount")
    await business.says(business.owner, "1200")
    await restarted(business)
    await business.says(business.owner, "300 for petrol")
    await restarted(business)
    await business.presses(business.musa, "Yes")
    await business.says(business.owner, "/cash")
    assert "✅ confirmed by Musa" in bare(business.owner.last)


class TestLimit:
    @pytest.fixture
    def changed_settings(self) -> dict[str, dict[str, object]]:
        return {"business": {"cash_limit": 2000, "undo_seconds": 0}}

    async def test_who_carries_too_much_is_told_once_and_so_are_dispatchers(
        self, business: Business
    ):
        await carries(business)
        assert not sees(business.musa, "may carry")
        await another_delivered(business, "1002")
        sounds = len(rung(business, business.musa))
        await business.presses(business.musa, "Collected")
        words = "NGN3,000.00 now, more than the NGN2,000.00"
        assert heard(business.musa, f"You carry {words}") == 1
        assert len(rung(business, business.musa)) == sounds
        assert heard(business.owner, f"Musa carries {words}") == 1
        await another_delivered(business, "1003")
        await business.presses(business.musa, "Collected")
        assert heard(business.owner, "may carry") == 1


def rows(message: ChatMessage) -> list[dict[str, str]]:
    assert message.document is not None
    return list(csv.DictReader(io.StringIO(message.document.file.content.decode("utf-8-sig"))))


async def test_the_days_report_and_its_table_have_the_cash_to_the_hundredth(business: Business):
    await delivered(business)
    await business.presses(business.musa, "Other amount")
    await business.says(business.musa, "1200.50")
    await another_delivered(business, "1002", fee=700)
    await business.presses(business.musa, "By transfer")
    await another_delivered(business, "1003", fee=300)
    await business.presses(business.musa, "Not paid")
    await business.says(business.owner, "/cash")
    await business.presses(business.owner, "Received from Musa…")
    await business.presses(business.owner, "All: NGN1,200.50")
    await business.says(business.owner, "/report")
    figures = (
        "💵 collected: NGN1,200.50 · 💳 by transfer: NGN700.00 · ⚠️ not paid: NGN300.00"
        " · 🤝 handed in: NGN1,200.50"
    )
    text, _, _, table = [message for message in business.owner.messages if message.from_bot][-4:]
    assert f"Cash\nIn all · {figures}\nMusa Bello · {figures}" in bare(text)
    amounts = ("1200.50", "700.00", "300.00", "1200.50")
    head = ("Collected", "By transfer", "Not paid", "Handed in")
    for row, rider in zip(rows(table), ("Musa Bello", "In all"), strict=True):
        assert row == {
            "Rider": rider,
            "Currency": "NGN",
            **dict(zip(head, amounts, strict=True)),
            "Of it for goods": "0.00",
            "Hours": "",
            "Commission": "0.00",
            "Tips": "0.00",
        }


# Written down for a rider who has forgotten.


async def test_a_dispatcher_writes_down_what_was_paid_and_the_rider_hears_it(business: Business):
    await delivered(business)
    await business.says(business.owner, "/delivery 1001")
    sounds = len(rung(business, business.musa))
    await business.presses(business.owner, "What was paid")
    await business.presses(business.owner, "Collected", message=business.owner.last)
    assert "💵 Collected" in bare(business.owner.last)
    assert f"Order 1001: Olu has written down\n💵 Collected: {FEE}" in bare(business.musa.last)
    assert len(rung(business, business.musa)) == sounds
    assert f"💵 Collected: {FEE}" in bare(finds(business.musa, "Order 1001 · ✅"))
    await business.says(business.owner, "/cash")
    assert f"Musa Bello · {FEE}" in bare(business.owner.last)
    await business.presses(business.musa, "Change", message=finds(business.musa, "has written"))
    await business.presses(business.musa, "By transfer", message=business.musa.last)
    await business.says(business.owner, "/cash")
    assert "No rider carries cash" in bare(business.owner.last)


async def test_another_amount_is_written_down_for_a_rider_too(business: Business):
    await delivered(business)
    await business.says(business.owner, "/delivery 1001")
    await business.presses(business.owner, "What was paid")
    await business.presses(business.owner, "Other amount", message=business.owner.last)
    await business.says(business.owner, "1200")
    await business.says(business.owner, "/cash")
    assert "Musa Bello · NGN1,200.00" in bare(business.owner.last)


# What the fleet service is told.


async def is_paid(business: Business, delivery: Delivery) -> bool | None:
    return (await business.town.shop.get_delivery(delivery.uuid)).paid


async def test_the_fleet_service_knows_what_was_paid_at_the_door(business: Business):
    delivery = await delivered(business)
    assert await is_paid(business, delivery) is False
    await business.presses(business.musa, "Collected")
    assert await is_paid(business, delivery) is True
    assert bare(finds(business.musa, "Order 1001 · ✅")).endswith(f"💵 Collected: {FEE}")
    await business.presses(business.musa, "Change")
    await business.presses(business.musa, "Not paid", message=business.musa.last)
    assert await is_paid(business, delivery) is False
    await business.presses(business.musa, "Change", message=finds(business.musa, "Order 1001 · ✅"))
    await business.presses(business.musa, "By transfer", message=business.musa.last)
    assert await is_paid(business, delivery) is True


async def test_the_payment_follows_once_the_fleet_service_answers_again(business: Business):
    delivery = await delivered(business)
    await business.town.close_fleet()
    await business.presses(business.musa, "Collected")
    assert bare(finds(business.musa, "Order 1001 · ✅")).endswith(f"💵 Collected: {FEE}")
    await business.town.open_fleet()
    await business.later(minutes=6)
    assert await is_paid(business, delivery) is True


class TestWithoutTheDoor:
    @pytest.fixture
    def changed_settings(self) -> dict[str, dict[str, object]]:
        return {"fleet": WITHOUT_DOOR}

    async def test_what_was_paid_stands_in_the_ledger_alone(self, business: Business):
        delivery = await delivered(business)
        await business.presses(business.musa, "Collected")
        assert await is_paid(business, delivery) is False
        await business.says(business.musa, "/cash")
        assert f"You carry {FEE}" in bare(business.musa.last)
