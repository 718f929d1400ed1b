"""Corrections in a dispatcher's words, while a draft is open and on an order that is created."""

import pytest

from bot.fleet import Delivery, State
from tests.support.business import NEW_ORDER, Business, bare, sees, told

pytestmark = pytest.mark.parametrize("changed_settings", [{"business": {"country": "NG"}}])

ORDER = f"{NEW_ORDER}\nItems: 2 x Jollof rice 3000, 1 x Chocolate cake 5000\nFee: 1500"


def last(business: Business) -> str:
    return bare(business.owner.last)


PASTED = "Bola Ahmed\n0803 000 0001\n5 Allen Avenue\n2 cakes\nfee 1500"


async def created(business: Business) -> Delivery:
    (made,) = await business.deliveries()
    return await business.town.shop.get_delivery(made.uuid)


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("fee 2000", "Fee: 1500 → 2000"),
        ("2000", "Fee: 1500 → 2000"),
        ("no, the fee is 2k", "Fee: 1500 → 2000"),
        ("no the address is 19 Creek Road", "Drop-off address: 5 Allen Avenue → 19 Creek Road"),
        ("change phone to 08035556667", "phone: +234 803 000 0001 → +234 803 555 6667"),
        ("08035556667", "phone: +234 803 000 0001 → +234 803 555 6667"),
        ("sender phone 08035556667", "Sender's phone: +234 804 000 0001 → +234 803 555 6667"),
        ("name Kemi Obi", "Receiver's name: Bola Ahmed → Kemi Obi"),
        ("not Bola, Bolanle", "Receiver's name: Bola Ahmed → Bolanle Ahmed"),
        ("it's 7 not 5", "Drop-off address: 5 Allen Avenue → 7 Allen Avenue"),
        ("3 not 2", "3 × Jollof rice 3000"),
        ("pickup address is 14 Marina Road", "Pickup address: 12 Marina Road → 14 Marina Road"),
    ],
)
async def test_a_draft_that_is_shown_is_corrected_in_words(
    business: Business, said: str, shown: str
):
    await business.says(business.owner, ORDER)
    await business.says(business.owner, said)
    assert shown in last(business)
    assert "is everything right?" in last(business)


async def test_an_amount_in_another_currency_is_said_and_changes_nothing(business: Business):
    await business.says(business.owner, ORDER)
    await business.says(business.owner, "fee $25")
    assert "“$25” is in another currency" in last(business)
    assert "→" not in last(business)
    assert "💰 1500" in last(business)


async def test_a_thing_is_taken_out_and_a_day_is_named(business: Business):
    await business.says(business.owner, ORDER)
    await business.says(business.owner, "remove the cake")
    await business.says(business.owner, "tomorrow 9")
    assert "Chocolate cake" not in last(business).split("everything right?")[1]
    assert "Jollof rice" in last(business)
    assert "📝 tomorrow 9" in last(business)
    await business.presses(business.owner, "✅ Create")
    assert [item.description for item in (await created(business)).items] == ["Jollof rice"]


@pytest.mark.parametrize(
    "said", ["thanks", "is it ready?", "not him", "2 not 4", "remove the piano"]
)
async def test_what_fits_no_field_changes_nothing(business: Business, said: str):
    await business.says(business.owner, ORDER)
    before = last(business)
    await business.says(business.owner, said)
    assert "→ " not in last(business).split("🏁")[0].replace("Ada's Kitchen", "")
    assert before.split("From")[1] in last(business)


async def test_a_phone_number_at_who_gets_it_is_the_phone_number(business: Business):
    await business.says(business.owner, ORDER)
    await business.presses(business.owner, "Receiver")
    assert "Who gets it?" in last(business)
    await business.says(business.owner, "08035556668")
    assert "Bola Ahmed" in last(business)
    assert "+234 803 555 6668" in last(business)


async def test_the_first_answer_may_be_a_phone_number_and_the_name_is_asked_for(business: Business):
    await business.says(business.owner, "/new")
    await business.says(business.owner, "08041112222")
    assert "Who sends it?" in last(business)
    await business.says(business.owner, "Mama Cass\n14 Broad Street")
    assert "Who gets it?" in last(business)


