"""Orders as people send them: pasted, forwarded, as a contact, a place, a file or a picture."""

import io
import shutil

import pytest
from PIL import Image, ImageDraw, ImageFont

from bot.domain.limits import LOUD_ORDERS
from bot.fleet import Delivery, DeliveryQuery
from bot.parsing.orders.sheets import MOST_ROWS
from tests.support.business import Business, bare, finds, heard, labels, sees, told
from tests.support.poisonous_sheets import many_sheets

SHOP = "From: Ada's Kitchen\nFrom phone: +234 804 000 0001\nFrom address: 12 Marina Road\n"
BOLA = "To: Bola Ahmed\nPhone: 0803 000 0001\nAddress: 5 Allen Avenue, Ikeja\nFee: 1500"
FROM_ADA = "/new\nFrom: Ada\nFrom phone: 08040000001\nFrom address: 1 Road"
ONE_LINE = "Chidi Eze, 9 Creek Road Apapa, 08035556666"

pytestmark = pytest.mark.parametrize("changed_settings", [{"business": {"country": "NG"}}])


async def deliveries(business: Business) -> list[Delivery]:
    listed = await business.town.shop.list_deliveries(DeliveryQuery())
    return list(reversed(listed.page.items))


async def made_before(business: Business) -> None:
    """The shop has sent something before, so it is known."""
    await business.says(business.owner, SHOP + BOLA)
    await business.presses(business.owner, "✅ Create")
    assert len(await deliveries(business)) == 1


async def test_a_pasted_order_needs_no_command_and_one_tap(business: Business):
    await business.says(business.owner, SHOP + BOLA + "\nItems: 2x Jollof rice\nNote: blue gate")
    assert sees(business.owner, "is everything right?")
    assert not await deliveries(business)
    await business.presses(business.owner, "✅ Create")
    (made,) = await deliveries(business)
    assert made.receivers[0].name == "Bola Ahmed"
    assert made.receivers[0].phone_number.endswith("8030000001")
    assert [(item.description, item.quantity) for item in made.items] == [("Jollof rice", 2)]


async def test_one_line_of_a_known_shop_is_two_taps(business: Business):
    await made_before(business)
    await business.says(business.owner, ONE_LINE)
    assert sees(business.owner, "What is the delivery fee?")
    await business.presses(business.owner, "1500")
    assert sees(business.owner, "From: Ada's Kitchen")
    await business.presses(business.owner, "✅ Create")
    made = (await deliveries(business))[-1]
    assert made.receivers[0].name == "Chidi Eze"
    assert made.receivers[0].address == "9 Creek Road Apapa"
    assert made.sender is not None
    assert made.sender.name == "Ada's Kitchen"


async def test_several_orders_of_one_paste_are_shown_together_and_made_by_one_tap(
    business: Business,
):
    await made_before(business)
    await business.says(
        business.owner,
        f"1) {ONE_LINE}\n2) Dayo Bello, 1 Hill Street Yaba, 08030000008\n"
        "3) Efe Oru, 77 Bode Thomas Street, 08030000009",
    )
    assert sees(business.owner, "Order 1 of 3: Chidi Eze")
    await business.says(business.owner, "1200")
    shown = finds(business.owner, "3 orders: is everything right?")
    assert heard(business.owner, "9 Creek Road Apapa") >= 1
    await business.presses(business.owner, "all 3", message=shown)
    assert sees(business.owner, "3 orders were created")
    assert len(await deliveries(business)) == 4
    assert {each.fee.text for each in (await deliveries(business))[1:] if each.fee} == {"1200"}


async def test_one_of_several_orders_is_looked_at_changed_and_left_out(business: Business):
    await made_before(business)
    await business.says(
        business.owner,
        f"{ONE_LINE}, fee 900\n\nDayo Bello, 1 Hill Street Yaba, 08030000008, fee 900",
    )
    await business.presses(business.owner, "2", message=business.owner.last)
    assert sees(business.owner, "To: Dayo Bello")
    await business.presses(business.owner, "Fee")
    await business.says(business.owner, "1100")
    assert sees(business.owner, "2 orders: is everything right?")
    await business.presses(business.owner, "1", message=business.owner.last)
    await business.presses(business.owner, "Leave this one out")
    await business.presses(business.owner, "✅ Create")
    assert [each.receivers[0].name for each in await deliveries(business)] == [
        "Bola Ahmed",
        "Dayo Bello",
    ]


