"""The delivery of updates: polls and webhooks."""

from datetime import timedelta
from typing import Any

from bot.local_telegram.bots import BotWebhook
from bot.local_telegram.call import Call, Described, method
from bot.local_telegram.queue import DEFAULT_KINDS, MAX_TIMEOUT
from bot.local_telegram.refusals import Refusal, too_many

_MAX_LIMIT = 100
_MAX_CONNECTIONS = 100
_SET_PAUSE = timedelta(seconds=1)


@method
async def get_updates(call: Call) -> list[dict[str, Any]]:
    _choose_kinds(call)
    if call.bot.webhook.url:
        raise await call.bot.polling.conflict(Refusal.WEBHOOK_ACTIVE)
    arguments = call.arguments
    updates = await call.bot.polling.poll(
        arguments.integer("offset"),
        arguments.bounded("limit", _MAX_LIMIT, 1, _MAX_LIMIT),
        arguments.bounded("timeout", 0, 0, MAX_TIMEOUT),
    )
    return [update.as_json() for update in updates]


@method
def set_webhook(call: Call) -> Described:
    """Send updates to a URL from now on; an empty one deletes the webhook."""
    if not call.arguments.text("url").strip():
        return delete_webhook(call)
    now = call.world.clock.now()
    if call.bot.webhook_set_at is not None and now < call.bot.webhook_set_at + _SET_PAUSE:
        raise too_many(1)
    # Invalid settings are refused before anything is changed.
    settings = _settings(call)
    if not call.world.local:
        settings.check_public()
    call.bot.webhook_set_at = now
    _choose_kinds(call)
    _drop_pending(call)
    if settings == call.bot.webhook:
        return Described("Webhook is already set")
    call.bot.polling.end(Refusal.WEBHOOK_SET)
    call.bot.set_webhook(settings)
    return Described("Webhook was set")


@method
def delete_webhook(call: Call) -> Described:
    _drop_pending(call)
    if not call.bot.webhook.url:
        return Described("Webhook is already deleted")
    call.bot.set_webhook(BotWebhook())
    return Described("Webhook was deleted")


@method
def get_webhook_info(call: Call) -> dict[str, Any]:
    webhook, failure = call.bot.webhook, call.bot.webhook_failure
    info: dict[str, Any] = {
        "url": webhook.url,
        "has_custom_certificate": bool(webhook.certificate),
        "pending_update_count": len(call.bot.queue.pending()),
    }
    if webhook.url:
        info["max_connections"] = webhook.max_connections
    if webhook.ip_address:
        info["ip_address"] = webhook.ip_address
    if call.bot.queue.allowed != DEFAULT_KINDS:
        info["allowed_updates"] = sorted(call.bot.queue.allowed)
    return {**info, **failure.as_json()} if failure else info


def _settings(call: Call) -> BotWebhook:
    arguments = call.arguments
    certificate = arguments.upload("certificate")
    return BotWebhook(
        url=arguments.text("url").strip(),
        secret_token=arguments.text("secret_token"),
        max_connections=arguments.bounded("max_connections", 40, 1, _MAX_CONNECTIONS),
        ip_address=arguments.text("ip_address"),
        certificate=certificate.content.decode("ascii", "replace") if certificate else "",
    )


def _choose_kinds(call: Call) -> None:
    """Set the kinds of updates that the bot wants; an unreadable list changes nothing."""
    try:
        kinds = call.arguments.json("allowed_updates")
    except ValueError:
        return
    if isinstance(kinds, list):
        call.bot.queue.allow(str(kind) for kind in kinds)


def _drop_pending(call: Call) -> None:
    if call.arguments.flag("drop_pending_updates"):
        call.bot.queue.clear()
