"""Customer and rider talk through the bot, and neither learns a number."""

from bot.texts.callbacks import Verb, press
from tests.support.business import Business, bare, finds, labels, sees, told


async def test_they_talk_there_and_back(business: Business):
    await business.joins_by_phone(business.bola)
    await business.accepted()
    await business.presses(business.bola, "Message the rider")
    assert "what shall I tell Musa?" in told(business.bola)[-1]
    written = await business.says(business.bola, "How far are you?")
    assert written.reactions == ("👍",)
    got = business.musa.last
    assert "Message from Bola, the customer of order 1001:\n“How far are you?”" in bare(got)
    assert "Ahmed" not in bare(got)
    await business.presses(business.musa, "Reply")
    written = await business.says(business.musa, "Round the corner")
    assert written.reactions == ("👍",)
    assert (
        "Message from Musa, the rider of order 1001:\nRound the corner" in told(business.bola)[-1]
    )
    assert "Bello" not in told(business.bola)[-1]
    await business.says(business.bola, "Fine, thank you")
    assert sees(business.musa, "Fine, thank you")


async def test_photos_and_voice_messages_go_through_and_stickers_do_not(business: Business):
    await business.joins_by_phone(business.bola)
    await business.accepted()
    await business.presses(business.musa, "Message Bola")
    business.musa.send_sticker()
    await business.town.idle()
    assert "Please send words, a photo or a voice message" in told(business.musa)[-1]
    business.musa.send_photo(caption="Is this your gate?")
    await business.town.idle()
    assert "Is this your gate?" in (business.bola.last.caption or "")
    assert business.bola.last.as_json()["photo"]
    business.bola.send_voice()
    await business.town.idle()
    assert business.musa.last.as_json()["voice"]
    assert "the customer of order" in (business.musa.last.caption or "")


async def test_codes_do_not_go_through(business: Business):
    await business.joins_by_phone(business.bola)
    await business.on_the_way()
    await business.presses(business.bola, "Message the rider")
    typed = await business.says(business.bola, business.dropoff_code)
    assert typed not in business.bola.messages
    assert "Never send your code here" in told(business.bola)[-1]
    assert not sees(business.musa, "Message from Bola")
    await business.presses(business.musa, "Message Bola")
    typed = await business.says(business.musa, business.dropoff_code)
    assert typed not in business.musa.messages
    assert not sees(business.bola, "Message from Musa")


async def test_nothing_goes_through_once_the_delivery_is_over(business: Business):
    await business.joins_by_phone(business.bola)
    delivery = await business.on_the_way()
    await business.presses(business.bola, "Message the rider")
    await business.says(business.musa, f"/dropoff 1001 {business.dropoff_code}")
    await business.says(business.bola, "Are you there?")
    assert "is over, or somebody else has it now" in told(business.bola)[-1]
    assert not sees(business.musa, "Are you there?")
    business.bola.press_data(press(Verb.MESSAGE_RIDER, delivery.uuid), message=business.bola.last)
    await business.town.idle()
    assert business.bola.toasts[-1].text == "This has changed."


async def test_nobody_writes_into_a_delivery_that_is_not_theirs(business: Business):
    await business.joins_by_phone(business.bola)
    delivery = await business.accepted()
    efe = business.town.telegram.add_user("Efe", phone="+2348030000002")
    await business.joins_by_phone(efe)
    await business.order(business.receiver("Efe Obi", "+2348030000002", "7 Broad Street"))
    to_rider = press(Verb.MESSAGE_RIDER, delivery.uuid)
    efe.press_data(to_rider, message=efe.last)
    to_bola = press(Verb.MESSAGE_CUSTOMER, delivery.uuid, tokens=(business.bola.id,))
    business.sani.press_data(to_bola, message=business.sani.last)
    to_efe = press(Verb.MESSAGE_CUSTOMER, delivery.uuid, tokens=(efe.id,))
    business.musa.press_data(to_efe, message=business.musa.last)
    await business.town.idle()
    for person in (efe, business.sani, business.musa):
        assert person.toasts[-1].text == "This has changed."


async def test_twenty_messages_an_hour_are_enough(business: Business):
    await business.joins_by_phone(business.bola)
    await business.accepted()
    for number in range(21):
        await business.presses(business.bola, "Message the rider")
        await business.says(business.bola, f"Hello {number}")
    assert "20 messages within an hour" in told(business.bola)[-1]
    assert bare(finds(business.musa, "Message from Bola")).count("Hello") == 12  # the latest
    await business.later(hours=1)
    await business.presses(business.bola, "Message the rider")
    await business.says(business.bola, "Once more")
    assert sees(business.musa, "Once more")


