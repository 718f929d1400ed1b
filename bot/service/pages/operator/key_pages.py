"""API keys: which there are, and one to replace or end. A key is shown once, when it is made."""

from datetime import timedelta
from typing import Annotated

from pydantic import BaseModel, Field
from starlette.responses import Response

from bot.service.api.refusal_words import checked
from bot.service.errors import NotFoundError, RefusedError
from bot.service.operations.keys import end_key, known_keys, new_key, newest_number
from bot.service.pages.operator.desk import Desk, DeskSection

_HOURS = {0: "at once", 1: "in an hour", 24: "in a day", 168: "in a week"}

section = DeskSection()


class _Rotation(BaseModel):
    hours: Annotated[int, Field(ge=0, le=366 * 24)] = 24
    newest: Annotated[int, Field(ge=0, lt=2**63)]


class _KeyChoice(BaseModel):
    number: Annotated[int, Field(ge=1, lt=2**63)]


@section.get("/keys")
async def _list(desk: Desk) -> Response:
    keys = await known_keys(desk.environment)
    now = desk.environment.clock.now()
    # A key that is over makes the next one no replacement.
    has_one = any(key.opens_at(now) for key in keys)
    newest = newest_number(keys)
    return desk.show(
        "keys",
        "keys",
        keys=keys,
        has_one=has_one,
        newest=newest,
        hours=_HOURS,
        asks_password=not desk.is_proven,
    )


@section.post("/keys/rotate")
async def _rotate(desk: Desk) -> Response:
    # The answer itself shows the key: on the way to another page it would lie in a cookie. Loaded
    # again, it makes no other key, for there is a newer one than its form knew.
    wish = checked(_Rotation, desk.form)
    await desk.prove()
    key = await new_key(desk.environment, timedelta(hours=wish.hours), wish.newest)
    desk.log("A new key is made.")
    return desk.show("keys", "new_key", key=key)


@section.post("/keys/end")
async def _end(desk: Desk) -> Response:
    number = checked(_KeyChoice, desk.form).number
    try:
        await end_key(desk.environment, number)
    except NotFoundError:
        raise RefusedError({"number": [f"There is no valid key {number} any more."]}) from None
    return desk.done(f"Key {number} is ended, and refused from now on.")
