"""Riders, one by one and as a list with its sums."""

from collections.abc import Sequence
from datetime import datetime

from bot.fleet.delivery import Delivery, RiderSummary, read_deliveries
from bot.fleet.fields import Fields
from bot.fleet.pagination import Page, join_pages, listed_under, read_page
from bot.fleet.values import Frozen, Money, read_money
from bot.identifiers import RiderUuid


class Rider(Frozen):
    """One rider; `uuid` is who they are, `riderid` a number that the service shows to people.

    `ongoing` names this rider in each delivery, also where the service leaves that out.
    `is_invited` is known from a list that asks for invitations (`FleetClient.all_riders`).
    """

    uuid: RiderUuid
    riderid: str = ""
    name: str = ""
    phone_code: str = ""
    phone_number: str = ""
    email: str | None = None
    vehicle_plate_number: str = ""
    photo: str | None = None
    created_at: datetime | None = None
    active: bool | None = None
    completed: int | None = None
    ongoing_count: int | None = None
    ongoing: tuple[Delivery, ...] = ()
    is_invited: bool = False
    revenue: Money | None = None

    def summary(self) -> RiderSummary:
        return RiderSummary(
            uuid=self.uuid,
            name=self.name,
            phone_code=self.phone_code,
            phone_number=self.phone_number,
            photo=self.photo,
        )


class RiderTotals(Frozen):
    """The sums over all riders that come with the rider list."""

    riders: int | None = None
    active: int | None = None
    deactivated: int | None = None
    fulfilled_orders: int | None = None
    revenue: Money | None = None


class RiderPage(Frozen):
    page: Page[Rider]
    totals: RiderTotals


def read_rider(raw: object) -> Rider | None:
    """Read a rider as any endpoint gives them; None where no UUID says who it is."""
    fields = Fields(raw)
    uuid = fields.uuid("uuid")
    if uuid is None:
        return None
    rider = Rider(
        uuid=RiderUuid(uuid),
        riderid=fields.text("riderid"),
        name=fields.text("name"),
        phone_code=fields.dialling_code("phone_code"),
        phone_number=fields.text("phone_number"),
        email=fields.text_or_none("email"),
        vehicle_plate_number=fields.text("vehicle_plate_number"),
        photo=fields.text_or_none("photo"),
        created_at=fields.moment("created_at"),
        active=fields.flag("active"),
        completed=fields.whole("total_completed_delivery"),
        ongoing_count=fields.whole("number_of_ongoing_deliveries"),
        revenue=read_money(fields.value("total_revenue_by_rider")),
    )
    # The contract has two names for them.
    ongoing = read_deliveries(fields.value("rider_ongoing_deliveries", "ongoing_deliveries"))
    carried_by = {"rider": rider.summary()}
    carried = [each if each.rider else each.model_copy(update=carried_by) for each in ongoing]
    return rider.model_copy(update={"ongoing": tuple(carried)})


def read_rider_page(raw: object, asked: int) -> RiderPage | None:
    """Read the sums with their `riders`, or the page alone; None where `raw` is neither."""
    fields = Fields(raw)
    page = read_page(listed_under("riders", raw), read_rider, asked)
    if page is None:
        return None
    return RiderPage(
        page=page,
        totals=RiderTotals(
            riders=fields.whole("total_number_of_riders"),
            active=fields.whole("total_active_riders"),
            deactivated=fields.whole("total_deactivated_riders"),
            fulfilled_orders=fields.whole("total_number_of_fulfilled_orders"),
            revenue=read_money(fields.value("total_revenue")),
        ),
    )


def merge_riders(parts: Sequence[RiderPage]) -> RiderPage:
    """Join the same page of several lists, each rider once; one list stays as it is."""
    first, *others = parts
    if not others:
        return first
    page = join_pages([part.page for part in parts], lambda rider: rider.uuid)
    return first.model_copy(update={"page": page})
