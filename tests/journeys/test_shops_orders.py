"""A shop orders in its group: it reads there that the order waits, and that it was accepted."""

from bot.domain.limits import PASSED_ON_AN_HOUR
from bot.local_telegram import LocalGroup, LocalUser
from tests.journeys.test_shops import PERSONAL, give, last, said_in, shop_group, writes
from tests.journeys.test_their_words import ORDER
from tests.support.business import Business, bare, finds, labels, sees

WAITS = "🧪 📦 The dispatcher has your order. You read here when it is accepted."


async def orders(business: Business) -> tuple[LocalGroup, LocalUser]:
    """The cook, whom the bot does not know, writes an order into the group of the shop."""
    await business.order()
    group, cook = await shop_group(business)
    cook.write(ORDER, chat=group, reply_to=said_in(group)[-1])
    await business.town.idle()
    return group, cook


async def test_an_order_in_a_shops_group_waits_is_accepted_and_is_asked_about(business: Business):
    group, _ = await orders(business)
    assert last(group) == WAITS
    news = finds(business.owner, "7 Bode Thomas Street")
    assert "Ada's Kitchen, sender" in bare(news)
    assert labels(news) == ["📦 New order"]
    await business.presses(business.owner, "New order", message=news)
    await business.says(business.owner, "1500")
    assert "Ada's Kitchen" in bare(business.owner.last)
    await business.presses(business.owner, "Create")
    assert last(group) == "🧪 ✅ Accepted by the dispatcher: 1002"
    created = next(one for one in await business.deliveries() if one.order_number == "1002")
    await give(business, created)
    assert "Order 1002" in last(group)
    said = "\n".join(map(bare, said_in(group)))
    assert not any(word in said for word in (*PERSONAL, "Ngozi", "Bode Thomas"))


async def test_what_is_no_order_and_an_order_in_another_group_is_not_heard(business: Business):
    group, cook = await orders(business)
    count = len(said_in(group))
    for words in ("who has the keys?", "we close at 10"):
        cook.write(words, chat=group, reply_to=said_in(group)[-1])
        await business.town.idle()
        assert not sees(business.owner, words)
    assert len(said_in(group)) == count
    await writes(business, business.owner, "/unbind", group)
    cook.write(ORDER.replace("Bode", "Isaac"), chat=group, reply_to=said_in(group)[-1])
    await business.town.idle()
    assert not sees(business.owner, "Isaac Thomas")


async def test_a_code_in_an_order_reaches_nobody(business: Business):
    group, cook = await orders(business)
    cook.write(f"{ORDER}\ncode 7295", chat=group, reply_to=said_in(group)[-1])
    await business.town.idle()
    assert "code •••" in bare(finds(business.owner, "7 Bode Thomas Street"))
    assert not sees(business.owner, "7295")


async def test_a_group_that_writes_too_much_or_to_nobody_reads_that(business: Business):
    group, cook = await orders(business)
    for _ in range(PASSED_ON_AN_HOUR):
        cook.write(ORDER, chat=group, reply_to=said_in(group)[-1])
        await business.town.idle()
    assert "I pass on no more of them for now" in last(group)
    await business.says(business.owner, "/stop")
    await business.presses(business.owner, "Stop anyway")
    await business.later(hours=2)
    cook.write(ORDER, chat=group, reply_to=said_in(group)[-1])
    await business.town.idle()
    assert "Nobody can be reached here now" in last(group)
