"""The delivery endpoints (contract: Endpoints, 1 to 6)."""

from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse

from bot.service import rules
from bot.service.api.answers import success
from bot.service.api.docs import delivery_operations as docs
from bot.service.api.pages import envelope
from bot.service.api.paths import DeliveryUuid, PublicUrl, RiderUuid, TheOffice
from bot.service.api.queries import DeliveryQuery
from bot.service.api.route import ServiceRoute
from bot.service.bodies.deliveries import NewDelivery
from bot.service.bodies.edits import DeliveryEdit
from bot.service.bodies.moves import Assignment, StatusChange, StatusUpdate, StatusUpdateByPath
from bot.service.errors import NotFoundError, RefusedError
from bot.service.office import Office
from bot.service.operations.assign import assign
from bot.service.operations.create import create_deliveries
from bot.service.operations.edit import edit_delivery
from bot.service.operations.find import get_delivery, list_deliveries
from bot.service.operations.status import update_status
from bot.service.shapes.deliveries import (
    assigned_delivery,
    created_delivery,
    created_delivery_older,
    fetched_delivery,
    listed_delivery,
)
from bot.service.vocabulary import State, StatusFilter

router = APIRouter(prefix="/deliveries", tags=["deliveries"], route_class=ServiceRoute)

_COUNTED = (
    StatusFilter.AWAITING_PICKUP,
    StatusFilter.IN_TRANSIT,
    StatusFilter.DELIVERED,
    StatusFilter.CANCELLED,
)


@router.post("/create", **docs.CREATE.route())
async def create(order: NewDelivery, office: TheOffice) -> JSONResponse:
    """Create a delivery per receiver."""
    made = await create_deliveries(office, order)
    shape = created_delivery_older if order.older else created_delivery
    data = [shape(delivery, office.settings.organization) for delivery in made]
    whole = data if order.older or len(data) > 1 else data[0]
    return success(whole, "Delivery created successfully")


@router.post("/update/{delivery_uuid}", **docs.UPDATE.route())
async def update(
    delivery_uuid: DeliveryUuid, edit: DeliveryEdit, office: TheOffice
) -> JSONResponse:
    """Say an open delivery anew: people, fee and items. A new phone number gets a new code."""
    edited = await edit_delivery(office, delivery_uuid, edit)
    return success(fetched_delivery(edited, office.settings.organization), "Delivery updated")


@router.post("/assign/{rider_uuid}", **docs.ASSIGN.route())
async def assign_to_rider(
    rider_uuid: RiderUuid, assignment: Assignment, office: TheOffice
) -> JSONResponse:
    """Give deliveries to a rider."""
    given = await assign(office, rider_uuid, [str(uuid) for uuid in assignment.delivery_uuid])
    return success([assigned_delivery(d, office.settings.organization) for d in given])


@router.get("/get/{delivery_uuid}", **docs.GET.route())
async def get(delivery_uuid: DeliveryUuid, office: TheOffice) -> JSONResponse:
    """Return one delivery."""
    delivery = await get_delivery(office, delivery_uuid)
    return success(fetched_delivery(delivery, office.settings.organization))


@router.get("", **docs.LIST.route())
async def list_(
    query: Annotated[DeliveryQuery, Query()], office: TheOffice, url: PublicUrl
) -> JSONResponse:
    """Return the deliveries that match, newest first, one page at a time."""
    search = query.search_on(office.clock.now().date())
    found = await list_deliveries(office, search, query.part)
    records = [listed_delivery(d, office.settings.organization) for d in found.page]
    data = {
        "delivery_counts": _counts(found.by_state),
        "deliveries": envelope(url, query.part, found.total, records),
    }
    return success(data, "Deliveries retrieved successfully!")


@router.post("/update_status", **docs.MOVE.route())
async def move(update: StatusUpdate, office: TheOffice) -> JSONResponse:
    """Move a delivery forward, or cancel it."""
    try:
        return await _moved(office, str(update.delivery_uuid), update)
    except NotFoundError:
        raise RefusedError({"delivery_uuid": ["No delivery has this uuid."]}) from None


@router.post("/get/{delivery_uuid}", **docs.MOVE_BY_PATH.route())
async def move_by_path(
    delivery_uuid: DeliveryUuid, update: StatusUpdateByPath, office: TheOffice
) -> JSONResponse:
    """Move the delivery that the path names forward, or cancel it."""
    if update.delivery_uuid and str(update.delivery_uuid) != delivery_uuid:
        raise RefusedError({"delivery_uuid": ["The path names another delivery."]})
    return await _moved(office, delivery_uuid, update)


async def _moved(office: Office, uuid: str, change: StatusChange) -> JSONResponse:
    moved = await update_status(office, uuid, change)
    shape = listed_delivery(moved, office.settings.organization)
    return success(shape, "Delivery status updated")


def _counts(by_state: Mapping[State, int]) -> dict[str, int]:
    return {
        f"overall_user_{token}_deliveries": sum(
            by_state.get(state, 0) for state in rules.FILTERED_STATES[token]
        )
        for token in _COUNTED
    }
