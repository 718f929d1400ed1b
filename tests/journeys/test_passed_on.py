"""What the bot can do nothing with goes to a person, and the answer comes back."""

import pytest

from bot.domain.limits import PASSED_ON_AN_HOUR
from bot.texts.callbacks import Verb, press
from tests.support.business import Business, bare, finds, heard, labels, rung, sees, told

PASSED_ON = "Passed on to the dispatcher"


async def test_a_riders_words_are_one_card_of_every_dispatcher_and_one_answer_comes_back(
    business: Business,
):
    tunde = await business.hires("Tunde")
    await business.accepted()
    await business.says(business.musa, "My bike broke down at the bridge")
    assert PASSED_ON in told(business.musa)[-1]
    again = await business.says(business.musa, "I push it now")
    assert again.reactions == ("👀",)
    for dispatcher in (business.owner, tunde):
        card = finds(dispatcher, "My bike broke down at the bridge")
        assert "I push it now" in bare(card)
        assert "Musa, rider · 1001" in bare(card)
    card = finds(tunde, "My bike broke down")
    await business.presses(tunde, "Reply", message=card)
    await business.says(tunde, "Stay there, Sani comes")
    assert "about order 1001:\nStay there, Sani comes" in told(business.musa)[-1]
    assert "Tunde: “Stay there, Sani comes”" in bare(finds(business.owner, "My bike broke down"))


async def test_what_comes_after_an_answer_or_a_while_is_a_new_card(business: Business):
    await business.accepted()
    await business.says(business.musa, "It rains a lot")
    await business.presses(business.owner, "Seen")
    assert sees(business.musa, "Seen, thank you")
    await business.says(business.musa, "Now the road is closed")
    assert not sees(business.owner, "It rains a lot”\n“Now")
    await business.later(minutes=11)
    await business.says(business.musa, "It is open again")
    assert heard(business.owner, "Musa, rider") == 3


async def test_a_card_rings_once_and_again_only_after_a_pause(business: Business):
    await business.accepted()
    before = len(rung(business, business.owner))
    for words in ("It rains a lot", "The road is wet", "My phone, too"):
        await business.says(business.musa, words)
    assert len(rung(business, business.owner)) == before + 1
    await business.later(minutes=3)
    await business.says(business.musa, "Still raining")
    assert len(rung(business, business.owner)) == before + 2
    assert heard(business.owner, "It rains a lot") == 1


async def test_a_customers_words_reach_the_rider_once_the_parcel_is_there(business: Business):
    await business.joins_by_phone(business.bola)
    await business.accepted()
    await business.says(business.bola, "Please bring it to the back door")
    assert PASSED_ON in told(business.bola)[-1]
    assert sees(business.owner, "Please bring it to the back door")
    assert not sees(business.musa, "back door")
    await business.presses(business.musa, "Picked up")
    await business.says(business.musa, business.pickup_code)
    await business.says(business.bola, "The green gate, ring twice")
    assert "Passed on to Musa" in told(business.bola)[-1]
    card = finds(business.musa, "The green gate, ring twice")
    assert "Ahmed" not in bare(card)
    await business.presses(business.musa, "10 minutes", message=card)
    assert sees(business.bola, "I need about 10 minutes")


async def test_a_telegram_reply_goes_to_whose_words_it_answers(business: Business):
    await business.joins_by_phone(business.bola)
    await business.accepted()
    await business.says(business.musa, "Which gate is it?")
    await business.says(business.bola, "I am at work until five")
    business.owner.write("The blue one", reply_to=finds(business.owner, "Which gate"))
    business.owner.write("Shall I send it later?", reply_to=finds(business.owner, "at work"))
    await business.town.idle()
    assert sees(business.musa, "The blue one")
    assert sees(business.bola, "Shall I send it later?")
    assert not sees(business.bola, "The blue one")


async def test_a_reply_to_an_orders_card_goes_to_its_rider(business: Business):
    await business.accepted()
    card = finds(business.owner, "Order 1001")
    written = business.owner.write("Call me before you ring", reply_to=card)
    await business.town.idle()
    assert "about order 1001:\nCall me before you ring" in told(business.musa)[-1]
    assert written.reactions == ("👍",)


async def test_a_dispatcher_writes_to_whom_they_choose(business: Business):
    await business.joins_by_phone(business.bola)
    await business.accepted()
    await business.presses(business.owner, "💬 Write", message=finds(business.owner, "Order 1001"))
    assert labels(business.owner.last) == ["Musa (rider)", "Bola (customer)"]
    await business.presses(business.owner, "Bola (customer)")
    await business.says(business.owner, "It comes at six")
    assert "about order 1001:\nIt comes at six" in told(business.bola)[-1]
    await business.says(business.bola, "Six is fine for me")
    assert sees(business.owner, "Six is fine for me")


