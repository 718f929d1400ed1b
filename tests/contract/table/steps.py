"""The day that is played for the table: what people do, and what they look at."""

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from bot.demo.town import ENVIRONMENT
from bot.fleet import StatusToken
from bot.local_telegram import ChatMessage
from bot.service.operations.dashboard import mark_failed
from tests.contract.table.canaries import CANARY
from tests.support.business import NEW_ORDER, Business, bare, labels

_FORM = f"{NEW_ORDER}\nItems: 2 x Jollof rice 3000"


@dataclass(frozen=True)
class Step:
    """Something that somebody does.

    `by_bot` says whether the bot asks the service for it; `reveals` are fields that nobody has
    known until then.
    """

    name: str
    act: Callable[[Business], Awaitable[object]]
    by_bot: bool = True
    reveals: frozenset[str] = frozenset()


def _says(name: str, person: str, text: str, *reveals: str) -> Step:
    async def act(business: Business) -> None:
        await business.says(getattr(business, person), text)

    return Step(name, act, reveals=frozenset(reveals))


def _photo_comes(photo: str) -> Step:
    """Look at a delivery whose news has been told without this photo, and then with it."""
    return _says(f"a {photo} comes", "owner", "/delivery 1001", photo)


async def _press_rider(business: Business, message: ChatMessage) -> None:
    """Press the first button with a rider: as the bot has known them, or with a canary by now."""
    shown = [*(button.label for button in message.rich_buttons), *labels(message)]
    found = (label for label in shown if label.startswith((CANARY, "Musa", "Sani")))
    await business.presses(business.owner, next(found, "a rider"), message=message)


async def _shop_orders(business: Business) -> None:
    await business.order()


async def _asks_for_booking(business: Business) -> None:
    booking = business.town.service.environment(ENVIRONMENT).booking
    assert booking is not None
    await business.says(business.owner, f"/booking {booking.link_code}")


async def _follows(business: Business) -> None:
    await business.presses(business.owner, "Customer link")
    *_, code = re.findall(r"start=(\S+)", bare(business.owner.last))
    await business.says(business.bola, f"/start {code}")


async def _assigns(business: Business) -> None:
    await business.says(business.owner, "/assign 1001")
    await _press_rider(business, business.owner.last)


async def _picks_up(business: Business) -> None:
    await business.says(business.musa, f"/pickup 1001 {business.pickup_code}")


async def _drops_off(business: Business) -> None:
    await business.says(business.musa, f"/dropoff 1001 {business.dropoff_code}")


async def _rider(business: Business) -> None:
    await business.says(business.owner, "/riders")
    await _press_rider(business, business.owner.last)


async def _looks_at_two(business: Business) -> None:
    """Look at what is over, and at what is open: only there phones and addresses are in sight."""
    for order in ("1001", "1003"):
        await business.says(business.owner, f"/delivery {order}")


async def _attempt_fails(business: Business) -> None:
    (delivery,) = await business.in_the_bag(business.receiver())
    environment = business.town.service.environment(ENVIRONMENT)
    await mark_failed(environment, delivery.uuid, "Nobody there")


async def _shop_calls_off(business: Business) -> None:
    delivery = await business.order()
    await business.town.shop.update_status(delivery.uuid, StatusToken.CANCELLED, note="No rice")


async def _writes_new(business: Business) -> None:
    await business.says(business.owner, _FORM)
    await business.says(business.owner, "1,500")
    await business.presses(business.owner, "Rider", message=business.owner.last)
    await _press_rider(business, business.owner.last)
    await business.presses(business.owner, "✅ Create")
    await business.says(business.owner, "ada@kitchen.example")
    await business.presses(business.owner, "✅ Create")


async def _edits(business: Business) -> None:
    for field, words in (("Fee", "NGN 2,000"), ("Items", "1 x Rice 3500\n3 x Zobo 200")):
        await business.says(business.owner, "/edit 1002")
        await business.presses(business.owner, field)
        await business.says(business.owner, words)
        await business.presses(business.owner, "Save")


async def _cancels(business: Business) -> None:
    await business.says(business.owner, "/delivery 1002")
    await business.presses(business.owner, "Cancel delivery")
    await business.presses(business.owner, "It was ordered twice")


async def _deactivates(business: Business) -> None:
    await _rider(business)
    await business.presses(business.owner, "Deactivate")
    await business.presses(business.owner, "Deactivate")


async def _filters(business: Business) -> None:
    await business.says(business.owner, "/deliveries")
    listed = business.owner.last
    for label in ("Any status", "Waiting for a rider"):
        await business.presses(business.owner, label, message=listed)
    for label in ("All days", "Today", "Any origin", "Imported", "Any rider"):
        await business.presses(business.owner, label, message=listed)
    await _press_rider(business, listed)


DAY = (
    Step("an order of the shop's", _shop_orders, by_bot=False),
    Step("Customer link", _follows),
    Step("/assign", _assigns),
    _says("/jobs", "musa", "/jobs"),
    _says("/track", "bola", "/track"),
    _says("/delivery", "owner", "/delivery 1001"),
    _says("/deliveries", "owner", "/deliveries"),
    _says("/board", "owner", "/board"),
    _says("/riders", "owner", "/riders"),
    Step("/rider", _rider),
    Step("/booking", _asks_for_booking),
    _says("/accept", "musa", "/accept 1001"),
    Step("/pickup", _picks_up),
    _photo_comes("pickup_photo"),
    Step("/dropoff", _drops_off),
    _says("/history", "musa", "/history all"),
    _says("/history", "musa", "/history 2026-03-01 to 2026-03-02"),
    _says("/report", "owner", "/report"),
    Step("/new", _writes_new),
    Step("/edit", _edits),
    Step("Cancel delivery", _cancels),
    Step("/deliveries, filters", _filters),
    _says("/find", "owner", "/find Bola"),
    _says("/invite", "owner", "/invite efe@example.com 10"),
    Step("a failed attempt", _attempt_fails, by_bot=False),
    Step("/rider, Deactivate", _deactivates),
    Step("called off elsewhere", _shop_calls_off, by_bot=False),
    _photo_comes("dropoff_photo"),
)
LOOKS: Mapping[str, Step] = {
    "Get delivery: answer": Step("/delivery", _looks_at_two),
    "List deliveries: answer": _says("/deliveries", "owner", "/deliveries"),
    "List riders: answer": _says("/riders", "owner", "/riders"),
    "Get rider: answer": Step("/rider", _rider),
    "Rider delivery history: answer": _says("/history", "musa", "/history all"),
    "Get booking detail via link code: answer": Step("/booking", _asks_for_booking),
}
