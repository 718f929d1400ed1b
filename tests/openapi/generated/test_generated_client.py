"""A client that a generator made of the page plays a delivery from beginning to end."""

from collections.abc import Mapping
from datetime import date
from typing import Any, get_args, get_type_hints
from uuid import UUID

import pytest

from tests.openapi.generated.operations import Operations
from tests.openapi.page import JSON, Page
from tests.service.fleet import ALL_DELIVERIES, KEY, RECEIVER_PHONE, SENDER_PHONE, Fleet

pytestmark = pytest.mark.long("the generator is installed, and a client made with it")

CODES = {"pickup_otp": SENDER_PHONE, "dropoff_otp": RECEIVER_PHONE}
SENDER = {
    "sender_name": "Ada Stores",
    "sender_address": "1 Broad Street",
    "sender_email": "ada@example.com",
    "sender_phone": "08031112222",
    "sender_phonecode": "234",
}
RECEIVER = {
    "customer_name": "Bola Ade",
    "customer_phone_number": "08054445555",
    "customer_phone_code": "234",
}
NO_WISH = {name.replace("filter", "filter_"): value for name, value in ALL_DELIVERIES.items()}


class Person:
    """Somebody who knows nothing of the service but the client that was generated for it."""

    def __init__(self, generated: Operations, client: Any) -> None:
        self._generated = generated
        self._client = client

    async def ask(self, operation: str, *path: object, **given: object) -> Any:
        function = self._generated.module(operation).asyncio
        return await function(*path, client=self._client, **given)

    async def do(self, operation: str, *path: object, **given: object) -> Any:
        answer = await self.ask(operation, *path, **given)
        assert answer.status == "success", answer
        return answer.data

    def made(self, model: str, *value: str, **fields: object) -> Any:
        """Make a model of its fields, or a word of an enum."""
        return self._generated.model(model)(*value, **fields)


@pytest.fixture
def person(generated: Operations, client: Any) -> Person:
    return Person(generated, client)


def test_every_operation_is_generated_with_its_answers(generated: Operations, served: Page):
    assert len(generated.modules) == len(served.operations) == 13
    for operation in served.operations:
        told = get_type_hints(generated.module(operation.name).sync)["return"]
        answers = operation.words["responses"].values()
        models = {a["content"][JSON]["schema"]["$ref"].rpartition("/")[2] for a in answers}
        assert {each.__name__ for each in get_args(told)} == models | {"NoneType"}, operation.name


def test_every_body_has_a_model(generated: Operations, served: Page):
    for operation in served.operations:
        if "requestBody" in operation.words:
            body = get_type_hints(generated.module(operation.name).sync)["body"]
            assert Any not in (body, *get_args(body)), operation.name


NEW = {
    **SENDER,
    "creation_date": "02-03-2026",
    "delivery_fee": 1500.5,
    "iam_sender": "true",
    "riderid": "",
    "send_sms": "0",
}
ITEM = {"item_description": "Shoes", "item_quantity": "2", "item_value": "7500.50"}
TO = {**RECEIVER, "customer_address": "4 Marina Road", "customer_email": ""}
BODIES: Mapping[str, Mapping[str, object]] = {
    "NewDelivery": {**NEW, "sender_email": "", "receivers": [{**TO, "items": [ITEM]}]},
    "StatusUpdate": {
        "delivery_uuid": "0b0f9d3e-6c0a-4a58-8a43-0d6f1c9e2a11",
        "status": "in_transit",
        "pickup_otp": "9336",
        "dropoff_otp": "",
        "note": "",
    },
    "NewRiders": {
        "rider_emails": ["musa@example.com"],
        "commission_value": "10",
        "commission_type": "commission",
    },
    "Assignment": {"delivery_uuid": ["0b0f9d3e-6c0a-4a58-8a43-0d6f1c9e2a11"]},
    "RiderStatusChange": {"rider_uuids": ["0b0f9d3e-6c0a-4a58-8a43-0d6f1c9e2a11"]},
    "NewerEdit": {
        **SENDER,
        "sender_email": "",
        "delivery_fee": "1500.50",
        "send_sms": "false",
        "creation_date": "",
        "receivers": [
            {
                **TO,
                "customer_address": ["4 Marina Road"],
                "customer_detail_id": "1c1f9d3e-6c0a-4a58-8a43-0d6f1c9e2a22",
                "items": [{**ITEM, "item_uuid": ""}],
            }
        ],
    },
}


