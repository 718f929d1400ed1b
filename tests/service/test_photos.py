"""Proof photos: put by the operator, seen under an address, gone with the delivery's people."""

import asyncio
import struct
import threading
import zlib
from datetime import timedelta
from io import BytesIO

import httpx
import pytest
from PIL import Image

from bot.base.settings_source import RetentionSettings
from bot.service import rules
from bot.service.errors import NotFoundError, RefusedError
from bot.service.operations.photos import put_photo
from bot.service.vocabulary import Stage
from tests.service.fleet import RECEIVER_PHONE, Fleet
from tests.service.receiver import Receiver
from tests.service.test_retention import go_by, wiped
from tests.service.workshop import Workshop
from tests.support.clock import ManualClock
from tests.workers.waiting import come_true

HOUR = timedelta(hours=1)
GPS = 0x8825
DEVICE = 0x0110


def picture(kind: str = "JPEG", *, colour: str = "red", size: tuple[int, int] = (40, 30)) -> bytes:
    exif = Image.Exif()
    exif[DEVICE] = "Musa's telephone"
    exif[GPS] = {1: "N", 2: (6.0, 27.0, 0.0)}
    written = BytesIO()
    Image.new("RGB", size, colour).save(written, kind, exif=exif, comment=b"at Bola's door")
    return written.getvalue()


def bomb() -> bytes:
    """A PNG of a few bytes that says it has a thousand million pixels."""
    content = picture("PNG")
    header = b"IHDR" + struct.pack(">II", 40_000, 30_000) + content[24:29]
    return content[:12] + header + struct.pack(">I", zlib.crc32(header)) + content[33:]


async def seen(fleet: Fleet, url: str) -> httpx.Response:
    return await fleet.http.get(url, headers={"x-api-key": "no key"})


async def test_a_photo_of_a_hand_over_is_an_address_in_every_answer(fleet: Fleet):
    uuid = await fleet.at("Delivered")
    pickup = await put_photo(fleet.development, uuid, Stage.PICKUP, picture(colour="blue"))
    dropoff = await put_photo(fleet.development, uuid, Stage.DROPOFF, picture())
    assert pickup != dropoff
    (listed,) = (await fleet.deliveries())["data"]
    for told in (await fleet.delivery(uuid), listed):
        assert (told["pickup_photo"], told["dropoff_photo"]) == (pickup, dropoff)


async def test_a_delivery_without_photos_says_null(fleet: Fleet):
    told = await fleet.delivery(await fleet.at("Delivered"))
    assert (told["pickup_photo"], told["dropoff_photo"]) == (None, None)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
async def test_whoever_has_the_address_sees_a_jpeg_without_place_or_device(fleet: Fleet, kind: str):
    uuid = await fleet.at("In Transit")
    url = await put_photo(fleet.development, uuid, Stage.PICKUP, picture(kind))
    answer = await seen(fleet, url)
    assert answer.headers["content-type"] == "image/jpeg"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "private, max-age=3600"
    with Image.open(BytesIO(answer.content)) as shown:
        assert (shown.format, shown.size, dict(shown.getexif())) == ("JPEG", (40, 30), {})
    assert b"telephone" not in answer.content
    assert b"door" not in answer.content


async def test_a_large_photo_is_made_smaller(fleet: Fleet):
    uuid = await fleet.at("In Transit")
    url = await put_photo(fleet.development, uuid, Stage.PICKUP, picture(size=(3200, 1600)))
    with Image.open(BytesIO((await seen(fleet, url)).content)) as shown:
        assert shown.size == (1600, 800)


async def test_two_photos_are_redrawn_at_a_time(fleet: Fleet):
    uuid = await fleet.at("In Transit")
    large = picture(size=(3200, 1600))
    await asyncio.gather(
        *(put_photo(fleet.development, uuid, Stage.PICKUP, large) for _ in range(6))
    )
    hands = [each for each in threading.enumerate() if each.name.startswith("photo")]
    assert 1 <= len(hands) <= rules.PHOTOS_AT_ONCE


