"""Pins of riders: how many, of whom, and that none outlasts what was told to the rider."""

from dataclasses import replace
from datetime import timedelta

from bot.actions.dispatcher import on_the_map
from bot.actions.notice_kinds import View
from bot.actions.rider import locations, pins
from bot.base.database.transaction import Transaction
from bot.base.queue.jobs import EffectKey
from bot.domain.person import Role, Standing
from bot.fleet import Rider
from bot.identifiers import RiderUuid
from bot.store import people
from bot.store.locations import Location
from bot.texts.dispatcher.on_the_map import MapEntry
from bot.texts.dispatcher.rider_info import RiderInfo
from tests.actions.business import ASSIGNED, DISPATCHER, MUSA, Business

MANY = [RiderUuid(f"00000000-0000-4000-8000-{number:012}") for number in range(11)]


def here(business: Business, rider: str) -> Location:
    now = business.clock.now()
    return Location(RiderUuid(rider), 7, 6.5, 3.35, now + timedelta(hours=1), now)


async def share(business: Business, location: Location, key: str = "shared") -> None:
    await business.database.write(locations.share, location, EffectKey(f"{key}|{location.rider}"))


async def asked_for(business: Business) -> list[tuple[str, bool]]:
    """Whose pins the dispatcher is sent, and whether they may be new ones."""
    cards = await business.cards(DISPATCHER)
    return [(card.delivery, card.create) for card in cards if card.view is View.RIDER_PLACE]


async def test_at_most_ten_are_shown_and_first_who_has_something_to_do(business: Business):
    await business.read(ASSIGNED)
    await business.forget_news()
    for number, rider in enumerate(MANY):
        await business.database.write(people.meet, 100 + number, f"Rider {number}", "en")
        await business.database.write(people.grant, 100 + number, Role.RIDER, rider)
        await share(business, here(business, rider))
    await share(business, here(business, MUSA.uuid))
    riders = [
        RiderInfo(Rider(uuid=rider, name=rider), standing=Standing.READY)
        for rider in (*MANY, MUSA.uuid)
    ]

    def show_all(tx: Transaction) -> list[MapEntry]:
        return on_the_map.show_all(tx, DISPATCHER, riders, EffectKey("pressed"))

    listed = await business.database.write(show_all)
    shown = [rider for rider, is_new in await asked_for(business) if is_new]
    assert len(shown) == 10
    assert shown[0] == MUSA.uuid
    assert [entry.has_pin for entry in listed] == [True] * 10 + [False] * 2
    assert listed[0].rider == MUSA.uuid


async def test_a_pin_that_is_being_sent_when_sharing_stops_goes_too(business: Business):
    await share(business, here(business, MUSA.uuid))

    def show(tx: Transaction) -> None:
        on_the_map.show_one(tx, DISPATCHER, MUSA.uuid, EffectKey("pressed"))

    await business.database.write(show)
    await business.database.write(locations.stop, MUSA.uuid, 7, EffectKey("stopped"))
    by_themselves = [one for one in await asked_for(business) if not one[1]]
    assert (await asked_for(business))[0] == (MUSA.uuid, True)
    assert len(by_themselves) == 2  # when sharing would have ended, and now


async def test_who_began_to_share_before_they_were_told_is_on_no_map_wherever_they_go(
    business: Business,
):
    untold = replace(here(business, MUSA.uuid), seen_at=None)
    await share(business, untold)
    moved = here(business, MUSA.uuid)
    await business.database.write(locations.move, moved, EffectKey("moved"))
    assert not await business.database.read(pins.is_on_offer, MUSA.uuid)
    await share(business, replace(moved, message_id=8), "anew")
    assert await business.database.read(pins.is_on_offer, MUSA.uuid)
