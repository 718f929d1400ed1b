"""A workshop: starts the service, again and again, with its webhooks switched on."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from tests.service.fleet import Fleet, adopt, running, settings_at
from tests.service.receiver import Receiver
from tests.support.clock import ManualClock


class Workshop:
    """Starts the service, again and again over the same database, with its webhooks switched on."""

    def __init__(
        self, folder: Path, certificates: Path, clock: ManualClock, receiver: Receiver
    ) -> None:
        self.folder = folder
        self._certificates = certificates
        self._clock = clock
        self._receiver = receiver

    @asynccontextmanager
    async def open(self, environment: str = "development", **changes: Any) -> AsyncIterator[Fleet]:
        settings = settings_at(self.folder, self._certificates, **changes)
        url = self._receiver.url
        if "secret" in changes:
            await adopt(settings, self._clock)
        async with running(settings, self._clock, url=url, environment=environment) as fleet:
            yield fleet
