"""`handover service operator-key …`: the keys of the operator's door."""

from typing import Annotated

import typer

from bot.cli.rows import LARGEST, moment, show_table
from bot.cli.service.operation import EnvironmentCommands
from bot.service.environment import Environment
from bot.service.operations.keys import end_operator_key, known_operator_keys, new_operator_key

app = EnvironmentCommands(
    "The keys with which your own programs fill in what the API has no call for.\n\n"
    "Such a key opens one environment's door, `/production/operator/v1`, which takes proof "
    "photos and what is known of riders, and nothing of the API. Handover's bot takes one. "
    "`/production/operator/v1/docs` describes the door's calls.",
    missing=(
        "{environment} has no valid operator key {number}; "
        "`handover service operator-key list` shows them."
    ),
)


@app.operation()
async def new(env: Environment) -> None:
    """Make one more key and print it: here once, and never again.

    Existing keys stay valid, so that you can give a program the new key before you end the former
    one.

    Example: handover service operator-key new production
    """
    typer.echo(await new_operator_key(env))


@app.operation("list")
async def list_(env: Environment) -> None:
    """List the keys by number, newest first, and never the keys themselves.

    Example: handover service operator-key list production
    """
    show_table(
        ("number", "made", "state", "since"),
        [
            (
                key.number,
                moment(key.created_at),
                "ended" if key.ended_at else "valid",
                moment(key.ended_at),
            )
            for key in await known_operator_keys(env)
        ],
        otherwise=(
            f"{env.name} has no operator key; make one with "
            f"`handover service operator-key new {env.name}`."
        ),
    )


@app.operation()
async def end(
    env: Environment,
    number: Annotated[
        int, typer.Argument(min=1, max=LARGEST, help="From `handover service operator-key list`.")
    ],
) -> None:
    """End a key: it is refused with 401 at once, on PostgreSQL within five seconds at most.

    Example: handover service operator-key end production 2
    """
    await end_operator_key(env, number)
    typer.echo(f"Operator key {number} of {env.name} is ended.")
