"""Proof photos: put by the operator, seen under an address, gone with the delivery's people."""

import struct
import time
import zlib
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from io import BytesIO

import httpx
import pytest
from PIL import Image, ImageStat

from bot.base.settings.loader import RetentionSettings
from bot.service.errors import NotFoundError, RefusedError
from bot.service.operations.photos import put_photo
from bot.service.photos import plain_jpeg
from bot.service.rules.deliveries import PHOTO_LIMIT, PHOTO_SIDE
from bot.service.vocabulary import Stage
from tests.service.fleet import RECEIVER_PHONE, Fleet
from tests.service.receiver import Receiver
from tests.service.test_retention import go_by, wiped
from tests.service.workshop import Workshop
from tests.support import poisonous_pictures as poisonous
from tests.support.clock import ManualClock
from tests.workers.waiting import come_true

HOUR = timedelta(hours=1)
GPS = 0x8825
DEVICE = 0x0110
ORIENTATION = 0x0112
UNIT = 0x0128


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


def held_sideways(*, broken: bool = False) -> bytes:
    """A picture whose left half is red once it is turned; its unit of length may be a text."""
    exif = Image.Exif()
    exif[ORIENTATION], exif[UNIT] = 6, 2
    written, lying = BytesIO(), Image.new("RGB", (40, 30), "blue")
    lying.paste("red", (0, 15, 40, 30))
    lying.save(written, "JPEG", exif=exif)
    as_number, as_text = (struct.pack(">HH", UNIT, kind) for kind in (3, 2))
    assert as_number in written.getvalue()
    return written.getvalue().replace(as_number, as_text if broken else as_number)


@pytest.mark.parametrize("broken", [False, True])
def test_a_photo_is_turned_upright_whatever_is_broken_beside_it(*, broken: bool):
    with Image.open(BytesIO(plain_jpeg(held_sideways(broken=broken)))) as upright:
        assert upright.size == (30, 40)
        red, _, blue = (band.crop((0, 0, 12, 40)) for band in upright.split())
        assert ImageStat.Stat(red).mean[0] > 200 > ImageStat.Stat(blue).mean[0]


async def test_a_large_photo_is_made_smaller(fleet: Fleet):
    uuid = await fleet.at("In Transit")
    url = await put_photo(fleet.development, uuid, Stage.PICKUP, picture(size=(3200, 1600)))
    with Image.open(BytesIO((await seen(fleet, url)).content)) as shown:
        assert shown.size == (1600, 800)


@pytest.mark.parametrize(
    "made",
    [
        partial(poisonous.large, "PNG", "RGBA"),
        partial(poisonous.large, "JPEG", "CMYK"),
        partial(poisonous.large, "PNG", "I;16"),
        partial(poisonous.scans, 20),
        partial(poisonous.many_frames, "WEBP", 300),
        lambda: picture() + b"PK\x03\x04" + b"\xff\xda\0\2" * 10_000,
    ],
    ids=["mask", "print", "deep", "progressive", "frames", "two kinds"],
)
async def test_a_large_or_strange_photo_is_taken_as_what_it_shows(
    fleet: Fleet, made: Callable[[], bytes]
):
    content, uuid = made(), await fleet.at("In Transit")
    url = await put_photo(fleet.development, uuid, Stage.PICKUP, content)
    with Image.open(BytesIO((await seen(fleet, url)).content)) as shown:
        assert max(shown.size) <= PHOTO_SIDE


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
        (bytes(PHOTO_LIMIT + 1), "more than 10 MB"),
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


@pytest.mark.parametrize(
    ("made", "sentence"),
    [
        (partial(poisonous.sized_jpeg, 65_500, 65_500), "more than 50,000,000 pixels"),
        (partial(poisonous.sized_jpeg, 10_000, 9_000), "more than 50,000,000 pixels"),
        (partial(poisonous.scans, 500, side=64), "takes too much to read"),
        (partial(poisonous.png_with, b"iCCP", b"a\0\0", 10**8), "not a whole JPEG, PNG or WebP"),
        (partial(poisonous.png_with, b"zTXt", b"a\0\0", 10**8), "not a whole JPEG, PNG or WebP"),
        (partial(poisonous.large, "TIFF", "1"), "not a whole JPEG, PNG or WebP"),
    ],
    ids=["largest", "too large", "scans", "profile", "words", "tiff"],
)
async def test_a_poisonous_photo_is_refused_before_long(
    fleet: Fleet, made: Callable[[], bytes], sentence: str
):
    content, uuid, began = made(), await fleet.at("In Transit"), time.monotonic()
    with pytest.raises(RefusedError, match=sentence):
        await put_photo(fleet.development, uuid, Stage.PICKUP, content)
    assert time.monotonic() - began < 20


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
