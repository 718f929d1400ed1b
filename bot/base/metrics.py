"""The metrics that every program of the project shows on /metrics, in Prometheus' conventions.

Counters are counted where something happens. Figures from the database are read at each request, so
that all replicas show the same.
"""

import hmac
import platform
from collections.abc import Mapping
from importlib.metadata import version
from math import nan
from pathlib import Path

from prometheus_client import CollectorRegistry, Gauge, ProcessCollector, generate_latest
from starlette.requests import Request

from bot.base.database.database import Database
from bot.base.http.renewed_files import known_end
from bot.base.queue import backlog

CONTENT_TYPE = "text/plain; version=0.0.4"
VERSION = version("handover-bot")

QUICK = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""Bounds, in seconds, of the answer times of machines."""

_STATES = ("waiting", "running", "dead")


class ProgramMetrics:
    """The version, the process, and the jobs of each kind; `labels` names the kinds for people.

    None of it names a person, a code or a key.
    """

    def __init__(self, program: str, labels: Mapping[str, str]) -> None:
        self.registry = CollectorRegistry()
        self._program, self._labels = program, labels
        ProcessCollector(registry=self.registry)
        build = Gauge(
            f"{program}_build_info",
            "Which version runs, always 1",
            ["version", "python"],
            registry=self.registry,
        )
        build.labels(VERSION, platform.python_version()).set(1)
        self._jobs = Gauge(
            f"{program}_jobs", "Jobs by kind and state", ["kind", "state"], registry=self.registry
        )
        self._overdue = Gauge(
            f"{program}_jobs_overdue_seconds",
            "For how long the oldest job that is due has not been done",
            ["kind"],
            registry=self.registry,
        )

    def show_end_of(self, certificate: Path | None) -> None:
        """Show when this program's own TLS certificate ends, if it has one."""
        if certificate is None:
            return
        ends = Gauge(
            f"{self._program}_certificate_end_timestamp_seconds",
            "When the certificate on disk ends",
            registry=self.registry,
        )

        def moment() -> float:
            # Read at each request: the certificate may have been renewed.
            end = known_end(certificate)
            return end.timestamp() if end else nan

        ends.set_function(moment)

    async def page(self, database: Database) -> bytes:
        """Return the page as it is now.

        Raises:
            DatabaseFailed: the store does not answer.
        """
        counts = await database.read(backlog.counts)
        overdue = await database.read(backlog.overdue)
        for kind, label in self._labels.items():
            # Set every state: otherwise a figure would stay as it was when its last job ended.
            for state in _STATES:
                self._jobs.labels(label, state).set(counts.get((kind, state), 0))
            self._overdue.labels(label).set(overdue.get(kind, 0.0))
        return generate_latest(self.registry)


def bears(request: Request, token: str) -> bool:
    """Tell in constant time whether a request carries the token of the metrics."""
    shown = request.headers.get("authorization", "").encode()
    return hmac.compare_digest(shown, f"Bearer {token}".encode())