@pytest.mark.parametrize(
    "sender",
    [
        "Al Baik Corner\n08041112222\n14 Broad Street",
        "Pastelería La Paloma\n08041112222\n14 Broad Street",
        "Loja das Conservas\n08041112222\nRua Augusta 5",
        "صيدلية النور\n08041112222\nشارع التحرير 5",
        "Name: Istanbul Grill\nPhone: 08041112222\nAddress: 14 Broad Street",
        "14 Broad Street\nIstanbul Grill\n08041112222",
        "Mama Cass\n14 Broad Street\n08041112222",
    ],
)
async def test_the_form_that_is_asked_for_is_the_answer_and_no_other_order(
    business: Business, sender: str
):
    await business.says(
        business.owner, "Bola Ahmed\n0803 000 0001\n5 Allen Avenue\n2 cakes\nfee 1500"
    )
    assert "Who sends it?" in last(business)
    await business.says(business.owner, sender)
    assert "Who sends it?" not in last(business)
    assert "Order 2 of" not in last(business)
    await business.presses(business.owner, "Create")
    made = await created(business)
    assert made.sender is not None
    assert made.sender.phone_number.endswith("8041112222")
    assert made.receivers[0].name == "Bola Ahmed"


async def test_another_order_that_is_pasted_at_a_question_is_another_one(business: Business):
    await business.says(business.owner, "Bola Ahmed\n0803 000 0001\n5 Allen Avenue\n2 cakes")
    await business.says(
        business.owner, "Kemi Obi\n0803 000 0002\n9 Creek Road, Lekki\n3 pies\nfee 2000"
    )
    assert "Order 1 of 2" in last(business) or "2 orders" in last(business)


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("1001 new phone 08035556667", "New: +234 803 555 6667"),
        ("change 1001 address to 20 Creek Road", "New: 20 Creek Road"),
        ("wrong address for 1001, it's 12 not 5", "New: 12 Allen Avenue"),
        ("1001 fee 2000", "New: 2000"),
        ("order 1001: name is Bolanle Ahmed", "New: Bolanle Ahmed"),
    ],
)
async def test_on_a_created_order_the_same_words_offer_to_save_it(
    business: Business, said: str, shown: str
):
    await business.order()
    await business.says(business.owner, said)
    assert shown in told(business.owner)[-1]
    await business.presses(business.owner, "Save")
    assert sees(business.owner, shown.removeprefix("New: "))


async def test_cancel_with_a_number_asks_for_the_reason(business: Business):
    delivery = await business.order()
    await business.says(business.owner, "cancel 1001")
    await business.presses(business.owner, "It was ordered twice")
    assert await business.state(delivery) is State.CANCELLED


@pytest.mark.parametrize(
    "said",
    [
        "Good day pls take 3 meat pies from Mama Cass to Bola 08030000001, 5 Allen Avenue",
        "thanks boss, 2 cakes for Bola Ahmed 08030000001 at 5 Allen Avenue",
    ],
)
async def test_one_line_is_an_order_whatever_it_is_wrapped_in(business: Business, said: str):
    await business.says(business.owner, said)
    assert "+234 803 000 0001" in last(business)
    assert "Allen Avenue" in last(business)


async def test_words_that_may_be_talk_are_made_an_order_by_a_tap(business: Business):
    await business.says(business.owner, "the blue bag goes to Aunty Kemi by the market")
    await business.presses(business.owner, "New order")
    assert "the blue bag" in last(business)


@pytest.mark.parametrize(
    ("question", "field", "named"),
    [("/bind", "", "which group"), ("/edit 1001", "Fee", "the change of an order")],
)
async def test_a_forgotten_question_gives_way_to_an_order_and_is_named(
    business: Business, question: str, field: str, named: str
):
    await business.order()
    await business.says(business.owner, question)
    if field:
        await business.presses(business.owner, field)
    await business.says(business.owner, PASTED)
    assert any(f"✋ Put aside: {named}" in said for said in told(business.owner)[-2:])
    assert any("Bola Ahmed" in said for said in told(business.owner)[-2:])


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Note Bakery", "Note Bakery"),
        ("New Name Bakery", "New Name Bakery"),
        ("Phone House", "Phone House"),
        ("No Limit Bar", "No Limit Bar"),
        ("Delivery Mart", "Delivery Mart"),
        ("name is Mama Cass", "Mama Cass"),
    ],
)
async def test_a_name_that_begins_like_a_label_is_the_name_that_is_asked_for(
    business: Business, typed: str, name: str
):
    await business.says(business.owner, "/new")
    await business.says(business.owner, typed)
    await business.says(business.owner, "08041112222")
    await business.says(business.owner, "14 Broad Street")
    assert "Who gets it?" in last(business)
    await business.says(business.owner, "Bola Ahmed\n0803 000 0001\n5 Allen Avenue")
    await business.presses(business.owner, "Just “a parcel”")
    await business.says(business.owner, "1500")
    await business.presses(business.owner, "No rider yet")
    assert f"From: {name}, +234 804 111 2222, 14 Broad Street" in last(business)


