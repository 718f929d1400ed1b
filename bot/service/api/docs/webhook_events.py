"""The webhooks in words: what the account's own address is sent (contract: Events)."""

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, get_args

from fastapi import APIRouter, FastAPI, Header
from pydantic import BaseModel, Field
from starlette.responses import Response
from starlette.routing import BaseRoute

from bot.service.api.docs import examples
from bot.service.api.docs.operation import JSON
from bot.service.responses.webhook_payload import EnvelopePayload, SimplePayload, webhook_body
from bot.service.settings import PayloadShape
from bot.service.vocabulary import Event

_MEANINGS: Mapping[Event, str] = {
    Event.CREATED: "A new delivery has been created",
    Event.ASSIGNED: "A delivery has been assigned to a rider",
    Event.PICKED_UP: "The rider has picked up the package",
    Event.IN_TRANSIT: "The package is in transit",
    Event.COMPLETED: "The delivery has been completed",
    Event.CANCELLED: "The delivery has been cancelled",
    Event.FAILED: "An attempt to deliver has failed",
}
_TEXT = """\
Sent by HTTPS to the address that the account has set, in the one shape of body that it has chosen.

Compare `X-Service-Signature` in constant time before anything is done, and answer 401 where it
does not match, a 2xx status otherwise. Anything else, or no answer in time, is followed by further
attempts with the same body. The same webhook may come more than once: `data.delivery_id` with the
event tells duplicates (contract: Events).
"""
_RESPONSES: Mapping[int | str, Mapping[str, str]] = {
    200: {"description": "Taken; any 2xx status says so."},
    401: {"description": "The signature does not match the body."},
    # Without it FastAPI would tell receivers to answer what it answers by itself.
    "default": {"description": "Not taken: it is sent again."},
}


class WebhookHeaders(BaseModel):
    """The headers that every webhook carries."""

    signature: Annotated[
        str,
        Field(
            alias="X-Service-Signature",
            pattern="^[0-9a-f]{64}$",
            description="HMAC-SHA256 of the raw body in hex, keyed with the account's API key.",
        ),
    ]
    event: Annotated[Event, Field(alias="X-Service-Event", description="The event kind.")]
    delivery: Annotated[
        str,
        Field(
            alias="X-Service-Delivery-ID",
            json_schema_extra={"format": "uuid"},
            description="The delivery's uuid.",
        ),
    ]


def add_webhooks(app: FastAPI) -> None:
    """Let `app` describe what it sends; nothing of it can be asked of the app itself."""
    app.webhooks.routes.extend(_routes())


@cache
def _routes() -> list[BaseRoute]:
    """Make the routes, once for all environments: FastAPI builds a model for each of them."""
    router = APIRouter()
    for event, meaning in _MEANINGS.items():
        router.post(
            event,
            operation_id="on" + "".join(word.capitalize() for word in re.split("[._]", event)),
            summary=meaning,
            description=_TEXT,
            responses={status: dict(answer) for status, answer in _RESPONSES.items()},
            response_class=Response,
            tags=["webhooks"],
        )(_received)
    return router.routes


def complete_webhooks(page: dict[str, Any]) -> None:
    """Add examples; a webhook is signed and carries no key."""
    for event, path in page["webhooks"].items():
        described = path["post"]
        described["security"] = []
        moment, delivery = examples.OCCURRENCES[Event(event)]
        described["requestBody"]["content"][JSON]["examples"] = {
            shape: {
                "summary": f"The {shape} shape",
                "value": json.loads(webhook_body(Event(event), delivery, moment, shape)),
            }
            for shape in get_args(PayloadShape)
        }


def _received(
    payload: EnvelopePayload | SimplePayload, headers: Annotated[WebhookHeaders, Header()]
) -> None:
    """Stand for the receiver: FastAPI reads from it what is sent, and nobody calls it."""
