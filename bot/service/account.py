"""One environment's account: its key, and where its webhooks go."""

from collections.abc import Collection

from bot.service.settings import EnvironmentSettings, check_webhook
from bot.service.vocabulary import Event


class Account:
    """The key is fixed; the webhook may be set while the service runs, as on a dashboard."""

    def __init__(self, environment: str, settings: EnvironmentSettings) -> None:
        self.environment = environment
        self.api_key = settings.api_key.encode()
        self.webhook_url: str | None = None
        self._events: Collection[str] = ()
        self.set_webhook(settings.webhook_url, settings.webhook_events)

    def set_webhook(self, url: str | None, events: frozenset[str] | None) -> None:
        """Send these events (None: all) to `url` from now on, or raise `ValueError`."""
        check_webhook(url, events)
        self.webhook_url = url
        self._events = frozenset(Event) if events is None else events

    def wants(self, event: Event) -> bool:
        """Say whether a webhook of this kind is to be sent."""
        return self.webhook_url is not None and event in self._events
