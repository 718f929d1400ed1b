"""The sender against a Telegram that refuses in every way it knows."""

from datetime import timedelta

import pytest

from bot.actions.notice_kinds import Erase, EraseCard, Replace, Say, SetMenu, ShowCard, View
from bot.actions.rider.code_questions import PickupQuestion
from bot.domain.person import Role
from bot.fleet import State
from bot.identifiers import DeliveryUuid
from bot.store import cards, erasure, people
from bot.store.cards import Card
from bot.texts.html import Html
from bot.texts.message import Message, Picture
from tests.local_telegram.town import picture
from tests.support.sql import execute
from tests.workers.post import DELIVERY, Post

NOBODY = 999_999_999


async def card_of(post: Post) -> Card | None:
    return await post.database.read(cards.get, post.ada.id, DELIVERY, View.DISPATCHER)


async def shown(post: Post) -> int:
    """Send the card and return the id of its message."""
    await post.know()
    await post.send(post.card())
    return post.seen()[-1].message_id


async def test_a_message_is_sent_formatted_and_its_job_ends(post: Post):
    await post.send(post.say("Hello <b>Ada</b>"))
    (message,) = post.seen()
    assert message.html == "Hello <b>Ada</b>"
    assert await post.counts() == {}


async def test_a_card_is_sent_once_and_then_edited_in_place(post: Post):
    first = await shown(post)
    await post.know(order_number="0043")
    await post.send(post.card())
    (message,) = post.seen()
    assert message.message_id == first
    assert message.edited
    assert "0043" in message.text


async def test_a_card_that_shows_the_same_is_not_edited(post: Post):
    await shown(post)
    await post.send(post.card())
    assert post.attempts("editMessageText") == 0


async def test_a_card_whose_edit_telegram_calls_no_change_counts_as_shown(post: Post):
    await shown(post)
    await post.know(order_number="0043")
    post.telegram.fail("editMessageText", 400, "Bad Request: message is not modified: exactly")
    await post.send(post.card())
    await post.send(post.card())
    assert post.attempts("editMessageText") == 1
    assert await post.counts() == {}


@pytest.mark.parametrize(
    "refusal",
    [
        "Bad Request: message to edit not found",
        "Bad Request: message can't be edited",
        "Bad Request: MESSAGE_ID_INVALID",
    ],
)
async def test_a_card_whose_message_is_gone_is_sent_anew(post: Post, refusal: str):
    first = await shown(post)
    await post.know(order_number="0043")
    post.telegram.fail("editMessageText", 400, refusal)
    await post.send(post.card())
    card = await card_of(post)
    assert card is not None
    assert card.message_id == post.seen()[-1].message_id != first
    assert len(post.seen()) == 1


async def test_a_card_of_several_jobs_that_is_over_and_gone_is_not_sent_again(post: Post):
    place, chat_id = DeliveryUuid("0b0f9d3e-6c0a-4a58-8a43-0d6f1c9e2b00"), post.ada.id
    card = Card(chat_id, place, View.PICKUP, await shown(post), shown="")
    await post.database.write(cards.save, card)
    post.telegram.fail("editMessageText", 400, "Bad Request: message to edit not found")
    await post.send(ShowCard(chat_id=chat_id, delivery=place, view=View.PICKUP))
    assert post.attempts("sendMessage") == 1
    assert await post.database.read(cards.get, chat_id, place, View.PICKUP) is None


async def test_a_fresh_card_takes_the_place_of_the_old_one(post: Post):
    first = await shown(post)
    await post.send(post.card(fresh=True))
    (message,) = post.seen()
    assert message.message_id != first


async def test_a_fresh_card_is_sent_although_the_old_message_is_gone(post: Post):
    await shown(post)
    post.telegram.fail("deleteMessage", 400, "Bad Request: message to delete not found")
    await post.send(post.card(fresh=True))
    assert post.attempts("sendMessage") == 2
    assert await post.counts() == {}


async def test_a_card_that_takes_the_place_of_a_lost_one_makes_no_sound(post: Post):
    await shown(post)
    await post.know(order_number="0043")
    post.telegram.fail("editMessageText", 400, "Bad Request: message to edit not found")
    await post.send(post.card())
    assert post.seen()[-1].posting.silent
    await post.send(post.card(fresh=True))
    assert not post.seen()[-1].posting.silent


async def test_of_a_card_that_is_too_old_to_be_deleted_nothing_can_be_read_any_more(post: Post):
    old = await shown(post)
    post.clock.advance(timedelta(hours=49))
    await post.send(post.card(fresh=True))
    blank, new = post.seen()
    assert blank.message_id == old
    assert "0042" not in blank.text
    assert not blank.buttons
    assert "0042" in new.text
    await post.send(Erase(chat_id=post.ada.id, message_id=new.message_id))
    await post.send(Erase(chat_id=post.ada.id, message_id=old))
    assert await post.counts() == {}


