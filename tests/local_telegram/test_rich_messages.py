"""Rich messages: sent, edited, pressed, refused, and unknown to an older server."""

from importlib import import_module
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.local_telegram.refusals import ApiError
from bot.local_telegram.rich.blocks import BlockReader
from bot.local_telegram.rich.html import blocks_of_html
from tests.local_telegram.town import Town


async def test_a_bot_on_aiogram_sends_a_table_with_buttons_and_edits_it(busy_town: Town):
    desk = import_module("tests.local_telegram.programs.aiogram_desk")
    ada = busy_town.ada
    async with desk.running(busy_town.bot.token, busy_town.url) as bot:
        ada.write("/board")
        await busy_town.until(lambda: ada.messages[-1].from_bot)
        board = ada.last
        assert board.text == "Board\nOrder Rider\n1043 Give\n1044 Give\nYesterday\n18 delivered"

        ada.press_button(board, board.rich_buttons[1])
        await busy_town.until(lambda: board.edited)
        assert [button.label for button in board.rich_buttons] == ["Give", "Grace"]
        assert [toast.text for toast in ada.toasts] == ["Given"]

        with pytest.raises(ValueError, match="'Grace' is disabled"):
            ada.press("Grace")
        busy_town.telegram.knows_rich = False
        with pytest.raises(Exception, match="method not found"):
            await bot.send_rich_message(ada.id, desk.desk())
        with pytest.raises(Exception, match="message text is empty"):
            await bot.edit_message_text(
                chat_id=ada.id, message_id=board.message_id, rich_message=desk.desk(desk.ORDERS)
            )
    pressed = [call for call in busy_town.telegram.calls if call.method == "answerCallbackQuery"]
    assert len(pressed) == 1


HTML = """
<h2>Board <i>now</i></h2>
<table striped compact><caption>Open</caption>
  <tr><th>No</th><th colspan="2">To</th></tr>
  <tr><td>1043</td><td>Ada &amp; Bo</td>
      <td align="right"><tg-button type="callback_data" data="give:1043">Give</tg-button></td></tr>
</table>
<details open><summary>More</summary><ul><li><input type="checkbox" checked>Done</li></ul>
  <ol start="3"><li>Third</li></ol></details>
Between <a href="https://example.com">blocks</a><br>and <tg-spoiler>hidden</tg-spoiler>
<tg-time unix="1795000000" format="t">now</tg-time>
<blockquote><p>Said</p><cite>Grace</cite></blockquote><hr/><footer>End</footer>
<tg-map lat="52.1" long="4.3" zoom="12"></tg-map>
<tg-button-row align="center"><tg-button type="url" url="https://example.com">Open</tg-button>
  <tg-button type="disabled">Closed</tg-button></tg-button-row>
"""


async def test_html_is_read_into_blocks(town: Town):
    town.ada.write("/start")
    sent = await town.result("sendRichMessage", chat_id=town.ada.id, rich_message={"html": HTML})
    blocks = sent["rich_message"]["blocks"]
    assert [block["type"] for block in blocks] == [
        "heading", "table", "details", "paragraph", "blockquote", "divider", "footer", "map",
        "buttons",
    ]  # fmt: skip
    assert blocks[0] == {
        "type": "heading",
        "text": ["Board ", {"type": "italic", "text": "now"}],
        "size": 2,
    }
    assert blocks[1]["cells"][0][1] == {
        "align": "left",
        "valign": "top",
        "text": "To",
        "is_header": True,
        "colspan": 2,
    }
    given = blocks[1]["cells"][1][2]
    assert given["align"] == "right"
    assert given["text"]["button"] == {"text": "Give", "callback_data": "give:1043"}
    assert blocks[2]["blocks"][0]["items"][0]["is_checked"] is True
    assert blocks[2]["blocks"][1]["items"][0]["label"] == "3."
    moment = {"type": "date_time", "text": "now", "unix_time": 1795000000, "date_time_format": "t"}
    assert moment in blocks[3]["text"]
    assert blocks[7]["zoom"] == 12
    assert [button.label for button in town.ada.last.rich_buttons] == ["Give", "Open", "Closed"]
    assert "1043 Ada & Bo Give" in town.ada.last.text