async def test_two_orders_for_one_person_at_two_addresses_are_two(business: Business):
    await made_before(business)
    for address in ("7 Broad Street Ikeja", "1 Hill Street Yaba"):
        await business.says(business.owner, f"Dayo Bello, {address}, 08030000008\nfee 900")
    assert sees(business.owner, "2 orders: is everything right?")


async def test_an_order_that_is_sent_again_for_the_same_door_corrects_the_first(
    business: Business,
):
    await made_before(business)
    for fee in (900, 1100):
        await business.says(
            business.owner, f"Dayo Bello, 1 Hill Street Yaba, 08030000008\nfee {fee}"
        )
    assert not sees(business.owner, "2 orders: is everything right?")
    assert sees(business.owner, "1100")


async def test_forwarded_orders_join_the_one_that_is_open(business: Business):
    await made_before(business)
    shop = business.town.telegram.add_user("Ada")
    for text in (f"{ONE_LINE}\nfee 900", "Dayo Bello, 1 Hill Street Yaba, 08030000008\nfee 900"):
        written = shop.write(text)
        await business.town.idle()
        business.owner.forward(written)
        await business.town.idle()
    await business.presses(business.owner, "✅ Create all 2")
    assert len(await deliveries(business)) == 3


async def test_a_contact_and_a_place_fill_the_draft(business: Business):
    await made_before(business)
    business.owner.share_contact(of=business.bola)
    await business.town.idle()
    assert sees(business.owner, "Where does Bola get it?")
    await business.presses(business.owner, "As last time: 5 Allen Avenue, Ikeja")
    await business.presses(business.owner, "1500")
    await business.presses(business.owner, "Discard")

    business.owner.share_contact(of=business.musa)
    await business.town.idle()
    business.owner.share_venue(6.45, 3.4, "Marina Mall", "2 Marina Road")
    await business.town.idle()
    await business.presses(business.owner, "1500")
    assert sees(business.owner, "Marina Mall, 2 Marina Road")
    await business.presses(business.owner, "✅ Create")
    made = (await deliveries(business))[-1]
    assert made.receivers[0].address == "Marina Mall, 2 Marina Road"


async def test_the_note_of_an_order_is_on_the_riders_card(business: Business):
    await business.says(business.owner, SHOP + BOLA + "\nNote: blue gate, ring twice")
    await business.presses(business.owner, "✅ Create")
    await business.presses(business.owner, "Assign")
    await business.presses(business.owner, "Musa Bello")
    assert "blue gate, ring twice" in told(business.musa)[-1]


async def test_a_spreadsheet_is_shown_before_anything_is_made(business: Business):
    await made_before(business)
    table = (
        "Customer;Phone;Address;Fee;Shelf\n"
        "Chidi Eze;8035556666;9 Creek Road Apapa;900;red\n"
        "Dayo Bello;08030000008;1 Hill Street Yaba;900;blue\n"
    )
    business.owner.send_document(table.encode(), "orders.csv")
    await business.town.idle()
    assert sees(business.owner, "2 rows read")
    assert sees(business.owner, "“Shelf”")
    assert len(await deliveries(business)) == 1
    await business.presses(business.owner, "✅ Create all 2")
    numbers = [each.receivers[0].phone_number for each in (await deliveries(business))[1:]]
    assert [number[-10:] for number in numbers] == ["8035556666", "8030000008"]


async def test_a_file_of_too_many_rows_is_refused_with_its_limit(business: Business):
    rows = [f"Name {n};0803{n:07};{n} Creek Road;900" for n in range(5000)]
    table = "\n".join(["Customer;Phone;Address;Fee", *rows])
    business.owner.send_document(table.encode(), "orders.csv")
    await business.town.idle()
    assert sees(business.owner, f"{MOST_ROWS} orders fit into one")
    business.owner.send_document(b"\x00\x01\x02" * 99, "orders.xlsx")
    await business.town.idle()
    assert sees(business.owner, "I cannot read that file")
    business.owner.send_document(many_sheets(1_500, "<row/>"), "orders.xlsx")
    await business.town.idle()
    assert sees(business.owner, "holds more than a list of orders does")


