"""The delivery list: a page, and how many deliveries there are in each state."""

from bot.fleet.shapes.delivery import Delivery, read_delivery
from bot.fleet.shapes.fields import Fields
from bot.fleet.shapes.frozen import Frozen
from bot.fleet.shapes.page import Page, listed_under, read_page


class DeliveryCounts(Frozen):
    """How many deliveries the whole account has, by state; None where the service is silent."""

    awaiting_pickup: int | None = None
    in_transit: int | None = None
    delivered: int | None = None
    cancelled: int | None = None


class DeliveryPage(Frozen):
    """One page of deliveries, with the counts of all."""

    page: Page[Delivery]
    counts: DeliveryCounts


def read_delivery_page(raw: object, asked: int) -> DeliveryPage | None:
    """Read `{delivery_counts, deliveries}`, or the page alone; None where `raw` is neither."""
    fields = Fields(raw)
    page = read_page(listed_under("deliveries", raw), read_delivery, asked)
    if page is None:
        return None
    return DeliveryPage(page=page, counts=_read_counts(fields.record("delivery_counts")))


def _read_counts(fields: Fields) -> DeliveryCounts:
    return DeliveryCounts(
        awaiting_pickup=fields.whole("overall_user_awaiting_pickup_deliveries"),
        in_transit=fields.whole("overall_user_in_transit_deliveries"),
        delivered=fields.whole("overall_user_delivered_deliveries"),
        cancelled=fields.whole("overall_user_cancelled_deliveries"),
    )
