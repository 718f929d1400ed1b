"""What goes over the wire, byte for byte."""

import json
from datetime import date
from decimal import Decimal

import pytest
from pydantic import BaseModel, ValidationError

from bot.fleet import (
    CreationMode,
    DeliveryQuery,
    FilterToken,
    Grouping,
    HistoryPeriod,
    HistoryQuery,
    NewDelivery,
    NewItem,
    NewReceiver,
    Origin,
    Period,
    Refused,
    RiderQuery,
    StatusToken,
)
from bot.fleet.endpoints import as_form, as_json, bracketed
from tests.fleet.conftest import Connect
from tests.fleet.stand_in import (
    DELIVERY,
    OTHER_DELIVERY,
    RIDER,
    StandIn,
    answer,
    envelope,
    success,
)

FORM = "application/x-www-form-urlencoded"
SENDER = Origin(
    name="Ada's Kitchen",
    address="1 Broad St",
    phone_code="234",
    phone_number="0801",
    email="ada@example.com",
)
RECEIVER = NewReceiver(
    name="Bayo",
    address="2 Long Rd",
    phone_code="234",
    phone_number="0802",
    items=(NewItem(description="Soup", quantity=2, value=1500),),
)


async def test_a_delivery_is_created_as_json_with_real_booleans(connect: Connect) -> None:
    new = NewDelivery(
        creation_date=date(2026, 3, 4),
        fee=1500,
        sender=SENDER,
        receivers=(RECEIVER,),
        rider_uuid=RIDER,
        iam_sender=True,
        send_sms=False,
    )
    async with StandIn(success({"uuid": DELIVERY, "order_number": 1001})) as service:
        created = await connect(service).create_delivery(new)
        asked = service.asked[0]
    assert [delivery.order_number for delivery in created] == ["1001"]
    assert asked.headers["content-type"] == "application/json"
    assert json.loads(asked.body) == {
        "creation_date": "2026-03-04",
        "delivery_fee": 1500,
        "iam_sender": True,
        "riderid": RIDER,
        "send_sms": False,
        "sender_name": "Ada's Kitchen",
        "sender_address": "1 Broad St",
        "sender_email": "ada@example.com",
        "sender_phone": "0801",
        "sender_phonecode": "234",
        "receivers": [
            {
                "customer_name": "Bayo",
                "customer_address": "2 Long Rd",
                "customer_phone_code": "234",
                "customer_phone_number": "0802",
                "item_type": "manual",
                "items": [{"item_description": "Soup", "item_quantity": 2, "item_value": 1500}],
            }
        ],
    }


async def test_creating_may_answer_one_delivery_per_receiver(connect: Connect) -> None:
    new = NewDelivery(
        creation_date=date(2026, 3, 4), fee=0, sender=SENDER, receivers=(RECEIVER, RECEIVER)
    )
    both = success([{"uuid": DELIVERY}, {"uuid": OTHER_DELIVERY}])
    async with StandIn(both) as service:
        created = await connect(service).create_delivery(new)
        assert json.loads(service.asked[0].body)["riderid"] == ""
    assert [delivery.uuid for delivery in created] == [DELIVERY, OTHER_DELIVERY]


async def test_deliveries_are_assigned_as_form_fields_with_the_bracketed_name(
    connect: Connect,
) -> None:
    async with StandIn(success([{"uuid": DELIVERY}])) as service:
        assigned = await connect(service).assign(RIDER, [DELIVERY, OTHER_DELIVERY])
        asked = service.asked[0]
    assert [delivery.uuid for delivery in assigned] == [DELIVERY]
    assert (asked.method, asked.path) == ("POST", f"/api/v1/deliveries/assign/{RIDER}")
    assert asked.headers["content-type"] == FORM
    assert asked.body.decode() == (
        f"delivery_uuid%5B%5D={DELIVERY}&delivery_uuid%5B%5D={OTHER_DELIVERY}"
    )
    assert asked.form == [("delivery_uuid[]", DELIVERY), ("delivery_uuid[]", OTHER_DELIVERY)]


