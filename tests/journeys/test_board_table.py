"""/board as a table, with what gives an order in its row, and as lines where there are none."""

from typing import Any

import pytest

from bot.fleet import StatusToken
from bot.local_telegram import ChatMessage
from tests.journeys.test_give_out import order
from tests.support.business import SENDER, Business, bare, finds, heard, labels


def cells(message: ChatMessage) -> list[list[str]]:
    """Return what stands in the rows of a message's table, below its head."""
    assert message.body.rich is not None
    return rows(message.body.rich.blocks)


def rows(blocks: list[dict[str, Any]]) -> list[list[str]]:
    (table,) = [block for block in blocks if block["type"] == "table"]
    return [[words(cell.get("text", "")) for cell in row] for row in table["cells"][1:]]


def folds(message: ChatMessage) -> dict[str, list[list[str]]]:
    """Return the rows of each table that folds, under what stands there when it is folded.

    An open one has a sign before that.
    """
    assert message.body.rich is not None
    details = [block for block in message.body.rich.blocks if block["type"] == "details"]
    return {
        ("▾ " if fold.get("is_open") else "") + words(fold["summary"]): rows(fold["blocks"])
        for fold in details
    }


def words(text: object) -> str:
    match text:
        case list():
            return "".join(map(words, text))
        case {"button": {"text": label}}:
            return f"[{label}]"
        case {"text": inner}:
            return words(inner)
    return str(text).translate(dict.fromkeys(map(ord, "\u2060\u2066\u2068\u2069")))


async def board(business: Business) -> ChatMessage:
    await business.says(business.owner, "/board")
    return finds(business.owner, "📋 Board")


async def current(business: Business) -> None:
    await business.later(seconds=10)


async def test_an_order_is_given_and_moved_by_the_button_in_its_row(business: Business):
    await business.order()
    await business.order()
    shown = await board(business)
    assert "🆕 Waiting for a rider: 2\n" in bare(shown)
    assert cells(shown) == [
        ["[1001]", "Bola A.\nAllen Avenue", "Ada's Kitchen", "just now", "[Give]"],
        ["[1002]", "Bola A.\nAllen Avenue", "Ada's Kitchen", "just now", "[Give]"],
    ]
    assert labels(shown) == ["🔄 Refresh", "Give out"]
    business.owner.press_button(shown, shown.rich_buttons[3])
    await business.town.idle()
    await business.presses(business.owner, "Musa Bello")
    await current(business)
    assert [row[-1] for row in cells(shown)] == ["[Give]", "[Musa Bello]"]
    business.owner.press_button(shown, shown.rich_buttons[3])
    await business.town.idle()
    await business.presses(business.owner, "Sani Ali")
    await current(business)
    assert [row[-1] for row in cells(shown)] == ["[Give]", "[Sani Ali]"]
    business.owner.press_button(shown, shown.rich_buttons[2])
    await business.town.idle()
    assert bare(business.owner.last).startswith("🧪 📦 Order 1002")
    assert heard(business.owner, "📋 Board") == 1


async def test_what_is_late_stands_first(business: Business):
    await business.order()
    await business.later(seconds=1)
    await business.order()
    await business.presses(business.owner, "Assign")
    await business.presses(business.owner, "Musa Bello")
    await business.presses(business.musa, "Accept")
    await business.says(business.musa, f"/pickup 1002 {business.code('1002', SENDER)}")
    for label in ("Problem", "Nobody there", "Send as it is"):
        await business.presses(business.musa, label)
    await business.later(seconds=10)
    shown = await board(business)
    assert [row[0] for row in cells(shown)] == ["[1001]", "[1002]"]
    for label in ("Later, back or left", "30 min"):
        await business.presses(business.musa, label)
    await business.later(minutes=36)
    await business.later(seconds=15)
    assert [(row[0], row[3]) for row in cells(shown)] == [
        ("[1002]", "⏰ 09:30 UTC"),
        ("[1001]", "36 min"),
    ]


async def come_from_three_shops(business: Business) -> None:
    for shop, count in (("Mama Put", 5), ("Suya Spot", 4), ("Chop Bar", 1), ("Buka", 1)):
        for _ in range(count):
            await order(business, shop, "Allen Avenue")


