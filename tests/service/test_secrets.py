"""What a stolen database, a stack trace or a log must not give away."""

import logging
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import httpx
import pytest

from bot.base.vault import SealBroken
from bot.service.app import make_server
from bot.service.operations.dashboard import resend_codes
from bot.service.operations.keys import new_key
from bot.service.vault import HashingVault
from tests.service.fleet import (
    DATABASE,
    KEY,
    PRODUCTION_KEY,
    RECEIVER_PHONE,
    SECRET,
    SENDER_PHONE,
    Fleet,
    carrier_is_down,
    order,
    restated_receiver,
    running,
    settings_at,
)
from tests.support.clock import ManualClock


def stored_bytes(folder: Path) -> bytes:
    """Everything on disk: the database, its write-ahead log and its index."""
    return b"".join(file.read_bytes() for file in folder.iterdir())


async def test_no_code_is_near_the_number_of_its_order_or_another_code_of_its_delivery(
    folder: Path, certificates: Path, clock: ManualClock
):
    drawn = iter(
        [
            "1100",
            "0902",
            "2902",
            "2902",
            "1001",
            "4711",
            "2902",
            "4711",
            "5050",
            "4711",
            "6060",
            "7070",
            "8080",
        ]
    )
    settings = settings_at(folder, certificates, draw=lambda _length: next(drawn))
    async with running(settings, clock) as fleet:
        delivery = await fleet.at("Pending")
        assert [await fleet.code(SENDER_PHONE), await fleet.code(RECEIVER_PHONE)] == [
            "2902",
            "4711",
        ]
        await resend_codes(fleet.development, delivery)
        assert [await fleet.code(SENDER_PHONE), await fleet.code(RECEIVER_PHONE)] == [
            "5050",
            "6060",
        ]


async def test_neither_codes_nor_keys_are_in_the_database(
    folder: Path, certificates: Path, clock: ManualClock
):
    async with running(settings_at(folder, certificates, code_length=12), clock) as fleet:
        await fleet.at("Delivered")
        pending = await fleet.at("Pending")
        # Codes that still wait for their text when there are newer ones are never told.
        await fleet.service.idle()
        receiver = restated_receiver(
            await fleet.delivery(pending), customer_phone_number="08090001111"
        )
        await fleet.update(pending, sender_phone="08090002222", receivers=[receiver])
        await fleet.service.idle()
        await resend_codes(fleet.development, pending)
        made = await new_key(fleet.development)
        await fleet.service.idle()
        texts = [sms.text for sms in fleet.sms.messages]
        codes = {text.partition("code: ")[2][:12] for text in texts if "code: " in text}
        assert len(codes) == 8
        while_running = stored_bytes(folder)
    for stored in (while_running, stored_bytes(folder)):
        assert b"Ada Stores" in stored
        for secret in (*codes, KEY, PRODUCTION_KEY, made):
            assert secret.encode() not in stored
        assert SECRET not in stored


async def test_a_text_that_waits_is_sealed_and_sent_after_a_restart(
    folder: Path, certificates: Path, clock: ManualClock
):
    settings = settings_at(folder, certificates)
    async with running(settings, clock) as fleet:
        fleet.sms.on_message.append(carrier_is_down)
        await fleet.create()
        await fleet.service.idle()
        assert b"code: " not in stored_bytes(folder)
    clock.advance(timedelta(minutes=1))
    async with running(settings, clock) as fleet:
        assert len(await fleet.texts_to(SENDER_PHONE)) == 1
        assert len(await fleet.texts_to(RECEIVER_PHONE)) == 1


async def test_a_text_is_wiped_when_it_is_sent_and_a_code_when_it_is_used(
    fleet: Fleet, folder: Path
):
    await fleet.at("Delivered")
    await fleet.service.idle()
    with closing(sqlite3.connect(folder / DATABASE)) as database:
        assert set(database.execute("SELECT state, sealed FROM texts")) == {("done", None)}
        digests = database.execute("SELECT pickup_digest, dropoff_digest FROM deliveries")
        assert set(digests) == {(None, None)}


