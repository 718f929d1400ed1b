"""One environment's account: its keys, and where its webhooks go."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from bot.service.addresses import is_https
from bot.service.vocabulary import Event


@dataclass(frozen=True, slots=True)
class ApiKey:
    """The public data of a key, without the key itself. People name it by its `number`."""

    number: int
    created_at: datetime
    expires_at: datetime | None

    def opens_at(self, moment: datetime) -> bool:
        return self.expires_at is None or moment < self.expires_at

    def state_at(self, moment: datetime) -> str:
        """Return the word for the key's state in lists: `current`, `former` or `ended`."""
        if self.expires_at is None:
            return "current"
        return "former" if self.opens_at(moment) else "ended"


@dataclass(frozen=True, slots=True)
class OperatorKey:
    """A key of the operator's door, without the key itself, which nothing shows again."""

    number: int
    created_at: datetime
    ended_at: datetime | None


@dataclass(frozen=True, slots=True)
class WebhookSettings:
    """The URL of webhooks, and their kinds (contract: Events). `events` None means all kinds.

    Raises:
        ValueError: the URL is not HTTPS (contract: Events, rule 1), or an event is unknown.
    """

    url: str | None = None
    events: frozenset[str] | None = None

    def __post_init__(self) -> None:
        if self.url is not None and not is_https(self.url):
            raise ValueError(f"webhooks go to HTTPS URLs only, and this is not one: {self.url}")
        if unknown := (self.events or frozenset()) - set(Event):
            raise ValueError(f"no such webhook event: {', '.join(sorted(unknown))}")

    @classmethod
    def of(cls, url: str | None, events: Iterable[str] | None) -> "WebhookSettings":
        return cls(url, None if events is None else frozenset(events))

    def wants(self, event: Event) -> bool:
        return self.url is not None and (self.events is None or event in self.events)


@dataclass(frozen=True, slots=True)
class Account:
    """The data of an environment that requests need and only its operator changes.

    `keys` are found by their hashes; keys that had ended when it was read are left out.
    `operator_keys` are the numbers of the keys of the operator's door, by their hashes.
    """

    keys: Mapping[bytes, ApiKey]
    operator_keys: Mapping[bytes, int]
    webhooks: WebhookSettings


@dataclass(frozen=True, slots=True)
class Destination:
    """The URL to which an environment's webhooks go now, and the key that signs them."""

    url: str
    api_key: bytes
