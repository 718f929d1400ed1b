"""The service as a program of its own: built from a config, sending, and served over HTTP."""

import logging
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing

from bot.base.database.file_lock import alone_on
from bot.base.http.server import Server
from bot.base.settings.loader import ConfigError
from bot.base.settings.startup_errors import check_authority, check_certificate, refused_listening
from bot.service.addresses import LOOPBACK
from bot.service.app import FleetService, make_server
from bot.service.config import Config, SmsSection, WebSection
from bot.service.mail import SmtpMail
from bot.service.sms import ConsoleSms, HttpSms, SmsSender

_NO_PUBLIC_URL = (
    "others can reach this machine, and web.public_url is not set: pages are shown under %s alone"
)

_log = logging.getLogger(__name__)


@asynccontextmanager
async def serving(config: Config) -> AsyncIterator[FleetService]:
    """Run the service while the `async with` block runs.

    Raises:
        ConfigError: the address cannot be listened on, or a certificate cannot be used.
        KeyFileUnusable: the key file cannot be used.
        DatabaseBusy: another process serves this database.
        DatabaseUnusable: it cannot be opened, or is of a later version.
    """
    _check_files(config)
    settings = config.settings()
    async with _carrier(config.sms) as sms:
        mail = SmtpMail(config.mail.mailbox()) if config.mail.host else None
        service = FleetService(settings, sms=sms, mail=mail)
        web = config.web
        server = _server(service, web)
        service.metrics.show_end_of(web.certificate)
        service.public_url = web.public_url or server.url
        # The port is given back also where the service does not start.
        with closing(server), alone_on(settings.database_url):
            outline = {"public_url": service.public_url, "text_messages": config.sms.sender}
            if web.public_url is None and web.host not in LOOPBACK:
                _log.warning(_NO_PUBLIC_URL, server.url)
            async with service, service.logged(address=server.url, **outline), server:
                yield service


def _check_files(config: Config) -> None:
    web = config.web
    check_certificate(web.certificate, web.private_key, "web.certificate", "web.private_key")
    check_authority(config.webhooks.ca_file, "webhooks.ca_file")


def _server(service: FleetService, web: WebSection) -> Server:
    try:
        return make_server(
            service.asgi,
            host=web.host,
            port=web.port,
            certfile=web.certificate,
            keyfile=web.private_key,
            trusted_proxies=[str(each) for each in web.trusted_proxies],
        )
    except (OSError, UnicodeError) as error:
        raise ConfigError(refused_listening(web.host, web.port, error)) from error


@asynccontextmanager
async def _carrier(section: SmsSection) -> AsyncIterator[SmsSender]:
    if section.sender == "console":
        yield ConsoleSms(sys.stdout)
        return
    async with HttpSms(section.gateway()) as sms:
        yield sms
