"""A bot's account: its token, its updates, its webhook and its command menus."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from bot.base.clock import Clock
from bot.demo.telegram.polling import Polling
from bot.demo.telegram.queue import UpdateQueue
from bot.demo.telegram.webhook import WebhookFailure, WebhookSettings


@dataclass(eq=False)
class BotAccount:
    """One bot that programs can run."""

    token: str
    username: str
    first_name: str
    clock: Clock = field(repr=False)
    webhook: WebhookSettings = field(default_factory=WebhookSettings, init=False)
    webhook_failure: WebhookFailure | None = field(default=None, init=False)
    webhook_set_at: datetime | None = field(default=None, init=False)
    menus: dict[tuple[str, str], list[dict[str, str]]] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self.queue = UpdateQueue(self.clock)
        self.polling = Polling(self.queue, self.clock)

    @property
    def id(self) -> int:
        return int(self.token.partition(":")[0])

    @property
    def is_bot(self) -> bool:
        return True

    def set_webhook(self, settings: WebhookSettings) -> None:
        self.webhook, self.webhook_failure = settings, None
        self.queue.changes.notify()

    def as_json(self) -> dict[str, Any]:
        names = {"first_name": self.first_name, "username": self.username}
        return {"id": self.id, "is_bot": True, **names}
