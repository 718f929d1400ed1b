"""The command line, a module per group: the bot itself, `check`, `jobs`, `service`."""

import typer

from bot.cli import bot, check, jobs, service

app = typer.Typer(
    help="Handover: a Telegram bot for delivery businesses, and the fleet service behind it.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
    rich_markup_mode="rich",
)
app.add_typer(bot.app)
app.add_typer(check.app)
app.add_typer(jobs.app, name="jobs")
app.add_typer(service.app, name="service")


def main() -> None:
    """Run the command line."""
    app(prog_name="handover")
