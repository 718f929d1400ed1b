"""What is over is counted once, when it ends: the figures are those that counting would give."""

from collections import Counter
from pathlib import Path

from sqlalchemy import select

from bot.service.operations.dashboard import decline
from bot.service.store.tables import deliveries, finished
from tests.service.fleet import DATABASE, Fleet, opened, sqlite_url
from tests.support.sql import rows

ENDS = ("Delivered", "Delivered", "Cancelled", "In Transit", "Pending")


async def counted(folder: Path) -> tuple[Counter[tuple[str, str]], Counter[tuple[str, str]]]:
    """Count the deliveries that are over by rider and state, by hand and from the figures."""
    ended = select(deliveries).where(deliveries.c.state.in_(["Delivered", "Cancelled", "Declined"]))
    async with opened(sqlite_url(folder / DATABASE)) as database:
        by_hand = Counter((row.rider_uuid or "", row.state) for row in await rows(database, ended))
        figures = {
            (row.rider_uuid, row.state): row.deliveries
            for row in await rows(database, select(finished))
        }
    return by_hand, Counter(figures)


async def test_every_way_to_end_is_counted(fleet: Fleet, folder: Path):
    for state in ENDS:
        await fleet.at(state)
    await decline(fleet.development, await fleet.at("Awaiting Pickup"), "Too far")
    await fleet.move(await fleet.at("In Transit"), "cancelled")
    by_hand, figures = await counted(folder)
    assert figures == by_hand
    assert sum(figures.values()) == 5
    summary = await fleet.riders()
    assert summary["total_number_of_fulfilled_orders"] == 2
    assert summary["total_revenue"] == 3000


async def test_a_refused_change_counts_nothing(fleet: Fleet, folder: Path):
    uuid = await fleet.at("Delivered")
    body = {"delivery_uuid": uuid, "status": "cancelled"}
    assert (await fleet.http.post("/deliveries/update_status", json=body)).status_code == 422
    by_hand, figures = await counted(folder)
    assert figures == by_hand
