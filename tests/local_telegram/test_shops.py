"""Bots of two libraries that sell, show what they write, and open topics in private chats."""

from collections.abc import AsyncIterator
from datetime import timedelta
from importlib import import_module
from typing import Any

import pytest

from bot.local_telegram import NoSuchButton
from tests.local_telegram.town import Town
from tests.support.clock import ManualClock

PRICES = [{"label": "Way", "amount": 1000}]
INVOICE = {"title": "Delivery", "description": "To the door", "payload": "1043",
           "currency": "EUR", "provider_token": "1:TEST:2", "prices": PRICES}  # fmt: skip


@pytest.fixture(params=["aiogram_shop", "ptb_shop"])
async def shop(request: pytest.FixtureRequest, busy_town: Town) -> AsyncIterator[Town]:
    program = import_module(f"tests.local_telegram.programs.{request.param}")
    busy_town.bot.has_topics = True
    async with program.running(busy_town.bot.token, busy_town.url):
        yield busy_town


async def test_what_is_bought_is_paid_by_its_button(shop: Town):
    ada = shop.ada
    ada.write("/buy 1043")
    await shop.until(lambda: ada.messages[-1].from_bot)
    ada.press("Pay €12.50")
    await shop.until_said("Paid: 1250 EUR")


async def test_who_may_not_pay_is_told_why(shop: Town):
    ada = shop.ada
    ada.write("/buy 1044")
    await shop.until(lambda: ada.messages[-1].from_bot)
    ada.press("Pay €12.50")
    await shop.until(lambda: ada.toasts)
    assert [(toast.text, toast.show_alert) for toast in ada.toasts] == [
        ("Somebody was faster.", True)
    ]
    assert ada.messages[-1].from_bot


async def test_what_is_written_is_shown_until_it_is_stopped(shop: Town):
    ada = shop.ada
    drafts: list[Any] = []
    shop.telegram.world.chat_listeners.append(lambda _: drafts.append(ada.draft))
    ada.write("/think")
    await shop.until(lambda: len(drafts) == 2)
    assert [draft.message.text for draft in drafts] == ["Loo", "Looking"]
    assert [message.text for message in ada.messages] == ["/think"]
    ada.stop_draft()
    await shop.until_said("Stopped 7")
    assert ada.draft is None


async def test_a_topic_of_a_private_chat_is_written_in(shop: Town):
    ada = shop.ada
    ada.write("/topic")
    await shop.until_said("Here")
    (topic,) = ada.chat().threads
    assert ada.last.posting.thread_id == topic
    ada.write("Where is it?", topic=topic)
    await shop.until_said(f"In topic {topic}")


@pytest.mark.parametrize(
    ("change", "description"),
    [
        ({"title": ""}, 'parameter "title" is required'),
        ({"prices": []}, "there must be at least one price"),
        ({"prices": [{"label": ""}]},
         "can't parse labeled price: LabeledPrice label must be non-empty"),
        ({"prices": [{"label": "Way", "amount": -5}]}, "CURRENCY_TOTAL_AMOUNT_INVALID"),
        ({"payload": "x" * 129}, "INVOICE_PAYLOAD_INVALID"),
        ({"currency": "EURO"}, "CURRENCY_INVALID"),
        ({"provider_token": ""}, "PAYMENT_PROVIDER_INVALID"),
        ({"currency": "XTR", "prices": PRICES * 2}, "STARS_INVOICE_INVALID"),
        ({"reply_markup": {"inline_keyboard": [[{"text": "No", "callback_data": "no"}]]}},
         "REPLY_MARKUP_BUY_EMPTY"),
    ],
)  # fmt: skip
async def test_a_wrong_invoice_is_refused(town: Town, change: dict[str, Any], description: str):
    town.ada.write("/start")
    refused = await town.call("sendInvoice", chat_id=town.ada.id, **{**INVOICE, **change})
    assert refused.json()["description"] == f"Bad Request: {description}"


async def test_only_an_invoice_has_a_button_that_pays(town: Town):
    town.ada.write("/start")
    keys = {"inline_keyboard": [[{"text": "Pay", "pay": True}]]}
    wish = {"chat_id": town.ada.id, "text": "Pay me", "reply_markup": keys}
    refused = await town.call("sendMessage", **wish)
    assert refused.json()["description"] == "Bad Request: BUTTON_TYPE_INVALID"


