"""Every shape of a delivery in the contract, and the odd ones around it."""

from datetime import UTC, datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.fleet import (
    Delivery,
    Item,
    Page,
    Point,
    Receiver,
    Rider,
    RiderSummary,
    Sender,
    State,
    read_delivery,
    read_rider,
)
from bot.fleet.booking_link import read_booking_link
from bot.fleet.delivery import read_delivery_page
from bot.fleet.rider import read_rider_page
from tests.fleet.stand_in import DELIVERY, OTHER_DELIVERY, RIDER, envelope

GET_SHAPE = {
    "uuid": DELIVERY,
    "order_number": "000123",
    "fleet_identity_number": "F-1",
    "fleet_id": None,
    "status": "In Transit",
    "delivery_type": "intra_state",
    "sender_longitude": "3.3792",
    "sender_latitude": "6.5244",
    "customer_longitude": 3.35,
    "customer_latitude": 6.6,
    "delivery_fee": "1500",
    "service_charge": None,
    "currency": "NGN",
    "note": "Ring twice",
    "creation_mode": "Manual",
    "created_at": "2026-03-02T09:00:00.123456Z",
    "pickup_at": "2026-03-02T09:30:00.000000Z",
    "dropoff_at": None,
    "customer_detail": {
        "uuid": OTHER_DELIVERY,
        "customer_name": "Bayo",
        "customer_email": None,
        "customer_phone_number": "08020000000",
        "customer_phone_code": "234",
        "customer_address": "2 Long Rd",
        "created_at": "2026-03-02T09:00:00.000000Z",
    },
    "sender_detail": {
        "uuid": RIDER,
        "sender_name": "Ada",
        "sender_phone": "08010000000",
        "sender_email": "ada@example.com",
        "sender_phonecode": "234",
        "sender_address": "1 Broad St",
        "business_owned": True,
    },
    "items": [
        {
            "uuid": RIDER,
            "item_description": "Soup",
            "item_quantity": 2,
            "item_value": "750.50",
            "currency": "NGN",
        }
    ],
    "organization_detail": {"uuid": RIDER, "logo": None},
    "rider_info": {
        "uuid": RIDER,
        "riderid": "17",
        "name": "Chidi",
        "phone_number": "08030000000",
        "phone_code": "234",
        "active": True,
    },
    "is_paid": False,
    "pickup_photo": "https://photos.example/p.jpg",
    "dropoff_photo": None,
    "cancellation_reason": None,
    "cancelled_by": {"name": None, "photo": None},
}


def read(**fields: object) -> Delivery:
    delivery = read_delivery({"uuid": DELIVERY, **fields})
    assert delivery
    return delivery


def test_the_full_shape_is_read_whole() -> None:
    delivery = read_delivery(GET_SHAPE)
    assert delivery
    assert delivery.fee
    assert (delivery.fee.text, delivery.fee.amount, delivery.fee.currency) == (
        "1500",
        Decimal(1500),
        "NGN",
    )
    assert delivery.coordinates.sender == Point(latitude=6.5244, longitude=3.3792)
    assert delivery.coordinates.receiver == Point(latitude=6.6, longitude=3.35)
    assert delivery.model_dump(exclude={"fee", "coordinates"}) == {
        "uuid": DELIVERY,
        "order_number": "000123",
        "state": State.IN_TRANSIT,
        "label": "In Transit",
        "paid": False,
        "commission": None,
        "currency": "NGN",
        "note": "Ring twice",
        "creation_mode": "Manual",
        "created_at": datetime(2026, 3, 2, 9, 0, 0, 123456, tzinfo=UTC),
        "pickup_at": datetime(2026, 3, 2, 9, 30, tzinfo=UTC),
        "dropoff_at": None,
        "sender": Sender(
            uuid=RIDER,
            name="Ada",
            phone_code="234",
            phone_number="08010000000",
            email="ada@example.com",
            address="1 Broad St",
        ).model_dump(),
        "receivers": (
            Receiver(
                uuid=OTHER_DELIVERY,
                name="Bayo",
                phone_code="234",
                phone_number="08020000000",
                address="2 Long Rd",
            ).model_dump(),
        ),
        "items": (
            Item(uuid=RIDER, description="Soup", quantity=2, value=Decimal("750.50")).model_dump(),
        ),
        "rider": RiderSummary(
            uuid=RIDER, name="Chidi", phone_code="234", phone_number="08030000000"
        ).model_dump(),
        "pickup_photo": "https://photos.example/p.jpg",
        "dropoff_photo": None,
        "cancellation_reason": None,
        "cancelled_by": None,
    }