async def test_many_orders_fold_into_groups_by_their_shops(business: Business):
    await come_from_three_shops(business)
    shown = await board(business)
    groups = folds(shown)
    assert [(head, len(inside)) for head, inside in groups.items()] == [
        ("🏪 Mama Put · 5 · 🆕 5", 5),
        ("🏪 Suya Spot · 4 · 🆕 4", 4),
        ("🏪 The rest · 2 · 🆕 2", 2),
    ]
    assert groups["🏪 Suya Spot · 4 · 🆕 4"][0] == [
        "[1006]", "Bola A.\nAllen Avenue", "just now", "[Give]",
    ]  # fmt: skip
    assert [row[2] for row in groups["🏪 The rest · 2 · 🆕 2"]] == ["Chop Bar", "Buka"]
    await business.presses(business.owner, "1006", message=shown)
    await business.presses(business.owner, "Assign")
    await business.presses(business.owner, "Musa Bello")
    await current(business)
    assert "🏪 Suya Spot · 4 · 🆕 3" in folds(shown)


async def test_what_is_late_is_a_group_that_stands_open(business: Business):
    await come_from_three_shops(business)
    shop, musa = business.town.shop, business.riders["Musa Bello"]
    late = (await business.deliveries())[0]
    await shop.assign(musa, [late.uuid])
    code = business.code(late.order_number, SENDER)
    await shop.update_status(late.uuid, StatusToken.ACCEPTED)
    await shop.update_status(late.uuid, StatusToken.IN_TRANSIT, pickup_code=code)
    await business.town.idle()
    for label in ("Problem", "Nobody there", "Send as it is", "Later, back or left", "30 min"):
        await business.presses(business.musa, label)
    await business.later(minutes=36)
    shown = await board(business)
    first, *others = folds(shown)
    assert first == "▾ ⏰ Late: 1"
    assert [row[0] for row in folds(shown)[first]] == [f"[{late.order_number}]"]
    assert not any(head.startswith("▾") for head in others)


async def test_the_orders_of_one_shop_are_groups_by_where_they_go(business: Business):
    for street, count in (("Allen Avenue", 6), ("Creek Road", 6)):
        for _ in range(count):
            await order(business, "Mama Put", street)
    shown = await board(business)
    assert list(folds(shown)) == ["🏁 Allen Avenue · 6 · 🆕 6", "🏁 Creek Road · 6 · 🆕 6"]


async def test_it_is_read_from_right_to_left_where_the_language_is(business: Business):
    await business.order()
    shown = await board(business)
    await business.says(business.owner, "/language ar")
    assert shown.body.rich is not None
    assert shown.body.rich.is_rtl


async def test_who_wants_lines_gets_lines_and_tables_again(business: Business):
    await business.order()
    shown = await board(business)
    await business.says(business.owner, "/me")
    assert "Lists come to you as tables" in bare(business.owner.last)
    await business.presses(business.owner, "Lists as lines")
    await current(business)
    assert shown.body.rich is None
    assert "1001 · Bola A. · Allen Avenue" in bare(shown)
    await business.presses(business.owner, "Lists as tables")
    await current(business)
    assert [row[0] for row in cells(shown)] == ["[1001]"]


async def test_a_server_that_knows_no_tables_from_the_middle_of_a_day_gets_lines(
    business: Business,
):
    await business.order()
    shown = await board(business)
    assert shown.body.rich is not None
    business.town.telegram.knows_rich = False
    await business.order()
    await current(business)
    assert shown.body.rich is None
    assert "1002 · Bola A. · Allen Avenue" in bare(shown)
    business.town.telegram.knows_rich = True
    await business.order()
    await current(business)
    assert shown.body.rich is None
    assert "1003 · Bola A. · Allen Avenue" in bare(shown)
    refused = [call for call in business.town.telegram.calls if call.error is not None]
    assert [call.error.description for call in refused if call.error] == [
        "Bad Request: message text is empty"
    ]


async def test_an_older_server_is_asked_for_a_table_once(business: Business):
    business.town.telegram.knows_rich = False
    await business.order()
    shown = await board(business)
    again = await board(business)
    assert "1001 · Bola A. · Allen Avenue" in bare(again)
    assert shown is not again
    asked = [call for call in business.town.telegram.calls if call.method == "sendRichMessage"]
    assert len(asked) == 1


@pytest.mark.parametrize("changed_settings", [{"telegram": {"rich": "never"}}])
async def test_where_the_settings_say_so_no_table_is_ever_asked_for(business: Business):
    await business.order()
    assert "1001 · Bola A. · Allen Avenue" in bare(await board(business))
    assert not any("rich" in str(call.arguments) for call in business.town.telegram.calls)
