"""A code is taken however it is said; what may be none is asked about before it counts."""

import pytest

from bot.fleet import Delivery, State
from bot.local_telegram import ChatMessage
from tests.journeys.test_unknown_cards import lose_sight_of
from tests.support.business import BOLA, Business, bare, finds, labels, sees, told

_EASTERN = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")


@pytest.mark.parametrize(
    "said",
    [
        "{a}{b} {c}{d}",
        "{a}{b}-{c}{d}",
        "{a} {b} {c} {d}",
        "code is {code}",
        "the code: {code} 👍",
        "delivered {code}",
        "{code} thanks",
        "1001 {code}",
        "{eastern}",
    ],
)
@pytest.mark.parametrize("is_asked", [True, False])
async def test_a_code_is_taken_as_people_say_it(business: Business, said: str, is_asked: bool):
    delivery = await business.on_the_way()
    if is_asked:
        await business.presses(business.musa, "Delivered")
    code = business.dropoff_code
    digits = dict(zip("abcd", code, strict=True))
    words = said.format(code=code, eastern=code.translate(_EASTERN), **digits)
    typed = await business.says(business.musa, words)
    assert await business.state(delivery) is State.DELIVERED
    assert typed not in business.musa.messages


async def test_a_number_that_somebody_said_is_the_code_only_where_one_was_asked_for(
    business: Business,
):
    delivery = await business.on_the_way()
    await business.says(business.musa, f"she said {business.dropoff_code} I think")
    assert labels(business.musa.last) == ["Yes, for order 1001"]
    await business.presses(business.musa, "Delivered")
    await business.says(business.musa, f"she said {business.dropoff_code} I think")
    assert await business.state(delivery) is State.DELIVERED


@pytest.mark.parametrize(
    "said",
    ["gave me 2000 keep the change", "deu 2000 pode ficar com o troco", "is it 7384?"],
)
async def test_what_may_be_money_or_a_question_is_asked_about_and_costs_no_try(
    business: Business, said: str
):
    delivery = await business.on_the_way()
    await business.presses(business.musa, "Delivered")
    await business.says(business.musa, said)
    assert labels(business.musa.last) == ["Yes, for order 1001"]
    assert not sees(business.musa, "Wrong code")
    await business.says(business.musa, business.dropoff_code)
    assert await business.state(delivery) is State.DELIVERED


@pytest.mark.parametrize(
    "said", ["10 min", "I am on floor 12", "it is 18:30", "he pays 1500 naira", "call 08035556666"]
)
async def test_numbers_that_are_no_codes_cost_no_try(business: Business, said: str):
    delivery = await business.on_the_way()
    await business.presses(business.musa, "Delivered")
    for _ in range(6):
        await business.says(business.musa, said)
    assert not sees(business.musa, "was not confirmed")
    assert sees(business.owner, said)
    await business.says(business.musa, business.dropoff_code)
    assert await business.state(delivery) is State.DELIVERED


@pytest.mark.parametrize(
    "said",
    [
        "12345",
        "290",
        "1001",
        "the man at 4711 does not answer",
        "1001 the man at 4711 does not answer",
    ],
)
async def test_what_may_be_no_code_is_asked_about_first(business: Business, said: str):
    delivery = await business.on_the_way()
    await business.presses(business.musa, "Delivered")
    typed = await business.says(business.musa, said)
    assert labels(business.musa.last) == ["Yes, for order 1001"]
    assert typed not in business.musa.messages
    assert not sees(business.musa, "was not confirmed")
    await business.says(business.musa, business.dropoff_code)
    assert await business.state(delivery) is State.DELIVERED


async def test_a_code_that_was_just_refused_is_not_sent_again_unasked(business: Business):
    await business.on_the_way()
    await business.presses(business.musa, "Delivered")
    wrong = business.wrong(business.dropoff_code)
    await business.says(business.musa, wrong)
    assert sees(business.musa, "4 tries left")
    await business.says(business.musa, wrong)
    assert "You have typed that number today already" in told(business.musa)[-1]
    assert not sees(business.musa, "3 tries left")
    await business.presses(business.musa, "Yes, for order 1001")
    assert sees(business.musa, "3 tries left")


@pytest.mark.parametrize("code_length", [8])  # so long that no id or seal holds it by chance
async def test_a_lone_code_with_several_jobs_waits_sealed_until_its_order_is_said(
    business: Business,
):
    first, second = await business.in_the_bag(
        business.receiver(), business.receiver("Efe Obi", "+2348030000002", "7 Broad Street")
    )
    code = business.code("1002", "+2348030000002")
    typed = await business.says(business.musa, code)
    assert typed not in business.musa.messages
    assert labels(business.musa.last) == ["Order 1001", "Order 1002"]
    files = [path for path in business.town.folder.iterdir() if "handover.db" in path.name]
    assert code.encode() not in b"".join(path.read_bytes() for path in files)
    await business.presses(business.musa, "Order 1002", message=business.musa.last)
    assert await business.state(second) is State.DELIVERED
    assert await business.state(first) is State.IN_TRANSIT


