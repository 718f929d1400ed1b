"""Tips: asked of customers with the stars, told to riders, and added up for both."""

from bot.fleet import Delivery
from bot.local_telegram import LocalUser
from bot.texts.callbacks import Verb, press
from tests.support.business import (
    SENDER,
    Business,
    bare,
    finds,
    heard,
    labels,
    rung,
    sees,
    told,
)

STARS = ["1 ⭐", "2 ⭐", "3 ⭐", "4 ⭐", "5 ⭐"]


async def rated(business: Business, stars: str = "5 ⭐") -> Delivery:
    """A parcel that Musa has brought to Bola, who was asked how it was."""
    delivery = await business.follows_through()
    await business.presses(business.bola, stars)
    return delivery


async def tips(business: Business, amount: str, way: str, who: LocalUser | None = None) -> None:
    customer = who or business.bola
    await business.presses(customer, "A tip for Musa")
    await business.says(customer, amount)
    await business.presses(customer, way, message=customer.last)


async def test_a_tip_is_asked_with_the_stars_and_told_to_the_rider_without_a_sound(
    business: Business,
):
    await rated(business)
    thanked = finds(business.bola, "You gave 5 stars")
    assert labels(thanked) == [*STARS[:4], "● 5 ⭐", "💝 A tip for Musa"]
    sounds = len(rung(business, business.musa))
    await business.presses(business.bola, "A tip for Musa")
    assert "Order 1001: how much is the tip for Musa?" in bare(business.bola.last)
    await business.says(business.bola, "₦500.50")
    assert "NGN500.50 for Musa. How do you give it?" in bare(business.bola.last)
    assert not sees(business.musa, "💝")
    await business.presses(business.bola, "In cash", message=business.bola.last)
    assert "Your tip for Musa: NGN500.50 in cash" in bare(business.bola.last)
    assert "Order 1001: a tip of NGN500.50 for you, in cash." in bare(business.musa.last)
    assert "Bola" not in bare(business.musa.last)
    assert len(rung(business, business.musa)) == sounds
    await business.says(business.musa, "/cash")
    assert "You carry no cash" in bare(business.musa.last)  # a tip is nobody's to hand in


async def test_a_tip_is_in_the_way_of_no_stars(business: Business):
    await rated(business)
    await business.presses(business.bola, "A tip for Musa")
    await business.presses(business.bola, "4 ⭐")
    assert "You gave 4 stars" in bare(finds(business.bola, "You gave"))
    await business.says(business.bola, "500")
    await business.presses(business.bola, "By transfer", message=business.bola.last)
    assert "a tip of NGN500.00 for you, by transfer" in bare(business.musa.last)


async def test_who_was_not_happy_is_asked_for_no_tip(business: Business):
    await rated(business, "2 ⭐")
    assert labels(finds(business.bola, "You gave 2 stars")) == [
        STARS[0],
        "● 2 ⭐",
        *STARS[2:],
    ]


async def test_a_tip_that_is_told_twice_is_one(business: Business):
    await rated(business)
    await business.presses(business.bola, "A tip for Musa")
    await business.says(business.bola, "500")
    asked = business.bola.last
    for _ in range(2):
        business.bola.press("In cash", message=asked)
    await business.town.idle()
    assert heard(business.musa, "💝") == 1
    await tips(business, "500", "In cash")
    assert heard(business.musa, "💝") == 1
    await business.says(business.musa, "/history")
    assert "💝 Tips: NGN500.00" in told(business.musa)[-1]


async def test_a_changed_tip_takes_the_place_of_the_former_one(business: Business):
    await rated(business)
    await tips(business, "500", "In cash")
    await tips(business, "300", "By transfer")
    assert "a tip of NGN300.00 for you, by transfer.\nIt was NGN500.00 before." in bare(
        business.musa.last
    )
    await business.says(business.musa, "/history")
    assert "💝 Tips: NGN300.00" in told(business.musa)[-1]
    await business.presses(business.bola, "A tip for Musa")
    await business.presses(business.bola, "No tip after all", message=business.bola.last)
    assert "the tip is taken back" in bare(business.musa.last)
    await business.says(business.musa, "/history")
    assert "💝" not in told(business.musa)[-1]


