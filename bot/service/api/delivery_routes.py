"""The delivery endpoints (contract: Endpoints, 1 to 6)."""

from typing import Annotated

from fastapi import APIRouter, Query

from bot.service.api.docs import delivery_operations as docs
from bot.service.api.queries import DeliveryQuery
from bot.service.api.route import KnownUuid, ServiceRequest, ServiceRoute
from bot.service.environment import Environment
from bot.service.errors import NO_SUCH_DELIVERY, NotFoundError, RefusedError
from bot.service.operations.assign import assign
from bot.service.operations.create import create_deliveries
from bot.service.operations.edit import edit_delivery
from bot.service.operations.find import get_delivery, list_deliveries
from bot.service.operations.status import update_status
from bot.service.request_bodies.delivery_edit import DeliveryEdit
from bot.service.request_bodies.moves import (
    Assignment,
    StatusChange,
    StatusUpdate,
    StatusUpdateByPath,
)
from bot.service.request_bodies.new_delivery import NewDelivery
from bot.service.responses import envelopes, shapes
from bot.service.responses.pagination import DeliveriesPage
from bot.service.rules.lists import FILTERED_STATES
from bot.service.vocabulary import StatusFilter

router = APIRouter(prefix="/deliveries", tags=["deliveries"], route_class=ServiceRoute)


@router.post("/create", **docs.CREATE.route())
async def create(order: NewDelivery, request: ServiceRequest) -> envelopes.Creation:
    environment = request.environment
    deliveries = await create_deliveries(environment, order)
    # The older form answers an array, also for one receiver (contract: Endpoints, 1).
    if order.older:
        return envelopes.Creation(
            data=[shapes.OlderCreatedDelivery.of(d, environment.business) for d in deliveries]
        )
    data = [shapes.CreatedDelivery.of(d, environment.business) for d in deliveries]
    return envelopes.Creation(data=data if len(data) > 1 else data[0])


@router.post("/update/{delivery_uuid}", **docs.UPDATE.route())
async def update(
    delivery_uuid: KnownUuid, edit: DeliveryEdit, request: ServiceRequest
) -> envelopes.Update:
    environment = request.environment
    edited = await edit_delivery(environment, delivery_uuid, edit)
    return envelopes.Update(data=shapes.SingleDelivery.of(edited, environment.business))


@router.post("/assign/{rider_uuid}", **docs.ASSIGN.route())
async def assign_to_rider(
    rider_uuid: KnownUuid, assignment: Assignment, request: ServiceRequest
) -> envelopes.Assigned:
    environment = request.environment
    deliveries = await assign(
        environment, rider_uuid, [str(uuid) for uuid in assignment.delivery_uuid]
    )
    return envelopes.Assigned(
        data=[shapes.AssignedDelivery.of(d, environment.business) for d in deliveries]
    )


@router.get("/get/{delivery_uuid}", **docs.GET.route())
async def get(delivery_uuid: KnownUuid, request: ServiceRequest) -> envelopes.Fetched:
    environment = request.environment
    delivery = await get_delivery(environment, delivery_uuid)
    return envelopes.Fetched(data=shapes.SingleDelivery.of(delivery, environment.business))


@router.get("", **docs.LIST.route())
async def list_(
    query: Annotated[DeliveryQuery, Query()], request: ServiceRequest
) -> envelopes.DeliveryList:
    environment = request.environment
    search = query.search_on(*environment.today)
    matching = await list_deliveries(environment, search, query.part)

    def count(token: StatusFilter) -> int:
        return sum(matching.overall.get(state, 0) for state in FILTERED_STATES[token])

    counts = envelopes.DeliveryCounts(
        overall_user_awaiting_pickup_deliveries=count(StatusFilter.AWAITING_PICKUP),
        overall_user_in_transit_deliveries=count(StatusFilter.IN_TRANSIT),
        overall_user_delivered_deliveries=count(StatusFilter.DELIVERED),
        overall_user_cancelled_deliveries=count(StatusFilter.CANCELLED),
    )
    records = [shapes.ListedDelivery.of(d, environment.business) for d in matching.page]
    page = DeliveriesPage.at(request.public_url, query.part, matching.total, records)
    return envelopes.DeliveryList(
        data=envelopes.CountedDeliveries(delivery_counts=counts, deliveries=page)
    )


@router.post("/update_status", **docs.MOVE.route())
async def move(update: StatusUpdate, request: ServiceRequest) -> envelopes.Moved:
    try:
        return await _moved(request.environment, str(update.delivery_uuid), update)
    except NotFoundError:
        # The body names the delivery here, so the refusal stands at that field.
        raise RefusedError({"delivery_uuid": [NO_SUCH_DELIVERY]}) from None


@router.post("/get/{delivery_uuid}", **docs.MOVE_BY_PATH.route())
async def move_by_path(
    delivery_uuid: KnownUuid, update: StatusUpdateByPath, request: ServiceRequest
) -> envelopes.Moved:
    # The body need not name the delivery, and must not name another one than the path.
    if update.delivery_uuid and str(update.delivery_uuid) != delivery_uuid:
        raise RefusedError({"delivery_uuid": ["The path names another delivery."]})
    return await _moved(request.environment, delivery_uuid, update)


async def _moved(environment: Environment, uuid: str, change: StatusChange) -> envelopes.Moved:
    moved = await update_status(environment, uuid, change)
    return envelopes.Moved(data=shapes.ListedDelivery.of(moved, environment.business))
