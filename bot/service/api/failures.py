"""Failures, whatever raised them, in the contract's envelope (contract: Errors)."""

import logging
from http import HTTPMethod, HTTPStatus

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.routing import Match

from bot.base.database.transaction import DatabaseFailed
from bot.service.api.refusal_words import field_errors
from bot.service.errors import (
    OUT_OF_ORDER,
    HungUpError,
    RefusedError,
    ServiceError,
    UnknownPathError,
)
from bot.service.responses.envelopes import Failure, RefusedFields

_log = logging.getLogger(__name__)

_RETRY_AFTER_SECONDS = "5"


def failure_of(error: ServiceError) -> Failure:
    if isinstance(error, RefusedError):
        return RefusedFields(
            message=error.message,
            errors={name: list(texts) for name, texts in error.errors.items()},
        )
    return Failure(message=error.message)


def answer_errors(app: Starlette) -> None:
    app.add_exception_handler(ServiceError, _answer_refusal)
    app.add_exception_handler(RequestValidationError, _answer_invalid)
    app.add_exception_handler(HTTPException, _answer_http_error)
    app.add_exception_handler(ClientDisconnect, _answer_nobody)
    app.add_exception_handler(DatabaseFailed, _answer_later)
    app.add_exception_handler(Exception, _answer_defect)


def _respond(status: int, failure: Failure) -> Response:
    return Response(failure.model_dump_json(), status, media_type="application/json")


def _refuse(error: ServiceError) -> Response:
    return _respond(error.status, failure_of(error))


async def _answer_refusal(_request: Request, error: Exception) -> Response:
    assert isinstance(error, ServiceError)  # noqa: S101  # the handler is registered for this type
    answer = _refuse(error)
    if isinstance(error, HungUpError):
        answer.headers["Connection"] = "close"
    return answer


async def _answer_invalid(_request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)  # noqa: S101  # likewise
    return _refuse(RefusedError(field_errors(error.errors())))


async def _answer_http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101  # likewise
    if error.status_code == UnknownPathError.status:
        return _refuse(UnknownPathError())
    answer = _respond(error.status_code, Failure(message=f"{error.detail}."))
    if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        # By itself the framework names the methods of one of the path's routes alone.
        answer.headers["Allow"] = ", ".join(
            method
            for method in sorted(HTTPMethod)
            if any(
                route.matches({**request.scope, "method": method})[0] is Match.FULL
                for route in request.app.routes
            )
        )
    return answer


async def _answer_nobody(_request: Request, _error_hidden: Exception) -> Response:
    return _respond(400, Failure(message="The body breaks off."))


async def _answer_later(_request: Request, error: Exception) -> Response:
    """Answer that the database is away: the caller should ask again later."""
    _log.error("the database fails: %s", error)
    failure = Failure(message=OUT_OF_ORDER)
    answer = _respond(HTTPStatus.SERVICE_UNAVAILABLE, failure)
    answer.headers["Retry-After"] = _RETRY_AFTER_SECONDS
    return answer


async def _answer_defect(_request: Request, _error_hidden: Exception) -> Response:
    return _respond(500, Failure(message="The service has failed."))
