"""The real service with everything around it, driven step by step from ordinary code."""

import asyncio
import re
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Coroutine
from contextlib import AsyncExitStack
from datetime import timedelta
from pathlib import Path
from typing import Any, TypeVar

from bot.fleet import Delivery, DeliveryCounts, DeliveryQuery, FleetClient, Wire
from bot.service.app import make_server
from tests.service.fleet import DATABASE, KEY, Fleet, migrate, running, settings_at
from tests.service.receiver import Receiver, listening, make_certificates
from tests.stateful.line import Line
from tests.support.clock import ManualClock

T = TypeVar("T")

CODE_LENGTH = 12
"""So long that no code is part of some other number by chance."""

_CODE = re.compile(r"^(Pickup|Drop-off) code: (\d+) \(delivery (\d+)\)")


class Ground:
    """What all worlds are built on: certificates and an empty database, made once."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="handover-stateful-")
        self.path = Path(self._folder.name)
        make_certificates(self.path)
        asyncio.run(migrate(self.path / DATABASE))

    def clear(self) -> None:
        self._folder.cleanup()


class World:
    """One service over its lives, its client, its receiver of webhooks, and people's phones."""

    def __init__(self, ground: Ground) -> None:
        self.clock = ManualClock()
        self.line = Line()
        self.codes: dict[tuple[int, str], list[str]] = defaultdict(list)
        self._ground = ground
        self._folder = tempfile.TemporaryDirectory(dir=ground.path)
        shutil.copy(ground.path / DATABASE, self._folder.name)
        self._runner = asyncio.Runner()
        self._around = AsyncExitStack()
        self._life = AsyncExitStack()
        self.wait(self._open())

    def wait(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Let the world go on until this is done."""
        return self._runner.run(coroutine)

    def restart(self) -> None:
        """Stop the service, whatever it is doing, and start it again."""
        self.wait(self._end_life())
        self.wait(self._begin_life())

    def settle(self) -> None:
        """Let everything be sent that is due, and read what people got on their phones."""
        self.wait(self.fleet.service.idle())
        self._read_texts()

    def days_pass(self, days: int) -> None:
        self.clock.advance(timedelta(days=days))

    def tick(self) -> None:
        """Let a moment pass: webhooks of different moments are never the same bytes."""
        self.clock.advance(timedelta(milliseconds=1))

    def everything(self) -> tuple[list[Delivery], DeliveryCounts]:
        """List all deliveries, newest first, with the counts that come with them."""
        return self.wait(self._everything())

    def webhooks(self) -> dict[str, list[tuple[str, str]]]:
        """Return kind and status of the webhooks that came, by delivery; the same bytes once."""
        told: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for body, call in {call.body: call for call in self.receiver.calls}.items():
            assert body
            data = call.payload["data"]
            told[data["delivery_id"]].append((call.event, data["status"]))
        return told

    def said(self) -> bytes:
        """Return what the service has answered and sent since it was last asked for."""
        spoken = bytes(self.line.came_back) + b"".join(self._unread_webhooks())
        self.line.came_back.clear()
        return spoken

    def close(self) -> None:
        self.wait(self._close())
        self._runner.close()
        self._folder.cleanup()

    async def _open(self) -> None:
        await self._around.enter_async_context(self.line)
        self.receiver: Receiver = await self._around.enter_async_context(
            listening(self._ground.path)
        )
        self._webhooks_read = 0
        await self._begin_life()
        wire = Wire(f"{self.line.url}/development/api/v1", KEY)
        self.client = await self._around.enter_async_context(FleetClient(wire))

    async def _close(self) -> None:
        await self._end_life()
        await self._around.aclose()

    async def _begin_life(self) -> None:
        folder, certificates = Path(self._folder.name), self._ground.path
        settings = settings_at(folder, certificates, code_length=CODE_LENGTH)
        self._texts_read = 0
        self.fleet: Fleet = await self._life.enter_async_context(
            running(settings, self.clock, url=self.receiver.url)
        )
        server = await self._life.enter_async_context(make_server(self.fleet.service.asgi))
        self.line.upstream = server.port

    async def _end_life(self) -> None:
        await self._life.aclose()
        self._read_texts()

    async def _everything(self) -> tuple[list[Delivery], DeliveryCounts]:
        first = await self.client.list_deliveries(DeliveryQuery(per_page=100))
        found = [*first.page.items]
        for number in range(2, first.page.last_page + 1):
            query = DeliveryQuery(per_page=100, page=number)
            found += (await self.client.list_deliveries(query)).page.items
        return found, first.counts

    def _read_texts(self) -> None:
        messages = self.fleet.sms.messages[self._texts_read :]
        self._texts_read += len(messages)
        for message in messages:
            if found := _CODE.match(message.text):
                told = self.codes[int(found[3]), found[1]]
                # A text whose carrier was interrupted may be sent again.
                if found[2] not in told:
                    told.append(found[2])

    def _unread_webhooks(self) -> list[bytes]:
        calls = self.receiver.calls[self._webhooks_read :]
        self._webhooks_read += len(calls)
        return [call.body for call in calls]
