"""Commands: how they are answered, with and without what they need."""

import pytest

from tests.support.business import Business, bare, heard, told


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("/delivery", "Write the order number: /delivery 1042"),
        ("/assign", "Write the order number: /assign 1042"),
        ("/find", "Write what to look for, a name or a number: /find Bola"),
        ("/delivery 9999", "I find no order 9999"),
        ("/assign 9999", "I find no order 9999"),
        ("/find nobody", "Nothing found for “nobody”"),
        ("/deliveries", "There are no deliveries yet"),
        ("/nonsense", "I did not understand that. /help shows what you can write."),
        ("good morning", "Write to me as to a person"),
        ("it rains here", "What shall I do with that?"),
        ("/cancel", "There is nothing to cancel"),
        ("/jobs", "That is not for you here"),
    ],
)
async def test_a_dispatchers_line_gets_one_sentence(business: Business, line: str, answer: str):
    before = len(told(business.owner))
    await business.says(business.owner, line)
    assert len(told(business.owner)) == before + 1
    assert answer in told(business.owner)[-1]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("/accept", "Write the order number: /accept 1042"),
        ("/accept 9999", "I find no order 9999 among your open jobs"),
        ("/jobs", "You have no open jobs"),
        ("/deliveries", "That is not for you here"),
    ],
)
async def test_a_riders_line_gets_one_sentence(business: Business, line: str, answer: str):
    before = len(told(business.musa))
    await business.says(business.musa, line)
    assert len(told(business.musa)) == before + 1
    assert answer in told(business.musa)[-1]


@pytest.mark.older_telegram
async def test_lists_show_orders_with_their_state_and_lead_to_the_card(business: Business):
    await business.on_the_way()
    await business.order()
    await business.says(business.owner, "/deliveries")
    which = "Bola A. · Allen Avenue · just now"
    assert f"1001 · {which} · 🛵 On the way · Musa Bello" in told(business.owner)[-1]
    assert f"1002 · {which} · 🆕 Waiting for a rider" in told(business.owner)[-1]
    await business.presses(business.owner, "1002 · Bola A.")
    assert heard(business.owner, "📦 Order 1002") == 1


async def test_find_looks_for_names(business: Business):
    await business.order(business.receiver("Chidi Eze", "+2348030000009", "9 Creek Road"))
    await business.order()
    await business.says(business.owner, "/find Chidi")
    assert "1001" in told(business.owner)[-1]
    assert "1002" not in told(business.owner)[-1]


async def test_names_with_tags_and_turning_marks_are_shown_as_plain_text(business: Business):
    name = "<b>Bola</b> \u202e& <a href='x'>Co"
    await business.order(business.receiver(name))
    card = next(message for message in business.owner.messages if "Order 1001" in bare(message))
    assert "<b>Bola</b> & <a href='x'>Co" in bare(card)
    assert "\u202e" not in card.text
    assert {entity.type for entity in card.entities} <= {"bold", "date_time", "phone_number"}
