"""`handover service webhook …`: the address of an environment's webhooks, and their attempts."""

from typing import Annotated

import typer

from bot.cli.endings import fail, refuse
from bot.cli.rows import LARGEST, Cell, moment, show_fields, show_table
from bot.cli.service.operation import EnvironmentCommands, Limit, OfDelivery, OnlyFailed
from bot.service.environment import Environment
from bot.service.errors import as_sentence
from bot.service.operations.find import delivery_named
from bot.service.operations.webhook_administration import (
    get_webhook,
    log_of,
    resend_webhooks,
    set_webhook,
)
from bot.service.store.tables import WAITING
from bot.service.store.webhook_log import WebhookSearch
from bot.service.vocabulary import Event
from bot.service.webhook_trial import try_webhook

app = EnvironmentCommands(
    "Where an environment's webhooks go, and what became of each.\n\n"
    "A webhook is a signed POST that tells of a delivery. It is tried at once and again after 1, 5 "
    "and 15 minutes, then it is failed (contract: Events, rule 5).",
    missing="There is no delivery {delivery} in {environment}.",
)

_REASONS: dict[int | None, str] = {
    401: "It holds the signature for wrong: does it have this environment's API key?",
    404: "Nothing takes webhooks there: is the path right?",
}


@app.operation()
async def show(env: Environment) -> None:
    """Show where webhooks go, and of which kinds.

    Example: handover service webhook show development
    """
    settings = await get_webhook(env)
    events = "all" if settings.events is None else ", ".join(sorted(settings.events))
    show_fields([("url", settings.url or "none"), ("events", events)])


@app.operation("set")
async def set_(
    env: Environment,
    url: Annotated[str, typer.Argument(help="An https:// address (contract: Events, rule 1).")],
    event: Annotated[
        list[str] | None,
        typer.Option(
            help=f"A kind to send, as often as needed; all without it. {', '.join(Event)}"
        ),
    ] = None,
) -> None:
    """Send webhooks to an address from now on, also those that already wait.

    Example: handover service webhook set production https://bot.example.com/fleet
    --event delivery.created --event delivery.completed
    """
    try:
        await set_webhook(env, url, event)
    except ValueError as error:
        refuse(as_sentence(error))
    typer.echo(f"Webhooks of {env.name} go to {url}.")


@app.operation()
async def off(env: Environment) -> None:
    """Send no webhooks any more; those that wait stay until there is an address again.

    Example: handover service webhook off development
    """
    await set_webhook(env, None)
    typer.echo(f"{env.name} sends no webhooks.")


@app.operation()
async def log(
    env: Environment, delivery: OfDelivery = None, failed: OnlyFailed = False, limit: Limit = 50
) -> None:
    """List the newest webhooks with every attempt: when, and the status or the error.

    Example: handover service webhook log production --failed
    """
    uuid = await delivery_named(env, delivery) if delivery else None
    search = WebhookSearch(delivery_uuid=uuid, failed=failed)
    # One line for each attempt at a webhook, and one for the attempt to come.
    lines: list[tuple[Cell, ...]] = []
    for webhook in await log_of(env, search, limit):
        about = (webhook.id, webhook.order_number, webhook.event, webhook.state)
        for number, attempt in enumerate(webhook.attempts, start=1):
            lines.append((*about, number, moment(attempt.at), attempt.error or attempt.status))
        if webhook.state == WAITING:
            number = len(webhook.attempts) + 1
            lines.append((*about, number, moment(webhook.due_at), "to come"))
    show_table(
        ("webhook", "order", "event", "state", "attempt", "at", "outcome"),
        lines,
        otherwise="There are no such webhooks.",
    )


@app.operation()
async def resend(
    env: Environment,
    ids: Annotated[
        list[int] | None,
        typer.Argument(min=1, max=LARGEST, help="Numbers from `handover service webhook log`."),
    ] = None,
    failed: Annotated[bool, typer.Option("--failed", help="All that are failed.")] = False,
    delivery: OfDelivery = None,
) -> None:
    """Send webhooks once more: the same bytes, due now, with all their attempts.

    Receivers know a repeated webhook by its body (contract: Events, rule 6).

    Example, after a receiver was down: handover service webhook resend production
    --failed
    """
    if not (ids or failed or delivery):
        refuse("Say which webhooks: their numbers, --failed, or --delivery with an order number.")
    uuid = await delivery_named(env, delivery) if delivery else None
    search = WebhookSearch(ids=ids or None, delivery_uuid=uuid, failed=failed)
    count = await resend_webhooks(env, search) or fail("There are no such webhooks.")
    typer.echo(f"{count} to be sent again.")


@app.operation("test")
async def send_trial(env: Environment) -> None:
    """Post one signed webhook about no delivery to the address, and say what it answers.

    It is of a kind that the contract does not have, "handover.test"; Handover's bot tells its
    owners of it. It is not tried again. Exit code 1 if the receiver does not take it.

    Example: handover service webhook test production
    """
    url, result = await try_webhook(env)
    if result.error is not None:
        fail(f"{url} cannot be reached: {result.error}.")
    if not result.accepted:
        known = _REASONS.get(
            result.status, "A receiver answers with 2xx (contract: Events, rule 5)."
        )
        fail(f"{url} answers with {result.status}. {known}")
    typer.echo(f"{url} has taken the test webhook: {result.status}.")