async def test_a_persons_own_message_that_is_too_old_to_be_deleted_stays(post: Post):
    post.clock.advance(timedelta(hours=49))
    mine = post.ada.messages[0]
    await post.send(Erase(chat_id=post.ada.id, message_id=mine.message_id))
    assert post.ada.messages == [mine]
    assert await post.counts() == {}


async def test_a_chat_without_a_card_gets_none_where_none_is_to_be_made(post: Post):
    await post.know()
    await post.send(post.card(create=False))
    assert post.seen() == []
    assert await post.counts() == {}


async def test_a_card_of_what_one_may_not_see_is_not_sent(post: Post):
    await post.know()
    await post.database.write(people.revoke, post.ada.id, Role.DISPATCHER)
    await post.send(post.card())
    assert post.seen() == []


async def test_an_erased_card_is_gone_from_the_chat_and_from_the_store(post: Post):
    await shown(post)
    erase = EraseCard(chat_id=post.ada.id, delivery=DELIVERY, view=View.DISPATCHER)
    await post.send(erase)
    await post.send(erase)
    assert post.seen() == []
    assert await card_of(post) is None


async def test_a_message_is_deleted_also_if_it_is_gone_already(post: Post):
    message_id = post.ada.messages[0].message_id
    for _ in range(2):
        await post.send(Erase(chat_id=post.ada.id, message_id=message_id))
    assert post.ada.messages == []
    assert await post.counts() == {}


async def test_formatting_that_is_refused_is_sent_as_plain_text(post: Post):
    refusal = 'Bad Request: can\'t parse entities: Unsupported start tag "x" at byte offset 0'
    post.telegram.fail("sendMessage", 400, refusal)
    await post.send(post.say("<b>1</b> &lt; 2 &amp; 3"))
    (message,) = post.seen()
    assert (message.text, message.entities) == ("1 < 2 & 3", ())


async def test_formatting_that_telegram_really_refuses_is_sent_as_plain_text(post: Post):
    await post.send(post.say("<blink>careful</blink>"))
    assert [message.text for message in post.seen()] == ["careful"]


async def test_an_edit_whose_formatting_is_refused_is_plain_text(post: Post):
    await shown(post)
    await post.know(order_number="0043")
    post.telegram.fail("editMessageText", 400, "Bad Request: can't parse entities: oh")
    await post.send(post.card())
    (message,) = post.seen()
    assert "0043" in message.text
    assert message.entities == ()


@pytest.mark.parametrize(
    "refusal",
    [
        (403, "Forbidden: bot was blocked by the user"),
        (403, "Forbidden: user is deactivated"),
        (403, "Forbidden: bot can't initiate conversation with a user"),
        (400, "Bad Request: chat not found"),
        (400, "Bad Request: PEER_ID_INVALID"),
    ],
)
async def test_a_person_who_takes_nothing_any_more_is_left_alone(
    post: Post, refusal: tuple[int, str]
):
    post.telegram.fail("sendMessage", *refusal)
    await post.send(post.say())
    assert not await post.is_reachable()
    assert await post.counts() == {}


async def test_a_person_who_has_really_blocked_the_bot_is_left_alone(post: Post):
    post.ada.block()
    await post.send(post.say())
    assert not await post.is_reachable()


async def test_a_chat_that_never_was_is_given_up(post: Post):
    await post.send(post.say(chat_id=NOBODY))
    assert await post.counts() == {}
    assert await post.is_reachable()


async def test_what_telegram_will_refuse_for_ever_is_buried_and_holds_nobody_up(post: Post):
    post.telegram.fail("sendMessage", 400, "Bad Request: BUTTON_DATA_INVALID")
    await post.send(post.say())
    assert await post.counts() == {"dead": 1}
    await post.send(post.say("the next"))
    assert [message.text for message in post.seen()] == ["the next"]


async def test_after_a_429_nothing_is_asked_of_the_chat_until_it_is_over(post: Post):
    post.telegram.fail("sendMessage", 429, "Too Many Requests: retry after 7", retry_after=7)
    await post.send(post.say("late"))
    post.clock.advance(timedelta(seconds=6))
    assert await post.waiting() == []
    post.clock.advance(timedelta(seconds=1))
    await post.deliver()
    assert [message.text for message in post.seen()] == ["late"]
    assert post.attempts("sendMessage") == 2