async def test_a_delivery_that_is_over_is_made_again_with_two_taps(business: Business):
    delivery = await business.on_the_way()
    await business.presses(business.musa, "Delivered")
    await business.says(business.musa, business.dropoff_code)
    card = finds(business.owner, f"Order {delivery.order_number}")
    await business.presses(business.owner, "Same again", message=card)
    await business.presses(business.owner, "✅ Create")
    first, second = await deliveries(business)
    assert second.receivers[0].address == first.receivers[0].address
    assert second.rider is None


async def test_what_is_no_answer_does_not_fall_into_the_form(business: Business):
    delivery = await business.order()
    await business.says(business.owner, "/new")
    await business.says(business.owner, "help")
    assert heard(business.owner, "Who gets it?") == 0
    await business.says(business.owner, f"#{delivery.order_number}")
    assert heard(business.owner, "Who gets it?") == 0


async def test_what_makes_no_sense_stays_in_the_draft(business: Business):
    await made_before(business)
    await business.says(business.owner, f"/new {ONE_LINE}\nfee 900\nxylophone qwerty blurb")
    kept = [text for text in told(business.owner) if "xylophone qwerty blurb" in text]
    assert kept


async def test_a_hostile_name_is_only_text(business: Business):
    await made_before(business)
    await business.says(
        business.owner,
        "Name: <b>Eve</b> & {name}\nPhone: 08035556666\nAddress: 9 Creek Road\nFee: 9",
    )
    assert sees(business.owner, "Eve</b> & {name")


async def test_a_strangers_and_a_customers_order_makes_no_draft(business: Business):
    stranger = business.town.telegram.add_user("Eve")
    await business.says(stranger, SHOP + BOLA)
    await business.says(business.musa, SHOP + BOLA)
    assert not sees(stranger, "is everything right?")
    assert not sees(business.musa, "is everything right?")


@pytest.mark.skipif(shutil.which("tesseract") is None, reason="Tesseract is not installed")
async def test_a_screenshot_is_read_and_shown_for_comparison(business: Business):
    await made_before(business)
    picture = Image.new("L", (1100, 420), 255)
    words = "Name: Chidi Eze\nPhone: 08035556666\nAddress: 9 Creek Road, Apapa\nFee: 900"
    font = ImageFont.load_default(size=48)
    ImageDraw.Draw(picture).multiline_text((40, 40), words, fill=0, font=font, spacing=24)
    content = io.BytesIO()
    picture.save(content, "PNG")
    business.owner.send_photo(content.getvalue())
    await business.town.idle()
    assert sees(business.owner, "what I read in the picture")
    assert sees(business.owner, "Chidi Eze")
    await business.presses(business.owner, "✅ Create")
    assert (await deliveries(business))[-1].receivers[0].phone_number.endswith("8035556666")


async def test_a_picture_that_cannot_be_read_leaves_the_draft_open(business: Business):
    await made_before(business)
    await business.says(business.owner, "/new")
    business.owner.send_photo()
    await business.town.idle()
    assert sees(business.owner, "please type what it says")
    await business.says(business.owner, "Ada\n+2348040000009\n12 Marina Road")
    assert sees(business.owner, "Who gets it?")
    assert "Fee" not in labels(business.owner.last)


async def test_the_answer_to_another_question_is_no_fee(business: Business):
    await made_before(business)
    await business.says(business.owner, ONE_LINE)
    await business.says(business.owner, "08030000008")
    assert sees(business.owner, "“08030000008” is not an amount")


async def test_many_orders_at_once_are_one_message_and_no_row_of_cards(business: Business):
    await made_before(business)
    names = ("Ada", "Bisi", "Chidi", "Dayo", "Efe", "Femi", "Gozi", "Halima")
    lines = [
        f"{n}) {name} Obi, {n} Creek Road Apapa, 080355566{n:02}, delivery 900"
        for n, name in enumerate(names, 1)
    ]
    await business.says(business.owner, "\n".join(lines))
    before = len(business.owner.messages)
    await business.presses(business.owner, "all 8")
    assert len(await deliveries(business)) == 9
    shown = [labels(message) for message in business.owner.messages[before:]]
    assert ["Give out"] in shown
    assert sum("Edit" in each for each in shown) <= LOUD_ORDERS  # told before the answer came


