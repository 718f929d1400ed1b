"""What a shop with several orders says reaches the desk, unless one order is clearly meant."""

import pytest

from bot.fleet import StatusToken
from bot.local_telegram import LocalUser
from tests.journeys.test_busy_sender import moves
from tests.support.business import SENDER, Business, bare, finds, labels, rung, sees, told

TOBI, NGOZI = "+2348030000002", "+2348030000003"


async def friday(business: Business) -> LocalUser:
    """A shop with three orders: Musa is on the way with 1001, Sani has 1002, 1003 waits."""
    shop = business.town.telegram.add_user("Ada", phone=SENDER)
    first = await business.order()
    await business.joins_by_phone(shop)
    second = await business.order(business.receiver("Tobi Okoro", TOBI, "9 Creek Road"))
    await business.town.shop.assign(business.riders["Musa Bello"], [first.uuid])
    await business.town.shop.assign(business.riders["Sani Ali"], [second.uuid])
    await moves(business, first, StatusToken.ACCEPTED, StatusToken.IN_TRANSIT)
    await business.presses(business.sani, "Accept")
    await business.order(business.receiver("Ngozi Eze", NGOZI, "3 Awolowo Way"))
    return shop


OF_NO_ORDER = [
    # of those that went to whichever rider was first
    "its ready for pick up",
    "15 min mas, no esta listo",
    "phone number of customer is wrong, it is 0803 555 1234",
    "the rider forgot the drinks",
    "please tell the guy to come to the back door",
    "we close in 20 minutes",
    "is the food still warm?",
    "add one more coke to it please",
    # and others
    "C'est prêt, vous pouvez venir",
    "le client a changé de numéro",
    "encore dix minutes, le four est lent",
    "ya esta listo para recoger",
    "el horno va lento hoy",
    "já tá pronto pra retirar",
    "o cliente vai descer na portaria",
    "الطلب جاهز للاستلام",
    "محتاجين ربع ساعة كمان",
    "pls the rice finish, we dey cook another one",
]


async def test_what_names_no_order_goes_to_the_desk_and_to_no_rider(
    business: Business, subtests: pytest.Subtests
):
    shop = await friday(business)
    for words in OF_NO_ORDER:
        await business.later(minutes=15)
        with subtests.test(words):
            before = len(rung(business, business.owner))
            await business.says(shop, words)
            card = finds(business.owner, words)
            assert "Ada, sender · 1001, 1002, 1003" in bare(card)
            assert len(rung(business, business.owner)) == before + 1
            assert not sees(business.musa, words)
            assert not sees(business.sani, words)
            assert "Passed on to the dispatcher" in told(shop)[-1]
            assert labels(shop.last) == [
                "1001 · Bola A. · Allen Avenue",
                "1002 · Tobi O. · Creek Road",
            ]


@pytest.mark.parametrize(
    "words",
    [
        "1002 is ready for pick up",
        "#1002 prêt, tu peux venir",
        "Tobi has another number: 0803 555 1234",
        "la cliente de okoro espera abajo",
        "o pedido do TOBI tá pronto",
    ],
)
async def test_words_that_name_an_order_go_to_its_rider(business: Business, words: str):
    shop = await friday(business)
    await business.says(shop, words)
    assert sees(business.sani, words)
    assert not sees(business.musa, words)
    assert "Passed on to Sani" in told(shop)[-1]


async def test_an_order_without_a_rider_that_is_named_is_the_dispatchers(business: Business):
    shop = await friday(business)
    await business.says(shop, "Ngozi wants no pepper in it")
    assert "Ada, sender · 1003" in bare(finds(business.owner, "no pepper"))
    assert "Passed on to the dispatcher" in told(shop)[-1]
    assert labels(shop.last) == []


async def test_words_that_name_two_orders_are_asked_about(business: Business):
    shop = await friday(business)
    await business.says(shop, "Bola and Tobi get a free drink each")
    assert sees(business.owner, "a free drink each")
    assert not sees(business.musa, "free drink")
    assert labels(shop.last) == [
        "1001 · Bola A. · Allen Avenue",
        "1002 · Tobi O. · Creek Road",
    ]


async def test_a_usual_word_names_nobody(business: Business):
    shop = await friday(business)
    await business.order(business.receiver("Will Now", "+2348030000004", "1 Broad Street"))
    await business.says(shop, "will he come now?")
    assert sees(business.owner, "will he come now?")
    assert len(labels(shop.last)) == 2


async def test_a_reply_to_an_orders_card_goes_to_its_rider(business: Business):
    shop = await friday(business)
    for order, rider, other in (
        ("1001", business.musa, business.sani),
        ("1002", business.sani, business.musa),
    ):
        words = f"Take the napkins along, bag {order[-1]}"
        card = finds(shop, f"Order {order}")
        shop.write(words, reply_to=card)
        await business.town.idle()
        assert sees(rider, words)
        assert not sees(other, words)


