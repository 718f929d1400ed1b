"""A new delivery, as it is asked of the fleet service."""

from datetime import date
from typing import Annotated

from pydantic import Field

from bot.fleet.encoding import Body
from bot.fleet.shapes.frozen import Frozen

Whole = Annotated[int, Field(ge=0)]


class NewItem(Frozen):
    """One line of a parcel's content; `value` in whole units of the account's currency."""

    description: str
    quantity: Whole = 1
    value: Whole = 0

    def body(self) -> Body:
        """Return the fields of an `items` element."""
        return {
            "item_description": self.description,
            "item_quantity": self.quantity,
            "item_value": self.value,
        }


class NewReceiver(Frozen):
    """Who is to get a parcel, and what is in it."""

    name: str
    address: str
    phone_code: str
    phone_number: str
    items: tuple[NewItem, ...] = ()

    def body(self) -> Body:
        """Return the fields of a `receivers` element."""
        return {
            "customer_name": self.name,
            "customer_address": self.address,
            "customer_phone_code": self.phone_code,
            "customer_phone_number": self.phone_number,
            "item_type": "manual",
            "items": [item.body() for item in self.items],
        }


class Origin(Frozen):
    """Who hands the parcel over, and where."""

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
    rider_uuid: str | None = None
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
