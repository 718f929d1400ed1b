"""Cards of customers: a line that moves, for each parcel, with what is theirs to see."""

from bot.fleet import StatusToken
from tests.support.business import BOLA, SENDER, Business, finds, heard, labels, sees, told


async def test_the_line_on_the_card_moves_with_the_parcel(business: Business):
    await business.joins_by_phone(business.bola)
    await business.order()
    assert sees(business.bola, "◉ ○ ○ ○ Step 1 of 4\n✅ Ordered")
    await business.presses(business.owner, "Assign")
    await business.presses(business.owner, "Musa Bello")
    assert sees(business.bola, "● ◉ ○ ○ Step 2 of 4\n✅ Ordered 09:00 UTC\n✅ Rider: Musa\n▫️ On")
    await business.presses(business.musa, "Accept")
    await business.says(business.musa, f"/pickup 1001 {business.pickup_code}")
    assert sees(business.bola, "● ● ◉ ○ Step 3 of 4")
    await business.says(business.musa, f"/dropoff 1001 {business.dropoff_code}")
    card = finds(business.bola, "Order 1001\n✅ Delivered 09:00")
    assert labels(card) == []


async def test_three_parcels_have_three_cards_and_each_moves_by_itself(business: Business):
    await business.joins_by_phone(business.bola)
    for _ in range(3):
        await business.order()
    await business.says(business.bola, "/track")
    for order in ("1001", "1002", "1003"):
        assert heard(business.bola, f"📦 Order {order}") == 1
    await business.says(business.owner, "/assign 1002")
    await business.presses(business.owner, "Musa Bello")
    assert "Rider: Musa" in told(business.bola)[-2]
    assert heard(business.bola, "Rider: Musa") == 1


async def test_a_sender_of_one_and_receiver_of_another_sees_each_rightly(business: Business):
    ada = business.town.telegram.add_user("Ada", phone=SENDER)
    await business.joins_by_phone(ada)
    await business.order()
    await business.order(business.receiver("Ada Obi", SENDER, "12 Marina Road"))
    assert "To Bola Ahmed" in finds_text(ada, "📦 Order 1001")
    own = finds_text(ada, "📦 Order 1002")
    assert "12 Marina Road" in own or "To Ada Obi" in own
    assert not sees(ada, "5 Allen Avenue")


def finds_text(person, words: str) -> str:
    return next(text for text in told(person) if words in text)


async def test_a_cancelled_parcel_tells_why_and_what_comes_next(business: Business):
    await business.joins_by_phone(business.bola)
    delivery = await business.order()
    shop = business.town.shop
    await shop.update_status(delivery.uuid, StatusToken.CANCELLED, note="The kitchen has closed")
    await business.town.idle()
    for said in told(business.bola)[-2:]:
        assert "The kitchen has closed" in said
        assert "Write here, and a person reads it" in said
    await business.says(business.bola, "/track")
    assert sees(business.bola, "No parcel of yours is under way")


async def test_a_customer_who_is_known_by_number_has_the_customers_commands(business: Business):
    await business.joins_by_phone(business.bola)
    await business.order()
    await business.says(business.bola, "/help")
    assert "where is my parcel" in told(business.bola)[-1]
    assert BOLA not in told(business.bola)[-1]
