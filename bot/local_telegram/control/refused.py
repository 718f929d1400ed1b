"""Requests that are wrong: each is answered with one sentence that says what to do."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

from pydantic import BaseModel, ValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from bot.local_telegram.pressing import NoSuchButton
from bot.local_telegram.refusals import ApiError

BodyT = TypeVar("BodyT", bound=BaseModel)

_MOST_BYTES = 64 * 1024
_KNOWN_STATUSES = {404: "There is nothing here: see the page “Another bot on the local Telegram”.",
                   405: "This address takes another method."}  # fmt: skip


class NotDone(Exception):
    """A request was refused: the HTTP status and the sentence."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence


@contextmanager
def told() -> Iterator[None]:
    """Tell what a person cannot do as a refusal of the request to do it."""
    try:
        yield
    except (ValueError, TypeError, NoSuchButton) as error:
        raise NotDone(400, f"This cannot be done: {error}.") from error
    except ApiError as error:
        raise NotDone(error.error_code, f"{error.description}.") from error


async def read_json(request: Request, model: type[BodyT]) -> BodyT:
    """Return the body of a request; refuse one that is not of this shape."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > _MOST_BYTES:
            raise NotDone(413, "Send less: the body is too large.")
    try:
        return model.model_validate_json(bytes(body) or b"{}")
    except ValidationError as error:
        raise NotDone(400, _sentence(error)) from error


def _sentence(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    wrong = first["msg"].removeprefix("Value error, ").rstrip(".")
    return f"Set “{where}” right: {wrong}." if where else f"Send a JSON object: {wrong}."


def _answer(status: int, sentence: str) -> Response:
    return JSONResponse({"error": sentence}, status_code=status)


async def answer_refusal(_: Request, error: Exception) -> Response:
    refusal = error if isinstance(error, NotDone) else NotDone(500, "Try again.")
    return _answer(refusal.status, refusal.sentence)


async def answer_unknown(_: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 404
    return _answer(status, _KNOWN_STATUSES.get(status, "Send a request that can be read."))


async def nobody_there(_request: Request, _error: Exception) -> Response:
    """A caller who has hung up reads no answer; that is not a fault of this server."""
    return Response(status_code=400)


HANDLERS = {
    NotDone: answer_refusal,
    HTTPException: answer_unknown,
    ClientDisconnect: nobody_there,
}
