"""Events: each once and in order, for any number of readers, who may come back."""

from bot.local_telegram.control import EventLog
from tests.local_telegram.control.served import Heard, ServedTelegram, events, read_until


def says(text: str):
    return lambda event: event.kind == "message" and event.data["message"]["text"] == text


async def test_what_was_written_and_answered_comes_in_order_under_numbers_that_grow_by_one(
    served: ServedTelegram,
):
    async with events(served.page) as reading:
        await served.does("messages", text="Hello")
        await served.says("Good day")
        found = await read_until(reading, says("Good day"))
    assert [event.data["message"]["text"] for event in found if event.kind == "message"] == [
        "Hello",
        "Good day",
    ]
    first = found[0].number
    assert [event.number for event in found] == list(range(first, first + len(found)))


async def test_who_was_cut_off_hears_what_it_has_missed_and_nothing_twice(served: ServedTelegram):
    async with events(served.page) as reading:
        await served.says("one")
        (*_, last) = await read_until(reading, says("one"))
    await served.says("two")
    await served.says("three")
    async with events(served.page, since=0, last_id=last.number) as reading:
        found = await read_until(reading, says("three"))
    assert [event.data["message"]["text"] for event in found] == ["two", "three"]


async def test_two_readers_hear_the_same(served: ServedTelegram):
    async with events(served.page) as one, events(served.page) as other:
        assert served.log.readers == 2
        await served.says("to everybody")
        assert await read_until(one, says("to everybody")) == await read_until(
            other, says("to everybody")
        )


async def test_who_is_too_far_behind_is_told_to_begin_anew_and_then_hears_what_is_new(
    served: ServedTelegram,
):
    for number in range(60):  # more than this log keeps
        await served.says(f"message {number}")
    async with events(served.page, since=1) as reading:
        (reset,) = await read_until(reading, lambda _: True)
        assert reset.kind == "reset"
        assert reset.number == (await served.state())["last_event"]
        await served.says("after that")
        (heard,) = await read_until(reading, lambda _: True)
    assert says("after that")(heard)


async def test_a_number_that_was_never_given_out_is_one_of_another_start(served: ServedTelegram):
    heard = await served.heard(lambda _: True, since=1_000_000)
    assert [event.kind for event in heard] == ["reset"]


async def test_what_state_holds_and_what_comes_after_it_fit_together(served: ServedTelegram):
    await served.says("before")
    state = await served.state()
    await served.says("after")
    heard = await served.heard(lambda event: event.kind == "message", state["last_event"])
    assert [event.data["message"]["text"] for event in heard] == ["after"]


async def test_who_has_gone_is_no_reader_any_more(served: ServedTelegram):
    async with events(served.page) as reading:
        await served.says("hello")
        await read_until(reading, says("hello"))
    async with events(served.page) as reading:
        await served.says("again")
        await read_until(reading, says("again"))
    assert served.log.readers <= 1


async def test_each_kind_of_event_says_what_happened(served: ServedTelegram):
    keys = [[{"text": "Yes", "callback_data": "yes"}]]
    sent = await served.says("Sure?", reply_markup={"inline_keyboard": keys})
    await served.does("press", message_id=sent["message_id"], row=0, column=0)
    (update,) = await served.call("getUpdates", allowed_updates=["callback_query"])
    query = update["callback_query"]["id"]
    await served.call("answerCallbackQuery", callback_query_id=query, text="Noted", show_alert=True)
    where = {"chat_id": served.ada.id, "message_id": sent["message_id"]}
    await served.call("editMessageText", **where, text="Sure.")
    await served.call("setMessageReaction", **where, reaction=[{"type": "emoji", "emoji": "👍"}])
    await served.call("deleteMessage", **where)
    heard = await served.heard(lambda event: event.kind == "gone")
    by_kind = {event.kind: event.data for event in heard}
    assert by_kind["pressed"]["label"] == "Yes"
    assert by_kind["toast"] == {
        "user_id": served.ada.id,
        "text": "Noted",
        "alert": True,
        "url": None,
    }
    assert by_kind["message"]["change"] == "edited"
    assert by_kind["message"]["message"]["text"] == "Sure."
    assert by_kind["message"]["message"]["edited_at"]
    assert by_kind["message"]["message"]["reactions"] == ["👍"]
    assert by_kind["gone"]["message_id"] == sent["message_id"]
    assert by_kind["gone"]["user_ids"] == [served.ada.id]


async def test_only_what_others_say_aloud_sounds(served: ServedTelegram):
    await served.does("messages", text="mine")
    await served.says("aloud")
    await served.says("quietly", disable_notification=True)
    heard = await served.heard(says("quietly"))
    sounds = {e.data["message"]["text"]: e.data["sound"] for e in heard if e.kind == "message"}
    assert sounds == {"mine": False, "aloud": True, "quietly": False}


async def test_a_keyboard_a_pin_a_menu_and_a_block_are_told_as_they_change(served: ServedTelegram):
    async def head_after(kind: str = "chat") -> dict:
        """The newest head that was told."""
        heard = await served.heard(lambda event: event.number == served.log.last)
        return next(event.data for event in reversed(heard) if event.kind == kind)

    await served.does("messages", text="/start")
    keys = {"keyboard": [["Go"]], "one_time_keyboard": True, "input_field_placeholder": "Where?"}
    sent = await served.says("Choose", reply_markup=keys)
    keyboard = (await head_after())["keyboard"]
    assert keyboard["rows"] == [[{"label": "Go", "kind": "text"}]]
    assert (keyboard["one_time"], keyboard["placeholder"]) == (True, "Where?")
    await served.does("key", row=0, column=0)
    assert (await head_after())["keyboard"] is None

    await served.call("pinChatMessage", chat_id=served.ada.id, message_id=sent["message_id"])
    assert (await head_after())["pinned"] == [sent["message_id"]]
    await served.call("unpinChatMessage", chat_id=served.ada.id, message_id=sent["message_id"])
    assert (await head_after())["pinned"] == []

    commands = [{"command": "help", "description": "what you can write here"}]
    await served.call("setMyCommands", commands=commands)
    assert (await head_after())["commands"] == commands
    await served.call("deleteMyCommands")
    assert (await head_after())["commands"] == []

    force = {"force_reply": True, "input_field_placeholder": "A name"}
    asked = await served.says("Who?", reply_markup=force)
    forced = {"message_id": asked["message_id"], "placeholder": "A name"}
    assert (await head_after())["forces_reply"] == forced
    answered = await served.does("messages", text="Chidi")
    assert answered["reply_to"]["id"] == asked["message_id"]
    assert (await head_after())["forces_reply"] is None

    await served.does("block", blocked=True)
    assert (await head_after())["blocked"] is True
    await served.does("block", blocked=False)
    assert (await head_after())["blocked"] is False


def test_a_log_keeps_no_more_than_it_is_to():
    log = EventLog(kept=3)
    for number in range(10):
        log.add("user", {"id": number})
    assert log.since(6) is None
    assert len(log.since(7) or []) == 3
    assert log.since(10) == []
    assert log.since(11) is None


def test_an_event_is_one_line_of_data():
    log = EventLog()
    log.add("toast", {"text": "two\nlines"})
    (event,) = log.since(0) or []
    assert event == b'id: 1\nevent: toast\ndata: {"text":"two\\nlines"}\n\n'
    assert Heard(1, "toast", {}).number == log.last
