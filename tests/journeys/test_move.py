"""/move: all of one rider's work goes to another."""

import pytest

from bot.fleet import State, StatusToken
from tests.support.business import Business, bare, finds, heard, labels, sees


async def test_all_open_work_moves_once_it_was_shown_and_each_rider_is_told(business: Business):
    deliveries = await business.in_the_bag(business.receiver(), business.receiver())
    await business.assigned()
    await business.says(business.owner, "/move musa sani")
    preview = business.owner.last
    assert "Move 3 deliveries from Musa Bello to Sani Ali?" in bare(preview)
    assert "1001 · Bola A. · Allen Avenue · just now · 🛵 On the way · Musa Bello" in bare(preview)
    await business.presses(business.owner, "Move it all", message=preview)
    assert sees(business.owner, "3 deliveries are Sani Ali’s now.")
    assert heard(business.musa, "not yours any more") == 1
    assert "Orders: 1003" in bare(finds(business.musa, "not yours any more"))
    assert "Orders: 1001, 1002" in bare(finds(business.musa, "Hand 2 parcels to Sani"))
    assert heard(business.musa, "is not your job any more") == 0
    assert heard(business.musa, "given to another rider") == 1
    assert heard(business.sani, "A new job for you") == 1
    assert heard(business.sani, "Musa has 2 parcels for you") == 1
    assert await business.state(deliveries[0]) is State.IN_TRANSIT
    await business.says(business.owner, "/move musa sani")
    assert sees(business.owner, "Musa Bello has no open work. There is nothing to move.")


async def test_names_that_are_missing_are_chosen(business: Business):
    await business.assigned()
    await business.later(seconds=30)
    await business.says(business.owner, "/move")
    chosen = business.owner.last
    assert labels(chosen) == ["Musa Bello · 1 open", "No, keep"]
    await business.presses(business.owner, "Musa Bello", message=chosen)
    assert labels(chosen) == ["Sani Ali · 0 open", "No, keep"]
    await business.presses(business.owner, "Sani Ali", message=chosen)
    assert "Move 1 delivery from Musa Bello to Sani Ali?" in bare(chosen)
    await business.presses(business.owner, "No, keep", message=chosen)
    assert chosen not in business.owner.messages


@pytest.mark.parametrize("line", ["/move nobody sani", "/move x y"])
async def test_a_name_that_is_not_understood_is_asked_for(business: Business, line: str):
    await business.says(business.owner, line)
    assert sees(business.owner, "No rider has open work. There is nothing to move.")


async def test_only_what_was_shown_is_moved_and_what_is_over_is_named(business: Business):
    await business.assigned()
    gone = await business.assigned()
    await business.says(business.owner, "/move Musa Bello Sani Ali")
    await business.assigned()
    await business.town.shop.update_status(gone.uuid, StatusToken.CANCELLED, note="Late")
    await business.town.idle()
    await business.presses(business.owner, "Move it all")
    result = bare(finds(business.owner, "1 delivery is Sani Ali’s now."))
    assert "✅ 1001" in result
    assert "⏭ 1002 was left out: ❌ Cancelled" in result
    assert "1003" not in result
    assert sees(business.owner, "1003 · 🕓 Given to Musa, not accepted yet")


async def test_a_move_that_was_overtaken_by_another_question_is_not_made(business: Business):
    await business.assigned()
    await business.says(business.owner, "/move musa sani")
    preview = business.owner.last
    await business.says(business.owner, "/cancel")
    await business.presses(business.owner, "Move it all", message=preview)
    assert business.owner.toasts[-1].text == "This has changed."
    assert heard(business.sani, "A new job for you") == 0


async def test_work_moves_to_somebody_whom_nothing_reaches_only_when_it_is_meant(
    business: Business,
):
    delivery = await business.assigned()
    await business.says(business.sani, "/stop")
    await business.says(business.owner, "/move Musa Sani")
    preview = business.owner.last
    assert "Sani Ali has stopped this bot" in bare(preview)
    assert "+234 802 000 0002" in bare(preview)
    await business.presses(business.owner, "Choose another", message=preview)
    assert "Who takes over from Musa Bello?" in bare(preview)
    await business.presses(business.owner, "Sani Ali", message=preview)
    await business.presses(business.owner, "Move it all anyway", message=preview)
    rider = (await business.town.shop.get_delivery(delivery.uuid)).rider
    assert rider.name == "Sani Ali"
    assert sees(business.owner, "Sani Ali cannot be reached here. Please call.")
