"""The metrics that the bot shows on /metrics. None of them names a person, a code or a key."""

from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest

from bot.base import jobs
from bot.base.database import Database
from bot.store.job_kind import JobKind

_STATES = ("waiting", "running", "dead")


class Metrics:
    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self.webhooks = Counter(
            "handover_webhooks",
            "Webhooks by sender and answer",
            ["sender", "answer"],
            registry=self._registry,
        )
        self._jobs = Gauge(
            "handover_jobs", "Jobs by kind and state", ["kind", "state"], registry=self._registry
        )

    async def page(self, database: Database) -> bytes:
        counts = await database.read(jobs.counts)
        for kind in JobKind:
            for state in _STATES:
                self._jobs.labels(kind.label, state).set(counts.get((kind, state), 0))
        return generate_latest(self._registry)
