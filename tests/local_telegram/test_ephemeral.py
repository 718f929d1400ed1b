"""Messages that one person in a group sees: when they can be sent, who sees them, how they end."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import httpx
import pytest

from bot.local_telegram import LocalGroup, LocalUser
from tests.local_telegram.programs import aiogram_ephemeral
from tests.local_telegram.town import TOKEN, Town
from tests.support.clock import ManualClock

BUTTON = {"inline_keyboard": [[{"text": "Show", "callback_data": "show"}]]}


@dataclass
class Desk:
    """A group of Ada, Ben and the bot, with a message under which there is a button."""

    town: Town
    group: LocalGroup
    ben: LocalUser

    @property
    def ada(self) -> LocalUser:
        return self.town.ada

    async def call(self, method: str, **arguments: Any) -> httpx.Response:
        return await self.town.call(method, chat_id=self.group.id, **arguments)

    async def press(self, person: LocalUser | None = None) -> dict[str, Any]:
        """Let somebody press; return what the bot is told."""
        await self.call("sendMessage", text="1043", reply_markup=BUTTON)
        (person or self.ada).press("Show", chat=self.group)
        return dict((await self.town.updates(offset=-1))[-1]["callback_query"])

    async def answers(self, press: dict[str, Any], **wish: Any) -> httpx.Response:
        receiver = wish.pop("receiver_user_id", press["from"]["id"])
        to = {"receiver_user_id": receiver, "callback_query_id": press["id"], **wish}
        return await self.call(
            "sendMessage", text="For Grace", reply_markup=BUTTON, ephemeral_message_parameters=to
        )

    async def shown(self) -> dict[str, Any]:
        """Answer a press of Ada's; return the message that she gets."""
        return dict((await self.answers(await self.press())).json()["result"])

    def seen_by(self, person: LocalUser) -> list[str]:
        return [message.text for message in person.sees(self.group)]


@pytest.fixture
async def desk(town: Town) -> Desk:
    ben = town.telegram.add_user("Ben")
    return Desk(town, town.telegram.add_group("Desk", [town.ada, ben, town.bot]), ben)


def refused(response: httpx.Response) -> str:
    told = response.json()
    assert not told["ok"], told
    return str(told["description"])


async def test_an_answer_to_a_press_is_seen_by_who_has_pressed_and_by_nobody_else(desk: Desk):
    sent = await desk.shown()
    assert (sent["message_id"], sent["receiver_user"]["id"]) == (0, desk.ada.id)
    assert desk.seen_by(desk.ada) == ["1043", "For Grace"]
    assert desk.seen_by(desk.ben) == [message.text for message in desk.group.messages] == ["1043"]
    desk.ada.press("Show", chat=desk.group)
    pressed = (await desk.town.updates(offset=-1))[-1]["callback_query"]["message"]
    assert pressed["ephemeral_message_id"] == sent["ephemeral_message_id"]


async def test_a_press_is_answered_within_fifteen_seconds_however_it_was_answered_before(
    desk: Desk, clock: ManualClock
):
    press = await desk.press()
    await desk.town.result("answerCallbackQuery", callback_query_id=press["id"])
    clock.advance(timedelta(seconds=14))
    assert (await desk.answers(press)).is_success
    clock.advance(timedelta(seconds=1))
    assert "query is too old" in refused(await desk.answers(press))
    assert desk.seen_by(desk.ada) == ["1043", "For Grace"]


async def test_nobody_but_who_has_pressed_and_is_there_is_answered(desk: Desk):
    press = await desk.press(desk.ben)
    assert "query is too old" in refused(await desk.answers(press, receiver_user_id=desk.ada.id))
    assert "NOT_PARTICIPANT" in refused(
        await desk.answers(press, receiver_user_id=desk.town.bot.id)
    )
    assert "NOT_PARTICIPANT" in refused(await desk.answers(press, receiver_user_id="nobody"))
    desk.group.kick(desk.ben)
    assert "NOT_PARTICIPANT" in refused(await desk.answers(press))
    assert "For Grace" not in desk.seen_by(desk.ada) + desk.seen_by(desk.ben)


async def test_without_a_press_only_an_administrator_sends_one(desk: Desk):
    to = {"receiver_user_id": desk.ada.id}
    wish = {"text": "For you", "ephemeral_message_parameters": to}
    assert "MESSAGE_NOT_COMMAND" in refused(await desk.call("sendMessage", **wish))
    desk.group.promote(desk.town.bot)
    assert (await desk.call("sendMessage", **wish)).is_success
    assert desk.seen_by(desk.ada) == ["For you"]
    assert desk.seen_by(desk.ben) == []