async def test_other_notices_of_a_held_chat_wait_without_asking(post: Post):
    """A fresh lane, as of another replica, does not know that its chat is held; the sender does."""
    post.telegram.fail("sendMessage", 429, "Too Many Requests: retry after 7", retry_after=7)
    await post.send(post.say("first"))
    await execute(post.database, "UPDATE jobs SET lane = 'elsewhere'")
    await post.send(post.say("second"))
    assert post.attempts("sendMessage") == 1
    assert await post.counts() == {"waiting": 2}


async def test_one_429_holds_its_own_chat_only(post: Post):
    bola = post.telegram.add_user("Bola")
    bola.write("/start")
    post.telegram.fail(
        "sendMessage", 429, "Too Many Requests: retry after 7", 1, 7, chat_id=post.ada.id
    )
    await post.send(post.say())
    await post.send(post.say("for Bola", chat_id=bola.id))
    assert bola.last.text == "for Bola"


async def test_429s_of_three_private_chats_in_a_row_hold_them_all(post: Post):
    people_ = [post.ada, *(post.telegram.add_user(name) for name in ("Bola", "Chika", "Dayo"))]
    for person in people_:
        person.write("/start")
    post.telegram.fail("sendMessage", 429, "Too Many Requests: retry after 7", 3, 7)
    for person in people_:
        await post.send(post.say(chat_id=person.id))
    assert post.attempts("sendMessage") == 3
    post.clock.advance(timedelta(seconds=7))
    for person in people_:
        await post.deliver()
        assert person.last.text == "Hello Ada"


async def test_429s_of_two_groups_hold_nobody_else(post: Post):
    groups = [post.telegram.add_group(name, [post.ada, post.account]) for name in ("One", "Two")]
    post.telegram.fail("sendMessage", 429, "Too Many Requests: retry after 40", 2, 40)
    for group in groups:
        await post.send(post.say(chat_id=group.id))
    await post.send(post.say("at once"))
    assert post.ada.last.text == "at once"


@pytest.mark.parametrize(("code", "retry_after"), [(429, 40), (500, None), (401, None)])
async def test_a_menu_that_cannot_be_set_delays_no_message(
    post: Post, code: int, retry_after: int | None
):
    post.telegram.fail("setMyCommands", code, "Not now", 1, retry_after)
    await post.send(SetMenu(chat_id=post.ada.id))
    await post.send(post.say("at once"))
    assert post.ada.last.text == "at once"
    post.clock.advance(timedelta(seconds=60))
    await post.deliver()
    assert len(post.account.menus) == 1


async def test_a_group_that_became_a_supergroup_is_followed(post: Post):
    account = post.ada.chat().bot
    group = post.telegram.add_group("Dispatch", [post.ada, account])
    supergroup = group.upgrade()
    await post.send(post.say("for all", chat_id=group.id))
    await post.deliver()
    assert supergroup.messages[-1].text == "for all"
    assert await post.counts() == {}


async def test_a_telegram_that_does_not_answer_leaves_the_notice_to_be_tried_again(post: Post):
    post.telegram.down = True
    await post.send(post.say())
    assert await post.counts() == {"waiting": 1}
    assert await post.is_reachable()


async def test_a_token_that_telegram_refuses_holds_what_waits_and_drops_nothing(post: Post):
    post.telegram.fail("sendMessage", 401, "Unauthorized", 10)
    await post.send(post.say("late"))
    for _ in range(9):
        post.clock.advance(timedelta(minutes=5))
        await post.deliver()
    assert await post.counts() == {"waiting": 1}
    post.clock.advance(timedelta(minutes=5))
    await post.deliver()
    assert [message.text for message in post.seen()] == ["late"]


async def test_a_message_answers_the_card_that_it_is_about(post: Post):
    card = await shown(post)
    said = Say(
        chat_id=post.ada.id,
        message=Message(html=Html("Cancelled")),
        under=(DELIVERY, View.DISPATCHER),
    )
    await post.send(said)
    message = post.seen()[-1]
    assert message.reply_to is not None
    assert message.reply_to.message_id == card


async def test_a_message_about_a_card_that_is_gone_is_sent_all_the_same(post: Post):
    await shown(post)
    await post.bot.delete_message(post.ada.id, post.seen()[-1].message_id)
    said = Say(
        chat_id=post.ada.id,
        message=Message(html=Html("Cancelled")),
        under=(DELIVERY, View.DISPATCHER),
    )
    await post.send(said)
    assert post.seen()[-1].text == "Cancelled"


async def test_a_message_that_is_too_long_is_shortened_and_arrives(post: Post):
    await post.send(post.say("\n".join(["<b>line</b> 🛵 &amp;"] * 2000)))
    (message,) = post.seen()
    assert message.text.endswith("…")