async def test_a_text_is_tried_again_and_sent_once(fleet: Fleet):
    fleet.sms.on_message.append(carrier_is_down)
    await fleet.create()
    await fleet.service.idle()
    fleet.sms.messages.clear()
    fleet.sms.on_message.clear()
    assert await fleet.texts_to(SENDER_PHONE) == []
    fleet.clock.advance(timedelta(seconds=5))
    assert len(await fleet.texts_to(SENDER_PHONE)) == 1
    fleet.clock.advance(timedelta(days=1))
    assert len(await fleet.texts_to(SENDER_PHONE)) == 1


async def test_a_text_that_nobody_takes_is_given_up_within_the_day(fleet: Fleet):
    fleet.sms.on_message.append(carrier_is_down)
    await fleet.create()
    for _ in range(20):
        fleet.clock.advance(timedelta(hours=4))
        await fleet.service.idle()
    attempts = len([sms for sms in fleet.sms.messages if sms.phone == SENDER_PHONE])
    assert attempts == 9


async def test_a_phone_that_is_off_does_not_hold_up_another(fleet: Fleet):
    fleet.sms.on_message.append(_refuse_sender)
    await fleet.create()
    assert len(await fleet.texts_to(RECEIVER_PHONE)) == 1


async def test_a_start_with_another_key_file_touches_nothing(
    folder: Path, certificates: Path, clock: ManualClock
):
    async with running(settings_at(folder, certificates), clock) as fleet:
        fleet.sms.on_message.append(carrier_is_down)
        await fleet.create()
        await fleet.service.idle()
    clock.advance(timedelta(minutes=1))
    with pytest.raises(SealBroken):
        async with running(settings_at(folder, certificates, secret=bytes(32)), clock):
            pytest.fail("it has started")
    async with running(settings_at(folder, certificates), clock) as fleet:
        assert await fleet.texts_to(SENDER_PHONE)


async def test_logs_hold_no_code_and_no_key(fleet: Fleet, caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.DEBUG)
    logging.getLogger("aiosqlite").setLevel(logging.INFO)
    await fleet.at("Delivered")
    body = {"delivery_uuid": "x", "status": "delivered", "dropoff_otp": "canary-77"}
    await fleet.http.post("/deliveries/update_status", json=body)
    for code in (await fleet.code(SENDER_PHONE), await fleet.code(RECEIVER_PHONE)):
        assert f"code: {code}" not in caplog.text
    for secret in (KEY, "canary-77"):
        assert secret not in caplog.text


def test_settings_do_not_show_their_secret(tmp_path: Path):
    assert repr(SECRET) not in repr(settings_at(tmp_path, tmp_path))


def test_a_hash_is_bound_to_its_row_and_to_the_secret():
    vault = HashingVault(SECRET)
    digest = vault.digest("4821", context="one")
    assert vault.matches("4821", digest, context="one")
    assert not vault.matches("4822", digest, context="one")
    assert not vault.matches("4821", digest, context="two")
    assert not HashingVault(bytes(32)).matches("4821", digest, context="one")


def test_what_an_installation_has_sealed_and_hashed_stays_readable():
    """Made by the first version, with this secret: a running service has such rows and key."""
    vault = HashingVault(SECRET)
    sealed = bytes.fromhex(
        "0fc14246b0b683d9976a60ef4d51b139899325786e049e9e68e883b80beba3884d8f588162b4"
    )
    assert vault.open(sealed, "one") == b"code: 4821"
    assert (
        vault.digest("4821", context="one").hex()
        == "679c4d51c8ba2f64b6a1acfc1e9652fce4366ce434567d29933dd019b7364eec"
    )


def _refuse_sender(sms: object) -> None:
    if sms.phone == SENDER_PHONE:
        carrier_is_down(sms)


async def test_what_a_failing_database_makes_the_logs_tell_is_nobodys_name_or_number(
    fleet: Fleet, folder: Path, caplog: pytest.LogCaptureFixture
):
    with closing(sqlite3.connect(folder / DATABASE)) as database:
        database.execute("DROP TABLE items")
        database.commit()
    async with make_server(fleet.service.asgi) as server, httpx.AsyncClient() as http:
        url = f"{server.url}/development/api/v1/deliveries/create"
        answer = await http.post(url, json=order(), headers={"x-api-key": KEY})
    assert answer.status_code == 503
    assert "no such table: items" in caplog.text
    for told in ("Ada Stores", "08031112222", "Shoes"):
        assert told not in caplog.text
