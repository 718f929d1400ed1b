"""Certificates that are renewed on disk are in use at the next connection, without a restart."""

import asyncio
import ssl
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import trustme
from cryptography import x509
from starlette.applications import Starlette

from bot.base.http.renewed_files import ENDS_SOON, end_of, known_end
from bot.base.http.server import Server
from bot.fleet.transport import Transport
from bot.fleet.wire import KeyHeader
from bot.service.reach import WebhookReach
from bot.service.webhooks import webhook_client

NOW = datetime(2027, 1, 1, tzinfo=UTC)


class Files:
    """A certificate and its key on disk, and who vouches for it."""

    def __init__(self, folder: Path) -> None:
        self.certificate, self.key = folder / "certificate.pem", folder / "key.pem"
        self.authority = folder / "authority.pem"
        self.renew()

    def renew(self, *, with_key: bool = True) -> None:
        self.issued_by = trustme.CA()
        issued = self.issued_by.issue_cert("127.0.0.1", not_after=NOW)
        self.issued_by.cert_pem.write_to_path(self.authority)
        issued.cert_chain_pems[0].write_to_path(self.certificate)
        if with_key:
            issued.private_key_pem.write_to_path(self.key)

    @property
    def serial(self) -> int:
        return x509.load_pem_x509_certificate(self.certificate.read_bytes()).serial_number


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files(tmp_path)


async def shown_by(server: Server) -> int:
    """The serial number of the certificate that a server shows."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    _, writer = await asyncio.open_connection("127.0.0.1", server.port, ssl=context)
    shown = writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
    writer.close()
    return x509.load_der_x509_certificate(shown).serial_number


async def test_a_renewed_certificate_is_shown_at_the_next_connection(files: Files):
    async with Server(Starlette(), certfile=files.certificate, keyfile=files.key) as server:
        former = files.serial
        assert await shown_by(server) == former
        files.renew()
        assert await shown_by(server) == files.serial != former


@pytest.mark.parametrize("spoil", [Path.unlink, lambda path: path.write_text("half of it")])
async def test_what_cannot_be_used_leaves_the_former_one_in_use(
    files: Files, spoil: Callable[[Path], object]
):
    async with Server(Starlette(), certfile=files.certificate, keyfile=files.key) as server:
        former = files.serial
        files.renew(with_key=False)  # the key comes a moment later
        assert await shown_by(server) == former
        spoil(files.key)
        assert await shown_by(server) == former
        files.renew()
        assert await shown_by(server) == files.serial


def fleet_client(authority: Path, url: str) -> Transport:
    key = KeyHeader.API_KEY.carrying("a-key")
    return Transport(url, key, ca_file=authority, proxy="", allow_http=False, timeout=5)


async def test_a_renewed_authority_is_trusted_by_clients_that_are_there_already(files: Files):
    async with webhook_client(files.authority, WebhookReach(loopback=True)) as webhooks:
        for _ in range(3):
            async with Server(Starlette(), certfile=files.certificate, keyfile=files.key) as server:
                assert (await webhooks.get(server.url)).status_code == 404
                fleet = fleet_client(files.authority, server.url)  # all share one context
                assert (await fleet.ask("GET", "/")).status == 404
                await fleet.aclose()
            files.renew()


def test_the_end_of_a_certificate_is_known(files: Files, tmp_path: Path):
    assert end_of(files.certificate) == NOW
    assert known_end(None) is None
    assert known_end(tmp_path / "none.pem") is None
    assert known_end(files.key) is None
    assert timedelta(days=1) < ENDS_SOON