TWICE = """Name,Phone,Address,Items,Fee
Ada Obi,08030000001,5 Allen Avenue,Cake,1500
Bo Eze,08030000002,9 Creek Road,Rice,1500
"""


async def test_the_same_file_twice_is_said_and_left_out_unless_it_is_wanted(business: Business):
    await made_before(business)
    before = len(await deliveries(business))
    for sent in (TWICE, TWICE + "Cleo Ade,08030000003,7 Marina,Pie,1500\n"):
        business.owner.send_document(sent.encode(), "orders.csv")
        await business.town.idle()
        if "Who sends it?" in bare(business.owner.last):
            await business.says(business.owner, "Ada's Kitchen\n08040000001\n12 Marina Road")
        if sent is TWICE:
            await business.presses(business.owner, "✅ Create all 2")
    shown = bare(business.owner.last)
    first, second = [each.order_number for each in await deliveries(business)][before:]
    assert f"1. ♻️ = {first}" in shown or f"♻️ = {first} · " in shown
    assert f"♻️ = {second}" in shown
    await business.presses(business.owner, "Only the 1 that are new")
    await business.presses(business.owner, "✅ Create")
    assert len(await deliveries(business)) == before + 3


async def test_one_order_that_is_made_already_is_made_once_more_only_if_that_is_said(
    business: Business,
):
    order = f"{FROM_ADA}\n{BOLA}\nItems: 2 x Rice"
    await business.says(business.owner, order)
    await business.presses(business.owner, "✅ Create")
    await business.says(business.owner, order.replace("5 Allen", "5  allen"))
    assert "This looks like order 1001" in bare(business.owner.last)
    await business.presses(business.owner, "Create it once more")
    assert len(await deliveries(business)) == 2


async def test_another_thing_for_the_same_person_is_not_the_same_order(business: Business):
    order = f"{FROM_ADA}\n{BOLA}\nItems: 2 x Rice"
    await business.says(business.owner, order)
    await business.presses(business.owner, "✅ Create")
    await business.says(business.owner, order.replace("Rice", "Cake"))
    assert "looks like" not in bare(business.owner.last)
    await business.presses(business.owner, "Discard")
    await business.later(days=1, minutes=1)
    await business.says(business.owner, order)
    assert "looks like" not in bare(business.owner.last)


@pytest.mark.parametrize("written", ["$25", "25 EUR", "€12,50", "UGX 25,000"])
async def test_a_fee_in_another_currency_is_asked_for_and_never_taken_as_ours(
    business: Business, written: str
):
    other = BOLA.replace("Fee: 1500", f"Delivery fee: {written}")
    await business.says(business.owner, f"{FROM_ADA}\n{other}\nItems: 2 x Rice")
    asked = bare(business.owner.last)
    assert f"“{written}” is in another currency" in asked
    assert "What is the delivery fee?" in asked
    await business.says(business.owner, written)
    assert "is in another currency" in bare(business.owner.last)
    await business.says(business.owner, "N1,800")
    assert "💰 1800" in bare(business.owner.last)


async def test_a_known_customers_number_brings_name_and_address_to_be_compared(business: Business):
    await business.order()
    await business.says(business.owner, "/new 2 cakes for 08030000001, fee 1500")
    asked = bare(business.owner.last)
    assert "🔎 Bola Ahmed, +234 803 000 0001, 🔎 5 Allen Avenue" in asked
    assert "Who gets it?" not in asked


async def test_what_is_written_as_a_known_customer_is_known_is_no_guess(business: Business):
    await business.order()
    await business.says(
        business.owner,
        "/new 1. Bola Ahmed, 08030000001, 5 Allen Avenue, 2 cakes\n2. 08035556666, 3 pies",
    )
    said = bare(business.owner.last)
    assert "Bola Ahmed, +234 803 000 0001, 5 Allen Avenue" in said
    assert "🔎 +234 803 555 6666" in said


async def test_another_name_with_a_known_number_is_not_completed(business: Business):
    await business.order()
    await business.says(business.owner, "/new 2 cakes for Kemi Obi 08030000001, fee 1500")
    assert "Allen Avenue" not in bare(business.owner.last)
