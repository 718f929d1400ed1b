"""A dispatcher writes to all riders on duty, and sees who has read it."""

from tests.support.business import Business, bare, finds, labels, rung, sees, told

WORDS = "Roads flooded at Ojota.\nTake the bridge."


async def test_all_riders_on_duty_read_it_and_its_author_sees_who_has(business: Business):
    await business.says(business.owner, f"/toall {WORDS}")
    for rider in (business.musa, business.sani):
        news = finds(rider, "Roads flooded at Ojota.")
        assert bare(news).startswith("🧪 📣 To all riders")
        assert labels(news) == ["👍 Seen"]
        assert "Roads flooded" in rung(business, rider)[-1]
    assert not sees(business.bola, "Roads flooded")
    card = finds(business.owner, "Sent to riders on duty: 2")
    assert "👍 Seen: 0" in bare(card)
    assert "Not yet: Musa, Sani" in bare(card)

    messages = len(told(business.owner))
    await business.presses(business.sani, "Seen")
    assert labels(finds(business.sani, "Roads flooded")) == []
    assert "👍 Seen: 1" in bare(finds(business.owner, "Sent to riders"))
    assert "Not yet: Musa" in bare(finds(business.owner, "Sent to riders"))
    await business.presses(business.musa, "Seen")
    assert "Not yet" not in bare(finds(business.owner, "Sent to riders"))
    assert len(told(business.owner)) == messages


async def test_who_is_off_duty_or_gone_does_not_read_it(business: Business):
    await business.says(business.sani, "/duty off")
    await business.says(business.owner, f"/toall {WORDS}")
    assert not sees(business.sani, "Roads flooded")
    assert "Not yet: Musa" in bare(finds(business.owner, "Sent to riders on duty: 1"))
    await business.says(business.musa, "/duty off")
    await business.says(business.owner, "/toall And the bridge is closed")
    assert sees(business.owner, "No rider is on duty")


async def test_what_cannot_be_sent_is_said(business: Business):
    await business.says(business.owner, "/toall")
    assert sees(business.owner, "Write what all riders on duty are to read")
    await business.says(business.owner, f"/toall {'very ' * 120}long")
    assert sees(business.owner, "Please write at most 500 characters")
    await business.says(business.musa, f"/toall {WORDS}")
    assert not sees(business.sani, "Roads flooded")
