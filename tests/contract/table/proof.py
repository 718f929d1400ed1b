"""Proves all columns, one after the other."""

from pathlib import Path

from tests.contract.scene import stage
from tests.contract.table.cells import Row, rows
from tests.contract.table.chat_column import chat_column
from tests.contract.table.client_column import client_column
from tests.contract.table.service_column import service_column
from tests.service.fleet import DATABASE, migrate
from tests.service.receiver import make_certificates


async def prove(folder: Path) -> list[Row]:
    """Return the table, with everything that it takes in a folder of its own."""
    places = {name: folder / name for name in ("scene", "service", "town", "certificates")}
    for place in places.values():
        place.mkdir()
    make_certificates(places["certificates"])
    await migrate(places["scene"] / DATABASE)
    scene = await stage(places["scene"], places["certificates"])
    return rows(
        await service_column(scene, places["service"], places["certificates"]),
        await client_column(),
        await chat_column(places["town"]),
    )
