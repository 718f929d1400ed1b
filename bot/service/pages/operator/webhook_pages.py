"""Webhooks: where they go and of which kinds, what became of them, and a trial."""

from starlette.responses import Response

from bot.base.vault import SealBroken
from bot.service.errors import KEY_FILE_BACK, RefusedError, as_sentence
from bot.service.operations.webhook_administration import (
    get_webhook,
    log_of,
    resend_webhooks,
    set_webhook,
)
from bot.service.pages.operator.delivery_pages import resend
from bot.service.pages.operator.desk import Desk, DeskSection
from bot.service.store.webhook_log import WebhookSearch
from bot.service.vocabulary import Event
from bot.service.webhook_trial import try_webhook

_SHOWN = 100
_OTHER_KEY_FILE = f"The key was sealed with another key file: {KEY_FILE_BACK}, or make a new key."

section = DeskSection()
section.post("/webhooks/resend")(resend)


@section.get("/webhooks")
async def _show(desk: Desk) -> Response:
    failed = desk.visit.request.query_params.get("failed") == "1"
    return desk.show(
        "webhooks",
        "webhooks",
        settings=await get_webhook(desk.environment),
        events=list(Event),
        webhooks=await log_of(desk.environment, WebhookSearch(failed=failed), _SHOWN),
        failed=failed,
        shown=_SHOWN,
    )


@section.post("/webhooks/set")
async def _set(desk: Desk) -> Response:
    chosen = None if "all" in desk.form else [event for event in Event if event in desk.form]
    # None of the kinds would be no webhooks at all, for which there is an own action.
    if chosen == []:
        raise RefusedError({"events": ["Choose at least one kind of webhook, or all kinds."]})
    try:
        await set_webhook(desk.environment, desk.form.get("url", "").strip(), chosen)
    except ValueError as error:
        raise RefusedError({"url": [as_sentence(error)]}) from None
    return desk.done("The address and the kinds of webhooks are set.")


@section.post("/webhooks/off")
async def _turn_off(desk: Desk) -> Response:
    await set_webhook(desk.environment, None)
    return desk.done(
        "No webhooks are sent any more; those that wait stay until there is an address."
    )


@section.post("/webhooks/test")
async def _try(desk: Desk) -> Response:
    try:
        _, result = await try_webhook(desk.environment)
    except SealBroken:
        raise RefusedError({"key": [_OTHER_KEY_FILE]}) from None
    if not result.accepted:
        if result.status is None:  # which of the reasons it was would tell of the network behind
            raise RefusedError({"url": ["Nothing answers at this address as a receiver should."]})
        raise RefusedError({"url": [f"The receiver did not take the test webhook: {result}."]})
    return desk.done(f"The receiver took the test webhook: {result}.")


@section.post("/webhooks/resend-failed")
async def _resend_failed(desk: Desk) -> Response:
    count = await resend_webhooks(desk.environment, WebhookSearch(failed=True))
    return desk.done(f"Failed webhooks that are sent again: {count}.")
