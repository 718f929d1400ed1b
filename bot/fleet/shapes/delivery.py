"""A delivery in the bot's own form, read from every shape that the contract gives it."""

from datetime import datetime

from bot.fleet.shapes.fields import Fields
from bot.fleet.shapes.frozen import Frozen
from bot.fleet.shapes.item import Item, read_item
from bot.fleet.shapes.money import Money, read_money
from bot.fleet.shapes.party import (
    Receiver,
    RiderSummary,
    Sender,
    read_receiver,
    read_rider_summary,
    read_sender,
)
from bot.fleet.shapes.place import Coordinates, read_coordinates
from bot.fleet.vocabulary import State, state_of_label


class Delivery(Frozen):
    """One delivery; `label` is the service's own word for `state`, shown where that is unknown.

    The API gives at most one receiver, webhooks give several. All times are in UTC.
    """

    uuid: str
    order_number: str = ""
    state: State = State.UNKNOWN
    label: str = ""
    fee: Money | None = None
    currency: str | None = None
    note: str | None = None
    creation_mode: str | None = None
    created_at: datetime | None = None
    pickup_at: datetime | None = None
    dropoff_at: datetime | None = None
    sender: Sender | None = None
    receivers: tuple[Receiver, ...] = ()
    items: tuple[Item, ...] = ()
    rider: RiderSummary | None = None
    pickup_photo: str | None = None
    dropoff_photo: str | None = None
    cancellation_reason: str | None = None
    cancelled_by: str | None = None
    coordinates: Coordinates = Coordinates()


def read_delivery(raw: object) -> Delivery | None:
    """Read a delivery as any endpoint gives it; None where no UUID says which one it is."""
    fields = Fields(raw)
    uuid = fields.uuid("uuid")
    if uuid is None:
        return None
    label, state = _read_label(fields)
    currency = fields.text_or_none("currency")
    return Delivery(
        uuid=uuid,
        order_number=fields.text("order_number"),
        state=state,
        label=label,
        fee=read_money(fields.value("delivery_fee"), currency),
        currency=currency,
        note=fields.text_or_none("note"),
        creation_mode=fields.text_or_none("creation_mode"),
        created_at=fields.moment("created_at"),
        pickup_at=fields.moment("pickup_at"),
        dropoff_at=fields.moment("dropoff_at"),
        sender=read_sender(fields.record("sender_detail", "delivery_detail")),
        receivers=tuple(map(read_receiver, fields.records("customer_detail"))),
        items=tuple(map(read_item, fields.records("items"))),
        rider=read_rider_summary(fields.record("rider_info")),
        pickup_photo=fields.text_or_none("pickup_photo"),
        dropoff_photo=fields.text_or_none("dropoff_photo"),
        cancellation_reason=fields.text_or_none("cancellation_reason"),
        cancelled_by=fields.record("cancelled_by").text_or_none("name"),
        coordinates=read_coordinates(fields),
    )


def read_deliveries(raw: object) -> tuple[Delivery, ...]:
    """Read one delivery or an array of them, leaving out what is none."""
    several = raw if isinstance(raw, list) else [raw]
    return tuple(delivery for delivery in map(read_delivery, several) if delivery)


def _read_label(fields: Fields) -> tuple[str, State]:
    """Take the first label that is known, or the first one that says anything."""
    labels = [label for name in ("status", "status_label") if (label := fields.text(name))]
    known = (label for label in labels if state_of_label(label) is not State.UNKNOWN)
    label = next(known, labels[0] if labels else "")
    return label, state_of_label(label)
