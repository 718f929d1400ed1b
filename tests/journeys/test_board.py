"""/board: what is open at a glance, kept fresh in one message."""

import pytest

from bot.demo.town import ENVIRONMENT
from bot.fleet import StatusToken
from bot.service.operations.dashboard import mark_failed
from tests.support.business import BOLA, Business, bare, finds, heard, labels, told


def counts(text: str) -> dict[str, int]:
    lines = [line.rsplit(": ", 1) for line in text.splitlines() if ": " in line]
    return {name.split(" ", 1)[1]: int(count) for name, count in lines if count.isdigit()}


@pytest.mark.older_telegram
async def test_the_board_counts_what_stands_where(business: Business):
    failing, _, delivered = await business.in_the_bag(*[business.receiver()] * 3)
    code = business.code(delivered.order_number, BOLA)
    shop = business.town.shop
    await shop.update_status(delivered.uuid, StatusToken.DELIVERED, dropoff_code=code)
    await business.accepted()
    await business.assigned("Sani Ali")
    await business.order()
    await mark_failed(business.town.service.environment(ENVIRONMENT), failing.uuid, "Nobody there")
    await business.town.idle()
    await business.says(business.owner, "/board")
    board = bare(business.owner.last)
    assert counts(board) == {
        "Waiting for a rider": 1,
        "Waiting for pickup": 1,
        "Accepted": 1,
        "On the way": 2,
        "Delivered today": 1,
        "Failed attempts today": 1,
    }
    assert delivered.order_number not in board
    await business.later(days=1)
    await business.says(business.owner, "/board")
    tomorrow = counts(bare(business.owner.last))
    assert (tomorrow["Delivered today"], tomorrow["Failed attempts today"]) == (0, 0)
    assert tomorrow["On the way"] == 2


@pytest.mark.older_telegram
async def test_open_deliveries_are_paged_oldest_first_and_lead_to_their_cards(business: Business):
    for _ in range(11):
        await business.order()
        await business.later(seconds=1)
    await business.says(business.owner, "/board")
    board = business.owner.last
    orders = [f"{number} · Bola A. · Allen Avenue" for number in range(1001, 1011)]
    assert labels(board)[:10] == orders
    assert "Page 1 of 2" in bare(board)
    await business.presses(business.owner, "Next ›")
    assert [label for label in labels(board) if "Bola" in label] == [
        "1011 · Bola A. · Allen Avenue"
    ]
    await business.presses(business.owner, "1011", message=board)
    assert bare(business.owner.last).startswith("🧪 📦 Order 1011")
    assert heard(business.owner, "📦 Order 1011") == 1


@pytest.mark.older_telegram
async def test_a_line_tells_which_order_it_is_how_old_it_is_and_who_rides(business: Business):
    chidi = business.receiver("Chidi Eze", "+2348030000009", "Flat 3, 9 Creek Road, Apapa, Lagos")
    await business.order(chidi)
    await business.later(hours=5)
    await business.assigned()
    await business.later(minutes=25)
    await business.says(business.owner, "/board")
    lines = bare(business.owner.last).splitlines()
    assert "1001 · Chidi E. · Creek Road · 5 h · 🆕 Waiting for a rider" in lines
    assert "1002 · Bola A. · Allen Avenue · 25 min · 🕓 Waiting for pickup · Musa Bello" in lines
    ages = [one for one in business.owner.last.entities if one.date_time_format == "r"]
    assert len(ages) == 2  # Telegram keeps them up to date where the message stays


async def test_refresh_shows_in_place_what_no_webhook_told(business: Business):
    await business.says(business.owner, "/board")
    board = business.owner.last
    assert "Nothing is open" in bare(board)
    await business.presses(business.owner, "Refresh")
    messages = len(told(business.owner))
    await business.order()
    await business.presses(business.owner, "Refresh", message=board)
    assert "1001" in bare(board)
    assert len(told(business.owner)) == messages + 1  # the new delivery's card
    assert bare(finds(business.owner, "Board")) == bare(board)


async def test_the_board_is_shown_as_last_seen_while_the_fleet_service_is_down(business: Business):
    delivery = await business.order()
    await business.town.close_fleet()
    await business.says(business.owner, "/board")
    board = business.owner.last
    assert "The fleet service does not answer: as I last saw it." in bare(board)
    assert "1001" in bare(board)
    await business.town.open_fleet()
    await business.town.shop.update_status(delivery.uuid, StatusToken.CANCELLED, note="Late")
    await business.presses(business.owner, "Refresh", message=board)
    assert "does not answer" not in bare(board)
    assert "1001" not in bare(board)


async def test_the_board_has_one_line_of_what_the_fleet_itself_counts(business: Business):
    await business.follows_through()
    await business.assigned()
    await business.says(business.owner, "/board")
    (line,) = [line for line in bare(business.owner.last).splitlines() if "own count" in line]
    assert line.endswith(
        "🕓 1 waiting for pickup · 🛵 0 on the way · ✅ 1 delivered · ❌ 0 cancelled"
    )
    await business.town.close_fleet()
    await business.says(business.owner, "/board")
    assert line in bare(business.owner.last)
