"""An environment's account: API keys, found by their hash, and where its webhooks go.

With them goes the mark of the key file that the database was begun with: with another one nothing
that it has sealed opens.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy import Column, ScalarSelect, insert, or_, select, update

from bot.base.database.prepared import Change, Query, as_row, as_value, each_given, given, upsert
from bot.base.database.transaction import Transaction
from bot.service.account import Account, ApiKey, WebhookSettings
from bot.service.settings import ENVIRONMENTS
from bot.service.store.operator_key_rows import valid_operator_keys
from bot.service.store.tables import api_keys, meta, webhook_settings

_LISTED = (api_keys.c.id.label("number"), api_keys.c.created_at, api_keys.c.expires_at)
_OF_ENVIRONMENT = api_keys.c.environment == given("environment")
_VALID = or_(api_keys.c.expires_at.is_(None), api_keys.c.expires_at > given("at"))
_BY_DIGEST = Query(
    select(api_keys.c.environment, *_LISTED).where(api_keys.c.digest == given("digest")), as_row
)
_KEYS = Query(select(*_LISTED).where(_OF_ENVIRONMENT).order_by(api_keys.c.id.desc()), ApiKey)
_VALID_KEYS = Query(
    select(api_keys.c.environment, api_keys.c.digest, *_LISTED).where(_VALID), as_row
)
_CURRENT_SEALED_OF_ALL = (
    select(api_keys.c.sealed).where(_VALID).order_by(api_keys.c.id.desc()).limit(1)
)
_CURRENT_SEALED: Query[bytes] = Query(_CURRENT_SEALED_OF_ALL.where(_OF_ENVIRONMENT), as_value)
_ADD = Change(insert(api_keys).values(each_given("environment", "digest", "sealed", "created_at")))
_REVIVE = Change(update(api_keys).where(api_keys.c.id == given("number")).values(expires_at=None))
# A key that ends sooner anyway is left as it is.
_ENDED = update(api_keys).where(_OF_ENVIRONMENT, _VALID).values(expires_at=given("at"))
_END_ALL = Change(_ENDED)
_END_ONE = Change(_ENDED.where(api_keys.c.id == given("number")))
_WEBHOOK_SETTINGS = Query(
    select(webhook_settings.c.url, webhook_settings.c.events).where(
        webhook_settings.c.environment == given("environment")
    ),
    WebhookSettings.of,
)
_ALL_WEBHOOK_SETTINGS = Query(
    select(webhook_settings.c.environment, webhook_settings.c.url, webhook_settings.c.events),
    as_row,
)
_SET_WEBHOOK_SETTINGS = Change(upsert(webhook_settings, "environment", "url", "events"))


def find_accounts(tx: Transaction) -> Mapping[str, Account]:
    """Return the account of every environment."""
    keys: defaultdict[str, dict[bytes, ApiKey]] = defaultdict(dict)
    for environment, digest, *key in tx.all(_VALID_KEYS, at=tx.now):
        keys[environment][digest] = ApiKey(*key)
    webhooks = {
        environment: WebhookSettings.of(*settings)
        for environment, *settings in tx.all(_ALL_WEBHOOK_SETTINGS)
    }
    operator_keys = valid_operator_keys(tx)
    return {
        environment: Account(
            keys[environment],
            operator_keys.get(environment, {}),
            webhooks.get(environment, WebhookSettings()),
        )
        for environment in ENVIRONMENTS
    }


def find_key(tx: Transaction, digest: bytes) -> tuple[str, ApiKey] | None:
    """Return the key that has this hash, with its environment, valid or not."""
    row = tx.one(_BY_DIGEST, digest=digest)
    return None if row is None else (row[0], ApiKey(*row[1:]))


def list_keys(tx: Transaction, environment: str) -> Sequence[ApiKey]:
    """Return the environment's keys, newest first, also those that are no longer valid."""
    return tx.all(_KEYS, environment=environment)


def current_sealed(tx: Transaction, environment: str) -> bytes | None:
    """Return the newest key that is valid, sealed, if there is one."""
    return tx.one(_CURRENT_SEALED, environment=environment, at=tx.now)


def current_sealed_of(environment: Column[str]) -> ScalarSelect[bytes]:
    """Select, inside of another statement, the newest key of a row's environment `at` a time."""
    mine = api_keys.c.environment == environment
    return _CURRENT_SEALED_OF_ALL.where(mine).scalar_subquery()


def add_key(tx: Transaction, environment: str, digest: bytes, sealed: bytes) -> None:
    tx.outdate()
    tx.run(_ADD, environment=environment, digest=digest, sealed=sealed, created_at=tx.now)


def revive_key(tx: Transaction, number: int) -> None:
    tx.outdate()
    tx.run(_REVIVE, number=number)


def end_keys(tx: Transaction, environment: str, at: datetime, *, number: int | None = None) -> int:
    """Let the environment's keys, or the one of this number, end; return how many ended sooner."""
    tx.outdate()
    if number is None:
        return tx.run(_END_ALL, environment=environment, at=at)
    return tx.run(_END_ONE, environment=environment, at=at, number=number)


def find_webhook_settings(tx: Transaction, environment: str) -> WebhookSettings:
    """Return where an environment's webhooks go, and of which kinds."""
    return tx.one(_WEBHOOK_SETTINGS, environment=environment) or WebhookSettings()


def set_webhook_settings(tx: Transaction, environment: str, settings: WebhookSettings) -> None:
    events = None if settings.events is None else sorted(settings.events)
    tx.outdate()
    tx.run(_SET_WEBHOOK_SETTINGS, environment=environment, url=settings.url, events=events)


_KEY_FILE = "key_file"
_FIND_MARK: Query[str] = Query(select(meta.c.value).where(meta.c.name == _KEY_FILE), as_value)
_SET_MARK = Change(upsert(meta, name=_KEY_FILE, value=given("mark")))


def find_mark(tx: Transaction) -> str | None:
    """Return the mark of the key file (`Vault.mark`), if it is known."""
    return tx.one(_FIND_MARK)


def set_mark(tx: Transaction, mark: str) -> None:
    """Go on with the key file that has this mark, whatever the one before it was."""
    tx.run(_SET_MARK, mark=mark)
