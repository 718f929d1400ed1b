"""`handover service key …`: the API keys."""

from datetime import timedelta
from typing import Annotated

import typer

from bot.base.clock import SystemClock
from bot.cli.endings import fail
from bot.cli.rows import LARGEST, moment, show_table
from bot.cli.service.operation import ConfigFile, EnvironmentCommands, EnvironmentName, operate
from bot.service.environment import Environment
from bot.service.operations.keys import current_key, end_key, known_keys, new_key
from bot.service.rules.account import FORMER_KEY_VALID_FOR

app = EnvironmentCommands(
    "The API keys of an environment.\n\n"
    "A key opens one environment alone, and is also the secret that signs its webhooks "
    "(contract: Authentication).",
    missing=("{environment} has no valid key {number}; `handover service key list` shows them."),
)

_DAY = FORMER_KEY_VALID_FOR / timedelta(hours=1)
_YEAR = timedelta(days=366) / timedelta(hours=1)


@app.operation("list")
async def list_(env: Environment) -> None:
    """List the keys by number, newest first, and never the keys themselves.

    Example: handover service key list production
    """
    now = SystemClock().now()
    show_table(
        ("number", "made", "state", "until"),
        [
            (key.number, moment(key.created_at), key.state_at(now), moment(key.expires_at))
            for key in await known_keys(env)
        ],
        otherwise=_no_key(env),
    )


@app.operation()
async def show(env: Environment) -> None:
    """Print the current key: the one to give to callers of the API, and to verify webhooks.

    Example: handover service key show development
    """
    typer.echo(await current_key(env) or fail(_no_key(env)))


@app.operation()
async def new(env: Environment) -> None:
    """Make the environment's first key and print it.

    Example: handover service key new development
    """
    now = SystemClock().now()
    if any(key.opens_at(now) for key in await known_keys(env)):
        fail(
            f"{env.name} has a key already: `handover service key show {env.name}` prints it, "
            f"`handover service key rotate {env.name}` replaces it."
        )
    typer.echo(await new_key(env))


@app.command()
def rotate(
    environment: EnvironmentName,
    former_valid_for: Annotated[
        float,
        typer.Option(min=0, max=_YEAR, help="Hours for which the former key still opens the API."),
    ] = _DAY,
    new_key_file: Annotated[
        bool,
        typer.Option(
            "--new-key-file",
            help="The key file is lost: go on with another one, and without what it has sealed.",
        ),
    ] = False,
    config: ConfigFile = None,
) -> None:
    """Make a new key, print it, and let the former one end after a while.

    Webhooks are signed with the new key from now on, so their receiver should know both before:
    Handover's bot takes the former one as `former_api_key`.

    Example, when a key has leaked: handover service key rotate production
    --former-valid-for 0
    """
    hours = timedelta(hours=former_valid_for)
    key = operate(config, environment, lambda env: new_key(env, hours), new_key_file=new_key_file)
    typer.echo(key)
    # On standard error, so that a script reads only the key.
    typer.echo("Webhooks are signed with this key from now on.", err=True)


@app.operation()
async def end(
    env: Environment,
    number: Annotated[
        int, typer.Argument(min=1, max=LARGEST, help="From `handover service key list`.")
    ],
) -> None:
    """End a key: it is refused with 401 at once, on PostgreSQL within five seconds at most.

    Example: handover service key end production 3
    """
    await end_key(env, number)
    typer.echo(f"Key {number} of {env.name} is ended.")


def _no_key(env: Environment) -> str:
    return f"{env.name} has no key; make one with `handover service key new {env.name}`."
