"""A fleet with a delivery in every state, over two days, by names that requests can use."""

import shutil
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx

from bot.service.app import make_server
from bot.service.operations.dashboard import decline
from tests.service.fleet import KEY, RECEIVER_PHONE, SENDER_PHONE, Fleet, running, settings_at
from tests.support.clock import ManualClock

TODAY = datetime(2026, 3, 2, 9, tzinfo=UTC)
LINK_CODE = "handover-couriers-dev"


@dataclass(frozen=True)
class Scene:
    """A database, kept as files, and the names of what is in it."""

    files: Path
    names: Mapping[str, str]


async def stage(files: Path, certificates: Path) -> Scene:
    """Play two days at a fleet service whose new database is in `files`."""
    clock = ManualClock(TODAY - timedelta(days=1))
    async with running(settings_at(files, certificates), clock) as fleet:
        rider = await fleet.rider()
        names = {"rider": rider, "link_code": LINK_CODE}
        day = clock.now().date().isoformat()
        names["old"] = await fleet.at("Pending", creation_date=day)
        names["old_delivered"] = await fleet.at("Delivered", creation_date=day)
        clock.advance(timedelta(days=1))
        names |= await _deliveries_of_today(fleet)
        names |= await _riders_of_today(fleet)
    return Scene(files, names)


async def _deliveries_of_today(fleet: Fleet) -> dict[str, str]:
    names = {
        "bare": (await fleet.create(receivers=[]))["uuid"],
        "cancelled": await fleet.at("Cancelled"),
        "delivered": await fleet.at("Delivered"),
        "awaiting": await fleet.at("Awaiting Pickup"),
        "accepted": await fleet.at("Order Accepted"),
        "pickup_code": await fleet.code(SENDER_PHONE),
        "transit": await fleet.at("In Transit"),
        "dropoff_code": await fleet.code(RECEIVER_PHONE),
        "declined": await fleet.at("Pending"),
        "pending": await fleet.at("Pending"),
    }
    await decline(fleet.development, names["declined"], "Too far")
    pending = await fleet.delivery(names["pending"])
    return names | {
        "pending_number": pending["order_number"],
        "pending_receiver": pending["customer_detail"]["uuid"],
        "pending_item": pending["items"][0]["uuid"],
    }


async def _riders_of_today(fleet: Fleet) -> dict[str, str]:
    idle = await fleet.rider(email="idle@example.com", name="Dayo Idle")
    resting = await fleet.rider(email="resting@example.com", name="Efe Resting")
    await fleet.post(f"/riders/change_status/{resting}", {"rider_uuids": [resting]})
    commission = {"commission_value": 10, "commission_type": "commission"}
    invited = await fleet.post(
        "/riders/create", {"rider_emails": ["new@example.com"], **commission}
    )
    return {"idle": idle, "resting": resting, "invited": invited["uuid"]}


@dataclass(frozen=True)
class House:
    """The service while it runs, and a plain HTTP client that knows the development key."""

    fleet: Fleet
    http: httpx.AsyncClient
    origin: str
    names: Mapping[str, str]

    def forgive(self) -> None:
        """Let so much time go by that wrong keys before are not held against anybody."""
        self.fleet.clock.advance(timedelta(minutes=1))


@asynccontextmanager
async def opened(
    scene: Scene, folder: Path, certificates: Path, *, url: str = "", **changes: Any
) -> AsyncIterator[House]:
    """Serve a copy of the scene over HTTP; with `url` its webhooks go there."""
    shutil.copytree(scene.files, folder, dirs_exist_ok=True)
    settings = settings_at(folder, certificates, **changes)
    async with (
        running(settings, ManualClock(TODAY), url=url) as fleet,
        make_server(fleet.service.asgi) as server,
        httpx.AsyncClient(
            base_url=f"{server.url}/development/api/v1",
            headers={"x-api-key": KEY},
            trust_env=False,
            verify=False,  # noqa: S501  # plain HTTP: it would only load certificates
        ) as http,
    ):
        fleet.service.public_url = server.url
        yield House(fleet, http, server.url, scene.names)
