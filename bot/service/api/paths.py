"""What comes into every route: the environment, uuids in paths, public links."""

from typing import Annotated
from uuid import UUID

from fastapi import Depends, Path, Request
from starlette.datastructures import URL

from bot.service.environment import Environment
from bot.service.errors import NotFoundError


def _environment(request: Request) -> Environment:
    environment: Environment = request.app.state.environment
    return environment


def _public_url(request: Request) -> URL:
    """Return the request's URL as callers see it, whatever stands between them and us."""
    origin: str = request.app.state.public_url()
    query = f"?{request.url.query}" if request.url.query else ""
    return URL(f"{origin.rstrip('/')}{request.url.path}{query}")


def known_uuid(text: str) -> str:
    """Return a path's uuid in its usual form; nothing can be there under any other text."""
    try:
        return str(UUID(text))
    except ValueError:
        raise NotFoundError from None


_UuidPath = Path(json_schema_extra={"format": "uuid"})


def _delivery_uuid(delivery_uuid: Annotated[str, _UuidPath]) -> str:
    return known_uuid(delivery_uuid)


def _rider_uuid(rider_uuid: Annotated[str, _UuidPath]) -> str:
    return known_uuid(rider_uuid)


TheEnvironment = Annotated[Environment, Depends(_environment)]
PublicUrl = Annotated[URL, Depends(_public_url)]
DeliveryUuid = Annotated[str, Depends(_delivery_uuid)]
RiderUuid = Annotated[str, Depends(_rider_uuid)]
