"""A code is read alike wherever it is said; what is none is not sent, and nothing is destroyed."""

import pytest

from bot.fleet import Delivery, State
from bot.local_telegram import ChatMessage, LocalUser
from tests.support.business import BOLA, Business, finds, labels, sees, told

_WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
_CIRCLED = str.maketrans("0123456789", "⓪①②③④⑤⑥⑦⑧⑨")

MARKED = [
    "{code}.",
    "#{code}",
    "({code})",
    "code:{code}",
    "*{code}*",
    "_{code}_",
    "{circled}",
    "{spoken}",
]
TALK = ["wait 10 minutes please", "he is at flat 1204", "call me at 5", "come back at 10:45"]


def said(words: str, code: str) -> str:
    spoken = " ".join(_WORDS[int(digit)] for digit in code)
    return words.format(code=code, circled=code.translate(_CIRCLED), spoken=spoken)


async def asks_staff(business: Business) -> None:
    await business.presses(business.owner, "Status")
    await business.presses(business.owner, "Picked up, with the code")


async def sends_photo(business: Business, person: LocalUser, caption: str) -> ChatMessage:
    photo = person.send_photo(caption=caption)
    await business.town.idle()
    return photo


def tries_counted(business: Business) -> bool:
    return any(sees(person, "was not confirmed") for person in (business.musa, business.owner))


DOORS = ["/pickup 1001 {}", "/pickup {} 1001", "1001 {}", "{}"]
_long = pytest.mark.long("each mark at each door; of each, one other is in every run")


@pytest.mark.parametrize(
    ("door", "words"),
    [
        pytest.param(door, words, marks=() if place % len(DOORS) == DOORS.index(door) else _long)
        for door in DOORS
        for place, words in enumerate(MARKED)
    ],
)
async def test_a_mark_at_a_code_changes_nothing_whatever_the_rider_does(
    business: Business, door: str, words: str
):
    delivery = await business.accepted()
    typed = await business.says(business.musa, door.format(said(words, business.pickup_code)))
    assert await business.state(delivery) is State.IN_TRANSIT
    assert typed not in business.musa.messages
    assert not tries_counted(business)


@pytest.mark.parametrize("words", MARKED)
async def test_nor_does_it_where_a_code_was_asked_for(business: Business, words: str):
    delivery = await business.accepted()
    await business.presses(business.musa, "Picked up")
    typed = await business.says(business.musa, said(words, business.pickup_code))
    assert await business.state(delivery) is State.IN_TRANSIT
    assert typed not in business.musa.messages


@pytest.mark.parametrize("words", MARKED)
async def test_nor_where_a_dispatcher_was_asked(business: Business, words: str):
    delivery = await business.accepted()
    await asks_staff(business)
    typed = await business.says(business.owner, said(words, business.pickup_code))
    assert await business.state(delivery) is State.IN_TRANSIT
    assert typed not in business.owner.messages


async def test_a_number_behind_a_stroke_is_a_code_and_no_command(business: Business):
    delivery = await business.accepted()
    await business.presses(business.musa, "Picked up")
    typed = await business.says(business.musa, f"/{business.pickup_code}")
    assert await business.state(delivery) is State.IN_TRANSIT
    assert typed not in business.musa.messages


@pytest.mark.parametrize("words", TALK)
async def test_what_a_dispatcher_says_is_not_sent_as_a_code(business: Business, words: str):
    delivery = await business.accepted()
    await asks_staff(business)
    typed = await business.says(business.owner, words)
    assert typed in business.owner.messages
    assert "That is not a code. I have sent nothing" in told(business.owner)[-1]
    await business.says(business.owner, business.pickup_code)
    assert await business.state(delivery) is State.IN_TRANSIT
    assert not tries_counted(business)


@pytest.mark.parametrize(
    "words", ["use {code} maybe", "{code} or 1357", "1001", "₦{code}", "12:34"]
)
async def test_in_doubt_a_dispatcher_is_asked_and_no_try_is_counted(business: Business, words: str):
    await business.accepted()
    await asks_staff(business)
    typed = await business.says(business.owner, words.format(code=business.pickup_code))
    assert typed not in business.owner.messages
    assert labels(business.owner.last) == ["Yes, for order 1001"]
    assert not tries_counted(business)


async def test_who_says_that_it_is_the_code_has_it_sent(business: Business):
    delivery = await business.accepted()
    await asks_staff(business)
    await business.says(business.owner, f"use {business.pickup_code} maybe")
    await business.presses(business.owner, "Yes, for order 1001")
    assert await business.state(delivery) is State.IN_TRANSIT


@pytest.mark.parametrize("words", TALK)
async def test_talk_in_the_command_is_not_sent_and_counts_no_try(business: Business, words: str):
    await business.accepted()
    await business.says(business.musa, f"/pickup 1001 {words}")
    assert "Write the order number and the code" in told(business.musa)[-1]
    assert not tries_counted(business)


async def somebody_elses(business: Business) -> Delivery:
    """Order 1002 is Sani's; Musa has 1001 on the way."""
    await business.on_the_way()
    other = await business.order(business.receiver("Efe Obi", "+2348030000002", "7 Broad Street"))
    await business.town.shop.assign(business.riders["Sani Ali"], [other.uuid])
    await business.town.idle()
    return other


