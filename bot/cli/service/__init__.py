"""`handover service …`: the fleet service, run and operated."""

import typer

from bot.cli.service import deliveries, keys, riders, run, webhooks

app = typer.Typer(
    help=(
        "The fleet service: run it, and do what its API has no call for.\n\n"
        "The commands work on the service's database, so they need the same config file, and "
        "work while the service runs and while it does not."
    ),
    no_args_is_help=True,
)
app.add_typer(run.app)
app.add_typer(keys.app, name="key")
app.add_typer(webhooks.app, name="webhook")
app.add_typer(riders.app, name="rider")
app.add_typer(deliveries.app, name="delivery")
