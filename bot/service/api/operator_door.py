"""The operator's door: what a business's own programs fill in, and the contract has no call for.

An app of its own, so that the description of the contract's API stays the contract's.
"""

import logging
from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Literal

from fastapi import APIRouter, FastAPI, Path, Query
from fastapi_offline import FastAPIOffline
from pydantic import BeforeValidator

from bot.base.http.connection_limit import network_of
from bot.base.metrics import VERSION
from bot.service.api.docs import door_operations as docs
from bot.service.api.docs.page import complete
from bot.service.api.failures import answer_errors
from bot.service.api.queries import CommissionQuery
from bot.service.api.route import KnownUuid, ServiceRequest, ServiceRoute, WrongKeys, read_limited
from bot.service.environment import Environment
from bot.service.operations.dashboard import place, set_paid, set_taker
from bot.service.operations.enrolment import state_rider
from bot.service.operations.find import list_commissions
from bot.service.operations.photos import put_photo
from bot.service.request_bodies.enrolment import RiderStatement
from bot.service.request_bodies.moves import PaymentStatement, TakerStatement
from bot.service.request_bodies.places import PlacesStatement
from bot.service.responses import operator_envelopes as envelopes
from bot.service.responses.shapes import DeliveryPlaces, SwitchedRider
from bot.service.rules.deliveries import PHOTO_LIMIT
from bot.service.store.audit_rows import Actor
from bot.service.vocabulary import Stage

_log = logging.getLogger(__name__)

_BEARER = "bearer"


class _DoorRoute(ServiceRoute):
    """A route that needs an operator key; its number is remembered for the log."""

    async def opens(self, request: ServiceRequest) -> bool:
        scheme, _, key = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() != _BEARER:
            return False
        environment = request.environment
        number = await environment.keyring.operator_key(environment.name, key.strip())
        # The audit log and the log name the key by its number.
        request.state.operator_key = number
        return number is not None


# As the contract's fields are named, `dropoff_photo`; the word for people is taken as well.
_STAGES: Mapping[str, Stage] = {"pickup": Stage.PICKUP, "dropoff": Stage.DROPOFF}
_HandOver = Annotated[
    Literal["pickup", "dropoff"],
    BeforeValidator(lambda word: "dropoff" if word == Stage.DROPOFF else word),
    Path(),
]

router = APIRouter(prefix="/v1", route_class=_DoorRoute)


# Clients that join paths to a base ask for that base with a slash.
@router.get("/", include_in_schema=False)
@router.get("", **docs.LOOK.route())
async def look(request: ServiceRequest) -> envelopes.DoorOpened:
    return envelopes.DoorOpened(data=envelopes.DoorSign(environment=request.environment.name))


@router.put("/deliveries/{delivery_uuid}/photos/{stage}", **docs.PUT_PHOTO.route())
async def put_photo_of(
    delivery_uuid: KnownUuid, stage: _HandOver, request: ServiceRequest
) -> envelopes.PhotoKept:
    content = await read_limited(request, PHOTO_LIMIT)
    url = await put_photo(_acting(request), delivery_uuid, _STAGES[stage], content)
    _write_down(request, f"the photo of the {stage} of delivery {delivery_uuid} is put")
    return envelopes.PhotoKept(data=envelopes.PhotoAddress(url=url))


@router.put("/deliveries/{delivery_uuid}/places", **docs.PUT_PLACES.route())
async def put_places_of(
    delivery_uuid: KnownUuid, statement: PlacesStatement, request: ServiceRequest
) -> envelopes.PlacesKept:
    environment = _acting(request)
    delivery = await place(environment, delivery_uuid, statement.pickup, statement.dropoff)
    _write_down(request, f"delivery {delivery_uuid} is put on the map")
    return envelopes.PlacesKept(data=DeliveryPlaces.of(delivery, environment.business))


@router.put("/deliveries/{delivery_uuid}/payment", **docs.PUT_PAYMENT.route())
async def put_payment_of(
    delivery_uuid: KnownUuid, statement: PaymentStatement, request: ServiceRequest
) -> envelopes.PaymentKept:
    await set_paid(_acting(request), delivery_uuid, paid=statement.is_paid)
    _write_down(request, f"the payment of delivery {delivery_uuid} is written down")
    return envelopes.PaymentKept(data=envelopes.Payment(is_paid=statement.is_paid))


@router.put("/deliveries/{delivery_uuid}/taker", **docs.PUT_TAKER.route())
async def put_taker_of(
    delivery_uuid: KnownUuid, statement: TakerStatement, request: ServiceRequest
) -> envelopes.TakerKept:
    await set_taker(_acting(request), delivery_uuid, statement.taken_by)
    _write_down(request, f"who took delivery {delivery_uuid} is written down")
    return envelopes.TakerKept(data=envelopes.Taker(taken_by=statement.taken_by))


@router.get("/commissions", **docs.LIST_COMMISSIONS.route())
async def list_commissions_of(
    query: Annotated[CommissionQuery, Query()], request: ServiceRequest
) -> envelopes.Commissions:
    environment = request.environment
    rider = str(query.rider_uuid) if query.rider_uuid else None
    commissions = await list_commissions(environment, query.since, query.until, rider)
    data = [envelopes.DeliveryCommission.of(each, environment.business) for each in commissions]
    return envelopes.Commissions(data=data)


@router.put("/riders/{rider_uuid}", **docs.PUT_RIDER.route())
async def put_rider(
    rider_uuid: KnownUuid, statement: RiderStatement, request: ServiceRequest
) -> envelopes.RiderStated:
    environment = _acting(request)
    rider = await state_rider(environment, rider_uuid, statement.columns, active=statement.active)
    _write_down(request, f"rider {rider.number} is changed")
    return envelopes.RiderStated(data=SwitchedRider.of(rider, environment.business))


def _acting(request: ServiceRequest) -> Environment:
    network = network_of(request.client.host) if request.client else ""
    actor = Actor(f"operator key {request.state.operator_key}", network)
    return replace(request.environment, actor=actor)


def _write_down(request: ServiceRequest, what: str) -> None:
    number = request.state.operator_key
    _log.info("operator key %d in %s: %s", number, request.environment.name, what)


def operator_door(environment: Environment, wrong_keys: WrongKeys) -> FastAPI:
    """Make the app to mount at `/<environment>/operator`: its paths begin with the version."""
    app = FastAPIOffline(
        title=f"Operator's door of the delivery fleet service, {environment.name}",
        version=VERSION,
        description=docs.INTRODUCTION,
        license_info={"name": "MIT", "identifier": "MIT"},
        redirect_slashes=False,
        openapi_url="/v1/openapi.json",
        docs_url="/v1/docs",
        redoc_url="/v1/redoc",
        static_url="/v1/docs/static",
        swagger_ui_oauth2_redirect_url="/v1/docs/oauth2-redirect",
    )
    app.state.environment = environment
    app.state.wrong_keys = wrong_keys
    answer_errors(app)
    app.router.routes.extend(router.routes)
    complete(app, docs.ALL, docs.BEARER)
    return app
