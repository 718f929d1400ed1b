"""`handover service text …`: what became of text messages, never what they tell."""

from collections.abc import Sequence
from typing import Annotated

import typer

from bot.cli.rows import Cell, moment, show_table
from bot.cli.service.operating import ConfigFile, EnvironmentName, operate
from bot.service.environment import Environment
from bot.service.operations.find import delivery_named
from bot.service.operations.text_log import list_texts, texts_of_delivery
from bot.service.store.tables import DONE, DROPPED, FAILED, WAITING
from bot.service.store.text_log import LoggedText

_STATES = (WAITING, DONE, FAILED, DROPPED)

app = typer.Typer(
    help=(
        "The text messages of an environment: what became of each.\n\n"
        "What they tell is nobody's to read, and is wiped as soon as it is told."
    ),
    no_args_is_help=True,
)


@app.command("list")
def list_(
    environment: EnvironmentName,
    delivery: Annotated[
        str | None,
        typer.Option("--delivery", help="Only those of one delivery: its uuid or order number."),
    ] = None,
    failed: Annotated[bool, typer.Option("--failed", help="Only those that are failed.")] = False,
    limit: Annotated[int, typer.Option(min=1, max=10_000, help="How many at most.")] = 50,
    config: ConfigFile = None,
) -> None:
    """List the newest texts: what each is about, its state, and how often it was tried.

    Example: [bold]handover service text list production --delivery 1001[/]
    """
    states = (FAILED,) if failed else _STATES

    async def work(env: Environment) -> Sequence[LoggedText]:
        if delivery is None:
            return await list_texts(env, states, limit)
        found = await texts_of_delivery(env, await delivery_named(env, delivery))
        return [text for text in found if text.state in states][:limit]

    missing = f"There is no delivery {delivery} in {environment}."
    show_table(
        ("text", "order", "about", "state", "attempts", "made", "ended", "receipt"),
        map(_line, operate(config, environment, work, missing=missing)),
        otherwise="There are no such texts.",
    )


def _line(text: LoggedText) -> tuple[Cell, ...]:
    return (
        text.id,
        text.order_number,
        text.about,
        text.state,
        text.attempts,
        moment(text.created_at),
        moment(text.finished_at),
        text.receipt,
    )
