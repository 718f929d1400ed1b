"""The bot's metrics: each with its name, its description and its labels."""

from collections.abc import Mapping
from datetime import timedelta

from prometheus_client import Counter, Gauge, Histogram

from bot.base.metrics import QUICK, ProgramMetrics

_DELAYS = (0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0, 900.0, 3600.0)
_KEPT = 200


class Metrics(ProgramMetrics):
    """The metrics of one bot, counted where something happens."""

    def __init__(self, labels: Mapping[str, str]) -> None:
        super().__init__("handover", labels)
        self._webhooks = Counter(
            "handover_webhooks",
            "Webhooks by sender and answer",
            ["sender", "answer"],
            registry=self.registry,
        )
        self._intake = Histogram(
            "handover_webhook_seconds",
            "From a webhook's head to its answer, which comes once it is kept",
            ["sender"],
            buckets=QUICK,
            registry=self.registry,
        )
        self._last_webhook = Gauge(
            "handover_last_webhook_timestamp_seconds",
            "When a webhook was kept last",
            ["sender"],
            registry=self.registry,
        )
        self._event_age = Histogram(
            "handover_event_age_seconds",
            "How long after a change at the fleet service its webhook was understood",
            buckets=_DELAYS,
            registry=self.registry,
        )
        self._fleet_requests = Counter(
            "handover_fleet_requests",
            "Requests to the fleet service by endpoint and outcome",
            ["endpoint", "outcome"],
            registry=self.registry,
        )
        self._fleet_seconds = Histogram(
            "handover_fleet_request_seconds",
            "How long the fleet service took to answer, or until it was given up",
            ["endpoint"],
            buckets=QUICK,
            registry=self.registry,
        )
        self._telegram_calls = Counter(
            "handover_telegram_calls",
            "Calls of the Bot API by method and answer",
            ["method", "answer"],
            registry=self.registry,
        )
        self._telegram_seconds = Histogram(
            "handover_telegram_call_seconds",
            "How long Telegram took to answer, getUpdates left out, which it holds",
            ["method"],
            buckets=QUICK,
            registry=self.registry,
        )
        self._notice_delay = Histogram(
            "handover_notice_delay_seconds",
            "From the decision to say something until Telegram has taken it",
            ["urgency"],
            buckets=_DELAYS,
            registry=self.registry,
        )
        self._wrong_codes = Counter(
            "handover_wrong_codes",
            "Codes that the fleet service refused, by stage",
            ["stage"],
            registry=self.registry,
        )

    def webhook_answered(self, sender: str, status: int, seconds: float) -> None:
        self._webhooks.labels(sender, str(status)).inc()
        self._intake.labels(sender).observe(seconds)
        if status == _KEPT:
            self._last_webhook.labels(sender).set_to_current_time()

    def event_understood(self, age: timedelta) -> None:
        self._event_age.observe(max(age.total_seconds(), 0.0))

    def fleet_answered(self, endpoint: str, outcome: str, seconds: float) -> None:
        self._fleet_requests.labels(endpoint, outcome).inc()
        self._fleet_seconds.labels(endpoint).observe(seconds)

    def telegram_answered(self, method: str, answer: str, seconds: float) -> None:
        self._telegram_calls.labels(method, answer).inc()
        if method != "getUpdates":
            self._telegram_seconds.labels(method).observe(seconds)

    def notice_sent(self, urgency: str, delay: timedelta) -> None:
        self._notice_delay.labels(urgency).observe(max(delay.total_seconds(), 0.0))

    def code_was_wrong(self, stage: str) -> None:
        self._wrong_codes.labels(stage).inc()
