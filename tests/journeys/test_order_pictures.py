"""A picture that cannot be read is kept with its order: for who types it, and for who rides it."""

from datetime import timedelta

from bot.fleet import StatusToken
from bot.local_telegram import ChatMessage, LocalUser
from bot.local_telegram.attachments import Media, Photo
from bot.texts.callbacks import Verb, press
from tests.support.business import SENDER, Business, bare, finds, labels, sees

SHOW = "📷 Show the picture"
ANSWERS = ("Ada\n+2348040000009\n12 Marina Road", "Bola Ahmed\n+2348030000001\n5 Allen Avenue")


async def sends_picture(business: Business, person: LocalUser) -> ChatMessage:
    message = person.send_photo()
    await business.town.idle()
    return message


async def types_it(business: Business, rider: str = "No rider yet") -> None:
    """The owner types what a picture says, and says who brings it."""
    for answer in ANSWERS:
        await business.says(business.owner, answer)
    await business.presses(business.owner, "Just “a parcel”")
    await business.says(business.owner, "1500")
    await business.presses(business.owner, rider)


def file_of(message: ChatMessage) -> str:
    """What Telegram calls the picture or file that a message is."""
    shown = message.body.attachment
    assert isinstance(shown, Photo | Media)
    return shown.file.file_id


def pictures(person: LocalUser) -> list[ChatMessage]:
    """The pictures that the bot shows somebody now."""
    return [
        message
        for message in person.messages
        if message.from_bot and isinstance(message.body.attachment, Photo | Media)
    ]


async def made_from_picture(business: Business) -> ChatMessage:
    picture = await sends_picture(business, business.owner)
    await types_it(business, "Musa Bello")
    await business.presses(business.owner, "✅ Create")
    return picture


async def test_a_picture_that_nobody_can_read_opens_a_draft_whose_questions_answer_to_it(
    business: Business,
):
    picture = await sends_picture(business, business.owner)
    question = business.owner.last
    assert "I keep it with this order; please type what it says" in bare(question)
    assert "Who sends it?" in bare(question)
    assert question.reply_to is picture
    await business.says(business.owner, ANSWERS[0])
    assert "Who gets it?" in bare(business.owner.last)
    assert business.owner.last.reply_to is picture
    assert not await business.deliveries()


async def test_the_summary_names_the_picture_and_shows_it_again(business: Business):
    picture = await sends_picture(business, business.owner)
    await types_it(business)
    summary = business.owner.last
    assert "📷 With a picture" in bare(summary)
    await business.presses(business.owner, SHOW)
    assert file_of(business.owner.last) == file_of(picture)
    await business.presses(business.owner, "✅ Create", message=summary)
    assert sees(business.owner, "Order 1001")


async def test_nothing_is_created_before_it_was_seen(business: Business):
    await sends_picture(business, business.owner)
    await types_it(business)
    assert not await business.deliveries()
    await business.presses(business.owner, "Discard")
    assert not await business.deliveries()


async def test_the_latest_of_several_pictures_belongs_to_the_draft(business: Business):
    first = await sends_picture(business, business.owner)
    await business.says(business.owner, ANSWERS[0])
    second = await sends_picture(business, business.owner)
    said = business.owner.last
    assert "The picture before it is not kept with this order any more" in bare(said)
    assert "Who gets it?" in bare(said)
    assert said.reply_to is second
    await business.says(business.owner, ANSWERS[1])
    await business.presses(business.owner, "Just “a parcel”")
    await business.says(business.owner, "1500")
    await business.presses(business.owner, "No rider yet")
    await business.presses(business.owner, SHOW)
    assert file_of(business.owner.last) == file_of(second) != file_of(first)


async def test_each_picture_of_an_album_is_an_order_and_one_question_is_asked(business: Business):
    sent = [business.owner.send_photo(album="evening") for _ in range(3)]
    await business.town.idle()
    asked = [m for m in business.owner.messages if m.from_bot and "Who sends it?" in bare(m)]
    assert len(asked) == 1
    assert asked[0].reply_to is sent[0]
    for bringing, picture in enumerate(sent):
        for answer in ANSWERS if bringing == 0 else ANSWERS[1:]:
            assert business.owner.last.reply_to is picture
            await business.says(business.owner, answer)
        await business.presses(business.owner, "Just “a parcel”")
        if bringing == 0:
            await business.says(business.owner, "1500")
        await business.presses(business.owner, "No rider yet")
    await business.presses(business.owner, "✅ Create all 3")
    assert len(await business.deliveries()) == 3


async def test_the_draft_outlives_a_restart_with_its_picture(business: Business):
    picture = await sends_picture(business, business.owner)
    await business.town.stop_bot()
    business.clock.advance(timedelta(seconds=1))  # Telegram takes one setWebhook a second
    await business.town.start_bot()
    await business.says(business.owner, ANSWERS[0])
    assert business.owner.last.reply_to is picture


async def test_a_picture_sent_as_a_file_is_shown_as_one(business: Business):
    business.owner.send_document(b"no picture", "order.png")
    await business.town.idle()
    await types_it(business)
    await business.presses(business.owner, SHOW)
    assert business.owner.last.document


async def test_its_rider_and_its_dispatchers_see_the_picture_on_the_card(business: Business):
    picture = await made_from_picture(business)
    card = finds(business.owner, "📦 Order 1001")
    await business.presses(business.owner, SHOW, message=card)
    assert file_of(pictures(business.owner)[-1]) == file_of(picture)
    await business.presses(business.musa, SHOW)
    (shown,) = pictures(business.musa)
    assert file_of(shown) == file_of(picture)
    assert "In this picture order 1001 came" in bare(shown)


async def test_the_picture_goes_from_a_rider_whose_job_it_is_not_any_more(business: Business):
    await made_from_picture(business)
    await business.presses(business.musa, SHOW)
    assert len(pictures(business.musa)) == 1
    (order,) = await business.deliveries()
    await business.town.shop.assign(business.riders["Sani Ali"], [order.uuid])
    await business.town.idle()
    assert pictures(business.musa) == []
    business.musa.press_data(press(Verb.SHOW_PICTURE, order.uuid), message=business.musa.last)
    await business.town.idle()
    assert pictures(business.musa) == []
    await business.presses(business.sani, SHOW)
    assert len(pictures(business.sani)) == 1
    await business.town.shop.update_status(order.uuid, StatusToken.CANCELLED, note="Closed")
    await business.town.idle()
    assert pictures(business.sani) == []


async def test_nobody_else_sees_the_picture(business: Business):
    await made_from_picture(business)
    (order,) = await business.deliveries()
    shop = business.town.telegram.add_user("Ada", phone=SENDER)
    await business.joins_by_phone(business.bola)
    await business.joins_by_phone(shop)
    for person in (business.bola, business.sani, shop):
        person.press_data(press(Verb.SHOW_PICTURE, order.uuid), message=person.last)
        await business.town.idle()
        assert pictures(person) == []
        assert not any(SHOW in labels(each) for each in person.messages if each.from_bot)


async def test_a_week_later_the_picture_is_forgotten(business: Business):
    await made_from_picture(business)
    (order,) = await business.deliveries()
    before = len(pictures(business.owner))
    await business.later(days=8)
    await business.later(minutes=20)
    business.owner.press_data(press(Verb.SHOW_PICTURE, order.uuid), message=business.owner.last)
    await business.town.idle()
    assert len(pictures(business.owner)) == before