async def test_the_same_photo_again_stays_and_another_takes_its_place(fleet: Fleet):
    uuid = await fleet.at("In Transit")
    first = await put_photo(fleet.development, uuid, Stage.PICKUP, picture())
    assert await put_photo(fleet.development, uuid, Stage.PICKUP, picture()) == first
    second = await put_photo(fleet.development, uuid, Stage.PICKUP, picture(colour="blue"))
    assert (await seen(fleet, first)).status_code == 404
    assert (await seen(fleet, second)).status_code == 200
    assert (await fleet.delivery(uuid))["pickup_photo"] == second


async def test_an_address_opens_one_photo_of_one_environment(fleet: Fleet):
    uuid = await fleet.at("In Transit")
    url = await put_photo(fleet.development, uuid, Stage.PICKUP, picture())
    for other in (
        url.replace("/development/", "/production/"),
        url.rpartition("/")[0],
        url.rpartition("/")[0] + "/",
        url.replace(".jpg", "A.jpg"),
    ):
        assert (await seen(fleet, other)).status_code == 404, other


async def test_the_webhook_of_the_drop_off_tells_a_photo_that_came_before_its_code(
    workshop: Workshop, receiver: Receiver
):
    async with workshop.open() as fleet:
        uuid = await fleet.at("In Transit")
        url = await put_photo(fleet.development, uuid, Stage.DROPOFF, picture())
        await fleet.move(uuid, "delivered", dropoff_otp=await fleet.code(RECEIVER_PHONE))
        await fleet.service.idle()
    payload = receiver.calls[-1].payload
    assert payload["event"] == "delivery.completed"
    (person,) = payload["data"]["receiver_detail"]
    assert person["dropoff_photo"] == url


async def test_there_is_no_photo_before_the_pickup_nor_in_another_environment(fleet: Fleet):
    uuid = await fleet.at("Order Accepted")
    with pytest.raises(RefusedError, match="not been picked up yet"):
        await put_photo(fleet.development, uuid, Stage.DROPOFF, picture())
    with pytest.raises(NotFoundError):
        await put_photo(fleet.service.environment("production"), uuid, Stage.PICKUP, picture())


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "not a whole JPEG, PNG or WebP"),
        (b"<svg onload='alert(1)'/>", "not a whole JPEG, PNG or WebP"),
        (picture("GIF"), "not a whole JPEG, PNG or WebP"),
        (picture(size=(400, 300))[:-200], "not a whole JPEG, PNG or WebP"),
        (bytes(rules.PHOTO_LIMIT + 1), "more than 10 MB"),
        (bomb(), "more than 50,000,000 pixels"),
    ],
    ids=["nothing", "svg", "gif", "half", "large", "bomb"],
)
async def test_what_is_no_photo_is_refused_and_nothing_changes(
    fleet: Fleet, content: bytes, sentence: str
):
    uuid = await fleet.at("In Transit")
    with pytest.raises(RefusedError, match=sentence):
        await put_photo(fleet.development, uuid, Stage.PICKUP, content)
    assert (await fleet.delivery(uuid))["pickup_photo"] is None


async def test_a_photo_ends_with_what_is_personal_of_its_delivery(fleet: Fleet, clock: ManualClock):
    kept = RetentionSettings(days=30).ended
    uuid = await fleet.at("Delivered")
    url = await put_photo(fleet.development, uuid, Stage.DROPOFF, picture())
    await go_by(clock, kept + HOUR)
    await come_true(lambda: wiped(fleet, uuid))
    assert (await seen(fleet, url)).status_code == 404
    assert (await fleet.delivery(uuid))["dropoff_photo"] is None


async def test_a_photo_that_comes_after_that_ends_as_well(fleet: Fleet, clock: ManualClock):
    kept = RetentionSettings(days=30).ended
    uuid = await fleet.at("Delivered")
    await go_by(clock, kept + HOUR)
    await come_true(lambda: wiped(fleet, uuid))
    url = await put_photo(fleet.development, uuid, Stage.DROPOFF, picture())
    await go_by(clock, kept + HOUR)

    async def gone() -> bool:
        return (await seen(fleet, url)).status_code == 404

    await come_true(gone)
