"""One ASGI app for all environments, each under its own path with its own key and data."""

import re
from collections.abc import Callable, Sequence
from functools import partial

from fastapi_offline import FastAPIOffline
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.types import ASGIApp

from bot.base.database.transaction import DatabaseFailed
from bot.base.metrics import VERSION
from bot.base.operator_routes import operator_routes
from bot.service.api import booking_routes, delivery_routes, rider_routes
from bot.service.api.docs.page import INTRODUCTION, TAGS, describe
from bot.service.api.failures import answer_errors
from bot.service.api.front import Front
from bot.service.api.operator_door import operator_door
from bot.service.api.route import WrongKeys
from bot.service.environment import Environment
from bot.service.metrics import MeasuredRequests, ServiceMetrics
from bot.service.operations.book import find_load
from bot.service.operations.photos import find_photo


def site(
    environments: Sequence[Environment],
    public_url: Callable[[], str],
    metrics: ServiceMetrics,
    pages: Sequence[BaseRoute] = (),
    metrics_token: str = "",
) -> ASGIApp:
    """Mount each environment's API and operator's door, under `/<environment>`.

    `public_url` is asked per request.
    `pages` are what people open in a browser, each under a path of its own. With a `metrics_token`
    the metrics are for those who have it.
    """
    wrong_keys = WrongKeys(environments[0].clock, metrics)
    database = environments[0].database
    page = partial(_metrics_page, metrics, environments)
    whole = Starlette(routes=[*operator_routes(database, page, metrics_token), *pages])
    answer_errors(whole)
    for environment in environments:
        api = FastAPIOffline(
            title=f"Delivery fleet service, {environment.name}",
            version=VERSION,
            description=INTRODUCTION,
            license_info={"name": "MIT", "identifier": "MIT"},
            openapi_tags=TAGS,
            redirect_slashes=False,
        )
        api.state.environment = environment
        api.state.public_url = public_url
        api.state.wrong_keys = wrong_keys
        answer_errors(api)
        # Included as routers, each of them would be gone through twice for every request.
        for routes in (delivery_routes, rider_routes, booking_routes):
            api.router.routes.extend(routes.router.routes)
        describe(api)
        door = operator_door(environment, wrong_keys)
        for path, app in (("api/v1", api), ("operator", door)):
            measured = MeasuredRequests(app, environment.name, metrics)
            whole.router.routes.append(_Mount(f"/{environment.name}/{path}", measured))
        whole.router.routes.append(photo_route(environment))
    return Front(whole, public_url, metrics_are_guarded=bool(metrics_token))


class _Mount(Mount):
    """Whatever is below the path, line breaks too: to them nothing else would answer in JSON."""

    def __init__(self, path: str, app: ASGIApp) -> None:
        super().__init__(path, app)
        self.path_regex = re.compile(self.path_regex.pattern, re.DOTALL)


async def _metrics_page(metrics: ServiceMetrics, environments: Sequence[Environment]) -> bytes:
    for environment in environments:
        load = await find_load(environment)
        if load is not None:
            metrics.show_bookings(environment.name, load.shares, len(load.queued))
    return await metrics.page(environments[0].database)


_PHOTO_HEADERS = {
    "X-Robots-Tag": "noindex",
    # An hour at most outlives the photo in somebody's browser, and none on the way there.
    "Cache-Control": "private, max-age=3600",
}


def photo_route(environment: Environment) -> Route:
    """Show proof photos to everybody who knows their addresses (contract: Delivery)."""

    async def show(request: Request) -> Response:
        try:
            photo = await find_photo(environment, request.path_params["token"])
        except DatabaseFailed as error:
            raise HTTPException(503) from error
        if photo is None:
            raise HTTPException(404)
        return Response(photo, media_type="image/jpeg", headers=_PHOTO_HEADERS)

    return Route(f"/{environment.name}/photos/{{token}}.jpg", show)
