"""What a person names, by uuid or by the number that people say."""

from collections.abc import Awaitable, Callable
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.service.environment import Environment
from bot.service.errors import NotFoundError
from bot.service.store.delivery_rows import uuid_of_order
from bot.service.store.rider_rows import uuid_of_rider

_LONGEST_NUMBER = 9
"""Digits; more are not a number that a database column holds."""

_Find = Callable[[AsyncConnection, str, int], Awaitable[str | None]]


async def delivery_named(environment: Environment, text: str) -> str:
    """Return the uuid of the delivery with this uuid or order number.

    Raises:
        NotFoundError: no delivery has the number, or the text is neither.
    """
    return await _named(environment, text, uuid_of_order)


async def rider_named(environment: Environment, text: str) -> str:
    """Return the uuid of the rider with this uuid or number.

    Raises:
        NotFoundError: no rider has the number, or the text is neither.
    """
    return await _named(environment, text, uuid_of_rider)


async def _named(environment: Environment, text: str, find: _Find) -> str:
    if not (text.isdecimal() and len(text) <= _LONGEST_NUMBER):
        return _known_uuid(text)
    async with environment.look() as connection:
        uuid = await find(connection, environment.name, int(text))
    if uuid is None:
        raise NotFoundError
    return uuid


def _known_uuid(text: str) -> str:
    try:
        return str(UUID(text))
    except ValueError:
        raise NotFoundError from None
