"""How messages and chats look to the page."""

import pytest

from bot.local_telegram.control.page_html import direction_of
from tests.local_telegram.control.served import ServedTelegram


async def html_of(served: ServedTelegram, text: str, **more: object) -> str:
    await served.says(text, **more)
    shown: str = (await served.header())["messages"][-1]["html"]
    return shown


async def test_what_is_written_stays_text(served: ServedTelegram):
    await served.does("messages", text="<img src=x onerror=alert(1)> & <b>bold</b>")
    shown = (await served.header())["messages"][-1]
    assert shown["html"] == ("&lt;img src=x onerror=alert(1)&gt; &amp; &lt;b&gt;bold&lt;/b&gt;")
    assert shown["text"] == "<img src=x onerror=alert(1)> & <b>bold</b>"


@pytest.mark.parametrize(
    ("sent", "shown"),
    [
        ("<b>a</b> <i>b</i> <u>c</u> <s>d</s>", "<b>a</b> <i>b</i> <u>c</u> <s>d</s>"),
        ('<a href="https://a.example/?a=1&amp;b">x</a>',
         '<a href="https://a.example/?a=1&amp;b">x</a>'),
        ("<tg-spoiler>x</tg-spoiler>", "<tg-spoiler>x</tg-spoiler>"),
        ("<blockquote expandable>x</blockquote>", "<blockquote>x</blockquote>"),
        ('<pre><code class="language-py">x</code></pre>', "<pre>x</pre>"),
        ('<tg-time unix="0" format="t">at noon</tg-time>',
         '<time datetime="1970-01-01T00:00:00.000Z" data-form="t">at noon</time>'),
        ("see https://a.example/x", 'see <a href="https://a.example/x">https://a.example/x</a>'),
        ("two\nlines", "two\nlines"),
    ],
)  # fmt: skip
async def test_what_is_marked_has_the_tags_of_the_page(
    served: ServedTelegram, sent: str, shown: str
):
    assert await html_of(served, sent, parse_mode="HTML") == shown


@pytest.mark.parametrize(
    "address", ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd"]
)
async def test_a_link_that_nobody_may_open_is_only_words(served: ServedTelegram, address: str):
    link = {"type": "text_link", "offset": 0, "length": 4, "url": address}
    assert await html_of(served, "here", entities=[link]) == "here"


@pytest.mark.parametrize(
    ("text", "direction"),
    [
        ("Hello", "ltr"),
        ("مرحبا", "rtl"),
        ("✅ 12 تم التسليم", "rtl"),
        ("\u2068Ada\u2069 في الطريق", "rtl"),
        ("\u2068عادل\u2069 is here", "ltr"),
        ("שלום", "rtl"),
        ("123 ✅", "ltr"),
        ("\u2069 unbalanced", "ltr"),
    ],
)
def test_the_first_strong_letter_outside_of_isolates_tells_the_direction(text: str, direction: str):
    assert direction_of(text) == direction


async def test_buttons_say_what_they_do_and_how_they_look(served: ServedTelegram):
    rows = [
        [{"text": "Yes", "callback_data": "y", "style": "success"}],
        [{"text": "See", "url": "https://a.example/"}],
        [{"text": "Copy", "copy_text": {"text": "1234"}}],
        [{"text": "Search", "switch_inline_query_current_chat": ""}],
        [{"text": "App", "web_app": {"url": "https://a.example/"}}],
        [{"text": "Odd", "callback_data": "o", "style": "sparkling"}],
    ]
    await served.says("Choose", reply_markup={"inline_keyboard": rows})
    buttons = [row[0] for row in (await served.header())["messages"][-1]["buttons"]]
    kinds = [button["kind"] for button in buttons]
    assert kinds == ["callback", "url", "copy", "inline", "web_app", "callback"]
    assert [button["style"] for button in buttons][::5] == ["success", None]
    assert (buttons[1]["url"], buttons[2]["copy_text"]) == ("https://a.example/", "1234")


