"""The service as a program of its own: built from a config, sending, and served over HTTP."""

import logging
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, closing

from bot.base.database.file_lock import alone_on
from bot.base.settings.loader import ConfigError
from bot.base.settings.startup_errors import check_authority, check_certificate, refused_listening
from bot.service.addresses import LOOPBACK
from bot.service.app import FleetService, make_server
from bot.service.config import Config
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
    web = config.web
    check_certificate(web.certificate, web.private_key, "web.certificate", "web.private_key")
    check_authority(config.webhooks.ca_file, "webhooks.ca_file")
    settings = config.settings()
    async with AsyncExitStack() as stack:
        sms: SmsSender = ConsoleSms(sys.stdout)
        if config.sms.sender == "http":
            sms = await stack.enter_async_context(HttpSms(config.sms.gateway()))
        mail = SmtpMail(config.mail.mailbox()) if config.mail.host else None
        service = FleetService(settings, sms=sms, mail=mail)
        try:
            server = make_server(
                service.asgi,
                host=web.host,
                port=web.port,
                certfile=web.certificate,
                keyfile=web.private_key,
                trusted_proxies=[str(each) for each in web.trusted_proxies],
            )
        except (OSError, UnicodeError) as error:
            raise ConfigError(refused_listening(web.host, web.port, error)) from error
        service.metrics.show_end_of(web.certificate)
        service.public_url = web.public_url or server.url
        # The port is given back also where the service does not start.
        with closing(server), alone_on(settings.database_url):
            if web.public_url is None and web.host not in LOOPBACK:
                _log.warning(_NO_PUBLIC_URL, server.url)
            run = service.logged(
                address=server.url,
                public_url=service.public_url,
                text_messages=config.sms.sender,
            )
            async with service, run, server:
                yield service
