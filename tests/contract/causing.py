"""Makes the service send a webhook, and takes it in over HTTPS."""

from pathlib import Path

from starlette.routing import Route, Router

from bot.base.http.server import Server
from bot.service.operations.dashboard import mark_failed
from tests.contract.asking import ask, problems
from tests.contract.events import Cause
from tests.contract.scene import House, Scene, opened
from tests.contract.variants import WRITE_VARIANTS
from tests.openapi.page import Page
from tests.service.receiver import Call, Receiver

_VARIANTS = {str(variant): variant for variant in WRITE_VARIANTS}


async def caused(
    cause: Cause, shape: str, scene: Scene, folder: Path, certificates: Path
) -> tuple[Call, str, Page]:
    """Return the one webhook of a cause, the delivery that it is about, and the service's page."""
    receiver = Receiver()
    # Anything but a POST would be answered here, and never arrive.
    door = Router([Route("/fleet", receiver, methods=["POST"])])
    files = {"certfile": certificates / "server.pem", "keyfile": certificates / "server.key"}
    async with (
        Server(door, **files) as server,
        opened(
            scene, folder, certificates, url=f"{server.url}/fleet", payload_shape=shape
        ) as house,
    ):
        about = await _bring_about(house, cause)
        await house.fleet.service.idle()
        page = Page((await house.http.get("/openapi.json")).json())
    (call,) = [call for call in receiver.calls if call.event == cause.kind]
    return call, about, page


async def _bring_about(house: House, cause: Cause) -> str:
    if cause.request is None:
        uuid = house.names[cause.about]
        await mark_failed(house.fleet.development, uuid, "Nobody at home")
        return uuid
    variant = _VARIANTS[cause.request]
    answer = await ask(house.http, variant, house.names)
    assert problems(variant.row, answer) == []
    return house.names[cause.about] if cause.about else answer.json()["data"]["uuid"]