@pytest.mark.parametrize(("model", "body"), BODIES.items(), ids=BODIES)
def test_a_body_that_somebody_has_as_a_dict_is_made_and_told_again(
    generated: Operations, model: str, body: dict[str, object]
):
    made = generated.model(model).from_dict(body)
    assert made.to_dict() == body


async def test_the_generated_client_plays_a_delivery(person: Person, fleet: Fleet):
    rider = await invited(person)
    delivery = await ordered(person)
    assert delivery.status == "Pending"
    assert (await moved_house(person, delivery)).customer_detail.customer_address == "9 Allen Ave"
    await person.do(
        "assignDeliveries", rider, body=person.made("Assignment", delivery_uuid=[delivery.uuid])
    )
    assert await moved(person, delivery.uuid, "accepted") == "Order Accepted"
    refused = await move(person, delivery.uuid, "in_transit", pickup_otp="0")
    assert list(refused.errors.additional_properties) == ["pickup_otp"]
    for token, field, label in (
        ("in_transit", "pickup_otp", "In Transit"),
        ("delivered", "dropoff_otp", "Delivered"),
    ):
        code = await fleet.code(CODES[field])
        assert await moved(person, delivery.uuid, token, **{field: code}) == label
    await found(person, rider, delivery.order_number)


async def invited(person: Person) -> UUID:
    body = person.made(
        "NewRiders",
        rider_emails=["musa@example.com"],
        commission_value=10,
        commission_type="commission",
    )
    rider = await person.do("createRider", body=body)
    assert rider.email == "musa@example.com"
    switch = person.made("RiderStatusChange", rider_uuids=[rider.uuid])
    switched = await person.do("changeRiderStatus", rider.uuid, body=switch)
    assert switched.active
    return rider.uuid


async def ordered(person: Person) -> Any:
    item = person.made("NewItem", item_description="Shoes", item_quantity=2, item_value=7500)
    receiver = person.made(
        "NewReceiver", customer_address="4 Marina Road", items=[item], **RECEIVER
    )
    return await person.do(
        "createDelivery",
        body=person.made(
            "NewDelivery",
            creation_date=date(2026, 3, 2),
            delivery_fee=1500,
            iam_sender=True,
            riderid="",
            send_sms=False,
            receivers=[receiver],
            **SENDER,
        ),
    )


async def moved_house(person: Person, delivery: Any) -> Any:
    """The receiver wants the parcel at another address."""
    parcel = person.made(
        "RestatedParcel",
        customer_address=["9 Allen Ave"],
        customer_email="",
        customer_detail_id=delivery.customer_detail.uuid,
        **RECEIVER,
    )
    body = person.made(
        "NewerEdit", delivery_fee="1500", send_sms=False, receivers=[parcel], **SENDER
    )
    return await person.do("updateDelivery", delivery.uuid, body=body)


async def move(person: Person, delivery: UUID, token: str, **codes: str) -> Any:
    status = person.made("Status", token)
    body = person.made("StatusUpdate", delivery_uuid=delivery, status=status, **codes)
    return await person.ask("updateDeliveryStatus", body=body)


async def moved(person: Person, delivery: UUID, token: str, **codes: str) -> str:
    answer = await move(person, delivery, token, **codes)
    assert answer.status == "success", answer
    return answer.data.status


async def found(person: Person, rider: UUID, number: str) -> None:
    """The delivery is in the rider's history and in the list, and the rider has done one."""
    all_ = person.made("HistoryFilter", "all")
    flag = person.made("FlagText", "1")
    history = await person.do("getRiderHistory", rider, paginate=flag, per_page="", filter_=all_)
    listed = await person.do("listDeliveries", **{**NO_WISH, "paginate": flag})
    for page in (history, listed.deliveries):
        assert [each.order_number for each in page.data] == [number]
    known = await person.do("getRider", rider)
    assert known.total_completed_delivery == 1
    link = await person.do("getBookingLink", "handover-couriers-dev")
    assert link.pricing.pricing_model_slug == "per_km"


async def test_a_wrong_key_is_told_in_the_answers_own_type(generated: Operations, url: str):
    async with generated.client(url, f"not {KEY}") as client:
        answer = await Person(generated, client).ask("getBookingLink", "handover-couriers-dev")
    assert (answer.status, answer.message) == ("error", "Unauthenticated.")
