"""What goes wrong on a page, in words for who reads it, on a page."""

import logging
from collections.abc import Sequence
from http import HTTPStatus

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from bot.base.database.transaction import DatabaseFailed
from bot.service.errors import OUT_OF_ORDER, BusyError, NotFoundError, RefusedError, ServiceError
from bot.service.pages.rendering import rendered

_log = logging.getLogger(__name__)

_NOT_HERE = "There is nothing here. The address may be mistyped, or what was here is gone."


class FormRefusedError(ServiceError):
    """A form that is not, or no longer, one of ours."""

    status = 403
    message = (
        "This form is out of date, or was not sent from this page, so nothing was done. "
        "Go back, reload the page, and send it again."
    )


class PlainHttpError(ServiceError):
    """The page would be sent where others can read it."""

    status = 403
    message = (
        "This page is served over https only. The operator sets public_url in [web] to its "
        "https:// address, or opens the page on the service's own machine."
    )


def page_app(routes: Sequence[BaseRoute]) -> Starlette:
    """Make an app of pages, which answers what goes wrong with a page as well."""
    app = Starlette(routes=routes)
    app.add_exception_handler(ServiceError, _refused)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(ClientDisconnect, _broken_off)
    app.add_exception_handler(DatabaseFailed, _later)
    app.add_exception_handler(Exception, _defect)
    return app


def words_of(error: ServiceError) -> list[str]:
    """Return the sentences of a refusal."""
    if isinstance(error, RefusedError):
        return [text for texts in error.errors.values() for text in texts]
    return [error.message]


def _failure(status: int, *words: str) -> Response:
    title = HTTPStatus(status).phrase
    return rendered("failure.html", status, title=title, words=words)


async def _refused(_request: Request, error: Exception) -> Response:
    assert isinstance(error, ServiceError)  # noqa: S101  # the handler is registered for this type
    if isinstance(error, NotFoundError):
        return _failure(404, _NOT_HERE)
    answer = _failure(error.status, *words_of(error))
    if isinstance(error, BusyError):
        answer.headers["Retry-After"] = str(error.retry_after)
    return answer


async def _http_error(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101  # likewise
    words = _NOT_HERE if error.status_code == HTTPStatus.NOT_FOUND else f"{error.detail}."
    answer = _failure(error.status_code, words)
    answer.headers.update(error.headers or {})
    return answer


async def _broken_off(_request: Request, _error_hidden: Exception) -> Response:
    return _failure(400, "The form did not arrive whole. Please send it again.")


async def _later(_request: Request, error: Exception) -> Response:
    _log.error("the database fails: %s", error)
    return _failure(503, OUT_OF_ORDER)


async def _defect(_request: Request, _error_hidden: Exception) -> Response:
    return _failure(500, "The service has failed. Its log says why.")
