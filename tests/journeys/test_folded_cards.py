"""Cards show what is pressed most and hide the rest behind `⋯`; what is over is short."""

import pytest

from bot.fleet import State
from bot.local_telegram import ChatMessage, LocalUser
from bot.texts.callbacks import Verb, press
from tests.support.business import Business, bare, finds, labels, sees


async def opens(business: Business, person: LocalUser, card: ChatMessage) -> list[str]:
    """Press `⋯` of a card; return what it shows then, in the same message."""
    before = len(person.messages)
    await business.presses(person, "⋯", message=card)
    assert len(person.messages) == before
    return labels(card)


async def test_a_riders_card_opens_in_place_and_folds_with_its_next_change(business: Business):
    await business.assigned()
    card = finds(business.musa, "A new job for you")
    assert labels(card) == ["👍 Accept", "🧭 Navigate", "⋯"]
    rest = ["📋 Address", "🚫 Can't take it", "💬 Dispatcher"]
    assert await opens(business, business.musa, card) == ["👍 Accept", "🧭 Navigate", *rest]
    await business.presses(business.musa, "Accept", message=card)
    assert labels(card) == ["📦 Picked up", "🧭 Navigate", "⋯"]


async def test_at_the_door_a_problem_is_told_without_opening_the_card(business: Business):
    await business.on_the_way()
    card = finds(business.musa, "At the door")
    assert labels(card) == ["🏁 Delivered", "🧭 Navigate", "⚠️ Problem", "⋯"]
    assert await opens(business, business.musa, card) == [
        *labels(card)[:3],
        "📋 Address",
        "⏱ Late",
        "💬 Dispatcher",
    ]


async def test_what_follows_a_problem_is_in_sight(business: Business):
    await business.on_the_way()
    await business.presses(business.musa, "Problem")
    await business.presses(business.musa, "Nobody there")
    await business.presses(business.musa, "Send as it is")
    card = finds(business.musa, "Order 1001 · 🛵 On the way")
    assert labels(card)[2:] == ["✔️ Solved", "⋯", "📦 Later, back or left"]


async def test_a_round_opens_its_next_stop(business: Business):
    receivers = [business.receiver(name, f"+23480300000{name}") for name in ("11", "12")]
    await business.in_the_bag(*receivers)
    card = finds(business.musa, "1 more stop")
    stop, others = ["🏁 Delivered", "🧭 Navigate", "⚠️ Problem"], ["⏭ Later", "🗺 All stops"]
    assert labels(card)[:-1] == [*stop, "⋯", *others]
    opened = await opens(business, business.musa, card)
    assert opened[:-1] == [*stop, "📋 Address", "⏱ Late", "💬 Dispatcher", *others]


async def test_a_pickup_opens_what_is_seldom_wanted(business: Business):
    created = [await business.order(), await business.order()]
    await business.town.shop.assign(business.riders["Musa Bello"], [one.uuid for one in created])
    await business.town.idle()
    card = finds(business.musa, "2 jobs")
    assert labels(card) == ["👍 Accept all", "🧭 Navigate", "⋯"]
    opened = await opens(business, business.musa, card)
    assert opened[2:] == ["📋 Address", "📄 Details · ⚠️ Problem", "💬 Dispatcher"]


async def test_a_customers_card_is_to_write_and_on_the_way_to_see_where(business: Business):
    await business.joins_by_phone(business.bola)
    await business.on_the_way()
    card = finds(business.bola, "Step 3 of 4")
    assert labels(card) == ["📍 Where is it?", "💬 Message the rider", "⋯"]
    assert (await opens(business, business.bola, card))[-1] == "📝 Leave a note"


async def test_what_is_over_is_two_or_three_lines(business: Business):
    await business.follows_through()
    await business.presses(business.musa, "Collected")
    cards = {
        "Order 1001 · ✅ Delivered": (business.owner, ["💵 What was paid", "🔁 Same again", "⋯"]),
        "Collected: NGN1,500.00": (business.musa, ["✏️ Change"]),
        "Order 1001\n✅ Delivered": (business.bola, []),
    }
    for words, (person, buttons) in cards.items():
        card = finds(person, words)
        assert len(bare(card).splitlines()) <= 4, bare(card)
        assert labels(card) == buttons


async def test_a_cancelled_order_is_short_for_everybody(business: Business):
    await business.joins_by_phone(business.bola)
    await business.accepted()
    await business.presses(business.owner, "Cancel delivery")
    await business.presses(business.owner, "ordered twice")
    for person in (business.owner, business.musa, business.bola):
        card = finds(person, "❌")
        assert len(bare(card).splitlines()) <= 4, bare(card)
    assert not sees(business.bola, "Ordered")


async def test_a_dispatcher_opens_what_is_over(business: Business):
    await business.follows_through()
    card = finds(business.owner, "Order 1001 · ✅ Delivered")
    assert "5 Allen Avenue" not in bare(card)
    await opens(business, business.owner, card)
    assert "🏁 Drop-off: Bola Ahmed, 5 Allen Avenue" in bare(card)
    assert "dropped off" in bare(card)


@pytest.mark.parametrize("view", ["dispatcher", "customer", "group", "nothing"])
async def test_who_asks_for_the_card_of_others_is_shown_none(business: Business, view: str):
    delivery = await business.assigned("Sani Ali")
    hello = business.musa.last
    before = bare(hello)
    data = press(Verb.IN_FULL, delivery.uuid, tokens=(view,))
    business.musa.press_data(data, message=hello)
    await business.town.idle()
    assert bare(hello) == before
    assert not sees(business.musa, "Allen Avenue")


async def test_a_card_that_is_over_meanwhile_has_nothing_to_open(business: Business):
    delivery = await business.accepted()
    card = finds(business.musa, "👍 yours")
    (more,) = [b.data for row in card.buttons for b in row if b.label == "⋯"]
    await business.presses(business.owner, "Cancel delivery")
    await business.presses(business.owner, "ordered twice")
    assert await business.state(delivery) is State.CANCELLED
    business.musa.press_data(more, message=card)
    await business.town.idle()
    assert "Allen Avenue" not in bare(card)


async def test_of_a_long_round_the_later_stops_fold(business: Business):
    receivers = [business.receiver(f"Ada {n}", f"+23480300000{n}") for n in range(10, 19)]
    await business.in_the_bag(*receivers)
    kinds = [entity.type for entity in finds(business.musa, "8 more stops").entities]
    assert "expandable_blockquote" in kinds
