"""Contract: Endpoints, 12, and Booking link detail."""

from dataclasses import replace
from pathlib import Path
from uuid import UUID

import pytest

from bot.service.settings import BookingSettings, OrganizationSettings
from tests.service.fleet import KEYS, PRODUCTION_KEY, Fleet, adopt, running, settings_at
from tests.support.clock import ManualClock

DETAIL = "/booking-inbound/get_booking_link_detail"
CODE = "handover-couriers-dev"


async def test_the_detail_has_the_fields_of_the_contracts_table(fleet: Fleet):
    data = await fleet.get(f"{DETAIL}/{CODE}")
    pricing = data.pop("pricing")
    uuids = [data.pop(name) for name in ("uuid", "profile_id", "booking_form_template_id")]
    assert data == {
        "link_code": CODE,
        "link_url": f"https://fleet.example/development/book/{CODE}",
        "logo": None,
        "business_name": "Handover Couriers",
        "business_address": None,
        "business_phone": "+2348000000000",
    }
    uuids.append(pricing.pop("uuid"))
    assert len({UUID(uuid) for uuid in uuids}) == 4
    assert pricing == {
        "pricing_model": "Per km",
        "pricing_model_slug": "per_km",
        "per_km_amount": "150.00",
        "express_delivery": {"express_type": None, "express_value": None},
        "created_at": "2026-01-01T00:00:00.000000Z",
        "updated_at": "2026-01-01T00:00:00.000000Z",
    }


async def test_it_is_the_same_at_every_question(fleet: Fleet):
    assert await fleet.get(f"{DETAIL}/{CODE}") == await fleet.get(f"{DETAIL}/{CODE}?x=1")


async def test_each_environment_has_its_own(fleet: Fleet):
    theirs = await fleet.get(f"{DETAIL}/{CODE}")
    fleet.http.base_url = "https://fleet.example/production/api/v1"
    fleet.http.headers["x-api-key"] = PRODUCTION_KEY
    assert (await fleet.http.get(f"{DETAIL}/{CODE}")).status_code == 422
    ours = await fleet.get(f"{DETAIL}/handover-couriers")
    assert ours["uuid"] != theirs["uuid"]


@pytest.mark.parametrize(
    "code",
    ["nobody", CODE.upper(), f"{CODE}%00", "%F0%9F%9B%B5", "x" * 300],
)
async def test_an_unknown_code_is_refused(fleet: Fleet, code: str):
    answer = await fleet.http.get(f"{DETAIL}/{code}")
    assert answer.status_code == 422
    assert answer.json()["message"] == "Nothing is known by the id in the path."


@pytest.mark.parametrize("code", ["..%2F..%2Friders", ""])
async def test_what_is_no_code_leads_to_no_endpoint(fleet: Fleet, code: str):
    answer = await fleet.http.get(f"{DETAIL}/{code}")
    assert answer.status_code == 404
    assert answer.json() == {"status": "error", "message": "Not found."}


async def test_the_settings_say_where_and_at_which_price(
    folder: Path, certificates: Path, clock: ManualClock
):
    booking = BookingSettings(
        "book_me",
        link_url="https://couriers.example/book",
        per_km_amount=275,
        express_type="fixed",
        express_value="500",
    )
    organization = OrganizationSettings(bookings={"development": booking})
    settings = settings_at(folder, certificates, organization=organization)
    async with running(settings, clock) as fleet:
        data = await fleet.get(f"{DETAIL}/book_me")
        assert data["link_url"] == "https://couriers.example/book"
        assert data["pricing"]["per_km_amount"] == "275.00"
        express = {"express_type": "fixed", "express_value": "500"}
        assert data["pricing"]["express_delivery"] == express
        fleet.http.base_url = "https://fleet.example/production/api/v1"
        fleet.http.headers["x-api-key"] = PRODUCTION_KEY
        assert (await fleet.http.get(f"{DETAIL}/book_me")).status_code == 422


async def test_without_a_code_in_the_settings_each_link_has_one_that_nobody_guesses_and_that_stays(
    folder: Path, certificates: Path, clock: ManualClock
):
    page = BookingSettings(open=True)
    organization = OrganizationSettings(bookings={"development": page, "production": page})
    settings = settings_at(folder, certificates, organization=organization)
    seen = []
    for secret in (settings.secret, settings.secret, bytes(32)):
        await adopt(replace(settings, secret=secret), clock)
        async with running(replace(settings, secret=secret), clock) as fleet:
            for old in (CODE, "handover-couriers"):
                assert (await fleet.http.get(f"{DETAIL}/{old}")).status_code == 422
            links = [fleet.service.environment(name).booking for name in KEYS]
            seen.append([link.link_code for link in links if link])
            data = await fleet.get(f"{DETAIL}/{seen[-1][0]}")
            book = await fleet.http.get(data["link_url"])
            assert book.status_code == 200
            assert data["link_url"].endswith(seen[-1][0])
    first, again, other = seen
    assert first == again
    assert len({*first, *other}) == 4
    assert {len(code) for code in (*first, *other)} == {20}


@pytest.mark.parametrize("code", ["a/b", "..", "a b", "é", "x" * 65])
def test_a_link_code_that_no_path_can_hold_is_refused(code: str):
    with pytest.raises(ValueError, match="a link code is"):
        BookingSettings(code)
