"""The page itself: FastAPI's description of an app, completed with examples and forms."""

from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse

from bot.service.api.docs import booking_operations, delivery_operations, rider_operations
from bot.service.api.docs.operation import JSON, Operation
from bot.service.api.docs.webhook_events import add_webhooks, complete_webhooks

_OPERATIONS = (*delivery_operations.ALL, *rider_operations.ALL, *booking_operations.ALL)
_API_KEY = {"APIKeyHeader": {"type": "apiKey", "in": "header", "name": "x-api-key"}}

TAGS = [
    {"name": "deliveries", "description": "Deliveries: made, changed, assigned, moved, looked up."},
    {"name": "riders", "description": "The people who carry them."},
    {"name": "booking", "description": "Where customers book for themselves."},
    {"name": "webhooks", "description": "What the account's own address is told of deliveries."},
]

INTRODUCTION = """\
Deliveries and the riders who carry them out.

- Every request carries the account's key of this environment in the header `x-api-key`
  (contract: Authentication). Press **Authorize** to try things out here.
- Bodies are JSON or form fields, whichever you like: `receivers[0][customer_name]`,
  `delivery_uuid[]`.
- An answer with status 200 has `status: success`. What is malformed or not possible now is a 422,
  which says why, field by field; so is an id in the path that nothing is known by.
- A generator of clients that makes one kind of body of each reads `openapi-for-clients.json`: the
  same with bodies as JSON alone.
- Timestamps are ISO 8601 in UTC with microseconds.
"""


def describe(app: FastAPI) -> None:
    """Let the contract's API describe itself completely; nothing is made before somebody asks."""
    add_webhooks(app)
    complete(app, _OPERATIONS, _API_KEY, complete_webhooks)

    @app.get("/openapi-for-clients.json", include_in_schema=False)
    def for_clients(request: Request) -> JSONResponse:
        page = deepcopy(app.openapi())
        # Without bodies in other encodings than JSON, which every operation takes.
        for path in page["paths"].values():
            for described in path.values():
                body = described.get("requestBody")
                if body:
                    body["content"] = {JSON: body["content"][JSON]}
        page["servers"] = [{"url": request.scope.get("root_path", "").rstrip("/")}]
        return JSONResponse(page)


def complete(
    app: FastAPI,
    operations: Iterable[Operation],
    security: Mapping[str, Any],
    *further: Callable[[dict[str, Any]], None],
) -> None:
    """Let `app` tell of its operations what FastAPI leaves out.

    `security` is the scheme by which all of them are opened. It is told here, as routes check keys
    themselves, and gives the page its "Authorize" button.
    """
    by_name = {operation.name: operation for operation in operations}
    by_itself = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            page = by_itself()
            page["components"]["securitySchemes"] = security
            for path in page["paths"].values():
                for described in path.values():
                    described["security"] = [{name: []} for name in security]
                    by_name[described["operationId"]].complete(described)
            app.openapi_schema = page
            for each in further:
                each(app.openapi_schema)
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]  # FastAPI's own way of extending it
