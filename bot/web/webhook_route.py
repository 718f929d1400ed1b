"""The route of one sender's posts, without the framework, whose layers cost more than all this."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from http import HTTPStatus
from time import perf_counter

from starlette.types import Receive, Scope, Send

from bot.base.http.auth_throttle import RefusalBrake
from bot.metrics import Metrics
from bot.web.requests import PostRefused

Endpoint = Callable[[Scope, Receive], Awaitable[str]]
"""Takes a post and returns the text of a 200 answer; raises `PostRefused` for any other."""


@dataclass(frozen=True, slots=True)
class WebhookRoute:
    """Answers posts as Starlette would, and counts the answers by `sender`.

    `brake` answers a sender of wrong signatures or secrets more and more slowly.
    """

    endpoint: Endpoint
    sender: str
    metrics: Metrics
    brake: RefusalBrake

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = perf_counter()
        try:
            status, text = 200, await self.endpoint(scope, receive)
        except PostRefused as refusal:
            status, text = refusal.status, HTTPStatus(refusal.status).phrase
        self.metrics.webhook_answered(self.sender, status, perf_counter() - began)
        body = text.encode()
        headers = [(b"content-length", b"%d" % len(body))]
        # Slow down only posts with a wrong signature or secret, as a stranger's has.
        address: str = (scope.get("client") or ("",))[0]
        if status == HTTPStatus.UNAUTHORIZED and not await self.brake.slow_down(address):
            headers.append((b"connection", b"close"))
        if body:
            headers.append((b"content-type", b"text/plain; charset=utf-8"))
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})
