"""The photos of a delivery: the newest at each place, and whether the fleet service gets it."""

from dataclasses import replace

from bot.base.database.database import Database
from bot.fleet import PhotoStage
from bot.identifiers import DeliveryUuid, RiderUuid
from bot.store import door_photos
from bot.store.door_photos import DoorPhoto
from tests.support.clock import ManualClock

DELIVERY = DeliveryUuid("0b0f9d3e-6c0a-4a58-8a43-0d6f1c9e2a11")


async def test_a_later_photo_takes_the_place_of_the_former(database: Database, clock: ManualClock):
    first = DoorPhoto(
        DELIVERY, PhotoStage.DROPOFF, RiderUuid("r"), "file-1", clock.now(), goes_to_fleet=True
    )
    await database.write(door_photos.record, first)
    assert await database.read(door_photos.of_delivery, DELIVERY, PhotoStage.DROPOFF) == first
    second = replace(first, file_id="file-2", goes_to_fleet=False)
    await database.write(door_photos.record, second)
    assert await database.read(door_photos.of_delivery, DELIVERY, PhotoStage.DROPOFF) == second


async def test_a_photo_that_is_not_taken_stays_here_and_no_later_one_with_it(
    database: Database, clock: ManualClock
):
    first = DoorPhoto(
        DELIVERY, PhotoStage.DROPOFF, RiderUuid("r"), "file-1", clock.now(), goes_to_fleet=True
    )
    second = replace(first, file_id="file-2")
    await database.write(door_photos.record, second)
    await database.write(door_photos.stays_here, first)
    assert await database.read(door_photos.of_delivery, DELIVERY, PhotoStage.DROPOFF) == second
    await database.write(door_photos.stays_here, second)
    kept = await database.read(door_photos.of_delivery, DELIVERY, PhotoStage.DROPOFF)
    assert kept == replace(second, goes_to_fleet=False)


async def test_photos_at_the_pickup_and_at_the_door_are_kept_beside_each_other(
    database: Database, clock: ManualClock
):
    door = DoorPhoto(DELIVERY, PhotoStage.DROPOFF, RiderUuid("r"), "file-1", clock.now())
    pickup = replace(door, stage=PhotoStage.PICKUP, file_id="file-2", goes_to_fleet=True)
    for photo in (door, pickup):
        await database.write(door_photos.record, photo)
    await database.write(door_photos.stays_here, replace(pickup, stage=PhotoStage.DROPOFF))
    for photo in (door, pickup):
        kept = await database.read(door_photos.of_delivery, DELIVERY, photo.stage)
        assert kept == photo
