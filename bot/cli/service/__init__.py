"""`handover service …`: commands that run and operate the fleet service."""

from typing import ClassVar

import typer

from bot.cli.lazy import Lazy, LazyGroup


class _Commands(LazyGroup):
    lazy: ClassVar = {
        "run": Lazy(
            "bot.cli.service.run:run",
            "Run the fleet service until it is stopped (Ctrl-C, or SIGTERM).",
        ),
        "key": Lazy("bot.cli.service.keys:app", "The API keys of an environment."),
        "webhook": Lazy(
            "bot.cli.service.webhooks:app",
            "Where an environment's webhooks go, and what became of each.",
        ),
        "rider": Lazy("bot.cli.service.riders:app", "The riders of an environment."),
        "export": Lazy(
            "bot.cli.service.exports:export",
            "Write deliveries, riders or the audit log into a file that only you can read.",
        ),
        "text": Lazy(
            "bot.cli.service.text_messages:app",
            "The text messages of an environment: what became of each.",
        ),
        "forget": Lazy(
            "bot.cli.service.forget:forget",
            "Wipe a person, by phone number, out of every delivery that is over.",
        ),
        "operator": Lazy("bot.cli.service.operators:app", "Who may log in to the operator's page."),
        "operator-key": Lazy(
            "bot.cli.service.operator_keys:app",
            "The keys with which your own programs fill in what the API has no call for.",
        ),
        "backup": Lazy(
            "bot.cli.service.backups:backup",
            "Back up the service's database, while it runs or not.",
        ),
        "restore": Lazy(
            "bot.cli.service.backups:restore",
            "Put a backup back in the place of the service's database; it must be stopped.",
        ),
        "delivery": Lazy("bot.cli.service.deliveries:app", "The deliveries of an environment."),
    }


app = typer.Typer(
    cls=_Commands,
    help=(
        "The fleet service: run it, and do what its API has no call for.\n\n"
        "The commands work on the service's database, so they need the same config file, and "
        "work while the service runs and while it does not."
    ),
    no_args_is_help=True,
)