async def test_a_number_that_is_called_one_is_of_the_party_that_is_asked_for(business: Business):
    await business.says(business.owner, PASTED)
    assert "Who sends it?" in last(business)
    await business.says(business.owner, "phone 08041112222")
    await business.says(business.owner, "Mama Cass\n14 Broad Street")
    await business.presses(business.owner, "Create")
    made = await created(business)
    assert made.sender is not None
    assert (made.sender.name, made.sender.phone_number[-10:]) == ("Mama Cass", "8041112222")
    assert made.receivers[0].phone_number[-10:] == "8030000001"


async def test_a_swap_and_a_day_are_shown_first_and_the_older_time_goes(business: Business):
    await business.says(business.owner, ORDER)
    await business.says(business.owner, "you swapped them, Bola sends it and Ada's Kitchen gets it")
    assert "✏️ Sender's name: Ada's Kitchen → Bola Ahmed" in last(business)
    assert "From: Bola Ahmed, +234 803 000 0001, 5 Allen Avenue" in last(business)
    assert "To: Ada's Kitchen, +234 804 000 0001, 12 Marina Road" in last(business)
    await business.says(business.owner, "move it to friday by 4pm")
    assert "✏️ Day: Mar 2, 2026 → Mar 6, 2026" in last(business)
    await business.says(business.owner, "no, tomorrow morning")
    assert "✏️ Day: Mar 6, 2026 → Mar 3, 2026" in last(business)
    assert "📝 tomorrow morning\n" in last(business)


async def test_of_several_open_drafts_one_is_corrected_and_no_other(business: Business):
    await business.says(business.owner, ORDER)
    other = ORDER.removeprefix("/new\n").replace("Bola Ahmed", "Kemi Obi").replace("1500", "900")
    await business.says(business.owner, other.replace("0803 000 0001", "0803 000 0002"))
    assert "2 orders" in last(business)
    before = last(business).split("is everything right?")[1]
    await business.says(business.owner, "fee 2000")
    assert "tap the number of the one that you mean" in last(business)
    assert last(business).split("is everything right?")[1] == before
    await business.presses(business.owner, "2", message=business.owner.last)
    await business.says(business.owner, "fee 2000")
    assert "✏️ Fee: 900 → 2000" in last(business)
    assert last(business).count("💰 2000") == 1
    assert "💰 1500" in last(business)


async def test_another_day_of_a_created_order_is_offered_and_its_time_is_not_lost(
    business: Business,
):
    await business.order()
    await business.says(business.owner, "pls move 1001 to friday morning")
    assert "New: Mar 6, 2026" in last(business)
    assert "🕘 “morning” stands nowhere in an order" in last(business)


async def test_two_changes_of_a_created_order_are_made_one_by_one(business: Business):
    await business.order()
    await business.says(business.owner, "1001 fee 2000 and phone 08035556667")
    assert "What do you want to change in order 1001?" in last(business)


async def test_a_thing_of_a_created_order_is_called_off_and_not_the_order(business: Business):
    await business.order()
    await business.says(business.owner, "cancel the jollof from 1001")
    assert "Order 1001 · Items" in last(business)
    assert "New: nothing" in last(business)


@pytest.mark.parametrize(
    "said",
    ["1001 the customer is back tomorrow", "is 1001 for tomorrow?", "what is the fee of 1001"],
)
async def test_what_only_mentions_a_created_order_changes_nothing(business: Business, said: str):
    await business.order()
    await business.says(business.owner, said)
    assert "Save" not in [button.label for row in business.owner.last.buttons for button in row]


async def test_a_note_of_a_created_order_is_offered_and_reaches_the_rider(business: Business):
    await business.assigned()
    await business.says(business.owner, "1001 note: ring twice")
    assert "Order 1001 · Note" in last(business)
    assert "Old: nothing" in last(business)
    await business.presses(business.owner, "Save")
    await business.says(business.owner, "1001 add note: blue gate")
    assert "New: ring twice · blue gate" in last(business)
    await business.presses(business.owner, "Save")
    assert sees(business.musa, "ring twice · blue gate")


async def test_a_shop_that_is_called_like_a_swap_is_its_name(business: Business):
    await business.says(business.owner, "/new")
    await business.says(business.owner, "Swap Shop\n08041112222\n14 Broad Street")
    await business.says(business.owner, "Swap Shop")
    assert "Swap Shop" in last(business) or sees(business.owner, "Swap Shop")
    assert not sees(business.owner, "→")