@pytest.mark.parametrize("is_asked", [True, False])
@pytest.mark.parametrize(
    "words",
    [
        "1002 customer called me, he is angry",
        "customer of 1002 says house is 4521 not 19",
        "what is the code of 1002 please",
        "#1002",
    ],
)
async def test_an_open_order_is_named_by_everybody(business: Business, words: str, is_asked: bool):
    await somebody_elses(business)
    if is_asked:
        await business.presses(business.musa, "Delivered")
    typed = await business.says(business.musa, words)
    assert typed in business.musa.messages
    assert sees(business.owner, words)
    assert not tries_counted(business)


async def test_the_number_of_somebody_elses_order_is_asked_about_where_a_code_is(
    business: Business,
):
    await somebody_elses(business)
    await business.presses(business.musa, "Delivered")
    await business.says(business.musa, "1002")
    assert labels(business.musa.last) == ["Yes, for order 1001"]
    assert not tries_counted(business)


async def test_a_code_beside_the_number_of_somebody_elses_order_is_asked_about(business: Business):
    delivery = await somebody_elses(business)
    await business.presses(business.musa, "Delivered")
    await business.says(business.musa, f"1002 {business.code('1001', BOLA)}")
    assert await business.state(delivery) is not State.DELIVERED
    assert labels(business.musa.last) == ["Yes, for order 1001"]
    assert not tries_counted(business)


@pytest.mark.parametrize("caption", ["door of 1002", "1002", "house 4521", "code {code}", "{code}"])
@pytest.mark.parametrize("rider", ["musa", "sani"])
async def test_no_photo_is_deleted_for_what_stands_under_it(
    business: Business, caption: str, rider: str
):
    await somebody_elses(business)
    person = getattr(business, rider)
    code = business.code("1001", BOLA)
    photo = await sends_photo(business, person, caption.format(code=code))
    assert photo in person.messages
    shown = finds(business.owner, caption.format(code="•••"))
    assert shown.photo
    assert not sees(business.owner, code)


async def test_a_photo_whose_code_is_asked_about_is_not_said_to_be_deleted(business: Business):
    delivery = await business.on_the_way()
    code = business.dropoff_code
    photo = await sends_photo(business, business.musa, f"the man at {code} shouts")
    assert photo in business.musa.messages
    asked = finds(business.musa, "Is the number in your message the code?")
    assert "I have sent nothing yet; no try was counted." in asked.text
    assert "deleted" not in asked.text
    await business.presses(business.musa, "Yes, for order 1001", message=asked)
    assert await business.state(delivery) is State.DELIVERED
    assert photo in business.musa.messages


async def test_nor_does_it_go_when_a_dispatcher_says_that_it_is_the_code(business: Business):
    delivery = await business.accepted()
    await asks_staff(business)
    photo = await sends_photo(business, business.owner, f"use {business.pickup_code} maybe")
    await business.presses(business.owner, "Yes, for order 1001")
    assert await business.state(delivery) is State.IN_TRANSIT
    assert photo in business.owner.messages


async def test_a_dispatchers_photo_may_carry_the_code_or_another_word(business: Business):
    delivery = await business.accepted()
    await asks_staff(business)
    photo = await sends_photo(business, business.owner, "from the shop")
    assert photo in business.owner.messages
    assert "That is not a code" not in told(business.owner)[-1]
    photo = await sends_photo(business, business.owner, f"code {business.pickup_code}")
    assert photo in business.owner.messages
    assert await business.state(delivery) is State.IN_TRANSIT


@pytest.mark.parametrize(
    "words", ["it is {spoken} she said", "{loose} dear", "#{code}", "my own na {spoken} oo"]
)
async def test_a_customers_code_reaches_nobody_however_it_is_written(
    business: Business, words: str
):
    await business.joins_by_phone(business.bola)
    await business.on_the_way()
    code = business.dropoff_code
    form = said(words.replace("{loose}", " ".join(code)), code)
    typed = await business.says(business.bola, form)
    assert typed not in business.bola.messages
    for person in (business.musa, business.owner):
        assert not sees(person, code)
        assert not sees(person, said("{spoken}", code))
        assert not sees(person, " ".join(code))


@pytest.mark.parametrize(
    "words", ["flat 1204, blue gate", "plot 4521 near km 12", "pay him 1500 naira"]
)
async def test_a_customers_address_reaches_the_rider_whole(business: Business, words: str):
    await business.joins_by_phone(business.bola)
    await business.on_the_way()
    await business.says(business.bola, f"/note {words}")
    assert sees(business.musa, words)


async def test_a_riders_code_in_words_does_not_stay_in_a_group(business: Business):
    await business.on_the_way()
    people = [business.musa, business.town.account]
    group = business.town.telegram.add_group("Riders", people)
    group.promote(business.town.account)
    code = business.musa.write(said("she said {spoken} I think", business.dropoff_code), chat=group)
    number = business.musa.write("who has 1001? it is house 4521", chat=group)
    await business.town.idle()
    assert code not in group.messages
    assert number in group.messages
