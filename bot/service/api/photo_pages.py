"""Proof photos under their addresses, for everybody who knows them (contract: Delivery)."""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bot.base.database.transaction import DatabaseFailed
from bot.service.environment import Environment
from bot.service.operations.photos import find_photo

_HEADERS = {
    "X-Robots-Tag": "noindex",
    # An hour at most outlives the photo in somebody's browser, and none on the way there.
    "Cache-Control": "private, max-age=3600",
}


def photo_route(environment: Environment) -> Route:
    async def show(request: Request) -> Response:
        try:
            photo = await find_photo(environment, request.path_params["token"])
        except DatabaseFailed as error:
            raise HTTPException(503) from error
        if photo is None:
            raise HTTPException(404)
        return Response(photo, media_type="image/jpeg", headers=_HEADERS)

    return Route(f"/{environment.name}/photos/{{token}}.jpg", show)