async def test_a_menu_shows_a_person_their_commands(post: Post):
    await post.send(SetMenu(chat_id=post.ada.id))
    await post.send(SetMenu(chat_id=NOBODY))
    assert post.attempts("setMyCommands") == 1
    assert await post.counts() == {}


async def test_a_closed_delivery_is_still_shown_to_dispatchers(post: Post):
    await post.know(state=State.CANCELLED, cancellation_reason="<i>no</i>")
    await post.send(post.card())
    (message,) = post.seen()
    assert "<i>no</i>" in message.text.replace("\u2060", "")


PHOTO = "https://photos.example.com/door.jpg"


def with_photo(post: Post, url: str = PHOTO) -> Say:
    message = post.say("Delivered").message
    picture = Picture(url=url)
    return post.say().model_copy(
        update={"message": message.model_copy(update={"attachment": picture})}
    )


async def test_a_photo_of_a_host_that_is_allowed_is_sent_with_the_words(post: Post):
    post.telegram.web[PHOTO] = picture()
    await post.send(with_photo(post))
    (message,) = post.seen()
    assert message.caption == "Delivered"
    assert message.as_json()["photo"]


@pytest.mark.parametrize(
    "url",
    [
        "https://elsewhere.example.com/door.jpg",
        "http://photos.example.com/door.jpg",
        "https://photos.example.com.evil.example/door.jpg",
        "https://[photos.example.com/door.jpg",
        "door.jpg",
    ],
)
async def test_of_a_photo_from_elsewhere_only_the_words_are_sent(post: Post, url: str):
    post.telegram.web[url] = b"\xff\xd8\xff\xd9"
    await post.send(with_photo(post, url))
    assert [message.text for message in post.seen()] == ["Delivered"]
    assert post.attempts("sendPhoto") == 0


@pytest.mark.parametrize("found", [{}, {PHOTO: b"no picture"}], ids=["nothing", "no picture"])
async def test_a_photo_that_telegram_does_not_take_does_not_keep_the_words_back(
    post: Post, found: dict[str, bytes]
):
    post.telegram.web.update(found)
    await post.send(with_photo(post))
    assert [message.text for message in post.seen()] == ["Delivered"]
    assert post.attempts("sendPhoto") == 1
    assert await post.counts() == {}


async def test_a_quiet_card_makes_no_sound(post: Post):
    await post.know()
    await post.send(post.card(quiet=True))
    assert post.seen()[-1].posting.silent


async def test_the_menu_of_somebody_who_is_forgotten_is_taken_away(post: Post):
    await post.send(SetMenu(chat_id=post.ada.id))
    await post.database.write(erasure.forget, post.ada.id)
    await post.send(SetMenu(chat_id=post.ada.id))
    assert post.account.menus == {}


async def test_an_edit_of_words_that_stand_under_a_photo_now_is_sent_anew(post: Post):
    post.telegram.fail(
        "editMessageText", 400, "Bad Request: there is no text in the message to edit"
    )
    message = post.say("Thank you").message
    await post.send(Replace(chat_id=post.ada.id, message_id=1, message=message))
    assert post.seen()[-1].text == "Thank you"


async def test_telegram_has_half_a_minute_to_answer_before_anything_is_said_twice(post: Post):
    assert post.bot.request.read_timeout >= 30


async def test_words_for_somebody_who_wants_quiet_make_no_sound(post: Post):
    tomorrow = post.clock.now() + timedelta(days=1)
    await post.send(post.say("Hello"))
    await post.database.write(people.mute_until, post.ada.id, tomorrow)
    await post.send(post.say("Hello again"))
    await post.send(Replace(chat_id=post.ada.id, message_id=0, message=Message(html=Html("Late"))))
    assert [message.posting.silent for message in post.seen()] == [False, True, True]


@pytest.mark.parametrize(("state", "said"), [(State.IN_TRANSIT, 1), (State.DELIVERED, 0)])
async def test_nobody_is_asked_once_more_for_a_code_of_what_is_over(
    post: Post, state: State, said: int
):
    await post.know(state=state)
    question = {"under": (DELIVERY, View.RIDER), "becomes": View.CODE_PROMPT}
    await post.send(post.say("Type the code again.").model_copy(update=question))
    assert len(post.seen()) == said
    assert await post.counts() == {}


async def test_nobody_is_asked_for_a_code_when_another_is_asked_for_by_then(post: Post):
    await post.know()
    asked = PickupQuestion(delivery=DeliveryUuid("another order"))
    await post.database.write(asked.ask, post.ada.id)
    await post.send(
        ShowCard(chat_id=post.ada.id, delivery=DELIVERY, view=View.CODE_PROMPT, fresh=True)
    )
    assert post.seen() == []
    assert await post.counts() == {}