async def test_one_that_replaces_is_seen_in_the_place_of_the_pressed_message(desk: Desk):
    press = await desk.press()
    await desk.call("sendMessage", text="Later")
    sent = (await desk.answers(press, replace_callback_query_message=True)).json()["result"]
    assert desk.seen_by(desk.ada) == ["For Grace", "Later"]
    assert desk.seen_by(desk.ben) == ["1043", "Later"]
    desk.ada.press("Show", chat=desk.group)
    again = (await desk.town.updates(offset=-1))[-1]["callback_query"]
    assert "edited instead" in refused(
        await desk.answers(again, replace_callback_query_message=True)
    )
    name = {key: sent[key] for key in ("ephemeral_message_id",)}
    assert await desk.town.result(
        "deleteEphemeralMessage", chat_id=desk.group.id, receiver_user_id=desk.ada.id, **name
    )
    assert desk.seen_by(desk.ada) == ["1043", "Later"]


async def test_it_is_edited_and_deleted_by_its_own_methods_alone_and_its_id_is_used_again(
    desk: Desk,
):
    sent = await desk.shown()
    own = {"receiver_user_id": desk.ada.id, "ephemeral_message_id": sent["ephemeral_message_id"]}
    edit = "editEphemeralMessageText"
    assert (await desk.call(edit, text="For Tom", **own)).json()["result"] is True
    assert desk.seen_by(desk.ada)[-1] == "For Tom"
    assert "not modified" in refused(await desk.call(edit, text="For Tom", **own))
    assert (
        await desk.call("editEphemeralMessageReplyMarkup", reply_markup=BUTTON, **own)
    ).is_success
    assert desk.ada.sees(desk.group)[-1].buttons[0][0].label == "Show"
    assert "no caption" in refused(await desk.call("editEphemeralMessageCaption", **own))
    theirs = {**own, "receiver_user_id": desk.ben.id}
    assert "to edit not found" in refused(await desk.call(edit, text="Mine", **theirs))
    wrong = {"message_id": sent["ephemeral_message_id"]}
    assert "not found" in refused(await desk.call("editMessageText", text="All", **wrong))
    assert "not found" in refused(await desk.call("deleteMessage", message_id=0))
    assert (await desk.call("deleteEphemeralMessage", **own)).is_success
    assert "to delete not found" in refused(await desk.call("deleteEphemeralMessage", **own))
    assert desk.seen_by(desk.ada) == ["1043"]
    assert (await desk.shown())["ephemeral_message_id"] == sent["ephemeral_message_id"]


async def test_a_rich_message_can_be_ephemeral_and_is_edited(desk: Desk):
    desk.group.promote(desk.town.bot)
    to = {"ephemeral_message_parameters": {"receiver_user_id": desk.ada.id}}
    sent = (
        await desk.call("sendRichMessage", rich_message={"html": "<p>For Grace</p>"}, **to)
    ).json()
    own = {
        "receiver_user_id": desk.ada.id,
        "ephemeral_message_id": sent["result"]["ephemeral_message_id"],
    }
    edited = {"rich_message": {"html": "<p>For Tom</p>"}}
    assert (await desk.call("editEphemeralMessageText", **edited, **own)).is_success
    [message] = desk.ada.sees(desk.group)
    assert "For Tom" in str(message.as_json())
    assert desk.ben.sees(desk.group) == []


async def test_a_picture_has_its_caption_and_gives_way_to_another(desk: Desk):
    desk.group.promote(desk.town.bot)
    to = {"ephemeral_message_parameters": {"receiver_user_id": desk.ada.id}}
    desk.town.telegram.web["https://example.org/a.txt"] = b"a"
    file = {"document": "https://example.org/a.txt", "caption": "First"}
    sent = (await desk.call("sendDocument", **file, **to)).json()["result"]
    own = {"receiver_user_id": desk.ada.id, "ephemeral_message_id": sent["ephemeral_message_id"]}
    assert (await desk.call("editEphemeralMessageCaption", caption="Second", **own)).is_success
    media = {"type": "document", "media": "https://example.org/a.txt", "caption": "Third"}
    assert (await desk.call("editEphemeralMessageMedia", media=media, **own)).is_success
    assert [message.caption for message in desk.ada.sees(desk.group)] == ["Third"]
    assert desk.ben.sees(desk.group) == []


@pytest.mark.parametrize(
    "wish",
    [
        ("sendLocation", {"latitude": 6, "longitude": 3, "live_period": 60}),
        ("sendMessage", {"text": "?", "reply_markup": {"inline_keyboard": [[
            {"text": "In", "login_url": {"url": "https://example.org"}}]]}}),
    ],
)  # fmt: skip
async def test_what_lives_or_logs_in_is_never_ephemeral(
    desk: Desk, wish: tuple[str, dict[str, Any]]
):
    desk.group.promote(desk.town.bot)
    to = {"ephemeral_message_parameters": {"receiver_user_id": desk.ada.id}}
    assert "can't be ephemeral" in refused(await desk.call(wish[0], **wish[1], **to))


async def test_a_private_chat_has_none(town: Town):
    town.ada.write("/start")
    to = {"ephemeral_message_parameters": {"receiver_user_id": town.ada.id}}
    response = await town.call("sendMessage", chat_id=town.ada.id, text="Psst", **to)
    assert "can't be ephemeral" in refused(response)


