"""`handover service operator …`: the people who may log in to the operator's page."""

from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from bot.base.clock import SystemClock
from bot.cli.endings import fail, refuse
from bot.cli.rows import moment, show_table
from bot.cli.service.operation import ConfigFile, operate_all, service_config
from bot.service.environment import Environment
from bot.service.errors import NotFoundError
from bot.service.operations.operators import Operators
from bot.service.rules.operators import OPERATOR_LINK_VALID_FOR

app = typer.Typer(
    help=(
        "Who may log in to the operator's page.\n\n"
        "It shows deliveries, riders, keys, webhooks and texts of both environments, at /operator/ "
        "of the service's address. Operators log in with a password and a code of an authenticator "
        "app, or by a link that is made here."
    ),
    no_args_is_help=True,
)

T = TypeVar("T")
_MINUTES = int(OPERATOR_LINK_VALID_FOR.total_seconds() // 60)
_LONGEST = 64

Name = Annotated[
    str, typer.Argument(help="The name for logging in, such as ada.", show_default=False)
]


@app.command()
def add(name: Name, config: ConfigFile = None) -> None:
    """Add an operator, and print a link by which they set their password and second factor.

    Example: handover service operator add ada
    """
    if not name.isprintable() or not 0 < len(name.strip()) <= _LONGEST or name != name.strip():
        refuse(f"A name has 1 to {_LONGEST} characters, with no gaps at its ends.")
    _show_link(config, _operate(config, name, lambda operators: operators.add(name)))


@app.command("list")
def list_(config: ConfigFile = None) -> None:
    """List the operators.

    Example: handover service operator list
    """
    now = SystemClock().now()
    rows = []
    for operator in _operate(config, "", Operators.all):
        state = "no password yet"
        if operator.is_set_up:
            state = "new browsers wait" if operator.waits_at(now) else "set up"
        rows.append((operator.name, moment(operator.created_at), state))
    show_table(
        ("name", "since", "state"),
        rows,
        otherwise="There is no operator; add one with `handover service operator add NAME`.",
    )


@app.command()
def remove(name: Name, config: ConfigFile = None) -> None:
    """Remove an operator, who is logged out everywhere at once.

    Example: handover service operator remove ada
    """
    _operate(config, name, lambda operators: operators.remove(name))
    typer.echo(f"Operator {name} is removed.")


@app.command()
def link(name: Name, config: ConfigFile = None) -> None:
    """Print a link that logs an operator in once, within ten minutes.

    It is also the way back for an operator who has lost password or phone: it leads to where both
    can be set again.

    Example: handover service operator link ada
    """
    _show_link(config, _operate(config, name, lambda operators: operators.make_link(name)))


def _operate(config: Path | None, name: str, work: Callable[[Operators], Awaitable[T]]) -> T:
    async def on_operators(environments: Mapping[str, Environment]) -> T:
        # Operators belong to the whole service, whose database and vault each environment has.
        any_of_them = next(iter(environments.values()))
        try:
            return await work(Operators(any_of_them.database, any_of_them.vault))
        except NotFoundError:
            fail(f"There is no operator {name}; `handover service operator list` shows them.")

    return operate_all(config, on_operators)


def _show_link(config: Path | None, token: str) -> None:
    typer.echo(f"{service_config(config).origin}/operator/link/{token}")
    typer.echo(
        f"The link logs in once, within {_MINUTES} minutes. Give it to nobody else.", err=True
    )