def test_the_list_shape_names_its_receiver_by_id_and_its_sender_twice() -> None:
    delivery = read(
        customer_detail={"id": OTHER_DELIVERY, "customer_name": "Bayo", "customer_state_id": 25},
        delivery_detail={"sender_name": "Ada", "delivery_number_of_parcels": 1},
    )
    assert delivery.receivers[0].uuid == OTHER_DELIVERY
    assert delivery.sender
    assert delivery.sender.name == "Ada"


@pytest.mark.parametrize("nobody", [[], {}, None, "", 0, [[]], [None]])
def test_no_receiver_yet_is_no_receiver(nobody: object) -> None:
    assert read(customer_detail=nobody).receivers == ()


@pytest.mark.parametrize("nobody", [None, [], {}, "x", {"name": ""}, {"uuid": None}])
def test_no_rider_yet_is_no_rider(nobody: object) -> None:
    assert read(rider_info=nobody).rider is None


@pytest.mark.parametrize("nothing", [None, [], {}, "x", 7, [None, "x", 7, []]])
def test_items_of_no_use_are_left_out(nothing: object) -> None:
    assert read(items=nothing).items == ()


@pytest.mark.parametrize(
    ("raw", "text"),
    [("0042", "0042"), (42, "42"), (42.0, "42"), (None, ""), (True, ""), ([], ""), ({}, "")],
)
def test_an_order_number_is_text_and_keeps_its_zeros(raw: object, text: str) -> None:
    assert read(order_number=raw).order_number == text


@pytest.mark.parametrize("huge", [10**30, 10**4000, float("inf"), float("nan"), 1e300])
def test_a_number_beyond_all_reason_says_nothing(huge: object) -> None:
    delivery = read(order_number=huge, delivery_fee=huge, items=[{"item_quantity": huge}])
    assert (delivery.order_number, delivery.fee) == ("", None)
    assert delivery.items[0].quantity is None


@pytest.mark.parametrize(
    ("labels", "label", "state"),
    [
        ({"status": "Awaiting-Pickup"}, "Awaiting-Pickup", State.AWAITING_PICKUP),
        ({"status": "Order Accepted"}, "Order Accepted", State.ACCEPTED),
        ({"status": "Lost in space"}, "Lost in space", State.UNKNOWN),
        ({"status": "1", "status_label": "Pending"}, "Pending", State.PENDING),
        ({"status_label": "Pending"}, "Pending", State.PENDING),
        ({"status": "Odd", "status_label": "Odder"}, "Odd", State.UNKNOWN),
        ({"status": None}, "", State.UNKNOWN),
    ],
)
def test_an_unknown_label_is_kept_to_be_shown(
    labels: dict[str, object], label: str, state: State
) -> None:
    delivery = read(**labels)
    assert (delivery.label, delivery.state) == (label, state)


@pytest.mark.parametrize(
    ("latitude", "longitude", "point"),
    [
        ("6.5", "3.4", (6.5, 3.4)),
        (-33, 151.2, (-33, 151.2)),
        ("", "3.4", None),
        (None, None, None),
        ("north", "east", None),
        (91, 0, None),
        (0, -180.5, None),
    ],
)
def test_a_place_is_one_on_earth_or_none(
    latitude: object, longitude: object, point: tuple[float, float] | None
) -> None:
    place = read(sender_latitude=latitude, sender_longitude=longitude).coordinates.sender
    assert (place and (place.latitude, place.longitude)) == point


