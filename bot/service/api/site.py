"""One ASGI app for all environments, each under its own path with its own key and data."""

import re
from collections.abc import Awaitable, Callable, Sequence

from fastapi import FastAPI
from fastapi_offline import FastAPIOffline
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.types import ASGIApp

from bot.base.database.database import Database
from bot.base.database.transaction import DatabaseFailed
from bot.base.metrics import CONTENT_TYPE, VERSION, bears
from bot.base.queue.writable import Writable
from bot.service.api import booking_routes, delivery_routes, rider_routes
from bot.service.api.docs.page import INTRODUCTION, TAGS, describe
from bot.service.api.failures import answer_errors
from bot.service.api.front import Front
from bot.service.api.operator_door import operator_door
from bot.service.api.photo_pages import photo_route
from bot.service.api.wrong_keys import WrongKeys
from bot.service.environment import Environment
from bot.service.metrics import MeasuredRequests, ServiceMetrics


def site(
    environments: Sequence[Environment],
    public_url: Callable[[], str],
    metrics: ServiceMetrics,
    pages: Sequence[BaseRoute] = (),
    metrics_token: str = "",
) -> ASGIApp:
    """Mount each environment under `/<environment>/api/v1`, and its operator's door beside it.

    `public_url` is asked per request.
    `pages` are what people open in a browser, each under a path of its own. With a `metrics_token`
    the metrics are for those who have it.
    """
    wrong_keys = WrongKeys(environments[0].clock, metrics)
    database = environments[0].database
    whole = Starlette(
        routes=[
            Route("/healthz", _alive),
            Route("/readyz", _ready(Writable(database))),
            Route("/metrics", _shown(metrics, database, metrics_token)),
            *pages,
        ]
    )
    answer_errors(whole)
    for environment in environments:
        for path, app in (
            ("api/v1", _environment(environment, public_url, wrong_keys)),
            ("operator", operator_door(environment, wrong_keys)),
        ):
            measured = MeasuredRequests(app, environment.name, metrics)
            whole.router.routes.append(_Mount(f"/{environment.name}/{path}", measured))
        whole.router.routes.append(photo_route(environment))
    return Front(whole, public_url, metrics_are_guarded=bool(metrics_token))


class _Mount(Mount):
    """Whatever is below the path, line breaks too: to them nothing else would answer in JSON."""

    def __init__(self, path: str, app: ASGIApp) -> None:
        super().__init__(path, app)
        self.path_regex = re.compile(self.path_regex.pattern, re.DOTALL)


async def _alive(_request: Request) -> Response:
    return PlainTextResponse("ok")


def _ready(writable: Writable) -> Callable[[Request], Awaitable[Response]]:
    async def ready(_request: Request) -> Response:
        try:
            await writable.check()
        except DatabaseFailed as error:
            raise HTTPException(503) from error
        return PlainTextResponse("ok")

    return ready


def _shown(
    metrics: ServiceMetrics, database: Database, token: str
) -> Callable[[Request], Awaitable[Response]]:
    async def shown(request: Request) -> Response:
        if token and not bears(request, token):
            raise HTTPException(401, headers={"WWW-Authenticate": "Bearer"})
        try:
            page = await metrics.page(database)
        except DatabaseFailed as error:
            raise HTTPException(503) from error
        return Response(page, media_type=CONTENT_TYPE)

    return shown


def _environment(
    environment: Environment, public_url: Callable[[], str], wrong_keys: WrongKeys
) -> FastAPI:
    app = FastAPIOffline(
        title=f"Delivery fleet service, {environment.name}",
        version=VERSION,
        description=INTRODUCTION,
        license_info={"name": "MIT", "identifier": "MIT"},
        openapi_tags=TAGS,
        redirect_slashes=False,
    )
    app.state.environment = environment
    app.state.public_url = public_url
    app.state.wrong_keys = wrong_keys
    answer_errors(app)
    # Included as routers, each of them would be gone through twice for every request.
    for routes in (delivery_routes, rider_routes, booking_routes):
        app.router.routes.extend(routes.router.routes)
    describe(app)
    return app
