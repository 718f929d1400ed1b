"""The metrics of the fleet service, for all environments together."""

from collections.abc import Mapping
from time import perf_counter

from prometheus_client import Counter, Gauge, Histogram
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bot.base.metrics import QUICK, ProgramMetrics
from bot.service.store.outbox import Outgoing


class ServiceMetrics(ProgramMetrics):
    """The metrics of one process; the code that measures reports them here."""

    def __init__(self) -> None:
        super().__init__("handover_service", {kind.value: kind.value for kind in Outgoing})
        self._wrong_keys = Counter(
            "handover_service_wrong_keys",
            "Requests without a valid key by environment",
            ["environment"],
            registry=self.registry,
        )
        self._requests = Counter(
            "handover_service_requests",
            "Requests by environment, endpoint and status",
            ["environment", "endpoint", "status"],
            registry=self.registry,
        )
        self._seconds = Histogram(
            "handover_service_request_seconds",
            "From a request's head to the end of its answer",
            ["endpoint"],
            buckets=QUICK,
            registry=self.registry,
        )
        self._webhooks = Counter(
            "handover_service_webhook_attempts",
            "Attempts to deliver a webhook by event and the receiver's answer",
            ["event", "answer"],
            registry=self.registry,
        )
        self._texts = Counter(
            "handover_service_texts",
            "Text messages by what became of them",
            ["outcome"],
            registry=self.registry,
        )
        self._booking_share = Gauge(
            "handover_service_booking_share",
            "How much is used up of what strangers can book, by the setting that bounds it",
            ["environment", "bound"],
            registry=self.registry,
        )
        self._bookings_queued = Gauge(
            "handover_service_bookings_queued",
            "Bookings that wait for a person by environment",
            ["environment"],
            registry=self.registry,
        )
        self._mails = Counter(
            "handover_service_mails",
            "Invitations by mail by what became of them",
            ["outcome"],
            registry=self.registry,
        )

    def key_was_wrong(self, environment: str) -> None:
        self._wrong_keys.labels(environment).inc()

    def request_answered(
        self, environment: str, endpoint: str, status: int, seconds: float
    ) -> None:
        self._requests.labels(environment, endpoint, str(status)).inc()
        self._seconds.labels(endpoint).observe(seconds)

    def webhook_attempted(self, event: str, status: int | None) -> None:
        self._webhooks.labels(event, "none" if status is None else str(status)).inc()

    def text_ended(self, outcome: str) -> None:
        self._texts.labels(outcome).inc()

    def show_bookings(self, environment: str, shares: Mapping[str, float], queued: int) -> None:
        for bound, share in shares.items():
            self._booking_share.labels(environment, bound).set(share)
        self._bookings_queued.labels(environment).set(queued)

    def mail_ended(self, outcome: str) -> None:
        self._mails.labels(outcome).inc()


class MeasuredRequests:
    """Wraps the app of one environment and measures its requests.

    An endpoint is named by its route, never by the path: there are as many paths as ids.
    """

    def __init__(self, app: ASGIApp, environment: str, metrics: ServiceMetrics) -> None:
        self._app = app
        self._environment = environment
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        # An answer that never begins is counted as a failure of the service.
        began, status = perf_counter(), 500

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, noting)
        finally:
            endpoint = getattr(scope.get("route"), "path", "none")
            seconds = perf_counter() - began
            self._metrics.request_answered(self._environment, endpoint, status, seconds)