async def test_markdown_is_read_into_blocks(town: Town):
    town.ada.write("/start")
    markdown = "# Board\n\n| No | To |\n|---|---|\n| 1043 | **Ada** |\n\n- one\n- ~~two~~\n"
    wish = {"markdown": markdown, "is_rtl": True}
    sent = await town.result("sendRichMessage", chat_id=town.ada.id, rich_message=wish)
    assert [b["type"] for b in sent["rich_message"]["blocks"]] == ["heading", "table", "list"]
    assert sent["rich_message"]["is_rtl"] is True
    assert town.ada.last.text == "Board\nNo To\n1043 Ada\none\ntwo"


async def test_a_rich_message_and_a_plain_one_take_each_others_place(town: Town):
    town.ada.write("/start")
    rich = {"html": "<h1>Rich</h1>"}
    sent = await town.result("sendMessage", chat_id=town.ada.id, text="plain")
    where = {"chat_id": town.ada.id, "message_id": sent["message_id"]}
    edited = await town.result("editMessageText", **where, rich_message=rich)
    assert "text" not in edited
    assert edited["rich_message"]["blocks"] == [{"type": "heading", "text": "Rich", "size": 1}]
    again = await town.call("editMessageText", **where, rich_message=rich)
    assert "message is not modified" in again.json()["description"]
    back = await town.result("editMessageText", **where, text="plain")
    assert "rich_message" not in back
    copied = {"chat_id": town.ada.id, "from_chat_id": town.ada.id}
    await town.result("editMessageText", **where, rich_message=rich)
    await town.result("copyMessage", **copied, message_id=sent["message_id"])
    assert town.ada.last.text == "Rich"


def nested(depth: int) -> dict[str, Any]:
    block: dict[str, Any] = {"type": "paragraph", "text": "deep"}
    for _ in range(depth - 1):
        block = {"type": "blockquote", "blocks": [block]}
    return block


def row(*buttons: dict[str, Any]) -> dict[str, Any]:
    return {"blocks": [{"type": "buttons", "buttons": list(buttons)}]}


def table(columns: int) -> dict[str, Any]:
    return {"blocks": [{"type": "table", "cells": [[{"text": "x"}] * columns]}]}


def paragraphs(count: int, text: str = "x") -> dict[str, Any]:
    return {"blocks": [{"type": "paragraph", "text": text}] * count}


PRESSED = {"text": "Give", "callback_data": "x"}

