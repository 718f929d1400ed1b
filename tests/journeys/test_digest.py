"""A digest: new orders beyond a few are lines of one message that rings once and clears itself."""

import pytest

from bot.demo.town import ENVIRONMENT
from bot.fleet import Delivery, StatusToken
from bot.local_telegram import ChatMessage, LocalGroup, LocalUser
from bot.service.operations.dashboard import mark_failed
from tests.support.business import (
    BOLA,
    SENDER,
    Business,
    bare,
    finds,
    heard,
    labels,
    rung,
    sees,
    told,
)

PERSONAL = ("Ahmed", "5 Allen", "Ada's", "Marina", "803000", "803 000", "804000")


async def orders(business: Business, count: int) -> list[Delivery]:
    """So many orders come in at once, and what follows is shown."""
    came = [await business.order() for _ in range(count)]
    await business.later(seconds=3)
    return came


def digest(person: LocalUser) -> ChatMessage:
    return finds(person, "for a rider\n")


def rings(business: Business, person: LocalUser, words: str = "for a rider</b>") -> int:
    """How often a digest, and no card, has rung in somebody's chat."""
    return sum(words in text for text in rung(business, person))


async def gives(business: Business, *given: Delivery, rider: str = "Musa Bello") -> None:
    """Somebody gives orders to a rider, elsewhere."""
    await business.town.shop.assign(business.riders[rider], [each.uuid for each in given])
    await business.town.idle()
    await business.later(seconds=3)


async def bound(business: Business) -> LocalGroup:
    group = business.town.telegram.add_group("Dispatch", [business.owner, business.town.account])
    business.owner.write("/bind", chat=group)
    await business.town.idle()
    return group


@pytest.mark.older_telegram
@pytest.mark.parametrize("mode", ["webhook", "polling"], indirect=True)
async def test_the_first_few_orders_are_cards_and_the_rest_is_one_message_that_rings_once(
    business: Business,
):
    await orders(business, 9)
    assert heard(business.owner, "📦 Order") == 3
    assert rings(business, business.owner) == 1
    lines = bare(digest(business.owner)).splitlines()
    assert lines[0].endswith("🆕 6 orders wait for a rider")
    assert lines[1] == "1004 · Bola A. · Allen Avenue · just now"
    assert lines[-1].startswith("1009")
    assert labels(digest(business.owner)) == ["Give out", "📋 Board"]


async def test_one_order_in_five_minutes_rings_with_a_card_as_ever(business: Business):
    for _ in range(5):
        await business.order()
        await business.later(minutes=4)
    assert heard(business.owner, "📦 Order") == 5
    assert rings(business, business.owner) == 0


async def test_lines_go_as_orders_get_a_rider_and_what_comes_after_the_end_is_another_one(
    business: Business,
):
    came = await orders(business, 6)
    first = digest(business.owner)
    await gives(business, came[3])
    assert "2 orders wait for a rider" in bare(first)
    assert "1004" not in bare(first)
    await gives(business, *came[4:])
    assert bare(first).endswith("✅ All of these have a rider or are over.")
    assert labels(first) == []
    assert heard(business.owner, "📦 Order") == 3
    await orders(business, 1)
    assert "1 order waits for a rider\n1007" in bare(business.owner.last)
    assert business.owner.last is not first
    assert rings(business, business.owner) == 2


async def test_one_that_grows_rings_again_only_after_a_quarter_of_an_hour(business: Business):
    await orders(business, 5)
    for _ in range(13):
        await business.later(minutes=1)
        await business.order()
    await business.later(seconds=3)
    assert rings(business, business.owner) == 1
    await business.later(minutes=2)
    assert rings(business, business.owner) == 2
    assert heard(business.owner, "orders wait for a rider") == 1  # the one before it is taken away
    await business.later(minutes=40)
    assert rings(business, business.owner) == 2


@pytest.mark.without_limits  # keeping them, time goes by between the orders
async def test_what_comes_after_a_long_silence_rings_at_once(business: Business):
    await orders(business, 5)
    await business.later(minutes=16)
    await orders(business, 1)
    assert rings(business, business.owner) == 1  # one order in five minutes is a card again
    assert sees(business.owner, "📦 Order 1006")
    await orders(business, 3)
    assert rings(business, business.owner) == 2
    assert "3 orders wait for a rider" in bare(digest(business.owner))


async def test_one_alone_is_given_from_the_digest_and_its_card_is_a_tap_away(business: Business):
    await orders(business, 4)
    alone = digest(business.owner)
    assert labels(alone) == ["Assign", "Details", "📋 Board"]
    await business.presses(business.owner, "Details", message=alone)
    assert "📦 Order 1004" in bare(business.owner.last)
    await business.presses(business.owner, "Assign", message=alone)
    assert business.owner.last.silent
    await business.presses(business.owner, "Musa Bello")
    await business.later(seconds=3)
    assert "All of these have a rider" in bare(alone)


async def test_an_order_that_is_cancelled_is_a_line_no_more(business: Business):
    came = await orders(business, 5)
    await business.town.shop.update_status(came[4].uuid, StatusToken.CANCELLED, note="Too late")
    await business.town.idle()
    await business.later(seconds=3)
    assert "1 order waits for a rider\n1004" in bare(digest(business.owner))
    assert sees(business.owner, "❌ Order 1005 was cancelled.")
    assert not sees(business.owner, "📦 Order 1005")


