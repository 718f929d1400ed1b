"""A delivery in the bot's own form, read from every shape that the contract gives it."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import Self

from bot.fleet.fields import Fields
from bot.fleet.pagination import Page, listed_under, page_of_joined, read_page, read_several
from bot.fleet.values import Coordinates, Frozen, Money, read_coordinates, read_money
from bot.fleet.vocabulary import State, is_payment, state_of_label
from bot.identifiers import DeliveryUuid, OrderNumber, RiderUuid


class _Contact(Frozen):
    """The person at one end of a delivery; texts that the service does not give are empty."""

    uuid: str | None = None
    name: str = ""
    phone_code: str = ""
    phone_number: str = ""
    email: str | None = None
    address: str = ""


class Sender(_Contact):
    """The person who hands the parcel over at pickup."""


class Receiver(_Contact):
    """The person who gets the parcel; only webhooks tell a `state`, receiver by receiver."""

    state: State | None = None
    dropoff_photo: str | None = None


class RiderSummary(Frozen):
    """The rider as a delivery names them; webhooks give no uuid, and a name proves nobody."""

    uuid: RiderUuid | None = None
    name: str = ""
    phone_code: str = ""
    phone_number: str = ""
    photo: str | None = None

    def is_as_before(self, before: "RiderSummary | None") -> bool:
        """Tell whether both name the same rider, even with another address of the photo."""
        return before is not None and self == before.model_copy(update={"photo": self.photo})


class Item(Frozen):
    """One line of a parcel's content; `value` in the delivery's currency."""

    uuid: str | None = None
    description: str = ""
    quantity: int | None = None
    value: Decimal | None = None


class Delivery(Frozen):
    """One delivery; `label` is the service's own word for `state`, shown if that is unknown.

    The API gives at most one receiver, webhooks give several. All times are in UTC. `paid` is
    whether the fee is paid, None where the service does not say. `commission` is what the rider
    gets for it; the contract has it in the answer to a creation alone (contract: Delivery).
    """

    uuid: DeliveryUuid
    order_number: OrderNumber = OrderNumber("")
    state: State = State.UNKNOWN
    label: str = ""
    fee: Money | None = None
    paid: bool | None = None
    commission: Money | None = None
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

    @property
    def rider_uuid(self) -> RiderUuid | None:
        return self.rider.uuid if self.rider else None

    def labelled(self, state: State) -> Self:
        """Return the delivery with this state if its label names no known one."""
        return self.model_copy(update={"state": state}) if self.state is State.UNKNOWN else self


class DeliveryCounts(Frozen):
    """The number of the account's deliveries by state; None where the service gives none."""

    awaiting_pickup: int | None = None
    in_transit: int | None = None
    delivered: int | None = None
    cancelled: int | None = None


class DeliveryPage(Frozen):
    page: Page[Delivery]
    counts: DeliveryCounts

    def labelled(self, state: State) -> Self:
        """Return a list that was asked for by this state, with unknown labels read as the state.

        If a label is known and names another state, the service has ignored the wish.
        """
        items = self.page.items
        if {one.state for one in items} - {state, State.UNKNOWN}:
            return self
        labelled = tuple(one.labelled(state) for one in items)
        return self.model_copy(update={"page": self.page.model_copy(update={"items": labelled})})


def read_delivery(raw: object) -> Delivery | None:
    """Read a delivery from any endpoint; return None if it has no UUID."""
    fields = Fields(raw)
    uuid = fields.uuid("uuid")
    if uuid is None:
        return None
    # The first known label, or else the first that is not empty.
    labels = [label for name in ("status", "status_label") if (label := fields.text(name))]
    known = (each for each in labels if state_of_label(each) is not State.UNKNOWN)
    label = next(known, labels[0] if labels else "")
    currency = fields.text_or_none("currency")
    return Delivery(
        uuid=DeliveryUuid(uuid),
        order_number=OrderNumber(fields.text("order_number")),
        state=state_of_label(label),
        label=label,
        fee=read_money(fields.value("delivery_fee"), currency),
        paid=read_payment(fields),
        commission=read_money(fields.value("rider_commission"), currency),
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
    """Read one delivery or an array of them; leave out values that are no deliveries."""
    return read_several(raw, read_delivery)


def read_delivery_page(raw: object, asked: int) -> DeliveryPage | None:
    """Read `{delivery_counts, deliveries}`, or the page alone; None if `raw` is neither."""
    fields = Fields(raw)
    page = read_page(listed_under("deliveries", raw), read_delivery, asked)
    if page is None:
        return None
    counts = fields.record("delivery_counts")
    return DeliveryPage(
        page=page,
        counts=DeliveryCounts(
            awaiting_pickup=counts.whole("overall_user_awaiting_pickup_deliveries"),
            in_transit=counts.whole("overall_user_in_transit_deliveries"),
            delivered=counts.whole("overall_user_delivered_deliveries"),
            cancelled=counts.whole("overall_user_cancelled_deliveries"),
        ),
    )


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
    # Lists and the answers to a new status name it `id` (contract: Customer detail).
    return Receiver(
        uuid=fields.text_or_none("uuid", "id"),
        name=fields.text("customer_name"),
        phone_code=fields.dialling_code("customer_phone_code"),
        phone_number=fields.text("customer_phone_number", "customer_phone"),
        email=fields.text_or_none("customer_email"),
        address=fields.text("customer_address"),
        state=state_of_label(status) if status else None,
        dropoff_photo=fields.text_or_none("dropoff_photo"),
    )


def read_rider_summary(fields: Fields) -> RiderSummary | None:
    """Read `rider_info`, or a webhook's `rider`; None if no rider is named."""
    uuid = fields.uuid("uuid")
    rider = RiderSummary(
        uuid=RiderUuid(uuid) if uuid else None,
        name=fields.text("name"),
        phone_code=fields.dialling_code("phone_code"),
        phone_number=fields.text("phone_number", "phone"),
        photo=fields.text_or_none("photo"),
    )
    return rider if rider.uuid or rider.name or rider.phone_number else None


def read_payment(fields: Fields) -> bool | None:
    """Read whether a delivery is paid for: `is_paid` of the API, or a webhook's word for it."""
    is_paid = fields.flag("is_paid")
    return is_payment(fields.text("payment_status")) if is_paid is None else is_paid


def read_item(fields: Fields) -> Item:
    """Read an item of the API (`item_*`) or of a webhook (`name`, `quantity`, `price`)."""
    return Item(
        uuid=fields.text_or_none("uuid"),
        description=fields.text("item_description", "description", "name"),
        quantity=fields.whole("item_quantity", "quantity"),
        value=fields.decimal("item_value", "price"),
    )


def join(lists: Sequence[Sequence[DeliveryPage]], number: int, size: int) -> DeliveryPage:
    """Return a page of several lists, each given up to this page, as one, newest first."""
    page = page_of_joined(
        [[part.page for part in parts] for parts in lists],
        number,
        size,
        name=lambda delivery: delivery.uuid,
        born=lambda delivery: delivery.created_at,
    )
    return lists[0][0].model_copy(update={"page": page})
