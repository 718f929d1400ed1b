"""The strip next to the phones: text messages, attempts at webhooks, queues and switches."""

import asyncio
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from datetime import timedelta
from typing import Any

from bot.base.database.transaction import DatabaseFailed
from bot.base.queue import backlog
from bot.demo.forward_clock import ForwardClock
from bot.demo.town import ENVIRONMENT, Town
from bot.local_telegram.control import EventLog
from bot.local_telegram.control.message_json import moment
from bot.service.operations.webhook_administration import attempts_since
from bot.service.sms import Sms
from bot.service.store.outbox import Outgoing
from bot.store.job_kind import JobKind

_KEPT = 200
_AT_ONCE = 200
_LOOK = timedelta(seconds=0.3)
_OPEN = ("waiting", "running")
_NAMES: Mapping[str, JobKind] = {
    "updates": JobKind.UPDATE,
    "events": JobKind.EVENT,
    "fleet_requests": JobKind.FLEET_REQUEST,
    "notices": JobKind.NOTICE,
    "photos": JobKind.PHOTO,
}


class Strip:
    """Watches a town; each change becomes an event of `log`.

    `names` holds the owners of phone numbers (E.164) that no user of Telegram has. While somebody
    reads the events, the strip looks a few times a second for new attempts at webhooks, and counts
    the jobs of the bot and of the fleet service in their databases.
    """

    def __init__(
        self, town: Town, clock: ForwardClock, log: EventLog, names: dict[str, str]
    ) -> None:
        self._town = town
        self._clock = clock
        self._log = log
        self.names = names
        self._texts: deque[dict[str, Any]] = deque(maxlen=_KEPT)
        self._webhooks: deque[dict[str, Any]] = deque(maxlen=_KEPT)
        self._texts_seen = 0
        self._last_attempt = 0
        self._queue = dict.fromkeys([*_NAMES, "dead", "fleet_webhooks"], 0)
        self._switches = self.switches()
        town.sms.on_message.append(self._text_message)

    def state(self) -> dict[str, Any]:
        return {
            "sms": list(self._texts),
            "webhooks": list(self._webhooks),
            "queue": self._queue,
            "switches": self.switches(),
        }

    def switches(self) -> dict[str, Any]:
        return {
            "fleet": self._town.fleet_is_open,
            "telegram": not self._town.telegram.down,
            "hours_passed": self._clock.passed // timedelta(hours=1),
        }

    async def run(self) -> None:
        """Watch until cancelled."""
        while True:
            await self._log.wait_for_reader()
            with suppress(DatabaseFailed):  # the next look follows soon
                await self.look()
            await self._clock.wait(asyncio.Event(), self._clock.now() + _LOOK)

    async def look(self) -> None:
        """Add an event for each attempt at a webhook, queue and switch that has changed."""
        environment = self._town.service.environment(ENVIRONMENT)
        for attempt in await attempts_since(environment, self._last_attempt, _AT_ONCE):
            # The next look begins after this attempt, so that each is shown once.
            self._last_attempt = attempt.id
            webhook = {
                "n": attempt.id,
                "at": moment(attempt.at),
                "event": attempt.event,
                "order": attempt.order_number,
                "attempt": attempt.number,
                "status": attempt.status,
                "signed": True,
            }
            self._webhooks.append(webhook)
            self._log.add("webhook", webhook)
        counts = await self._town.bot.waiting() if self._town.bot else {}
        outgoing = await environment.database.read(backlog.counts)
        queue = {
            **{name: _open(counts, kind) for name, kind in _NAMES.items()},
            "dead": sum(count for (_, state), count in counts.items() if state == "dead"),
            "fleet_webhooks": _open(outgoing, Outgoing.WEBHOOK),
        }
        if queue != self._queue:
            self._queue = queue
            self._log.add("queue", queue)
        self.look_at_switches()

    def look_at_switches(self) -> None:
        switches = self.switches()
        if switches != self._switches:
            self._switches = switches
            self._log.add("switches", switches)

    def _text_message(self, sms: Sms) -> None:
        self._texts_seen += 1
        people = self._town.telegram.world.people.values()
        owners = (each.first_name for each in people if getattr(each, "phone", None) == sms.phone)
        text = {
            "n": self._texts_seen,
            "at": moment(self._clock.now()),
            "phone": sms.phone,
            "to": self.names.get(sms.phone) or next(owners, None),
            "text": sms.text,
        }
        self._texts.append(text)
        self._log.add("sms", text)


def _open(counts: Mapping[tuple[str, str], int], kind: str) -> int:
    return sum(counts.get((kind, state), 0) for state in _OPEN)
