"""The bodies of changes at the fleet service: a new delivery, or one as it shall be."""

from datetime import date
from decimal import Decimal
from typing import Annotated, Any

from pydantic import Field

from bot.fleet.delivery import Delivery
from bot.fleet.endpoints import Body
from bot.fleet.values import Frozen, RequestFields
from bot.identifiers import RiderUuid

Whole = Annotated[int, Field(ge=0)]


class NewItem(RequestFields):
    """One line of a parcel's content; `value` in whole units of the account's currency."""

    description: str = Field(serialization_alias="item_description")
    quantity: Whole = Field(default=1, serialization_alias="item_quantity")
    value: Whole = Field(default=0, serialization_alias="item_value")


class NewReceiver(RequestFields):
    name: str = Field(serialization_alias="customer_name")
    address: str = Field(serialization_alias="customer_address")
    phone_code: str = Field(serialization_alias="customer_phone_code")
    phone_number: str = Field(serialization_alias="customer_phone_number")
    items: tuple[NewItem, ...] = ()

    def body(self) -> Body:
        return {**self.model_dump(by_alias=True), "item_type": "manual"}


class Origin(RequestFields):
    """The sender of a parcel; the contract requires all five fields, sent in this order."""

    name: str = Field(serialization_alias="sender_name")
    address: str = Field(serialization_alias="sender_address")
    email: str = Field(default="", serialization_alias="sender_email")
    phone_number: str = Field(serialization_alias="sender_phone")
    phone_code: str = Field(serialization_alias="sender_phonecode")

    def body(self) -> Body:
        return self.model_dump(by_alias=True)


class NewDelivery(RequestFields):
    """A delivery to be created (contract: Endpoints, 1); `fee` in whole units of the currency.

    Without a rider an empty `riderid` is sent, because the field is required.
    """

    creation_date: date
    fee: Whole
    sender: Origin
    receivers: Annotated[tuple[NewReceiver, ...], Field(min_length=1)]
    rider_uuid: RiderUuid | None = None
    iam_sender: bool = False
    send_sms: bool = True

    def body(self) -> Body:
        """Return the fields under the contract's names; `riderid` there is the rider's uuid."""
        return {
            "creation_date": self.creation_date.isoformat(),
            "delivery_fee": self.fee,
            "iam_sender": self.iam_sender,
            "riderid": self.rider_uuid or "",
            "send_sms": self.send_sms,
            **self.sender.body(),
            "receivers": [receiver.body() for receiver in self.receivers],
        }


class EditedItem(RequestFields):
    """A line of a parcel's content as it shall be; without a `uuid` it is a new one.

    A quantity or value that is not known is not sent, rather than overwritten with nought. The
    contract has no call that removes an item, and a service may leave those that are not named as
    they are: one that shall go is sent with the quantity 0.
    """

    uuid: str | None
    description: str
    quantity: Whole | None
    value: Decimal | None

    def body(self) -> Body:
        """Return the fields of an `items` element; all of them travel as strings."""
        return {
            "item_uuid": self.uuid,
            "item_description": self.description,
            "item_quantity": None if self.quantity is None else str(self.quantity),
            "item_value": None if self.value is None else format(self.value, "f"),
        }


class EditedReceiver(RequestFields):
    """The receiver as they shall be; `uuid` says which one, and does not change."""

    uuid: str
    name: str
    address: str
    phone_code: str
    phone_number: str
    email: str = ""
    items: tuple[EditedItem, ...] = ()

    def body(self) -> Body:
        """Return the fields of a `receivers` element; the address is an array here."""
        return {
            "customer_name": self.name,
            "customer_address": [self.address],
            "customer_phone_number": self.phone_number,
            "customer_phone_code": self.phone_code,
            "customer_email": self.email,
            "customer_detail_id": self.uuid,
            "items": [item.body() for item in self.items],
        }


class DeliveryEdit(RequestFields):
    """A delivery as it shall be (contract: Endpoints, 2): every field is sent, changed or not.

    Begin with `of(delivery)`, the delivery fresh from the service, and `model_copy` the changes. A
    fee that we read no number in is repeated as it was written.
    """

    sender: Origin
    receiver: EditedReceiver
    fee: Decimal | str
    send_sms: bool = False
    creation_date: date | None = None

    @classmethod
    def of(cls, delivery: Delivery) -> "DeliveryEdit":
        """Return the edit that changes nothing.

        Raises `ValueError` where the delivery lacks what an edit must repeat, and says what.
        """
        sender, receiver = delivery.sender, next(iter(delivery.receivers), None)
        fee = delivery.fee
        if sender is None:
            raise ValueError("the delivery lacks its sender")
        if receiver is None or receiver.uuid is None:
            raise ValueError("the delivery lacks its receiver")
        if fee is None:
            raise ValueError("the delivery lacks its fee")
        return cls(
            sender=Origin(**_taken_by(Origin, sender, email=sender.email or "")),
            receiver=EditedReceiver(
                **_taken_by(
                    EditedReceiver,
                    receiver,
                    email=receiver.email or "",
                    items=[_taken_by(EditedItem, item) for item in delivery.items],
                )
            ),
            fee=fee.text if fee.amount is None else fee.amount,
        )

    def body(self) -> Body:
        return {
            **self.sender.body(),
            "receivers": [self.receiver.body()],
            "delivery_fee": self.fee if isinstance(self.fee, str) else format(self.fee, "f"),
            # A text, where a creation has a boolean (contract: Endpoints, 1 and 2).
            "send_sms": "true" if self.send_sms else "false",
            "creation_date": self.creation_date.isoformat() if self.creation_date else None,
        }


def _taken_by(kind: type[RequestFields], record: Frozen, **instead: object) -> dict[str, Any]:
    """Return the fields of a record that a request has, too, some of them replaced."""
    return {name: each for name, each in record if name in kind.model_fields} | instead
