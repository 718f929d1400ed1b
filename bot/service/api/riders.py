"""The rider endpoints (contract: Endpoints, 7 to 11)."""

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse

from bot.service.api.answers import success
from bot.service.api.docs import rider_operations as docs
from bot.service.api.pages import envelope
from bot.service.api.paths import PublicUrl, RiderUuid, TheOffice
from bot.service.api.queries import HistoryQuery, RiderQuery
from bot.service.api.route import ServiceRoute
from bot.service.bodies.riders import NewRiders, RiderStatusChange
from bot.service.office import Office
from bot.service.operations.find import KnownRider, get_rider, list_riders, rider_history
from bot.service.operations.riders import invite_riders, switch_riders
from bot.service.shapes.deliveries import carried_delivery, history_delivery
from bot.service.shapes.parts import Shape
from bot.service.shapes.riders import invited_rider, listed_rider, rider_detail, switched_rider

router = APIRouter(prefix="/riders", tags=["riders"], route_class=ServiceRoute)


@router.post("/create", **docs.CREATE.route())
async def create(invitation: NewRiders, office: TheOffice) -> JSONResponse:
    """Invite riders by e-mail address."""
    shapes = [invited_rider(rider) for rider in await invite_riders(office, invitation)]
    return success(shapes if len(shapes) > 1 else shapes[0])


@router.get("", **docs.LIST.route())
async def list_(
    query: Annotated[RiderQuery, Query()], office: TheOffice, url: PublicUrl
) -> JSONResponse:
    """Return the riders that match, newest first, one page at a time."""
    with_ongoing = bool(query.get_ongoing_deliveries)
    found = await list_riders(office, query.search, query.part, with_ongoing=with_ongoing)
    records = [_listed(office, known) for known in found.page]
    page = envelope(url, query.part, found.total, records)
    return success({**found.summary, "riders": page})


@router.get("/get/{rider_uuid}", **docs.GET.route())
async def get(rider_uuid: RiderUuid, office: TheOffice) -> JSONResponse:
    """Return one rider, with the deliveries in hand."""
    known = await get_rider(office, rider_uuid)
    currency = office.settings.organization.currency
    return success(rider_detail(known.rider, known.tally, currency, _carried(office, known) or []))


@router.get("/delivery/history/{rider_uuid}", **docs.HISTORY.route())
async def history(
    rider_uuid: RiderUuid,
    query: Annotated[HistoryQuery, Query()],
    office: TheOffice,
    url: PublicUrl,
) -> JSONResponse:
    """Return the deliveries that a rider has or had, newest first, one page at a time."""
    window = query.window_on(office.clock.now().date())
    found = await rider_history(office, rider_uuid, window, query.part)
    rider = _listed(office, found.rider)
    records = [history_delivery(d, office.settings.organization, rider) for d in found.page]
    return success(envelope(url, query.part, found.total, records))


@router.post("/change_status/{rider_uuid}", **docs.CHANGE_STATUS.route())
async def change_status(
    rider_uuid: RiderUuid, change: RiderStatusChange, office: TheOffice
) -> JSONResponse:
    """Activate riders who are not active, and remove those who are."""
    known = await switch_riders(office, rider_uuid, [str(uuid) for uuid in change.rider_uuids])
    return success(switched_rider(known.rider, known.tally))


def _listed(office: Office, known: KnownRider) -> Shape:
    currency = office.settings.organization.currency
    return listed_rider(known.rider, known.tally, currency, _carried(office, known))


def _carried(office: Office, known: KnownRider) -> list[Shape] | None:
    if known.ongoing is None:
        return None
    return [carried_delivery(d, office.settings.organization) for d in known.ongoing]
