"""The bodies that change deliveries, in both variants (contract: Endpoints, 2).

Both hold the whole delivery; items that they do not name stay. The older one has the receiver's
fields on one level with the sender's.
"""

from typing import Annotated

from pydantic import Discriminator, Field, Tag

from bot.service.request_bodies.contacts import ReceiverFields, SenderFields
from bot.service.request_bodies.fields import (
    AddressLines,
    Amount,
    Body,
    Flag,
    OptionalAmount,
    OptionalDay,
    OptionalFlag,
    OptionalQuantity,
    OptionalText,
    OptionalUuid,
    QuantityOrNone,
)
from bot.service.rules.requests import MAX_ITEMS

NEWER = "newer"
OLDER = "older"


class EditedItem(Body):
    """One thing inside a parcel: one of those that are there by its uuid, without it a new one.

    One that is there and gets the quantity 0 is removed.
    """

    item_uuid: OptionalUuid = None
    item_description: OptionalText
    item_quantity: OptionalQuantity = None
    item_value: OptionalAmount = None


class RestatedItem(EditedItem):
    """The newer form, in which nothing may be left out."""

    item_quantity: QuantityOrNone
    item_value: Amount


class EditedParcel(ReceiverFields):
    """The receiver as they shall be; items that are not named stay as they are."""

    customer_detail_id: OptionalUuid = None
    items: Annotated[tuple[EditedItem, ...], Field(max_length=MAX_ITEMS)] | None = None


class RestatedParcel(EditedParcel):
    """The newer form, an element of `receivers`; `customer_detail_id` says which receiver."""

    customer_address: AddressLines
    customer_detail_id: OptionalUuid
    items: Annotated[tuple[RestatedItem, ...], Field(max_length=MAX_ITEMS)] | None = None


class _Edit(SenderFields):
    delivery_fee: Amount
    send_sms: OptionalFlag = None
    creation_date: OptionalDay = None
    riderid: OptionalUuid = None


class NewerEdit(_Edit):
    """The newer form: a delivery holds one receiver, so `receivers` does, too."""

    send_sms: Flag
    receivers: Annotated[list[RestatedParcel], Field(min_length=1, max_length=1)]

    @property
    def parcel(self) -> EditedParcel:
        return self.receivers[0]

    @property
    def place(self) -> str:
        """Where the parcel's fields are in the body, for errors."""
        return "receivers.0."


class OlderEdit(_Edit, EditedParcel):
    """The older, flat form."""

    @property
    def parcel(self) -> EditedParcel:
        return self

    @property
    def place(self) -> str:
        return ""


def _variant(body: object) -> str:
    # A body with both is the newer form: `receivers` is required there alone.
    flat = isinstance(body, dict) and "receivers" not in body and body.keys() & _FLAT
    return OLDER if flat else NEWER


_FLAT = EditedParcel.model_fields.keys()

DeliveryEdit = Annotated[
    Annotated[NewerEdit, Tag(NEWER)] | Annotated[OlderEdit, Tag(OLDER)], Discriminator(_variant)
]
