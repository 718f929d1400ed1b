"""The bot's HTTP server, at the address from its settings."""

from starlette.types import ASGIApp

from bot.base.http.server import Server
from bot.base.settings.loader import ConfigError
from bot.base.settings.startup_errors import check_certificate, refused_listening
from bot.config import WebSettings


def make_server(app: ASGIApp, web: WebSettings) -> Server:
    """Bind the port; the server begins to serve when its context is entered.

    Raises:
        ConfigError: the certificate cannot be used, or the port is taken.
    """
    check_certificate(web.tls_cert, web.tls_key, "web.tls_cert", "web.tls_key")
    try:
        return Server(app, host=web.host, port=web.port, certfile=web.tls_cert, keyfile=web.tls_key)
    except (OSError, UnicodeError) as error:
        raise ConfigError(refused_listening(web.host, web.port, error)) from error