@pytest.mark.parametrize(
    ("status", "given", "fields"),
    [
        (StatusToken.ACCEPTED, {}, []),
        (StatusToken.IN_TRANSIT, {"pickup_code": "0042"}, [("pickup_otp", "0042")]),
        (StatusToken.DELIVERED, {"dropoff_code": "A b+7"}, [("dropoff_otp", "A b+7")]),
        (StatusToken.CANCELLED, {"note": "No money ☹"}, [("note", "No money ☹")]),
        (StatusToken.ACCEPTED, {"pickup_code": "", "note": ""}, []),
    ],
)
async def test_a_status_update_sends_only_what_it_was_given(
    status, given, fields, connect: Connect
) -> None:
    async with StandIn(success({"uuid": DELIVERY, "status": "Order Accepted"})) as service:
        await connect(service).update_status(DELIVERY, status, **given)
        asked = service.asked[0]
    assert asked.headers["content-type"] == FORM
    assert asked.form == [("delivery_uuid", DELIVERY), ("status", status.value), *fields]


async def test_riders_are_invited_as_json(connect: Connect) -> None:
    async with StandIn(success({"uuid": RIDER, "riderid": 17})) as service:
        (rider,) = await connect(service).create_rider(["a@example.com", "b@example.com"], 10)
        asked = service.asked[0]
    assert (rider.uuid, rider.riderid) == (RIDER, "17")
    assert asked.body == (
        b'{"rider_emails":["a@example.com","b@example.com"],'
        b'"commission_value":10,"commission_type":"commission"}'
    )


async def test_a_riders_status_names_them_in_path_and_body(connect: Connect) -> None:
    async with StandIn(success({"uuid": RIDER, "active": False})) as service:
        rider = await connect(service).change_rider_status(RIDER)
        asked = service.asked[0]
    assert rider.active is False
    assert asked.path == f"/api/v1/riders/change_status/{RIDER}"
    assert asked.form == [("rider_uuids[]", RIDER)]


REQUIRED = {
    "paginate": "1",
    "per_page": "20",
    "filter": "all",
    "start_date": "",
    "end_date": "",
    "delivery_status": "",
    "rider_id": "",
}


@pytest.mark.parametrize(
    ("query", "more"),
    [
        (DeliveryQuery(), {}),
        (DeliveryQuery(status=FilterToken.AWAITING_PICKUP), {"delivery_status": "awaiting_pickup"}),
        (
            DeliveryQuery(
                period=Period.CREATED_AT, start=date(2026, 3, 4), end=date(2026, 4, 3), per_page=5
            ),
            {
                "filter": "created_at",
                "start_date": "2026-03-04",
                "end_date": "2026-04-03",
                "per_page": "5",
            },
        ),
        (
            DeliveryQuery(
                rider_uuid=RIDER, search="Ada & Söhne", creation_mode=CreationMode.VIA_BOOKING
            ),
            {"rider_id": RIDER, "search": "Ada & Söhne", "creation_mode": "via booking"},
        ),
        (DeliveryQuery(search=""), {}),
    ],
)
async def test_the_delivery_list_always_sends_every_required_parameter(
    query: DeliveryQuery, more: dict[str, str], connect: Connect
) -> None:
    async with StandIn(success({"deliveries": envelope([])})) as service:
        await connect(service).list_deliveries(query)
        assert service.asked[0].query == {**REQUIRED, **more}


@pytest.mark.parametrize(
    ("query", "switches"),
    [
        (RiderQuery(), ("", "1", "")),
        (RiderQuery(active=True, with_ongoing=False, pending_invites=False), ("1", "0", "0")),
    ],
)
async def test_the_rider_list_always_sends_every_required_parameter(
    query: RiderQuery, switches: tuple[str, ...], connect: Connect
) -> None:
    names = ("active", "get_ongoing_deliveries", "pending_invites")
    async with StandIn(success({"riders": envelope([])})) as service:
        await connect(service).list_riders(query)
        asked = service.asked[0].query
    assert asked == {
        "paginate": "1",
        "per_page": "20",
        **dict(zip(names, switches, strict=True)),
    }


async def test_a_riders_history_is_asked_for_by_period(connect: Connect) -> None:
    async with StandIn(success(envelope([{"uuid": DELIVERY}], number=3, last=3))) as service:
        page = await connect(service).rider_history(
            RIDER, HistoryQuery(period=HistoryPeriod.TODAY, page=3, per_page=10)
        )
        asked = service.asked[0]
    assert [delivery.uuid for delivery in page.items] == [DELIVERY]
    assert asked.path == f"/api/v1/riders/delivery/history/{RIDER}"
    assert asked.query == {
        "paginate": "1",
        "per_page": "10",
        "page": "3",
        "filter": "today",
    }


