"""The rider endpoints (contract: Endpoints, 7 to 11)."""

from typing import Annotated

from fastapi import APIRouter, Query

from bot.service.api.docs import rider_operations as docs
from bot.service.api.queries import HistoryQuery, RiderQuery
from bot.service.api.route import KnownUuid, ServiceRequest, ServiceRoute
from bot.service.operations.enrolment import switch_riders
from bot.service.operations.find import get_rider, list_riders, rider_history
from bot.service.operations.invitation import invite_riders
from bot.service.request_bodies.enrolment import NewRiders, RiderStatusChange
from bot.service.responses import envelopes, shapes
from bot.service.responses.pagination import HistoryPage, RidersPage

router = APIRouter(prefix="/riders", tags=["riders"], route_class=ServiceRoute)


@router.post("/create", **docs.CREATE.route())
async def create(invitation: NewRiders, request: ServiceRequest) -> envelopes.Invitation:
    environment = request.environment
    riders = await invite_riders(environment, invitation)
    # One address answers an object, as in the contract, and several answer an array.
    data = [shapes.InvitedRider.of(rider, environment.business) for rider in riders]
    return envelopes.Invitation(data=data if len(data) > 1 else data[0])


@router.get("", **docs.LIST.route())
async def list_(
    query: Annotated[RiderQuery, Query()], request: ServiceRequest
) -> envelopes.RiderList:
    environment = request.environment
    with_ongoing = bool(query.get_ongoing_deliveries)
    matching = await list_riders(environment, query.search, query.part, with_ongoing=with_ongoing)
    records = [shapes.ListedRider.of(rider, environment.business) for rider in matching.page]
    page = RidersPage.at(request.public_url, query.part, matching.total, records)
    return envelopes.RiderList(data=envelopes.SummedRiders(**matching.overall, riders=page))


@router.get("/get/{rider_uuid}", **docs.GET.route())
async def get(rider_uuid: KnownUuid, request: ServiceRequest) -> envelopes.FetchedRider:
    environment = request.environment
    rider = await get_rider(environment, rider_uuid)
    return envelopes.FetchedRider(data=shapes.RiderDetail.of(rider, environment.business))


@router.get("/delivery/history/{rider_uuid}", **docs.HISTORY.route())
async def history(
    rider_uuid: KnownUuid,
    query: Annotated[HistoryQuery, Query()],
    request: ServiceRequest,
) -> envelopes.History:
    environment = request.environment
    window = query.window_on(*environment.today)
    matching = await rider_history(environment, rider_uuid, window, query.part)
    records = [shapes.HistoryDelivery.of(d, environment.business) for d in matching.page]
    return envelopes.History(
        data=HistoryPage.at(request.public_url, query.part, matching.total, records)
    )


@router.post("/change_status/{rider_uuid}", **docs.CHANGE_STATUS.route())
async def change_status(
    rider_uuid: KnownUuid, change: RiderStatusChange, request: ServiceRequest
) -> envelopes.Switched:
    environment = request.environment
    rider = await switch_riders(environment, rider_uuid, [str(uuid) for uuid in change.rider_uuids])
    return envelopes.Switched(data=shapes.SwitchedRider.of(rider, environment.business))