async def test_one_that_fails_gets_the_card_that_it_lacked(business: Business):
    came = await orders(business, 4)
    shop, late = business.town.shop, came[3]
    await gives(business, late)
    assert not sees(business.owner, "📦 Order 1004")
    await shop.update_status(late.uuid, StatusToken.ACCEPTED)
    code = business.code(late.order_number, SENDER)
    await shop.update_status(late.uuid, StatusToken.IN_TRANSIT, pickup_code=code)
    await mark_failed(business.town.service.environment(ENVIRONMENT), late.uuid, "Nobody there")
    await business.town.idle()
    assert sees(business.owner, "⚠️ A delivery attempt of order 1004 failed.")
    card = finds(business.owner, "📦 Order 1004")
    assert card.silent
    assert "Give to another rider" in labels(card)


async def test_one_with_a_problem_gets_the_card_that_it_lacked(business: Business):
    came = await orders(business, 4)
    await gives(business, came[3])
    assert not sees(business.owner, "📦 Order 1004")
    await business.presses(business.musa, "Accept")
    await business.presses(business.musa, "Problem")
    await business.presses(business.musa, "Wrong address")
    await business.says(business.musa, "There is no number 5")
    assert finds(business.owner, "📦 Order 1004").silent


async def test_each_dispatcher_reads_it_in_their_language_and_the_muted_hear_nothing(
    business: Business,
):
    tola, femi = await business.hires("Tola"), await business.hires("Femi")
    await business.says(tola, "/language fr")
    await business.says(femi, "/mute")
    await business.presses(femi, "Which messages")
    await business.presses(femi, "New delivery")
    await orders(business, 6)
    assert "3 commandes attendent un livreur" in bare(tola.last)
    assert rings(business, tola, "livreur</b>") == 1
    assert "3 orders wait for a rider" in bare(femi.last)
    assert rings(business, femi) == 0
    await business.says(business.owner, "/language es")
    assert sees(business.owner, "3 pedidos esperan repartidor")


async def test_in_quiet_hours_it_comes_without_a_sound(business: Business):
    await business.says(business.owner, "/mute 8:30-18")
    await orders(business, 5)
    assert "2 orders wait for a rider" in bare(digest(business.owner))
    assert rings(business, business.owner) == 0


async def test_a_group_reads_it_in_its_language_and_nothing_personal(business: Business):
    await business.says(business.owner, "/language es")
    group = await bound(business)
    await business.says(business.owner, "/language en")
    came = await orders(business, 6)
    assert sum("📦" in bare(message) for message in group.messages) == 3
    await business.later(seconds=15)
    shown = group.messages[-1]
    assert "3 pedidos esperan repartidor\n" in bare(shown)
    assert "1004 🏁 Bola · Allen Avenue " in bare(shown)
    await gives(business, *came[3:])
    await business.later(seconds=15)
    assert "✅ Todos tienen repartidor o han terminado." in bare(shown)
    assert sum("📦" in bare(message) for message in group.messages) == 3
    calls = business.town.telegram.calls
    sent = [str(c.arguments) for c in calls if c.arguments.get("chat_id") == str(group.id)]
    assert not any(word in text for word in PERSONAL for text in sent)


async def test_one_that_somebody_has_deleted_comes_anew_with_the_next_change(business: Business):
    await orders(business, 5)
    gone = digest(business.owner)
    business.owner.chat().remove(gone)
    await business.later(minutes=1)
    assert not sees(business.owner, "orders wait for a rider")
    await orders(business, 1)
    assert "3 orders wait for a rider" in bare(digest(business.owner))
    assert digest(business.owner).silent


async def test_it_outlives_a_restart(business: Business):
    came = await orders(business, 5)
    await business.town.stop_bot()
    await business.town.shop.assign(business.riders["Musa Bello"], [came[3].uuid])
    await business.later(minutes=1)
    await business.town.start_bot()
    await business.town.idle()
    await business.later(seconds=3)
    assert "1 order waits for a rider\n1005" in bare(digest(business.owner))
    assert rings(business, business.owner) == 1


async def test_who_dispatches_no_more_has_it_no_more(business: Business):
    tola = await business.hires("Tola")
    await orders(business, 5)
    assert sees(tola, "2 orders wait for a rider")
    await business.says(business.owner, "/team")
    await business.presses(business.owner, "Remove Tola as a dispatcher")
    await business.presses(business.owner, "Remove", message=business.owner.last)
    assert not sees(tola, "wait for a rider")
    await orders(business, 1)
    assert not sees(tola, "wait for a rider")
    assert sees(business.owner, "3 orders wait for a rider")


async def test_who_is_forgotten_leaves_no_trace_of_it(business: Business):
    tola = await business.hires("Tola")
    await orders(business, 5)
    await business.says(tola, "/board")
    await business.says(business.owner, "/team")
    await business.presses(business.owner, "Remove Tola as a dispatcher")
    await business.presses(business.owner, "Remove", message=business.owner.last)
    await business.says(tola, "/forget")
    await business.presses(tola, "Erase my data")
    before = told(tola)
    await orders(business, 1)
    await business.later(minutes=1)
    assert told(tola) == before
    assert not any(words in text for text in before for words in ("wait for a rider", "Board"))


@pytest.mark.older_telegram
async def test_as_many_lines_as_a_phone_shows_and_how_many_more(business: Business):
    await orders(business, 26)
    lines = bare(digest(business.owner)).splitlines()
    assert lines[0].endswith("23 orders wait for a rider")
    assert len(lines) == 22
    assert lines[-1] == "and 3 more"


async def test_what_is_given_with_its_making_needs_nobody_to_read_of_it(business: Business):
    await orders(business, 3)
    receiver = business.receiver(phone=BOLA)
    created = await business.town.shop.create_delivery(business.new_order(receiver))
    await business.town.shop.assign(business.riders["Musa Bello"], [created[0].uuid])
    await business.town.idle()
    await business.later(seconds=3)
    assert not sees(business.owner, "waits for a rider")
