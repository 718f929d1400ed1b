"""An edit sends the whole delivery back, changed or not."""

from decimal import Decimal

import pytest

from bot.fleet import Delivery, DeliveryEdit, read_delivery
from bot.fleet.endpoints import bracketed
from bot.fleet.values import read_money
from tests.fleet.conftest import Connect
from tests.fleet.stand_in import DELIVERY, OTHER_DELIVERY, RIDER, StandIn, success


def _fresh() -> Delivery:
    delivery = read_delivery(
        {
            "uuid": DELIVERY,
            "delivery_fee": "1500",
            "customer_detail": {
                "id": OTHER_DELIVERY,
                "customer_name": "Bayo",
                "customer_address": "2 Long Rd",
                "customer_phone_number": "0802",
                "customer_phone_code": "234",
            },
            "sender_detail": {
                "sender_name": "Ada",
                "sender_address": "1 Broad St",
                "sender_phone": "0801",
                "sender_phonecode": "234",
                "sender_email": "ada@example.com",
            },
            "items": [
                {
                    "uuid": RIDER,
                    "item_description": "Soup",
                    "item_quantity": 2,
                    "item_value": "9.50",
                }
            ],
        }
    )
    assert delivery
    return delivery


async def test_an_edit_sends_the_whole_delivery_back(connect: Connect) -> None:
    edit = DeliveryEdit.of(_fresh()).model_copy(update={"fee": Decimal(1800)})
    async with StandIn(success({"uuid": DELIVERY})) as service:
        await connect(service).update_delivery(DELIVERY, edit)
        asked = service.asked[0]
    assert asked.path == f"/api/v1/deliveries/update/{DELIVERY}"
    assert asked.form == [
        ("sender_name", "Ada"),
        ("sender_address", "1 Broad St"),
        ("sender_email", "ada@example.com"),
        ("sender_phone", "0801"),
        ("sender_phonecode", "234"),
        ("receivers[0][customer_name]", "Bayo"),
        ("receivers[0][customer_address][]", "2 Long Rd"),
        ("receivers[0][customer_phone_number]", "0802"),
        ("receivers[0][customer_phone_code]", "234"),
        ("receivers[0][customer_email]", ""),
        ("receivers[0][customer_detail_id]", OTHER_DELIVERY),
        ("receivers[0][items][0][item_uuid]", RIDER),
        ("receivers[0][items][0][item_description]", "Soup"),
        ("receivers[0][items][0][item_quantity]", "2"),
        ("receivers[0][items][0][item_value]", "9.50"),
        ("delivery_fee", "1800"),
        ("send_sms", "false"),
    ]


@pytest.mark.parametrize("lacking", [{"sender": None}, {"receivers": ()}, {"fee": None}])
def test_a_delivery_that_lacks_a_part_cannot_be_edited(lacking: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="lacks"):
        DeliveryEdit.of(_fresh().model_copy(update=lacking))


def test_what_is_not_known_of_an_item_is_not_sent() -> None:
    raw = {"items": [{"uuid": RIDER, "item_description": "Soup"}]}
    items = read_delivery({"uuid": DELIVERY, **raw}).items
    edit = DeliveryEdit.of(_fresh().model_copy(update={"items": items}))
    assert bracketed(edit.receiver.items[0].body()) == [
        ("item_uuid", RIDER),
        ("item_description", "Soup"),
    ]


@pytest.mark.parametrize(
    ("written", "sent"), [("1500 naira", "1500 naira"), ("1.500,50", "1500.50")]
)
def test_a_fee_is_repeated_as_a_number_or_as_it_was_written(written: str, sent: str) -> None:
    fresh = _fresh().model_copy(update={"fee": read_money(written)})
    assert DeliveryEdit.of(fresh).body()["delivery_fee"] == sent


def test_a_dialling_code_of_letters_is_repeated() -> None:
    raw = {"uuid": RIDER, "customer_phone_code": "NG", "customer_phone_number": "08030000001"}
    receivers = read_delivery({"uuid": DELIVERY, "customer_detail": raw}).receivers
    edit = DeliveryEdit.of(_fresh().model_copy(update={"receivers": receivers}))
    assert edit.receiver.body()["customer_phone_code"] == "NG"


def test_a_switch_is_the_word_that_the_contract_wants_in_json_too() -> None:
    edit = DeliveryEdit.of(_fresh())
    assert edit.body()["send_sms"] == "false"
    assert edit.model_copy(update={"send_sms": True}).body()["send_sms"] == "true"
