"""/mute: less sound, and nothing lost."""

from bot.local_telegram import LocalUser
from tests.support.business import Business, bare, finds, heard, labels, rung, sees, told


def newest_is_silent(person: LocalUser) -> bool:
    return person.last.posting.silent


async def test_a_mute_takes_the_sound_away_and_nothing_else(business: Business):
    await business.says(business.owner, "/mute 2h")
    assert "🔕 No sound until 2026-03-02 11:00 UTC" in told(business.owner)[-1]
    await business.order()
    assert sees(business.owner, "Order 1001")
    assert newest_is_silent(business.owner)
    await business.later(hours=2, minutes=1)
    await business.order()
    assert not newest_is_silent(business.owner)


async def test_quiet_hours_come_back_each_night(business: Business):
    await business.says(business.owner, "/mute 22:30-6")
    assert "🌙 No sound each day from 22:30 to 06:00" in told(business.owner)[-1]
    await business.order()
    assert not newest_is_silent(business.owner)
    await business.later(hours=20)
    await business.order()
    assert newest_is_silent(business.owner)


async def test_buttons_set_what_is_wanted_most_in_place(business: Business):
    await business.says(business.owner, "/mute")
    page = business.owner.last
    assert "🔔 Sound is on for every message" in bare(page)
    await business.presses(business.owner, "30 minutes")
    assert "🔕 No sound until" in bare(page)
    await business.presses(business.owner, "Each night")
    assert "from 22:00 to 07:00" in bare(page)
    await business.presses(business.owner, "Sound on")
    assert "🔔 Sound is on for every message" in bare(page)


async def test_what_makes_no_sense_is_answered_with_examples(business: Business):
    for line in ("/mute forever", "/mute 8d", "/mute 22-22", "/mute until 25:00"):
        await business.says(business.owner, line)
        assert "Write it like this:" in told(business.owner)[-1]


async def test_a_muted_kind_of_news_changes_the_card_and_says_nothing(business: Business):
    await business.joins_by_phone(business.bola)
    await business.order()
    await business.says(business.bola, "/mute")
    await business.presses(business.bola, "Which messages")
    page = business.bola.last
    assert labels(page)[:3] == [
        "✅ New parcel for me",
        "✅ My parcel is on the way",
        "✅ My parcel was delivered",
    ]
    assert "I always say so: you may be waiting for it" in bare(page)
    await business.presses(business.bola, "My parcel is on the way")
    assert "🔕 My parcel is on the way" in labels(page)
    await business.presses(business.owner, "Assign")
    await business.presses(business.owner, "Musa Bello")
    await business.says(business.musa, f"/pickup 1001 {business.pickup_code}")
    assert heard(business.bola, "is on the way.") == 0
    assert "Step 3 of 4" in bare(finds(business.bola, "📦 Order 1001"))
    await business.presses(business.bola, "🔕 My parcel is on the way", message=page)
    assert "✅ My parcel is on the way" in labels(page)


async def test_a_customer_can_do_without_what_a_rider_says_on_the_way(business: Business):
    await business.joins_by_phone(business.bola)
    await business.on_the_way()
    await business.says(business.bola, "/mute")
    await business.presses(business.bola, "Which messages")
    await business.presses(business.bola, "My rider is late")
    before = len(rung(business, business.bola))
    await business.presses(business.musa, "⏱ Late")
    await business.presses(business.musa, "20 min")
    assert len(rung(business, business.bola)) == before
    assert "about 20 minutes later" in bare(finds(business.bola, "📦 Order 1001"))


async def test_a_dispatcher_who_mutes_new_deliveries_gets_silent_cards(business: Business):
    await business.says(business.owner, "/mute")
    await business.presses(business.owner, "Which messages")
    await business.presses(business.owner, "New delivery")
    await business.order()
    assert "Order 1001" in told(business.owner)[-1]
    assert newest_is_silent(business.owner)


async def test_a_rider_is_told_why_jobs_always_ring(business: Business):
    await business.says(business.musa, "/me")
    await business.presses(business.musa, "Which messages")
    assert "New and cancelled jobs always ring" in business.musa.last.text
    assert labels(business.musa.last) == ["🔔 Sound"]
