"""The reading, waiting and answering of requests; a refusal is a sentence that says what to do."""

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import TypeVar

from pydantic import BaseModel, ValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from bot.base.clock import Clock
from bot.local_telegram.api import nobody_there
from bot.local_telegram.button_lookup import NoSuchButton
from bot.local_telegram.refusals import ApiError

T = TypeVar("T")
BodyT = TypeVar("BodyT", bound=BaseModel)

_MOST_SECONDS = 60.0
_MOST_BYTES = 64 * 1024
_DIGITS = 18
_KNOWN_STATUSES = {404: "There is nothing here: see the page “Another bot on the local Telegram”.",
                   405: "This address takes another method."}  # fmt: skip


class NotDone(Exception):
    """A request is refused, with an HTTP status and a sentence."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence


def fetched(path: str, look: Callable[[Request], Awaitable[object]]) -> Route:
    """Return a GET route that answers with the result of `look`, which is not cached."""

    async def endpoint(request: Request) -> Response:
        return JSONResponse(await look(request), headers={"Cache-Control": "no-store"})

    return Route(path, endpoint)


def posted(
    path: str,
    body_type: type[BodyT],
    act: Callable[[Request, BodyT], object],
    *,
    status: int = 200,
    method: str = "POST",
) -> Route:
    """Return a route that runs `act` with the body; the answer is its result, awaited if needed."""

    async def endpoint(request: Request) -> Response:
        body = await read_json(request, body_type)
        with told():
            answer = act(request, body)
            if inspect.isawaitable(answer):
                answer = await answer
        return JSONResponse({} if answer is None else answer, status_code=status)

    return Route(path, endpoint, methods=[method])


@contextmanager
def told() -> Iterator[None]:
    """Turn the errors of people's actions and `ApiError` into `NotDone`."""
    try:
        yield
    except (ValueError, TypeError, NoSuchButton) as error:
        raise NotDone(400, f"This cannot be done: {error}.") from error
    except ApiError as error:
        raise NotDone(error.error_code, f"{error.description}.") from error


async def read_json(request: Request, model: type[BodyT]) -> BodyT:
    """Return the body of a request; refuse one that does not fit the model or is too large."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > _MOST_BYTES:
            raise NotDone(413, "Send less: the body is too large.")
    try:
        return model.model_validate_json(bytes(body) or b"{}")
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        wrong = first["msg"].removeprefix("Value error, ").rstrip(".")
        begin = f"Set “{where}” right" if where else "Send a JSON object"
        raise NotDone(400, f"{begin}: {wrong}.") from error


def path_number(request: Request, name: str) -> int:
    return number_of(request.path_params[name], name)


def number_of(text: str, name: str) -> int:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > _DIGITS:
        raise NotDone(404, f"Put a whole number in the address where {name} stands.")
    return int(text)


async def awaited(
    request: Request, clock: Clock, change: Callable[[], asyncio.Event], look: Callable[[], T]
) -> T:
    """Return the result of `look` when it is truthy, or the last one when the time is over.

    `look` runs again after each `change`. The query parameter `wait` is the time in seconds.
    """
    try:
        seconds = float(request.query_params.get("wait", "0"))
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= _MOST_SECONDS:
        raise NotDone(400, f"Set “wait” right: it is seconds, {_MOST_SECONDS:.0f} at most.")
    until = clock.now() + timedelta(seconds=seconds)
    while True:
        # Taken before `look` runs, so that no change in between is missed.
        changed = change()
        found = look()
        if found or clock.now() >= until:
            return found
        await clock.wait(changed, until)


async def _answer_refusal(_: Request, error: Exception) -> Response:
    refusal = error if isinstance(error, NotDone) else NotDone(500, "Try again.")
    return JSONResponse({"error": refusal.sentence}, status_code=refusal.status)


async def _answer_unknown(_: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 404
    sentence = _KNOWN_STATUSES.get(status, "Send a request that can be read.")
    return JSONResponse({"error": sentence}, status_code=status)


HANDLERS = {
    NotDone: _answer_refusal,
    HTTPException: _answer_unknown,
    ClientDisconnect: nobody_there,
}
