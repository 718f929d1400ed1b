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


PHONES = ["+234 803 000 0042", "0803 000 0042", "08030000042", "(0803) 000-0042", "٠٨٠٣٠٠٠٠٠٤٢"]


async def test_a_phone_is_found_however_it_is_typed(business: Business):
    await business.order()
    await business.order(business.receiver("Chidi Eze", "+2348030000042", "9 Creek Road"))
    for phone in PHONES:
        await business.says(business.owner, f"/find {phone}")
        found = bare(business.owner.last)
        assert "1002 · Chidi E. · Creek Road" in found
        assert "1001" not in found
        query = business.owner.search(phone)
        await business.town.idle()
        assert [one["title"] for one in query.results or []] == ["1002 · Chidi E. · Creek Road"]


async def test_a_riders_name_finds_what_they_have_in_hand(business: Business):
    await business.assigned("Musa Bello")
    await business.order()
    await business.assigned("Sani Ali")
    await business.says(business.owner, "/find musa")
    found = business.owner.last
    assert "🛵 Musa Bello · 1 open job" in bare(found)
    assert labels(found) == ["🛵 Musa Bello", "1001 · Bola A. · Allen Avenue"]
    await business.presses(business.owner, "🛵 Musa Bello", message=found)
    assert "🟢 active" in bare(business.owner.last)
    query = business.owner.search("sani a")
    await business.town.idle()
    assert [one["title"][:4] for one in query.results or []] == ["1003"]


async def test_a_name_that_riders_and_receivers_share_finds_both(business: Business):
    await business.order(business.receiver("Musa Okafor", "+2348030000042", "9 Creek Road"))
    await business.assigned("Musa Bello")
    await business.says(business.owner, "/find Musa")
    lines = bare(business.owner.last).splitlines()
    assert [line[:4] for line in lines if line[:2] == "10"] == ["1002", "1001"]


async def test_a_name_is_found_as_it_is_typed_on_a_phone(business: Business):
    await business.order(business.receiver("José Peña"))
    await business.order()
    await business.says(business.owner, "/find pena")
    assert labels(business.owner.last) == ["1001 · José P. · Allen Avenue"]