TAKEN = {
    "as many blocks as may be": paragraphs(500),
    "as long as may be": paragraphs(1, "x" * 32_768),
    "as deep as may be": {"blocks": [nested(16)]},
    "as wide as may be": table(20),
    "as many buttons as may be": row(*[PRESSED] * 8),
    "as much data as may be": row({**PRESSED, "callback_data": "x" * 64}),
    "a disabled button": row({"text": "Give", "disabled": {}}),
    "a cell that is not seen": {"blocks": [{"type": "table", "cells": [[{}, {"text": "x"}]]}]},
}
REFUSED = {
    "nothing": ({}, "exactly one"),
    "two forms": ({"html": "x", "markdown": "x"}, "exactly one"),
    "no blocks": ({"blocks": []}, "empty"),
    "blocks that are none": ({"blocks": [1]}, "a block is an object"),
    "an unknown block": ({"blocks": [{"type": "chart"}]}, "'chart'"),
    "a block for drafts alone": ({"blocks": [{"type": "thinking", "text": "x"}]}, "'thinking'"),
    "a picture": ({"blocks": [{"type": "photo"}]}, "no media"),
    "an unknown text": (paragraphs(1, {"type": "loud", "text": "x"}), "'loud'"),
    "a heading without a size": ({"blocks": [{"type": "heading", "text": "x"}]}, '"size"'),
    "a heading of a size too many": (
        {"blocks": [{"type": "heading", "text": "x", "size": 7}]},
        "from 1 to 6",
    ),
    "a block too many": (paragraphs(501), "too many blocks"),
    "rows are blocks": (
        {"blocks": [{"type": "table", "cells": [[{"text": "x"}]] * 500}]},
        "too many blocks",
    ),
    "a character too many": (paragraphs(1, "x" * 32_769), "too long"),
    "a level too many": ({"blocks": [nested(17)]}, "too deep"),
    "a format too many": ({"html": "<b>" * 17 + "x" + "</b>" * 17}, "too deep"),
    "a column too many": (table(21), "too many columns"),
    "columns that a cell spans": (
        {"blocks": [{"type": "table", "cells": [[{"text": "x", "colspan": 20}, {"text": "x"}]]}]},
        "too many columns",
    ),
    "no buttons in a row": (row(), "1-8 buttons"),
    "a button too many": (row(*[PRESSED] * 9), "1-8 buttons"),
    "data that is too long": (row({**PRESSED, "callback_data": "ü" * 33}), "BUTTON_DATA_INVALID"),
    "no data": (row({**PRESSED, "callback_data": ""}), "exactly one thing"),
    "two actions": (row({**PRESSED, "url": "https://example.com"}), "exactly one thing"),
    "no label": (row({**PRESSED, "text": " "}), "has a text"),
    "a bold label": (row({**PRESSED, "text": {"type": "bold", "text": "x"}}), "plain"),
    "an unknown colour": (row({**PRESSED, "style": "pink"}), "'pink'"),
    "a link that is pressed": (
        row({"text": "x", "url": "https://example.com", "style": "link"}),
        "'link'",
    ),
    "a map that is a line": (
        {"html": '<tg-map lat="1" long="1" width="2100" height="100"></tg-map>'},
        "sides",
    ),
    "a tag without an end": ({"html": "<p>x"}, "<p> has no end"),
    "an end without a beginning": ({"html": "x</p>"}, "<p> has no beginning"),
    "an unknown tag": ({"html": "<marquee>x</marquee>"}, "no tag <marquee>"),
    "a block in a text": ({"html": "<p><h1>x</h1></p>"}, "cannot stand"),
    "HTML that is none": ({"html": 5}, "a string"),
}


@pytest.mark.parametrize("wish", TAKEN.values(), ids=TAKEN)
async def test_what_telegram_takes_is_taken(town: Town, wish: dict[str, Any]):
    town.ada.write("/start")
    await town.result("sendRichMessage", chat_id=town.ada.id, rich_message=wish)


@pytest.mark.parametrize(("wish", "why"), REFUSED.values(), ids=REFUSED)
async def test_what_breaks_a_rule_is_refused_and_says_which(
    town: Town, wish: dict[str, Any], why: str
):
    town.ada.write("/start")
    answer = await town.call("sendRichMessage", chat_id=town.ada.id, rich_message=wish)
    assert answer.status_code == 400
    assert why in answer.json()["description"]


@settings(max_examples=200, deadline=None, database=None)
@given(
    st.lists(
        st.sampled_from(
            ["<p>", "</p>", "<b>", "</b>", "<table>", "<tr>", "<td>", "</td>", "</tr>", "</table>",
             "<ul>", "<li>", "</li>", "</ul>", "<br>", "<hr/>", "<tg-map>", "<a name=x>", "</a>",
             "<tg-button type=url>", "</tg-button>", "<", "&amp;", "&#0;", " x ", "\n", "<!-- -->"]
        )
        | st.text(max_size=5),
        max_size=20,
    )
)  # fmt: skip
def test_no_html_makes_the_reader_crash(parts: list[str]):
    reader = BlockReader(private=True)
    try:
        reader.message(blocks_of_html("".join(parts)))
    except ApiError as refusal:
        assert refusal.error_code == 400  # noqa: PT017 - a refusal is as good as an answer