@pytest.mark.parametrize(
    ("raw", "read_as"),
    [
        ("Ann\x00a\x1b\x7f\x85", "Anna"),
        ("Ann\ud800a", "Anna"),
        ("one\ntwo\tthree", "one two three"),
        ("  Zoë 李 \u202e ", "Zoë 李 \u202e"),
    ],
)
def test_control_characters_are_gone_and_the_rest_is_kept(raw: str, read_as: str) -> None:
    assert read(note=raw).note == read_as


@pytest.mark.parametrize(
    ("told", "paid"),
    [
        ({"is_paid": True}, True),
        ({"is_paid": "false"}, False),
        ({"is_paid": 0, "payment_status": "paid"}, False),
        ({"payment_status": "paid"}, True),
        ({"is_paid": None}, None),
        ({}, None),
    ],
)
def test_a_payment_is_known_only_where_it_is_told(
    told: dict[str, object], paid: bool | None
) -> None:
    assert read(**told).paid is paid


def test_a_cancelled_delivery_says_why_and_by_whom() -> None:
    delivery = read(
        status="Cancelled", cancellation_reason="No money", cancelled_by={"name": "Efe"}
    )
    assert (delivery.cancellation_reason, delivery.cancelled_by) == ("No money", "Efe")


@pytest.mark.parametrize("raw", [None, [], {}, "x", 7, {"uuid": None}, {"uuid": "../x"}])
def test_what_has_no_uuid_is_nothing(raw: object) -> None:
    assert read_delivery(raw) is None
    assert read_rider(raw) is None


def test_the_two_kinds_of_rider_number_are_kept_apart() -> None:
    rider = read_rider({"uuid": RIDER, "riderid": 17})
    assert rider
    assert (rider.uuid, rider.riderid) == (RIDER, "17")


NAMES = [*GET_SHAPE, "status_label", "delivery_detail", "riderid", "ongoing_deliveries", "id"]
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(["NGN 1,500.00", "2026-03-02T09:00:00Z", "Pending", DELIVERY, "6.5", "1"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=3), inner, max_size=3)
        | st.dictionaries(st.sampled_from(list(GET_SHAPE["customer_detail"])), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(raw=st.dictionaries(st.sampled_from(NAMES), JSON, max_size=12))
def test_a_delivery_survives_json_unchanged_whatever_it_was_read_from(
    raw: dict[str, object],
) -> None:
    delivery = read_delivery({**raw, "uuid": DELIVERY})
    assert delivery
    assert Delivery.model_validate_json(delivery.model_dump_json()) == delivery


@given(raw=st.dictionaries(st.sampled_from(NAMES), JSON, max_size=12))
def test_a_rider_survives_json_unchanged_whatever_it_was_read_from(
    raw: dict[str, object],
) -> None:
    rider = read_rider({"ongoing_deliveries": [{"uuid": DELIVERY}], **raw, "uuid": RIDER})
    assert rider
    assert Rider.model_validate_json(rider.model_dump_json()) == rider


def test_a_full_delivery_and_its_page_survive_json_unchanged() -> None:
    listed = read_delivery_page({"deliveries": envelope([GET_SHAPE])}, asked=1)
    assert listed
    assert listed.page.items[0].fee
    assert type(listed).model_validate_json(listed.model_dump_json()) == listed
    page = listed.page
    assert Page[Delivery].model_validate_json(page.model_dump_json()) == page


@given(raw=JSON)
def test_no_reader_ever_raises(raw: object) -> None:
    for reader in (read_delivery, read_rider, read_booking_link):
        reader(raw)
    for paged in (read_delivery_page, read_rider_page):
        paged(raw, 1)
        paged({"deliveries": raw, "riders": raw, "delivery_counts": raw}, 1)
        paged({"data": [raw], "last_page": raw, "total": raw, "current_page": raw}, 1)
