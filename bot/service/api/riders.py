"""The rider endpoints (contract: Endpoints, 7 to 11)."""

from typing import Annotated

from fastapi import APIRouter, Query

from bot.service.api.docs import rider_operations as docs
from bot.service.api.paths import PublicUrl, RiderUuid, TheOffice
from bot.service.api.queries import HistoryQuery, RiderQuery
from bot.service.api.route import ServiceRoute
from bot.service.bodies.riders import NewRiders, RiderStatusChange
from bot.service.operations.find import get_rider, list_riders, rider_history
from bot.service.operations.riders import invite_riders, switch_riders
from bot.service.responses.envelopes import (
    FetchedRider,
    History,
    Invitation,
    RiderList,
    SummedRiders,
    Switched,
)
from bot.service.responses.pagination import HistoryPage, RidersPage
from bot.service.responses.rider import (
    HistoryDelivery,
    InvitedRider,
    ListedRider,
    RiderDetail,
    SwitchedRider,
)

router = APIRouter(prefix="/riders", tags=["riders"], route_class=ServiceRoute)


@router.post("/create", **docs.CREATE.route())
async def create(invitation: NewRiders, office: TheOffice) -> Invitation:
    """Invite riders by e-mail address."""
    invited = await invite_riders(office, invitation)
    data = [InvitedRider.of(rider, office.business) for rider in invited]
    return Invitation(data=data if len(data) > 1 else data[0])


@router.get("", **docs.LIST.route())
async def list_(
    query: Annotated[RiderQuery, Query()], office: TheOffice, url: PublicUrl
) -> RiderList:
    """Return the riders that match, newest first, one page at a time."""
    with_ongoing = bool(query.get_ongoing_deliveries)
    found = await list_riders(office, query.search, query.part, with_ongoing=with_ongoing)
    records = [ListedRider.of(known, office.business) for known in found.page]
    page = RidersPage.at(url, query.part, found.total, records)
    return RiderList(data=SummedRiders(**found.summary, riders=page))


@router.get("/get/{rider_uuid}", **docs.GET.route())
async def get(rider_uuid: RiderUuid, office: TheOffice) -> FetchedRider:
    """Return one rider, with the deliveries in hand."""
    known = await get_rider(office, rider_uuid)
    return FetchedRider(data=RiderDetail.of(known, office.business))


@router.get("/delivery/history/{rider_uuid}", **docs.HISTORY.route())
async def history(
    rider_uuid: RiderUuid,
    query: Annotated[HistoryQuery, Query()],
    office: TheOffice,
    url: PublicUrl,
) -> History:
    """Return the deliveries that a rider has or had, newest first, one page at a time."""
    window = query.window_on(office.clock.now().date())
    found = await rider_history(office, rider_uuid, window, query.part)
    records = [HistoryDelivery.of(d, office.business) for d in found.page]
    return History(data=HistoryPage.at(url, query.part, found.total, records))


@router.post("/change_status/{rider_uuid}", **docs.CHANGE_STATUS.route())
async def change_status(
    rider_uuid: RiderUuid, change: RiderStatusChange, office: TheOffice
) -> Switched:
    """Activate riders who are not active, and remove those who are."""
    known = await switch_riders(office, rider_uuid, [str(uuid) for uuid in change.rider_uuids])
    return Switched(data=SwitchedRider.of(known, office.business))
