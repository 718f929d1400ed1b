"""The command line: one module per command or group of commands."""

import sys
from typing import Annotated, ClassVar

import typer

from bot import __version__
from bot.cli.endings import BAD_SETUP
from bot.cli.lazy import Lazy, LazyGroup, advice


class _Commands(LazyGroup):
    lazy: ClassVar = {
        "demo": Lazy(
            "bot.cli.demo:demo",
            "Show a whole town on this machine: no account, no token, no network.",
        ),
        "init": Lazy(
            "bot.cli.init:init",
            "Make the config file, or mend it, by questions; each answer is tried at once.",
        ),
        "telegram": Lazy(
            "bot.cli.telegram:telegram",
            "Serve a Telegram on this machine: the Bot API, a page with phones, and people over"
            " HTTP.",
        ),
        "run": Lazy(
            "bot.cli.run:run",
            "Run the bot with the settings of a config file, until it is stopped.",
        ),
        "check": Lazy(
            "bot.cli.check:check",
            "Check the config file and everything that it names; nothing is changed, no secret is"
            " shown.",
        ),
        "jobs": Lazy(
            "bot.cli.jobs:app", "Look at the work that was given up, try it again, or drop it."
        ),
        "webhook": Lazy(
            "bot.cli.webhook:app", "Try the way that webhooks take, or see what comes."
        ),
        "backup": Lazy(
            "bot.cli.backup:backup",
            "Back up the bot's database, while the bot runs or not.",
        ),
        "restore": Lazy(
            "bot.cli.backup:restore",
            "Put a backup back in the place of the bot's database; the bot must be stopped.",
        ),
        "service": Lazy(
            "bot.cli.service:app",
            "The fleet service: run it, and do what its API has no call for.",
        ),
    }


app = typer.Typer(
    cls=_Commands,
    help=(
        "Handover: a Telegram bot for delivery businesses, and the fleet service behind it.\n\n"
        "Exit codes: 0, all is well; 1, something outside is wrong, or there is no such thing; 2,"
        " a setting or an argument is wrong, or what it names cannot be used; 130 or 143, it was"
        " stopped before it was done."
    ),
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)


def main() -> None:
    try:
        app(prog_name="handover")
    # Caught here because a command imports its modules only when it runs.
    except ModuleNotFoundError as missing:
        sentence = advice(missing.name or "", next(iter(sys.argv[1:]), ""))
        if sentence is None:
            raise
        typer.echo(sentence, err=True)
        sys.exit(BAD_SETUP)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(__version__)
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    pass


@app.command()
def version() -> None:
    """Print the version.

    Example: handover version
    """
    typer.echo(__version__)
