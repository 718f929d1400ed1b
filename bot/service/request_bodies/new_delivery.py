"""The bodies that make deliveries (contract: Endpoints, 1)."""

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import ConfigDict, Field, model_validator

from bot.service.request_bodies.contacts import ReceiverFields, SenderFields
from bot.service.request_bodies.fields import (
    Amount,
    Body,
    Day,
    Flag,
    OptionalEmail,
    OptionalPhone,
    OptionalPhoneCode,
    OptionalText,
    OptionalUuid,
    Quantity,
    any_of,
)
from bot.service.rules.requests import MAX_ITEMS, MAX_RECEIVERS


class NewItem(Body):
    """One thing inside a parcel."""

    item_description: OptionalText = ""
    item_quantity: Quantity = 1
    item_value: Amount = 0


class _Parcel(ReceiverFields):
    """Who gets what; all fields are optional."""

    customer_name: OptionalText = ""
    customer_address: OptionalText = ""
    customer_phone_number: OptionalPhone = ""
    customer_phone_code: OptionalPhoneCode = ""
    customer_email: OptionalEmail = None
    items: Annotated[list[NewItem], Field(max_length=MAX_ITEMS)] = Field(default_factory=list)


_FLAT = _Parcel.model_fields.keys()


class NewReceiver(_Parcel):
    """One element of `receivers`; all fields are optional."""

    item_type: OptionalText = ""


def _older_form_needs_no_receivers(schema: dict[str, Any]) -> None:
    schema["required"] = [name for name in schema["required"] if name != "receivers"]
    schema["allOf"] = [any_of("receivers", *sorted(_FLAT))]
    for name in _FLAT:
        # Even an empty one makes it the older form, which clients that send defaults do not mean.
        schema["properties"][name].pop("default", None)


class NewDelivery(_Parcel, SenderFields):
    """The create body (contract: Endpoints, 1); a receiver's fields in it are the older form."""

    model_config = ConfigDict(json_schema_extra=_older_form_needs_no_receivers)

    creation_date: Day
    delivery_fee: Amount
    iam_sender: Flag
    riderid: OptionalUuid
    send_sms: Flag
    receivers: Annotated[list[NewReceiver], Field(max_length=MAX_RECEIVERS)]
    note: OptionalText = ""
    is_paid: Flag = False

    @model_validator(mode="before")
    @classmethod
    def _flat_body_needs_no_receivers(cls, body: object) -> object:
        if isinstance(body, dict) and _FLAT & body.keys():
            return {"receivers": [], **body}
        return body

    @property
    def older(self) -> bool:
        return bool(_FLAT & self.model_fields_set)

    @property
    def parcels(self) -> Sequence[NewReceiver]:
        """One receiver per delivery to be made; `items` outside `receivers` belong to each of them.

        The other flat fields are the first receiver's, as far as that says nothing itself.
        A number without its dialling code is in the sender's country: the older form has no field
        for the code.
        """
        if not self.older:
            return [self._completed(receiver) for receiver in self.receivers]
        flat = {name: getattr(self, name) for name in _FLAT}
        first, *others = self.receivers or [NewReceiver()]
        lacking = {name: value for name, value in flat.items() if not getattr(first, name)}
        return [
            self._completed(receiver) for receiver in (first.model_copy(update=lacking), *others)
        ]

    def _completed(self, receiver: NewReceiver) -> NewReceiver:
        items = receiver.items or self.items
        code = receiver.customer_phone_code or self.sender_phonecode
        return receiver.model_copy(update={"items": items, "customer_phone_code": code})
