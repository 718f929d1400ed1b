"""What the gateway tells of a text later: whether it has reached its phone."""

import hmac
from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bot.service.api.route import read_body
from bot.service.environment import Environment
from bot.service.errors import RefusedError, UnknownPathError
from bot.service.operations.tell import take_receipt
from bot.service.settings import ReceiptSettings
from bot.service.sms import message_id_at, text_at
from bot.service.store.tables import DELIVERED, UNDELIVERED


def receipt_routes(
    environments: Sequence[Environment], settings: ReceiptSettings | None
) -> Sequence[Route]:
    """Make a route per environment, or none where no receipts are expected."""
    return [_route(each, settings) for each in environments] if settings else []


def _route(environment: Environment, settings: ReceiptSettings) -> Route:
    async def take(request: Request) -> Response:
        if not hmac.compare_digest(
            request.path_params["secret"].encode(), settings.secret.encode()
        ):
            raise UnknownPathError
        body = await read_body(request)
        message_id = message_id_at(settings.id_field, body)
        status = text_at(settings.status_field, body)
        if message_id is None or status is None:
            raise RefusedError({"body": ["It says of no text what became of it."]})
        # Taken, and nothing to write down: what becomes of the text is not known yet.
        if status.casefold() in settings.under_way:
            return Response(status_code=204)
        receipt = DELIVERED if status.casefold() in settings.delivered else UNDELIVERED
        # A gateway can be faster than the row that names its message: with 404 it tells it again.
        if not await take_receipt(environment, message_id, receipt):
            raise UnknownPathError
        return Response(status_code=204)

    return Route(f"/{environment.name}/sms/receipts/{{secret}}", take, methods=["POST"])
