"""The page itself: FastAPI's description of an app, completed with examples and forms."""

from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI

from bot.service.api.docs import booking_operations, delivery_operations, rider_operations
from bot.service.api.docs.operation import Operation
from bot.service.api.docs.webhook_events import add_webhooks, complete_webhooks

_OPERATIONS: Mapping[str, Operation] = {
    operation.name: operation
    for room in (delivery_operations, rider_operations, booking_operations)
    for operation in room.ALL
}

# Told here, as routes check the key themselves: it gives the page its "Authorize" button.
_SECURITY_SCHEMES = {"APIKeyHeader": {"type": "apiKey", "in": "header", "name": "x-api-key"}}
_SECURITY: list[dict[str, list[str]]] = [{"APIKeyHeader": []}]

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
- Timestamps are ISO 8601 in UTC with microseconds.
"""


def describe(app: FastAPI) -> None:
    """Let `app` describe itself completely; nothing is made before somebody asks."""
    add_webhooks(app)
    by_itself = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _completed(by_itself())
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]  # FastAPI's own way of extending it


def _completed(page: dict[str, Any]) -> dict[str, Any]:
    page["components"]["securitySchemes"] = _SECURITY_SCHEMES
    for path in page["paths"].values():
        for described in path.values():
            described["security"] = _SECURITY
            _OPERATIONS[described["operationId"]].complete(described)
    complete_webhooks(page)
    return page