async def test_a_booking_link_is_found_by_its_code(connect: Connect) -> None:
    raw = {
        "link_code": "ada-kitchen.01",
        "business_name": "Ada's Kitchen",
        "pricing": {
            "pricing_model": "Per kilometre",
            "pricing_model_slug": "per_km",
            "per_km_amount": "150.00",
            "express_delivery": {"express_type": None, "express_value": None},
        },
    }
    async with StandIn(success(raw)) as service:
        link = await connect(service).get_booking_link("ada-kitchen.01")
        path = service.asked[0].path
    assert path == "/api/v1/booking-inbound/get_booking_link_detail/ada-kitchen.01"
    assert link.business_name == "Ada's Kitchen"
    assert link.pricing
    assert link.pricing.per_km
    assert (link.pricing.slug, link.pricing.per_km.amount) == ("per_km", Decimal("150.00"))


@pytest.mark.parametrize("wrong", [{"fee": -1}, {"fee": 1.5}, {"receivers": ()}])
def test_a_new_delivery_that_cannot_be_meant_is_not_built(wrong: dict[str, object]) -> None:
    right = {
        "creation_date": date(2026, 3, 4),
        "fee": 1,
        "sender": SENDER,
        "receivers": (RECEIVER,),
    }
    with pytest.raises(ValidationError):
        NewDelivery.model_validate({**right, **wrong})


def test_one_body_travels_in_either_encoding() -> None:
    body = {"a": [{"b": True, "c": None}, {"b": False}], "d": ["x", "y"], "e": 7, "f": None}
    assert as_json(body) == b'{"a":[{"b":true},{"b":false}],"d":["x","y"],"e":7}'
    assert bracketed(body) == [
        ("a[0][b]", "true"),
        ("a[1][b]", "false"),
        ("d[]", "x"),
        ("d[]", "y"),
        ("e", "7"),
    ]
    assert as_form({"a": "ö &=+"}) == b"a=%C3%B6+%26%3D%2B"


async def test_refusal_of_a_wish_is_not_hidden_by_asking_for_every_status(
    connect: Connect,
) -> None:
    async with StandIn(answer(422, b'{"message": "No."}')) as service:
        with pytest.raises(Refused, match=r"No\."):
            await connect(service).list_deliveries(DeliveryQuery(status=FilterToken.PENDING))
        assert {asked.query["delivery_status"] for asked in service.asked} == {"pending"}


async def test_every_optional_parameter_of_the_delivery_list_can_be_asked(connect: Connect) -> None:
    wishes = DeliveryQuery(
        group_by=Grouping.RECEIVER_CITY,
        tag_id="7",
        partner_id="9",
        scheduled=True,
        schedule_date=date(2026, 3, 4),
        search_all_locations=False,
        delivery_in_all_locations=True,
    )
    async with StandIn(success({"deliveries": envelope([])})) as service:
        await connect(service).list_deliveries(wishes)
        await connect(service).list_deliveries(DeliveryQuery())
        asked, without = (each.query for each in service.asked)
    assert {name: asked[name] for name in asked if name not in without} == {
        "group_by": "receiver_city",
        "tag_id": "7",
        "partner_id": "9",
        "scheduled": "1",
        "schedule_date": "2026-03-04",
        "search_all_locations": "0",
        "delivery_in_all_locations": "1",
    }


@pytest.mark.parametrize("period", ["created_at", "assigned_at", "dropoff_at", "schedule_date"])
def test_a_history_knows_no_period_that_the_contract_does_not_name(period: str) -> None:
    with pytest.raises(ValidationError):
        HistoryQuery.model_validate({"period": period})


@pytest.mark.parametrize("kind", [DeliveryQuery, RiderQuery, HistoryQuery, NewDelivery, Origin])
def test_a_field_that_is_misspelt_is_refused(kind: type[BaseModel]) -> None:
    with pytest.raises(ValidationError, match="statsu"):
        kind.model_validate({"statsu": "pending"})
