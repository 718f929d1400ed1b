"""The service as a program of its own: built from a config, sending, and served over HTTP."""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing

from bot.base.file_lock import alone_on
from bot.service.app import FleetService, make_server
from bot.service.config import Config, SmsSection
from bot.service.sms import ConsoleSms, HttpSms, SmsSender


@asynccontextmanager
async def serving(config: Config) -> AsyncIterator[FleetService]:
    """Run the service while the `async with` block runs.

    Raises:
        OSError: the address cannot be listened on, or a certificate cannot be read.
        KeyFileUnusable: the key file cannot be used.
        DatabaseBusy: another process serves this database.
        DatabaseUnusable: it cannot be opened, or is of a later version.
    """
    _check_files(config)
    settings = config.settings()
    async with _carrier(config.sms) as sms:
        service = FleetService(settings, sms=sms)
        web = config.web
        files = {"certfile": web.certificate, "keyfile": web.private_key}
        server = make_server(service.asgi, host=web.host, port=web.port, **files)
        service.public_url = web.public_url or server.url
        # The port is given back also where the service does not start.
        with closing(server), alone_on(settings.database_url):
            async with service, server:
                yield service


def _check_files(config: Config) -> None:
    # What loads them later does not say which of them it misses.
    for file in (config.web.certificate, config.web.private_key, config.webhooks.ca_file):
        if file is not None:
            file.open("rb").close()


@asynccontextmanager
async def _carrier(section: SmsSection) -> AsyncIterator[SmsSender]:
    if section.sender == "console":
        yield ConsoleSms(sys.stdout)
        return
    async with HttpSms(section.gateway()) as sms:
        yield sms