async def test_a_tap_hands_the_words_to_the_rider_of_one_order(business: Business):
    shop = await friday(business)
    await business.says(shop, "its ready for pick up")
    await business.says(shop, "take the back door")
    await business.presses(shop, "1002 · Tobi")
    assert sees(business.sani, "its ready for pick up")
    assert sees(business.sani, "take the back door")
    assert not sees(business.musa, "ready for pick up")
    assert "Passed on to Sani" in told(shop)[-1]
    assert labels(shop.last) == []
    assert "Ada, sender · 1002" in bare(finds(business.owner, "its ready for pick up"))
    await business.says(shop, "and the other one in 5 minutes")
    assert "Ada, sender · 1001, 1002, 1003" in bare(finds(business.owner, "the other one"))
    assert not sees(business.sani, "the other one")


async def test_a_second_tap_hands_on_nothing_again(business: Business):
    shop = await friday(business)
    await business.says(shop, "its ready for pick up")
    button = next(each for row in shop.last.buttons for each in row)
    for _ in range(2):
        shop.press_data(button.data, message=shop.last)
        await business.town.idle()
    assert bare(finds(business.musa, "its ready")).count("its ready for pick up") == 1


async def test_a_complaint_is_for_the_desk_alone(business: Business):
    shop = await friday(business)
    await business.says(shop, "el repartidor no ha llegado al local")
    assert sees(business.owner, "el repartidor no ha llegado")
    assert not sees(business.musa, "el repartidor no ha llegado")
    assert labels(shop.last) == []


async def test_somebody_else_hands_on_nothing_with_that_button(business: Business):
    shop = await friday(business)
    await business.joins_by_phone(business.bola)
    await business.says(shop, "its ready for pick up")
    button = next(each for row in shop.last.buttons for each in row)
    business.bola.press_data(button.data, message=business.bola.last)
    await business.town.idle()
    assert not sees(business.musa, "its ready")


async def test_a_tap_after_the_order_is_over_says_so(business: Business):
    shop = await friday(business)
    await business.says(shop, "its ready for pick up")
    asked = shop.last
    card = finds(business.owner, "Order 1001")
    await business.presses(business.owner, "Cancel delivery", message=card)
    await business.presses(business.owner, "The customer")
    await business.presses(shop, "1001", message=asked)
    assert not sees(business.musa, "its ready")
    assert sees(business.owner, "its ready for pick up")


async def test_a_shop_with_one_order_is_passed_on_as_before(business: Business):
    shop = business.town.telegram.add_user("Ada", phone=SENDER)
    order = await business.order()
    await business.joins_by_phone(shop)
    await business.says(shop, "its ready for pick up")
    assert "Ada, sender · 1001" in bare(finds(business.owner, "its ready"))
    assert labels(shop.last) == []
    await business.town.shop.assign(business.riders["Musa Bello"], [order.uuid])
    await moves(business, order, StatusToken.ACCEPTED, StatusToken.IN_TRANSIT)
    await business.says(shop, "the soup is at the bottom")
    assert sees(business.musa, "the soup is at the bottom")


async def test_what_answers_a_rider_goes_to_that_rider(business: Business):
    shop = await friday(business)
    await business.presses(
        business.sani, "Message the sender", message=finds(business.sani, "1002")
    )
    await business.says(business.sani, "Which door do I take?")
    await business.says(shop, "the green one")
    assert sees(business.sani, "the green one")
    assert not sees(business.musa, "the green one")


async def test_a_shop_that_cancels_one_of_several_names_it_to_the_desk(business: Business):
    shop = await friday(business)
    await business.says(shop, "please cancel the order of Tobi")
    assert "Ada, sender · 1002" in bare(finds(business.owner, "cancel the order of Tobi"))
    await business.says(shop, "I want to cancel my order")
    assert "1001, 1002, 1003" in bare(finds(business.owner, "I want to cancel"))
    assert not sees(business.musa, "cancel")


async def test_a_customer_of_two_riders_is_asked_which(business: Business):
    for rider in ("Musa Bello", "Sani Ali"):
        order = await business.order()
        await business.town.shop.assign(business.riders[rider], [order.uuid])
        await moves(business, order, StatusToken.ACCEPTED, StatusToken.IN_TRANSIT)
    await business.joins_by_phone(business.bola)
    await business.says(business.bola, "I come down to the gate")
    assert sees(business.owner, "I come down to the gate")
    assert not sees(business.musa, "the gate")
    await business.presses(business.bola, "1002")
    assert sees(business.sani, "I come down to the gate")
    assert not sees(business.musa, "the gate")