async def test_a_rider_writes_to_the_dispatcher_from_the_card(business: Business):
    await business.accepted()
    await business.presses(business.musa, "💬 Dispatcher")
    business.musa.send_photo(caption="The shop is closed")
    await business.town.idle()
    got = finds(business.owner, "The shop is closed")
    assert got.as_json()["photo"]
    await business.presses(business.owner, "Reply", message=got)
    await business.says(business.owner, "Wait ten minutes")
    assert sees(business.musa, "Wait ten minutes")


@pytest.mark.parametrize(
    ("said", "passed_on"),
    [
        ("my code is {code}, leave it at the door", "leave it at the door"),
        ("{code} leave it with Ada downstairs", "leave it with Ada downstairs"),
        ("{code}", None),
        ("the code is {code}", None),
    ],
)
async def test_a_customers_code_reaches_nobody(
    business: Business, said: str, passed_on: str | None
):
    await business.joins_by_phone(business.bola)
    await business.on_the_way()
    code = business.dropoff_code
    typed = await business.says(business.bola, said.format(code=code))
    assert typed not in business.bola.messages
    assert "Never send" in told(business.bola)[-1]
    for person in (business.musa, business.owner):
        assert not sees(person, code)
    assert passed_on is None or sees(business.musa, passed_on)


@pytest.mark.parametrize(
    "said", ["Flat 1204, third floor", "call 0803 555 6666", "I pay 1500 naira"]
)
async def test_numbers_that_are_no_codes_arrive_whole(business: Business, said: str):
    await business.joins_by_phone(business.bola)
    await business.on_the_way()
    typed = await business.says(business.bola, said)
    assert typed in business.bola.messages
    assert sees(business.musa, said)


async def test_there_is_an_end_to_what_one_person_can_send_in_an_hour(business: Business):
    await business.accepted()
    for number in range(PASSED_ON_AN_HOUR + 1):
        await business.says(business.musa, f"It rains a lot in street {number}")
    assert f"{PASSED_ON_AN_HOUR} messages within an hour" in told(business.musa)[-1]
    assert not sees(business.owner, f"street {PASSED_ON_AN_HOUR}”")


async def test_where_nobody_can_be_reached_that_is_said_and_nothing_is_lost(business: Business):
    await business.accepted()
    business.owner.block()
    await business.town.idle()
    await business.says(business.musa, "It rains a lot")
    assert "Nobody can be reached here now" in told(business.musa)[-1]


async def test_a_strangers_words_go_to_nobody(business: Business):
    eve = business.town.telegram.add_user("Eve")
    before = len(told(business.owner))
    await business.says(eve, "Give me the address of Bola")
    assert len(told(business.owner)) == before
    assert len(told(eve)) == 1


@pytest.mark.parametrize(
    "changed_settings", [{"business": {"name": "Swift Riders", "phone": "+2348099990000"}}]
)
async def test_the_business_says_who_it_is_and_where_it_is_called(business: Business):
    await business.joins_by_phone(business.bola)
    await business.order()
    await business.says(business.bola, "who is this?")
    assert "Swift Riders" in told(business.bola)[-1]
    await business.says(business.bola, "I want to talk to a human")
    assert PASSED_ON in told(business.bola)[-1]
    assert "call Swift Riders: +234 809 999 0000" in told(business.bola)[-1]
    assert sees(business.owner, "I want to talk to a human")


async def test_a_dispatchers_sentence_is_asked_about_and_kept(business: Business):
    await business.accepted()
    await business.says(business.owner, "the red one goes first please")
    assert labels(business.owner.last) == [
        "💬 Send to Musa",
        "🔎 Search",
        "📦 New order",
    ]
    await business.presses(business.owner, "Send to Musa")
    assert "The dispatcher writes:\nthe red one goes first please" in told(business.musa)[-1]


async def test_nothing_of_a_finished_delivery_stays_with_its_rider(business: Business):
    await business.joins_by_phone(business.bola)
    await business.on_the_way()
    await business.says(business.bola, "The green gate, ring twice")
    await business.presses(business.musa, "Delivered")
    await business.says(business.musa, business.dropoff_code)
    assert not sees(business.musa, "The green gate")


async def test_what_a_rider_says_to_a_customers_words_is_the_answer_unless_it_is_for_the_bot(
    business: Business,
):
    await business.joins_by_phone(business.bola)
    await business.on_the_way()
    await business.says(business.bola, "Please ring twice")
    await business.says(business.musa, "ok")
    assert "the rider of order 1001:\nok" in told(business.bola)[-1]
    await business.says(business.bola, "Are you here?")
    await business.says(business.musa, "delivered")
    assert sees(business.musa, "type the drop-off code")
    assert not sees(business.bola, "delivered")


