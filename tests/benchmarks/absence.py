"""An hour's absence in which many deliveries move: how soon their customers hear of it afterwards.

    python -m tests.benchmarks.absence [ORDERS]

A local Telegram with its limits on and a clock that is stepped. A third of the orders is known
before the bot is away, one in twenty is cancelled, the others are delivered. It ends with 1 if a
goal is missed.
"""

import asyncio
import re
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import TypeVar

from rich.console import Console
from rich.table import Table

from bot import logs
from bot.fleet import Delivery, StatusToken
from bot.local_telegram import LocalUser
from tests.support.business import SENDER, Business, told
from tests.support.clock import ManualClock
from tests.support.limited_town import LimitedTown

ORDERS = 1000
_AT_ONCE = 8
_CANCELLED = 20
_NEWS = ("was delivered", "was cancelled")
_CODE, _ORDER = re.compile(r"code: (\w+)"), re.compile(r"\(delivery (\d+)\)")

T = TypeVar("T")
R = TypeVar("R")


class Absence:
    """A business whose every order has a customer of its own, who follows it by the phone."""

    def __init__(self, town: LimitedTown, clock: ManualClock, orders: int) -> None:
        self.business = Business(town, clock)
        self._town = town
        self._clock = clock
        self._phones = [f"+23480310{number:05}" for number in range(orders)]
        self.customers: dict[str, LocalUser] = {}
        self._codes: dict[tuple[str, str], str] = {}
        self.returned_at = clock.now()

    async def open(self) -> None:
        await self.business.open()
        for phone in self._phones:
            self.customers[phone] = self._town.telegram.add_user("Bola", phone=phone)
        for customer in self.customers.values():
            customer.write("/start")
        await self._town.idle()
        for customer in self.customers.values():
            customer.press("Share my phone number")
        await self._town.idle()

    async def play(self) -> None:
        """Let a third come in, the bot go away, everything happen, and the bot come back."""
        known = len(self._phones) // 3
        made = await _several(self._phones[:known], self._is_made)
        await self._town.idle()
        await self._town.stop_bot()
        made += await _several(self._phones[known:], self._is_made)
        await self._town.idle()
        self._read_codes()
        await _several(zip(self._phones, made, range(len(made)), strict=True), self._ends)
        await self.business.later(hours=1)
        self.returned_at = self._clock.now()
        await self._town.start_bot()
        await self._town.idle()

    def _read_codes(self) -> None:
        for sms in self._town.sms.messages:
            if found := _CODE.search(sms.text):
                order = _ORDER.search(sms.text)
                self._codes[sms.phone, order[1] if order else ""] = found[1]

    async def _is_made(self, phone: str) -> Delivery:
        receiver = self.business.receiver(phone=phone)
        (made,) = await self._town.shop.create_delivery(self.business.new_order(receiver))
        await self._town.shop.assign(self.business.riders["Musa Bello"], [made.uuid])
        return made

    async def _ends(self, one: tuple[str, Delivery, int]) -> None:
        phone, made, number = one
        shop, order = self._town.shop, made.order_number
        if number % _CANCELLED == 0:
            await shop.update_status(made.uuid, StatusToken.CANCELLED, note="No goods")
            return
        await shop.update_status(made.uuid, StatusToken.ACCEPTED)
        pickup, dropoff = self._codes[SENDER, order], self._codes[phone, order]
        await shop.update_status(made.uuid, StatusToken.IN_TRANSIT, pickup_code=pickup)
        await shop.update_status(made.uuid, StatusToken.DELIVERED, dropoff_code=dropoff)

    def longest_wait(self) -> float:
        """How many seconds after the return the last customer heard how it ended."""
        chats = {str(customer.id) for customer in self.customers.values()}
        heard = [
            call.at
            for call in self._town.telegram.calls
            if call.method == "sendMessage" and not call.error
            if call.arguments["chat_id"] in chats and _is_news(call.arguments["text"])
        ]
        return (max(heard) - self.returned_at).total_seconds()

    def heard_nothing(self) -> int:
        return sum(not any(map(_is_news, told(one))) for one in self.customers.values())

    def messages_to_owner(self) -> int:
        owner = str(self.business.owner.id)
        return sum(
            call.method == "sendMessage" and call.arguments["chat_id"] == owner
            for call in self._town.telegram.calls
            if call.at >= self.returned_at
        )


def _is_news(text: str) -> bool:
    return any(words in text for words in _NEWS)


async def _several(things: Iterable[T], do: Callable[[T], Awaitable[R]]) -> list[R]:
    gate = asyncio.Semaphore(_AT_ONCE)

    async def one(thing: T) -> R:
        async with gate:
            return await do(thing)

    return list(await asyncio.gather(*map(one, things)))


async def measured(orders: int) -> list[tuple[str, float, float]]:
    """Play it; return each figure with the most that it may be."""
    clock = ManualClock()
    with tempfile.TemporaryDirectory(prefix="handover-absence-") as folder:
        async with LimitedTown(Path(folder), clock=clock) as town:
            await town.start_bot()
            absence = Absence(town, clock, orders)
            await absence.open()
            await absence.play()
            return [
                ("the last customer hears after, s", absence.longest_wait(), 300),
                ("customers who heard nothing", absence.heard_nothing(), 0),
                ("messages for the dispatcher", absence.messages_to_owner(), 10),
                ("answers 429", len(town.refused), 0),
            ]


def main() -> int:
    logs.configure("ERROR", as_json=False)
    figures = asyncio.run(measured(int(sys.argv[1]) if len(sys.argv) > 1 else ORDERS))
    table = Table("", "measured", "goal", "")
    for name, value, most in figures:
        table.add_row(name, f"{value:g}", f"≤ {most:g}", "met" if value <= most else "missed")
    Console().print(table)
    return 0 if all(value <= most for _, value, most in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
