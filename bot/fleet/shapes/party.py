"""The people of a delivery: who sends, who receives, who carries."""

from bot.fleet.shapes.fields import Fields
from bot.fleet.shapes.frozen import Frozen
from bot.fleet.vocabulary import State, state_of_webhook_status


class Sender(Frozen):
    """Who hands the parcel over at pickup; empty texts where the service says nothing."""

    uuid: str | None = None
    name: str = ""
    phone_code: str = ""
    phone_number: str = ""
    email: str | None = None
    address: str = ""


class Receiver(Frozen):
    """Who gets the parcel; `state` is told in webhooks only, receiver by receiver."""

    uuid: str | None = None
    name: str = ""
    phone_code: str = ""
    phone_number: str = ""
    email: str | None = None
    address: str = ""
    state: State | None = None
    dropoff_photo: str | None = None


class RiderSummary(Frozen):
    """The rider as a delivery names them; webhooks give no uuid, and a name proves nobody."""

    uuid: str | None = None
    name: str = ""
    phone_code: str = ""
    phone_number: str = ""


def read_sender(fields: Fields) -> Sender | None:
    """Read `sender_detail`, or the same fields of `delivery_detail`."""
    if not fields:
        return None
    return Sender(
        uuid=fields.text_or_none("uuid", "id"),
        name=fields.text("sender_name"),
        phone_code=fields.dialling_code("sender_phonecode"),
        phone_number=fields.text("sender_phone"),
        email=fields.text_or_none("sender_email"),
        address=fields.text("sender_address"),
    )


def read_receiver(fields: Fields) -> Receiver:
    """Read `customer_detail`, a webhook's `receiver_detail`, or its flat `customer_*` fields."""
    status = fields.text("status")
    return Receiver(
        uuid=fields.text_or_none("uuid", "id"),
        name=fields.text("customer_name"),
        phone_code=fields.dialling_code("customer_phone_code"),
        phone_number=fields.text("customer_phone_number", "customer_phone"),
        email=fields.text_or_none("customer_email"),
        address=fields.text("customer_address"),
        state=state_of_webhook_status(status) if status else None,
        dropoff_photo=fields.text_or_none("dropoff_photo"),
    )


def read_rider_summary(fields: Fields) -> RiderSummary | None:
    """Read `rider_info`, or a webhook's `rider`; None where nobody is named."""
    rider = RiderSummary(
        uuid=fields.uuid("uuid"),
        name=fields.text("name"),
        phone_code=fields.dialling_code("phone_code"),
        phone_number=fields.text("phone_number", "phone"),
    )
    return rider if rider.uuid or rider.name or rider.phone_number else None
