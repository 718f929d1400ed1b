"""What is asked of the fleet service: a new delivery, or one as it shall be."""

from datetime import date
from decimal import Decimal
from typing import Annotated

from pydantic import Field

from bot.fleet.delivery import Delivery, Item, Receiver, Sender
from bot.fleet.endpoints import Body
from bot.fleet.values import Frozen
from bot.identifiers import RiderUuid

Whole = Annotated[int, Field(ge=0)]


class NewItem(Frozen):
    """One line of a parcel's content; `value` in whole units of the account's currency."""

    description: str
    quantity: Whole = 1
    value: Whole = 0

    def body(self) -> Body:
        return {
            "item_description": self.description,
            "item_quantity": self.quantity,
            "item_value": self.value,
        }


class NewReceiver(Frozen):
    name: str
    address: str
    phone_code: str
    phone_number: str
    items: tuple[NewItem, ...] = ()

    def body(self) -> Body:
        return {
            "customer_name": self.name,
            "customer_address": self.address,
            "customer_phone_code": self.phone_code,
            "customer_phone_number": self.phone_number,
            "item_type": "manual",
            "items": [item.body() for item in self.items],
        }


class Origin(Frozen):
    name: str
    address: str
    phone_code: str
    phone_number: str
    email: str = ""

    def body(self) -> Body:
        """Return the five `sender_*` fields, all of which the contract requires."""
        return {
            "sender_name": self.name,
            "sender_address": self.address,
            "sender_email": self.email,
            "sender_phone": self.phone_number,
            "sender_phonecode": self.phone_code,
        }


class NewDelivery(Frozen):
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


class EditedItem(Frozen):
    """A line of a parcel's content as it shall be; without a `uuid` it is a new one.

    A quantity or value that is not known is not sent, rather than overwritten with nought.
    """

    uuid: str | None
    description: str
    quantity: Annotated[int, Field(ge=0)] | None
    value: Decimal | None

    def body(self) -> Body:
        """Return the fields of an `items` element; all of them travel as strings."""
        return {
            "item_uuid": self.uuid,
            "item_description": self.description,
            "item_quantity": None if self.quantity is None else str(self.quantity),
            "item_value": None if self.value is None else format(self.value, "f"),
        }


class EditedReceiver(Frozen):
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


class DeliveryEdit(Frozen):
    """A delivery as it shall be (contract: Endpoints, 2): every field is sent, changed or not.

    Begin with `of(delivery)`, the delivery fresh from the service, and `model_copy` the changes.
    """

    sender: Origin
    receiver: EditedReceiver
    fee: Decimal
    send_sms: bool = False
    creation_date: date | None = None

    @classmethod
    def of(cls, delivery: Delivery) -> "DeliveryEdit":
        """Return the edit that changes nothing.

        Raises `ValueError` where the delivery lacks what an edit must repeat: sender, receiver
        or a readable fee.
        """
        sender, receiver = delivery.sender, next(iter(delivery.receivers), None)
        amount = delivery.fee.amount if delivery.fee else None
        if sender is None or receiver is None or receiver.uuid is None or amount is None:
            raise ValueError("the delivery lacks its sender, its receiver or its fee")
        return cls(
            sender=_origin(sender),
            receiver=_edited_receiver(receiver.uuid, receiver, delivery.items),
            fee=amount,
        )

    def body(self) -> Body:
        return {
            **self.sender.body(),
            "receivers": [self.receiver.body()],
            "delivery_fee": format(self.fee, "f"),
            "send_sms": self.send_sms,
            "creation_date": self.creation_date.isoformat() if self.creation_date else None,
        }


def _origin(sender: Sender) -> Origin:
    return Origin(
        name=sender.name,
        address=sender.address,
        phone_code=sender.phone_code,
        phone_number=sender.phone_number,
        email=sender.email or "",
    )


def _edited_receiver(uuid: str, receiver: Receiver, items: tuple[Item, ...]) -> EditedReceiver:
    return EditedReceiver(
        uuid=uuid,
        name=receiver.name,
        address=receiver.address,
        phone_code=receiver.phone_code,
        phone_number=receiver.phone_number,
        email=receiver.email or "",
        items=tuple(map(_edited_item, items)),
    )


def _edited_item(item: Item) -> EditedItem:
    return EditedItem(
        uuid=item.uuid, description=item.description, quantity=item.quantity, value=item.value
    )