async def test_a_payment_waits_ten_seconds_for_the_bot(town: Town, clock: ManualClock):
    town.ada.write("/start")
    sent = await town.result("sendInvoice", chat_id=town.ada.id, **INVOICE)
    assert sent["invoice"]["total_amount"] == 1000
    town.ada.press("Pay")
    (*_, update) = await town.updates()
    query = update["pre_checkout_query"]
    assert query["invoice_payload"] == "1043"
    clock.advance(timedelta(seconds=10))
    answer = {"pre_checkout_query_id": query["id"], "ok": True}
    refused = await town.call("answerPreCheckoutQuery", **answer)
    assert "query is too old" in refused.json()["description"]


async def test_an_invoice_is_forwarded_with_its_button_and_never_copied(town: Town):
    town.ada.write("/start")
    sent = await town.result("sendInvoice", chat_id=town.ada.id, **INVOICE)
    wish = {"chat_id": town.ada.id, "from_chat_id": town.ada.id, "message_id": sent["message_id"]}
    forwarded = await town.result("forwardMessage", **wish)
    assert forwarded["reply_markup"] == sent["reply_markup"]
    refused = await town.call("copyMessage", **wish)
    assert refused.json()["description"] == "Bad Request: message to copy not found"


async def test_a_draft_goes_after_half_a_minute_and_with_the_message(
    town: Town, clock: ManualClock
):
    ada = town.ada
    ada.write("/start")
    wish = {"chat_id": ada.id, "draft_id": 1}
    rich = {"blocks": [{"type": "thinking", "text": "Counting"}]}
    await town.result("sendRichMessageDraft", **wish, rich_message=rich)
    assert ada.draft.message.body.words.text == "Counting"
    clock.advance(timedelta(seconds=30))
    assert ada.draft is None
    await town.result("sendMessageDraft", **wish)
    assert ada.draft.message.text == ""
    await town.result("sendMessage", chat_id=ada.id, text="Counted")
    assert ada.draft is None
    refused = await town.call("sendRichMessage", chat_id=ada.id, rich_message=rich)
    assert "no message has a block of the type 'thinking'" in refused.json()["description"]


async def test_a_draft_is_for_a_private_chat_and_has_an_id(town: Town):
    town.ada.write("/start")
    group = town.telegram.add_group("Depot", [town.ada, town.bot])
    for wish, description in [
        ({"chat_id": town.ada.id}, "draft_id must be non-zero"),
        ({"chat_id": group.id, "draft_id": 1}, "drafts can be sent in private chats only"),
    ]:
        refused = await town.call("sendMessageDraft", **wish, text="Hm")
        assert refused.json()["description"] == f"Bad Request: {description}"
    with pytest.raises(ValueError, match="no draft"):
        town.ada.stop_draft()


async def test_a_private_chat_has_topics_where_the_bot_wants_them(town: Town):
    town.ada.write("/start")
    place = {"chat_id": town.ada.id}
    refused = await town.call("createForumTopic", **place, name="Order 1043")
    assert refused.json()["description"] == "Bad Request: the chat is not a forum"
    town.bot.has_topics = True
    assert (await town.result("getMe"))["has_topics_enabled"] is True
    topic = await town.result("createForumTopic", **place, name="Order 1043")
    place["message_thread_id"] = topic["message_thread_id"]
    await town.result("editForumTopic", **place, name="Order 1044")
    refused = await town.call("closeForumTopic", **place)
    assert "supergroup and channel chats only" in refused.json()["description"]
    await town.result("deleteForumTopic", **place)
    refused = await town.call("sendMessage", **place, text="Hello")
    assert refused.json()["description"] == "Bad Request: message thread not found"


async def test_a_button_that_is_disabled_does_nothing(town: Town):
    town.ada.write("/start")
    keys = {"inline_keyboard": [[{"text": "Next", "disabled": {}}]]}
    await town.result("sendMessage", chat_id=town.ada.id, text="1 of 1", reply_markup=keys)
    with pytest.raises(ValueError, match="'Next' is disabled"):
        town.ada.press("Next")
    with pytest.raises(NoSuchButton):
        town.ada.press("Back")


async def test_a_keyboard_can_force_a_reply(town: Town):
    town.ada.write("/start")
    keys = {"inline_keyboard": [[{"text": "Skip", "callback_data": "skip"}]], "force_reply": True}
    sent = await town.result("sendMessage", chat_id=town.ada.id, text="Why?", reply_markup=keys)
    assert sent["reply_markup"] == keys
    assert town.ada.write("So").reply_to.text == "Why?"
