"""A certificate for which nobody vouches: Telegram is given it, and sends its updates."""

import asyncio
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from bot.demo.town import Town
from bot.web.own_certificate import self_signed
from tests.cli.test_check import check, line
from tests.support.clock import ManualClock
from tests.support.patience import PATIENCE


def make_self_signed(folder: Path) -> dict[str, str]:
    """Write a certificate for 127.0.0.1 and its key; return the settings that name them."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    address = x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))])
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(address, critical=False)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    private = key.private_bytes(
        pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    (folder / "self.pem").write_bytes(certificate.public_bytes(pem))
    (folder / "self-key.pem").write_bytes(private)
    return {"tls_cert": str(folder / "self.pem"), "tls_key": str(folder / "self-key.pem")}


async def test_telegram_sends_updates_to_a_bot_that_has_signed_its_certificate_itself(
    tmp_path: Path,
):
    files = make_self_signed(tmp_path)
    async with Town(tmp_path, changed_settings={"web": files}) as town:
        bot = await town.start_bot()
        await bot.idle()
        before = bot.worked
        town.owner.write("/start")
        async with asyncio.timeout(PATIENCE):
            await town.idle()
        assert bot.worked > before


async def test_telegram_is_given_a_certificate_that_is_renewed_while_the_bot_runs(tmp_path: Path):
    files, clock = make_self_signed(tmp_path), ManualClock()
    async with Town(tmp_path, clock=clock, changed_settings={"web": files}) as town:
        bot = await town.start_bot()
        await bot.idle()
        make_self_signed(tmp_path)
        clock.advance(timedelta(minutes=1))
        await bot.idle()
        before = bot.worked
        town.owner.write("/start")
        async with asyncio.timeout(PATIENCE):
            await town.idle()
        assert bot.worked > before


async def test_check_says_what_becomes_of_it_rather_than_that_nobody_trusts_it(tmp_path: Path):
    files = make_self_signed(tmp_path)
    async with Town(tmp_path, changed_settings={"web": files}) as town:
        code, printed = await check(town, town.settings)
        assert code == 0, printed
        said = line(printed, "web.public_url")
    assert "self-signed certificate. Telegram is given that" in said
    assert said.endswith(f"set https://127.0.0.1:{town.bot_port}/fleet/development/events")


async def test_a_certificate_that_an_authority_vouches_for_stays_here(tmp_path: Path):
    async with Town(tmp_path) as town:
        assert self_signed(town.certificates.certificate) is None
