"""One ASGI app for all environments, each under its own path with its own key and data."""

from collections.abc import Callable, Sequence
from importlib.metadata import version

from fastapi import FastAPI
from fastapi_offline import FastAPIOffline
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.types import ASGIApp

from bot.service.api import booking_routes, delivery_routes, rider_routes
from bot.service.api.docs.page import INTRODUCTION, TAGS, describe
from bot.service.api.failures import answer_errors
from bot.service.api.wrong_keys import WrongKeys
from bot.service.environment import Environment


def site(environments: Sequence[Environment], public_url: Callable[[], str]) -> ASGIApp:
    """Mount each environment under `/<environment>/api/v1`; `public_url` is asked per request."""
    wrong_keys = WrongKeys(environments[0].clock)
    whole = Starlette(routes=[Route("/metrics", wrong_keys.metrics)])
    answer_errors(whole)
    for environment in environments:
        app = _environment(environment, public_url, wrong_keys)
        whole.mount(f"/{environment.name}/api/v1", app)
    return whole


def _environment(
    environment: Environment, public_url: Callable[[], str], wrong_keys: WrongKeys
) -> FastAPI:
    app = FastAPIOffline(
        title=f"Delivery fleet service, {environment.name}",
        version=version("handover-bot"),
        description=INTRODUCTION,
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