async def test_a_rider_who_is_not_here_cannot_be_written_to(business: Business):
    await business.joins_by_phone(business.bola)
    delivery = await business.accepted()
    await business.says(business.musa, "/stop")
    await business.presses(business.musa, "Stop anyway")
    business.bola.press_data(press(Verb.MESSAGE_RIDER, delivery.uuid), message=business.bola.last)
    await business.town.idle()
    assert "cannot be reached here now" in told(business.bola)[-1]


async def test_a_question_for_a_code_is_not_taken_for_an_answer(business: Business):
    await business.joins_by_phone(business.bola)
    await business.accepted()
    await business.presses(business.musa, "Picked up")
    await business.presses(business.bola, "Message the rider")
    await business.says(business.bola, "Please hurry")
    await business.says(business.musa, business.pickup_code)
    assert sees(business.bola, "Order 1001 is on the way")
    assert not sees(business.bola, "Message from Musa")


async def test_a_riders_card_offers_the_customers_who_are_here(business: Business):
    await business.accepted()
    card = finds(business.musa, "Order 1001")
    await business.presses(business.musa, "⋯", message=card)
    assert "💬 Message Bola" not in labels(card)
    await business.follows(business.bola, "Bola Ahmed")
    await business.presses(business.musa, "💬 Message Bola", message=card)
    assert sees(business.musa, "what shall I tell Bola?")
    assert "💬 Message the rider" in labels(finds(business.bola, "📦 Order 1001"))


async def test_words_under_a_photo_arrive_whole_or_are_called_too_long(business: Business):
    await business.joins_by_phone(business.bola)
    await business.accepted()
    for words in ("🎈" * 500, "🎈" * 400):
        await business.presses(business.bola, "Message the rider")
        sent = business.bola.send_photo(caption=words)
        await business.town.idle()
        arrived = words in bare(business.musa.last)
        assert arrived is (sent.reactions == ("👍",))
    assert arrived
    assert sees(business.bola, "That is too long")


async def test_what_a_rider_tells_one_customer_never_goes_to_another(business: Business):
    efe = business.town.telegram.add_user("Efe", phone="+2348030000002")
    for person in (business.bola, efe):
        await business.joins_by_phone(person)
    await business.accepted()
    await business.order(business.receiver("Efe Obi", efe.phone, "7 Broad Street"))
    await business.says(business.owner, "/assign 1002")
    await business.presses(business.owner, "Musa Bello")
    await business.says(business.musa, "1001")
    await business.presses(business.musa, "Message Bola")
    await business.presses(efe, "Message the rider")
    await business.says(efe, "How long will it take?")
    assert sees(business.musa, "How long will it take?")
    await business.says(business.musa, "I leave it with your neighbour")
    assert sees(business.bola, "I leave it with your neighbour")
    assert not sees(efe, "I leave it with your neighbour")


async def test_a_question_for_a_code_goes_when_the_rider_writes_to_the_customer(
    business: Business,
):
    await business.joins_by_phone(business.bola)
    await business.on_the_way()
    await business.presses(business.musa, "Delivered")
    await business.presses(business.musa, "Message Bola")
    assert not sees(business.musa, "type the drop-off code")


async def test_who_has_written_what_the_rider_was_never_shown_is_told_when_it_is_too_late(
    business: Business,
):
    await business.joins_by_phone(business.bola)
    delivery = await business.accepted()
    musa = business.musa
    business.town.telegram.fail("sendMessage", 429, "Too Many", retry_after=30, chat_id=musa.id)
    await business.presses(business.bola, "Message the rider")
    await business.says(business.bola, "The gate is behind the church")
    await business.town.shop.assign(business.riders["Sani Ali"], [delivery.uuid])
    await business.town.idle()
    assert sees(business.bola, "is over, or somebody else has it now")
    await business.later(seconds=40)
    assert not sees(musa, "behind the church")
    assert not sees(musa, "💬 Order 1001 is over")


async def test_nobody_is_told_that_words_reached_nobody_which_the_rider_has_seen(
    business: Business,
):
    await business.joins_by_phone(business.bola)
    delivery = await business.accepted()
    await business.presses(business.bola, "Message the rider")
    await business.says(business.bola, "The gate is behind the church")
    await business.town.shop.assign(business.riders["Sani Ali"], [delivery.uuid])
    await business.town.idle()
    assert sees(business.musa, "💬 Order 1001 is over")
    assert not sees(business.bola, "is over, or somebody else has it now")