async def test_the_latest_hundred_are_shown_and_those_before_on_request(served: ServedTelegram):
    for number in range(150):
        served.ada.write(str(number))
    chat = await served.header()
    assert [message["text"] for message in chat["messages"]] == [str(n) for n in range(50, 150)]
    assert chat["has_earlier"] is True
    address = f"{served.chat}/messages"
    before = {"before": chat["messages"][0]["id"]}
    earlier = (await served.page.get(address, params=before)).json()
    assert [message["text"] for message in earlier["messages"]] == [str(n) for n in range(50)]
    assert earlier["has_earlier"] is False


async def test_a_menu_is_that_of_the_persons_language_and_of_the_narrowest_scope(
    served: ServedTelegram,
):
    async def commands() -> list[str]:
        return [each["command"] for each in (await served.header())["commands"]]

    async def set_menu(name: str, **where: object) -> None:
        await served.call(
            "setMyCommands", commands=[{"command": name, "description": "that"}], **where
        )

    await set_menu("all")
    assert await commands() == ["all"]
    await set_menu("french", language_code="fr")
    served.ada.speak("fr-CA")
    assert await commands() == ["french"]
    await set_menu("private", scope={"type": "all_private_chats"})
    assert await commands() == ["private"]
    await set_menu("hers", scope={"type": "chat", "chat_id": served.ada.id})
    assert await commands() == ["hers"]


async def test_every_user_has_a_chat_with_every_bot_to_begin(served: ServedTelegram):
    state = await served.state()
    assert [chat["user_id"] for chat in state["chats"]] == [served.ada.id, served.bola.id]
    assert state["town"] is None
    assert state["bots"] == [{"id": served.bot.id, "username": "demo_bot", "first_name": "Demo"}]


async def test_what_else_a_message_carries_has_a_form(served: ServedTelegram):
    served.ada.send_voice(seconds=3)
    served.ada.send_sticker("👍")
    served.ada.share_venue(6.4, 3.4, "Shop", "12 Marina Road")
    served.ada.share_contact(of=served.ada)
    sent = await served.says("Look")
    await served.call("pinChatMessage", chat_id=served.ada.id, message_id=sent["message_id"])
    forms = [m["attachment"] for m in (await served.header())["messages"] if m["attachment"]]
    assert [form["kind"] for form in forms] == ["voice", "sticker", "venue", "contact", "notice"]
    assert forms[2]["title"] == "Shop"
    assert forms[4]["words"] == "Demo pinned a message"


async def test_a_poll_says_who_chose_what_and_what_is_right(served: ServedTelegram):
    quiz = {"type": "quiz", "correct_option_id": 1, "explanation": "By the bridge."}
    asked = {"chat_id": served.ada.id, "question": "Where?", "options": ["Here", "There"]}
    sent = await served.call("sendPoll", **asked, **quiz)
    await served.does("vote", message_id=sent["message_id"], options=[0])
    form = (await served.header())["messages"][-1]["attachment"]
    assert (form["kind"], form["question"], form["options"]) == (
        "poll",
        "Where?",
        ["Here", "There"],
    )
    assert form["votes"] == [{"user_id": served.ada.id, "options": [0]}]
    assert (form["is_quiz"], form["right"], form["closed"]) == (True, [1], False)
    assert form["explanation"] == "By the bridge."


async def test_a_person_reacts_and_takes_it_back(served: ServedTelegram):
    sent = await served.says("Done")
    await served.call("getUpdates", allowed_updates=["message_reaction"])
    await served.does("react", message_id=sent["message_id"], emoji="👍")
    assert (await served.header())["messages"][-1]["reactions"] == ["👍"]
    (update,) = await served.call("getUpdates")
    assert update["message_reaction"]["new_reaction"] == [{"type": "emoji", "emoji": "👍"}]
    await served.does("react", message_id=sent["message_id"])
    assert (await served.header())["messages"][-1]["reactions"] == []
    refusal = await served.refused("react", message_id=sent["message_id"], emoji="Yes")
    assert "such as 👍" in refusal