async def test_a_customer_may_name_the_order_which_is_no_code(business: Business):
    await business.joins_by_phone(business.bola)
    await business.on_the_way()
    typed = await business.says(business.bola, "1001")
    assert typed in business.bola.messages
    assert sees(business.bola, "Musa is on the way with order 1001")
    await business.says(business.bola, "order 1001 is for my mother, be kind to her")
    assert sees(business.musa, "order 1001 is for my mother")


async def test_words_of_a_dispatcher_do_not_end_what_is_not_finished(business: Business):
    await business.order()
    await business.says(business.owner, "/board")
    await business.presses(business.owner, "Give out")
    await business.presses(business.owner, "Choose one by one")
    await business.presses(business.owner, "1001")
    await business.says(business.owner, "the red one goes first please")
    assert "Finish what is open first" in told(business.owner)[-1]
    await business.presses(business.owner, "Give ")
    await business.presses(business.owner, "Musa Bello")
    assert sees(business.musa, "Order 1001")


async def test_nobody_answers_or_reads_words_that_are_not_for_them(business: Business):
    await business.joins_by_phone(business.bola)
    delivery = await business.on_the_way()
    await business.says(business.musa, "It rains a lot here")
    await business.says(business.bola, "The green gate, ring twice")
    reply = finds(business.musa, "The green gate").buttons[0][0].data
    answer = finds(business.owner, "It rains a lot").buttons[0][0].data
    write = press(Verb.WRITE, delivery.uuid, tokens=(business.bola.id,))
    for data in (reply, answer, write):
        business.sani.press_data(data, message=business.sani.last)
        await business.town.idle()
        await business.says(business.sani, "I am Sani and read this")
    for person in (business.bola, business.musa):
        assert not sees(person, "I am Sani")
    assert not sees(business.sani, "What shall I tell")
    assert not sees(business.sani, "green gate")
    assert not sees(business.sani, "It rains")


async def test_trouble_that_nobody_reads_is_not_called_passed_on(business: Business):
    await business.on_the_way()
    business.owner.block()
    await business.town.idle()
    await business.says(business.musa, "nobody is home here")
    assert sees(business.musa, "nobody has read it yet")
    assert not sees(business.musa, PASSED_ON)


async def test_a_customers_edited_code_is_deleted_with_a_customers_warning(business: Business):
    await business.joins_by_phone(business.bola)
    await business.on_the_way()
    typed = await business.says(business.bola, "The green gate")
    business.bola.edit(typed, business.dropoff_code)
    await business.town.idle()
    assert typed not in business.bola.messages
    assert "Never send your code here" in told(business.bola)[-1]


@pytest.mark.parametrize("said", ["copy", "on my way", "👍", "ok noted"])
async def test_agreeing_words_under_a_new_job_show_it_with_its_button(
    business: Business, said: str
):
    await business.order()
    await business.presses(business.owner, "Assign")
    await business.presses(business.owner, "Musa Bello · 0 open")
    await business.says(business.musa, said)
    assert "Accept" in labels(business.musa.last)[0]


async def test_agreeing_words_later_are_only_read(business: Business):
    await business.accepted()
    before = len(business.musa.messages)
    await business.says(business.musa, "copy")
    assert len(business.musa.messages) == before + 1


async def test_words_for_the_customer_are_offered_and_sent_by_a_tap(business: Business):
    await business.joins_by_phone(business.bola)
    await business.on_the_way()
    await business.says(business.musa, "tell the customer I'm at the gate")
    assert "shall I tell Bola this?" in told(business.musa)[-1]
    assert not sees(business.bola, "at the gate")
    await business.presses(business.musa, "Send to Bola")
    assert sees(business.bola, "I'm at the gate")
    assert "Sent to Bola" in told(business.musa)[-1]
    assert not sees(business.owner, "at the gate")


async def test_words_for_a_customer_who_is_not_here_reach_the_dispatcher(business: Business):
    await business.on_the_way()
    await business.says(business.musa, "tell the customer I'm at the gate")
    assert sees(business.owner, "at the gate")


@pytest.mark.parametrize("code", ["#4821", "it is +4821", "/4821"])
async def test_what_may_be_a_code_is_in_no_words_that_a_customer_is_offered(
    business: Business, code: str
):
    await business.joins_by_phone(business.bola)
    await business.on_the_way()
    typed = await business.says(business.musa, f"tell the customer the number is {code}")
    assert typed not in business.musa.messages
    for person in (business.bola, business.musa, business.owner):
        assert not sees(person, "4821")


async def test_words_for_a_customer_that_are_too_long_are_not_cut(business: Business):
    await business.joins_by_phone(business.bola)
    await business.on_the_way()
    await business.says(business.musa, f"tell the customer {'I am at the gate ' * 60}")
    assert not sees(business.musa, "shall I tell Bola this?")
    assert "too long" in told(business.musa)[-1]