async def test_a_tip_stays_after_a_day_and_is_not_changed_again_and_again(business: Business):
    await rated(business)
    for amount in ("100", "200", "300", "400", "500"):
        await tips(business, amount, "In cash")
    await tips(business, "600", "In cash")
    assert "The tip was changed often enough today" in bare(business.bola.last)
    await business.later(hours=25)
    await tips(business, "700", "In cash")
    assert "The tip stays as it is after a day." in bare(business.bola.last)
    await business.says(business.musa, "/history week")
    assert "💝 Tips: NGN500.00" in told(business.musa)[-1]


async def test_an_amount_that_is_none_or_of_another_currency_is_refused_in_words(
    business: Business,
):
    await rated(business)
    await business.presses(business.bola, "A tip for Musa")
    for written, answer in (
        ("$5", "another currency than NGN"),
        ("0", "not an amount that I can take"),
    ):
        await business.says(business.bola, written)
        assert answer in bare(business.bola.last)
    question = finds(business.bola, "how much is the tip")
    business.bola.write("a lot", reply_to=question)
    await business.town.idle()
    assert "not an amount that I can take" in bare(business.bola.last)
    assert not sees(business.musa, "💝")


async def test_a_rider_who_did_not_get_it_says_so_and_dispatchers_know(business: Business):
    await rated(business)
    await tips(business, "500", "By transfer")
    await business.presses(business.musa, "I did not get it")
    assert "You did not get the tip of NGN500.00" in bare(business.musa.last)
    assert heard(business.owner, "Order 1001: Musa has not got the tip of NGN500.00") == 1
    await business.says(business.musa, "/history")
    assert "💝" not in told(business.musa)[-1]


async def test_nobody_tips_themselves_or_for_what_is_not_theirs(business: Business):
    delivery = await rated(business)
    data = press(Verb.TIP, delivery.uuid, tokens=("cash", 50_000))
    for stranger in (business.sani, business.owner, business.musa):
        stranger.press_data(data, message=stranger.last)
        await business.town.idle()
    lines = bare(finds(business.owner, "Bola Ahmed:")).splitlines()
    link = lines[lines.index("Bola Ahmed:") + 1]
    await business.says(business.musa, f"/start {link.split('start=')[1]}")
    business.musa.press_data(data, message=business.musa.last)
    await business.town.idle()
    assert not sees(business.musa, "a tip of")
    for number in ("0", "x", "99999999999999"):
        made_up = press(Verb.TIP, delivery.uuid, tokens=("cash", number))
        business.bola.press_data(made_up, message=business.bola.last)
        await business.town.idle()
    assert not sees(business.musa, "a tip of")


async def test_of_somebody_elses_tip_no_rider_says_anything(business: Business):
    await rated(business)
    await tips(business, "500", "In cash")
    denial = business.musa.last.buttons[0][0].data
    business.sani.press_data(denial, message=business.sani.last)
    await business.town.idle()
    await business.says(business.musa, "/history")
    assert "💝 Tips: NGN500.00" in told(business.musa)[-1]


async def test_sender_and_receiver_may_both_give_one(business: Business):
    ada = business.town.telegram.add_user("Ada", phone=SENDER)
    await business.joins_by_phone(ada)
    await rated(business)
    await business.says(ada, "/rate")
    await business.presses(ada, "5 ⭐", message=ada.last)
    await tips(business, "500", "In cash")
    await tips(business, "200", "By transfer", ada)
    await business.says(business.musa, "/history")
    assert "💝 Tips: NGN700.00" in told(business.musa)[-1]


async def test_who_is_forgotten_after_a_tip_leaves_it_to_the_rider(business: Business):
    await rated(business)
    await tips(business, "500", "In cash")
    await business.says(business.bola, "/forget")
    await business.presses(business.bola, "Erase my data")
    await business.says(business.musa, "/history")
    assert "💝 Tips: NGN500.00" in told(business.musa)[-1]
