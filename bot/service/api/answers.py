"""Answers: success and refusal, in the contract's envelopes."""

from collections import defaultdict
from collections.abc import Sequence
from http import HTTPMethod, HTTPStatus
from typing import TypedDict

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.routing import Match

from bot.service.bodies.edits import NEWER, OLDER
from bot.service.errors import NotFoundError, RefusedError, ServiceError


class Problem(TypedDict):
    """What is read of one of pydantic's problems."""

    type: str
    loc: tuple[int | str, ...]
    msg: str


_LOCATIONS = ("body", "query", "path", "header")
_VARIANTS = ((NEWER,), (OLDER,))


def success(data: object, message: str | None = None) -> JSONResponse:
    """Answer 200 with `{status, data, message}`; without a message where the contract has none."""
    told = {} if message is None else {"message": message}
    return JSONResponse({"status": "success", "data": data, **told})


def refusal(error: ServiceError) -> JSONResponse:
    """Answer what the caller did wrong (contract: Errors)."""
    more = {"errors": error.errors} if isinstance(error, RefusedError) else {}
    return _error(error.status, error.message, **more)


def answer_errors(app: FastAPI) -> None:
    """Let `app` answer every failure as JSON."""
    app.add_exception_handler(ServiceError, _answer_refusal)
    app.add_exception_handler(RequestValidationError, _answer_invalid)
    app.add_exception_handler(HTTPException, _answer_http_error)
    app.add_exception_handler(ClientDisconnect, _answer_nobody)
    app.add_exception_handler(Exception, _answer_defect)


def field_errors(problems: Sequence[Problem]) -> dict[str, list[str]]:
    """Turn pydantic's problems into texts per field, such as `receivers.0.customer_name`.

    What was sent is never repeated: it can be a code.
    """
    fields: defaultdict[str, list[str]] = defaultdict(list)
    for problem in problems:
        name = ".".join(map(str, _steps(problem["loc"]))) or "body"
        fields[name].append(_text(name, problem))
    return dict(fields)


def _steps(loc: tuple[int | str, ...]) -> tuple[int | str, ...]:
    """Return the way to a field, without the names of places and variants, which nobody sent."""
    if not loc or loc[0] not in _LOCATIONS:
        return ()
    return loc[2:] if loc[1:2] in _VARIANTS else loc[1:]


def _text(name: str, problem: Problem) -> str:
    if problem["type"] == "missing":
        return f"The {name} field is required."
    return f"The {name} field is not valid: {problem['msg'].removeprefix('Value error, ')}."


def _error(status: int, message: str, **more: object) -> JSONResponse:
    return JSONResponse({"status": "error", "message": message, **more}, status_code=status)


async def _answer_refusal(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, ServiceError)  # noqa: S101  # the handler is registered for this type
    return refusal(error)


async def _answer_invalid(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)  # noqa: S101  # likewise
    return refusal(RefusedError(field_errors(error.errors())))


async def _answer_http_error(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)  # noqa: S101  # likewise
    if error.status_code == NotFoundError.status:
        return refusal(NotFoundError())
    answer = _error(error.status_code, f"{error.detail}.")
    if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        answer.headers["Allow"] = ", ".join(_methods(request))
    return answer


def _methods(request: Request) -> list[str]:
    """Return every method of a path. By itself the framework names those of one route alone."""
    return [
        method
        for method in sorted(HTTPMethod)
        if any(
            route.matches({**request.scope, "method": method})[0] is Match.FULL
            for route in request.app.routes
        )
    ]


async def _answer_nobody(_request: Request, _error_hidden: Exception) -> JSONResponse:
    return _error(400, "The body breaks off.")


async def _answer_defect(_request: Request, _error_hidden: Exception) -> JSONResponse:
    return _error(500, "The service has failed.")