async def test_it_can_be_forwarded_by_nobody(desk: Desk):
    await desk.shown()
    with pytest.raises(ValueError, match="cannot be forwarded"):
        desk.ada.forward(desk.ada.sees(desk.group)[-1])


async def test_an_ephemeral_command_reaches_the_bot_alone_and_is_answered_by_a_reply(
    desk: Desk, clock: ManualClock
):
    menu = [{"command": "find", "description": "Search", "is_ephemeral": True}]
    await desk.town.result("setMyCommands", commands=menu)
    assert await desk.town.result("getMyCommands") == menu
    desk.ada.write("/find Grace", chat=desk.group)
    desk.ada.write("/other", chat=desk.group)
    told = next(each["message"] for each in await desk.town.updates() if "message" in each)
    assert (told["text"], told["message_id"]) == ("/find Grace", 0)
    assert told["receiver_user"]["id"] == desk.town.bot.id
    assert desk.seen_by(desk.ben) == ["/other"]
    reply = {"reply_parameters": {"ephemeral_message_id": told["ephemeral_message_id"]}}
    to = {"ephemeral_message_parameters": {"receiver_user_id": desk.ada.id}}
    assert "must be ephemeral" in refused(await desk.call("sendMessage", text="Grace", **reply))
    sent = (await desk.call("sendMessage", text="Grace", **reply, **to)).json()["result"]
    assert "reply_to_message" not in sent
    assert desk.seen_by(desk.ada) == ["/find Grace", "/other", "Grace"]
    unknown = {"reply_parameters": {"ephemeral_message_id": sent["ephemeral_message_id"]}}
    assert "not found" in refused(await desk.call("sendMessage", text="Mine", **unknown, **to))
    clock.advance(timedelta(seconds=15))
    assert "not found" in refused(await desk.call("sendMessage", text="Late", **reply, **to))


async def test_an_answer_to_an_ephemeral_message_is_ephemeral(desk: Desk):
    await desk.shown()
    desk.ada.write("And the phone?", chat=desk.group, reply_to=desk.ada.sees(desk.group)[-1])
    told = (await desk.town.updates(offset=-1))[-1]["message"]
    assert (told["text"], told["receiver_user"]["id"]) == ("And the phone?", desk.town.bot.id)
    assert desk.seen_by(desk.ben) == ["1043"]


async def test_who_is_offline_gets_neither_the_message_nor_its_edits(desk: Desk):
    desk.ada.go_offline()
    missed = await desk.shown()
    desk.ada.go_offline(offline=False)
    assert desk.seen_by(desk.ada) == ["1043"]
    own = {"receiver_user_id": desk.ada.id}
    name = {"ephemeral_message_id": missed["ephemeral_message_id"]}
    assert (await desk.call("deleteEphemeralMessage", **own, **name)).is_success
    name = {"ephemeral_message_id": (await desk.shown())["ephemeral_message_id"]}
    desk.ada.go_offline()
    edit = "editEphemeralMessageText"
    assert (await desk.call(edit, text="For Tom", **own, **name)).is_success
    assert (await desk.call("deleteEphemeralMessage", **own, **name)).is_success
    assert desk.seen_by(desk.ada)[-1] == "For Grace"


async def test_the_spelling_of_the_first_version_is_read_too(desk: Desk):
    press = await desk.press()
    to = {"receiver_user_id": desk.ada.id, "callback_query_id": press["id"]}
    assert (await desk.call("sendMessage", text="For you", **to)).is_success
    assert desk.seen_by(desk.ben) == ["1043"]


async def test_a_server_that_does_not_know_it_shows_everybody_what_was_meant_for_one(desk: Desk):
    desk.town.telegram.knows_ephemeral = False
    sent = await desk.shown()
    assert "ephemeral_message_id" not in sent
    assert desk.seen_by(desk.ben) == ["1043", "For Grace"]
    assert "method not found" in refused(await desk.call("deleteEphemeralMessage"))


async def test_a_bot_on_aiogram_is_a_desk_in_a_group(served_town: Town):
    """A press, an edit, a command and their end, with nothing of it for the others."""
    town = served_town
    ben = town.telegram.add_user("Ben")
    group = town.telegram.add_group("Desk", [town.ada, ben, town.bot])

    def sees(text: str) -> bool:
        return any(text in message.text for message in town.ada.sees(group))

    async with aiogram_ephemeral.running(TOKEN, town.url, group.id):
        await town.until(lambda: sees("Order 1043"))
        town.ada.press("Details", chat=group)
        await town.until(lambda: sees("Grace, +2348010000001"))
        assert not sees("Order 1043")
        town.ada.press("Address", chat=group)
        await town.until(lambda: sees("12 Marina Road"))
        town.ada.press("Close", chat=group)
        await town.until(lambda: sees("Order 1043"))
        town.ada.write("/find Grace", chat=group)
        await town.until(lambda: sees("Found: Grace"))
    assert [message.text for message in ben.sees(group)] == ["Order 1043"]
