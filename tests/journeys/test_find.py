"""/find, and inline mode: looking deliveries up in this chat and in any other."""

from bot.fleet import StatusToken
from tests.support.business import Business, bare, heard, labels, sees


async def test_what_was_found_is_paged_with_the_words_that_were_typed(business: Business):
    name = "Chidi @Eze & <Söhne>"
    for _ in range(11):
        await business.order(business.receiver(name, "+2348030000009"))
    await business.order()
    await business.says(business.owner, f"/find {name}")
    found = business.owner.last
    assert "Page 1 of 2" in bare(found)
    assert "1012" not in bare(found)
    await business.presses(business.owner, "Next ›", message=found)
    assert f"Found for “{name}”" in bare(found)
    assert [label for label in labels(found) if "Chidi" in label] == ["1001 · Chidi · Allen Avenue"]


async def test_a_search_from_any_chat_finds_deliveries_without_personal_data(business: Business):
    await business.assigned()
    await business.order(business.receiver("Chidi Eze", "+2348030000009", "9 Creek Road"))
    query = business.owner.search("Bola")
    await business.town.idle()
    assert query.results is not None
    (result,) = query.results
    assert (result["title"], result["description"]) == (
        "1001 · Bola A. · Allen Avenue",
        "just now · 🕓 Waiting for pickup · Musa",
    )
    posted = result["input_message_content"]["message_text"]
    assert "1001" in posted
    assert posted.startswith("🧪")
    for private in ("Bola", "Bello", "Allen", "0803", "Marina"):
        assert private not in posted
    for private in ("Ahmed", "Bello", "5 Allen", "0803", "Marina"):
        assert private not in str(result)
    assert query.answer["is_personal"] == "true"
    assert query.answer["cache_time"] == "0"
    newest = business.owner.search("")
    await business.town.idle()
    assert [one["title"] for one in newest.results or []] == [
        "1002 · Chidi E. · Creek Road",
        "1001 · Bola A. · Allen Avenue",
    ]


async def test_a_stranger_and_a_rider_find_nothing_and_can_start_the_bot(business: Business):
    await business.order()
    stranger = business.town.telegram.add_user("Eve")
    for person in (stranger, business.musa):
        query = person.search("1001")
        await business.town.idle()
        assert query.results == []
        assert '"start_parameter":"hello"' in query.answer["button"].replace(" ", "")
    await business.says(stranger, "/start hello")
    assert sees(stranger, "This bot belongs to a delivery business")


async def test_a_search_that_nobody_answers_disturbs_nobody(business: Business):
    delivery = await business.order()
    await business.town.close_fleet()
    query = business.owner.search("1001")
    await business.town.idle()
    assert query.results == []
    await business.town.open_fleet()
    late = business.owner.search("1001")
    await business.town.shop.update_status(delivery.uuid, StatusToken.CANCELLED, note="Late")
    await business.town.idle()
    assert len(late.results or []) == 1
    assert heard(business.owner, "something went wrong") == 0