async def test_several_codes_at_one_door_are_taken_one_by_one(business: Business):
    parcels = await business.in_the_bag(*(business.receiver() for _ in range(3)))
    codes = [business.code(parcel.order_number, BOLA) for parcel in parcels]
    await business.says(business.musa, " ".join(codes))
    assert [await business.state(parcel) for parcel in parcels] == [State.DELIVERED] * 3
    assert not sees(business.musa, "was not confirmed")


@pytest.mark.parametrize(
    "said", ["1002 code {b}, 1001 code {a}", "1002 done, {b}. 1001 done, {a}", "{b} 1002\n{a} 1001"]
)
async def test_each_code_is_for_the_order_that_is_named_with_it(business: Business, said: str):
    """A third order that is named without a code takes none of them."""
    first, second, third = await business.in_the_bag(
        business.receiver(),
        business.receiver("Efe Obi", "+2348030000002", "7 Broad Street"),
        business.receiver("Ada Udo", "+2348030000003", "2 Marina"),
    )
    codes = business.code("1001", BOLA), business.code("1002", "+2348030000002")
    words = said.format(a=codes[0], b=codes[1])
    await business.says(business.musa, f"{words}, 1003 later" if said[0] == "1" else words)
    assert await business.state(first) is State.DELIVERED
    assert await business.state(second) is State.DELIVERED
    assert await business.state(third) is State.IN_TRANSIT


@pytest.mark.parametrize("said", ["/dropoff code {code}", "/dropoff the customer said {code}"])
async def test_words_behind_a_command_that_name_no_order_are_read_for_a_code(
    business: Business, said: str
):
    delivery = await business.on_the_way()
    await business.says(business.musa, said.format(code=business.dropoff_code))
    if await business.state(delivery) is not State.DELIVERED:
        await business.presses(business.musa, "Yes, for order 1001")
    assert await business.state(delivery) is State.DELIVERED


async def test_news_beside_a_code_reach_the_dispatcher_without_it(business: Business):
    delivery = await business.on_the_way()
    await business.presses(business.musa, "Delivered")
    code = business.dropoff_code
    await business.says(business.musa, f"code is {code} but the box is wet and she is angry")
    assert await business.state(delivery) is State.DELIVERED
    assert sees(business.owner, "but the box is wet and she is angry")
    assert not sees(business.owner, code)


async def test_done_asks_for_the_code_and_trouble_offers_to_tell_the_customer(business: Business):
    await business.joins_by_phone(business.bola)
    await business.on_the_way()
    await business.says(business.musa, "delivered")
    assert sees(business.musa, "type the drop-off code")
    await business.says(business.musa, "nobody is home here")
    assert sees(business.owner, "nobody is home here")
    assert not sees(business.bola, "nobody there")
    await business.presses(business.musa, "Nobody there", message=business.musa.last)
    assert sees(business.bola, "finds nobody there")
    assert finds(business.owner, "Musa needs help")


EFE = "+2348030000002"


async def asked_in_turn(business: Business) -> tuple[list[Delivery], ChatMessage]:
    """Two orders on the way, of which the code of the first is asked for; with the question."""
    parcels = await business.in_the_bag(
        business.receiver(), business.receiver("Efe Obi", EFE, "7 Broad Street")
    )
    await business.presses(business.musa, "Delivered", message=card(business, "1001"))
    return parcels, business.musa.last


def card(business: Business, order: str) -> ChatMessage:
    return next(each for each in business.musa.messages if f"Order {order} · 🛵" in bare(each))


async def test_a_code_in_reply_to_a_question_is_for_that_one_though_another_was_asked_since(
    business: Business,
):
    (first, second), question = await asked_in_turn(business)
    await business.presses(business.musa, "1002 ·")
    business.musa.press("Delivered", message=card(business, "1002"))
    business.musa.write(business.code("1001", BOLA), reply_to=question)
    await business.town.idle()
    assert await business.state(first) is State.DELIVERED
    assert await business.state(second) is State.IN_TRANSIT
    await business.says(business.musa, business.code("1002", EFE))
    assert await business.state(second) is State.DELIVERED
    assert not sees(business.musa, "was not confirmed")


async def test_a_code_in_reply_to_its_question_is_one_though_words_are_waited_for_by_then(
    business: Business,
):
    await business.joins_by_phone(business.bola)
    (first, _), question = await asked_in_turn(business)
    await business.presses(business.musa, "Message Bola", message=card(business, "1001"))
    business.musa.write(business.code("1001", BOLA), reply_to=question)
    await business.town.idle()
    assert await business.state(first) is State.DELIVERED
    assert not sees(business.musa, "I did not use it")


async def test_a_question_that_nobody_has_kept_is_answered_by_a_reply_and_goes(business: Business):
    (first, _), question = await asked_in_turn(business)
    await lose_sight_of(business, business.musa.id)
    await business.says(business.musa, business.code("1001", BOLA))
    assert await business.state(first) is State.DELIVERED
    assert question not in business.musa.messages


async def test_a_code_in_reply_to_what_is_no_question_is_for_the_one_that_is_open(
    business: Business,
):
    (first, _), _question = await asked_in_turn(business)
    business.musa.write(business.code("1001", BOLA), reply_to=card(business, "1001"))
    await business.town.idle()
    assert await business.state(first) is State.DELIVERED
