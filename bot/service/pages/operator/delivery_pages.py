"""Deliveries: the list with its filters, and one with what was told of it and can be done."""

from typing import Annotated
from urllib.parse import urlencode

from pydantic import BaseModel, Field
from starlette.responses import Response

from bot.service.api.queries import DeliveryQuery
from bot.service.api.refusal_words import checked
from bot.service.errors import RefusedError
from bot.service.operations import dashboard
from bot.service.operations.book import find_load
from bot.service.operations.find import get_delivery, list_deliveries
from bot.service.operations.tell import texts_of_delivery
from bot.service.operations.webhook_administration import log_of, resend_webhooks
from bot.service.pages.operator.booking_pages import BOUNDS
from bot.service.pages.operator.desk import Desk, DeskSection
from bot.service.request_bodies.moves import MoveReason
from bot.service.rules.moves import DECLINED_FROM, FAILED_FROM, OPEN
from bot.service.store.webhook_log import WebhookSearch
from bot.service.vocabulary import DateFilter, StatusFilter

_SECTION = "deliveries"
_PAGE_SIZE = 25
_LOGGED = 100
"""Webhooks of one delivery: one has seven kinds."""

_WISHES = ("search", "delivery_status", "filter", "start_date", "end_date", "rider_id")
_STATUSES = [(token, token.replace("_", " ").capitalize()) for token in StatusFilter]
_DATES = [
    (DateFilter.ALL, "Any day"),
    (DateFilter.TODAY, "Created today"),
    (DateFilter.YESTERDAY, "Created yesterday"),
    (DateFilter.CREATED_AT, "Created between"),
    (DateFilter.ASSIGNED_AT, "Assigned between"),
    (DateFilter.DROPOFF_AT, "Delivered between"),
    (DateFilter.SCHEDULE_DATE, "Scheduled between"),
]

section = DeskSection()


class _WebhookChoice(BaseModel):
    id: Annotated[int, Field(ge=1, lt=2**63)]


@section.get("/deliveries")
async def _list(desk: Desk) -> Response:
    parameters = desk.visit.request.query_params
    wishes = {name: parameters.get(name, "") for name in _WISHES}
    paging = {"paginate": "1", "per_page": str(_PAGE_SIZE), "page": parameters.get("page", "1")}
    query = checked(DeliveryQuery, wishes | paging)
    search = query.search_on(*desk.environment.today)
    matching = await list_deliveries(desk.environment, search, query.part)
    page = query.part.page
    # The newest deliveries come first, on page 1.
    neighbours = {"Newer": page - 1} if page > 1 else {}
    if page * _PAGE_SIZE < matching.total:
        neighbours["Older"] = page + 1
    filters = {name: wish for name, wish in wishes.items() if wish}
    return desk.show(
        _SECTION,
        "deliveries",
        deliveries=matching.page,
        total=matching.total,
        overall=sum(matching.overall.values()),
        wishes=wishes,
        statuses=_STATUSES,
        dates=_DATES,
        pages={
            label: f"?{urlencode({**filters, 'page': number})}"
            for label, number in neighbours.items()
        },
        load=await find_load(desk.environment),
        bounds=BOUNDS,
        page=page,
    )


@section.get("/deliveries/{uuid}")
async def _show(desk: Desk) -> Response:
    delivery = await get_delivery(desk.environment, desk.uuid)
    search = WebhookSearch(delivery_uuid=delivery.uuid)
    return desk.show(
        _SECTION,
        "delivery",
        delivery=delivery,
        can={
            "fail": delivery.state in FAILED_FROM,
            "decline": delivery.state in DECLINED_FROM,
            "codes": delivery.state in OPEN,
        },
        webhooks=await log_of(desk.environment, search, _LOGGED),
        texts=await texts_of_delivery(desk.environment, delivery.uuid),
    )


@section.post("/deliveries/{uuid}/fail")
async def _fail(desk: Desk) -> Response:
    note = checked(MoveReason, desk.form).note
    failed = await dashboard.mark_failed(desk.environment, desk.uuid, note)
    return desk.done(dashboard.TOLD_AS_FAILED.format(delivery=failed.order_number))


@section.post("/deliveries/{uuid}/decline")
async def _decline(desk: Desk) -> Response:
    note = checked(MoveReason, desk.form).note
    declined = await dashboard.decline(desk.environment, desk.uuid, note)
    return desk.done(dashboard.DECLINED.format(delivery=declined.order_number))


@section.post("/deliveries/{uuid}/codes")
async def _resend_codes(desk: Desk) -> Response:
    stages = await dashboard.resend_codes(desk.environment, desk.uuid)
    delivery = await get_delivery(desk.environment, desk.uuid)
    words = " and ".join(stages)
    return desk.done(f"New codes of {delivery.order_number} are on their way: {words}.")


@section.post("/deliveries/{uuid}/paid")
async def _set_paid(desk: Desk) -> Response:
    delivery = await dashboard.set_paid(desk.environment, desk.uuid, paid=True)
    return desk.done(f"Delivery {delivery.order_number} is written down as paid for.")


@section.post("/deliveries/{uuid}/unpaid")
async def _set_unpaid(desk: Desk) -> Response:
    delivery = await dashboard.set_paid(desk.environment, desk.uuid, paid=False)
    return desk.done(f"Delivery {delivery.order_number} is written down as not paid for.")


@section.post("/deliveries/{uuid}/resend")
async def _resend_webhook(desk: Desk) -> Response:
    return await resend(desk, delivery_uuid=desk.uuid)


async def resend(desk: Desk, delivery_uuid: str | None = None) -> Response:
    """Send the webhook that the form names again, of one delivery or of any."""
    chosen = checked(_WebhookChoice, desk.form).id
    # The form stands on the page of one delivery, and resends no webhook of another one.
    search = WebhookSearch(ids=[chosen], delivery_uuid=delivery_uuid)
    if not await resend_webhooks(desk.environment, search):
        raise RefusedError({"id": ["This webhook is not kept any more."]})
    return desk.done(f"Webhook {chosen} is sent again, with all its attempts.")
