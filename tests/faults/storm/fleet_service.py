"""`handover service run`, with a clock that somebody else sets.

python -m tests.faults.storm.fleet_service run --config FILE
"""

import asyncio
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from bot import logs
from bot.base.database.file_lock import alone_on
from bot.cli.endings import run_until_stopped
from bot.service.app import FleetService, make_server
from bot.service.config import Config, load
from bot.service.sms import HttpSms
from tests.faults.storm.set_clock import set_clock

app = typer.Typer()


@app.callback()
def nothing_else() -> None:
    """Have `run` be a command of its own."""


@app.command()
def run(config: Annotated[Path, typer.Option()]) -> None:
    """Run the service until it is stopped."""
    settings = load(config)
    logs.configure(settings.log.level, as_json=True, secrets=settings.secrets)
    run_until_stopped(_serve(settings), forever=True)


async def _serve(config: Config) -> None:
    settings = config.settings()
    async with HttpSms(config.sms.gateway()) as sms:
        service = FleetService(settings, sms=sms, clock=set_clock())
        server = make_server(service.asgi, host=config.web.host, port=config.web.port)
        service.public_url = config.web.public_url or server.url
        with closing(server), alone_on(settings.database_url):
            async with service, server:
                await asyncio.Event().wait()


if __name__ == "__main__":
    app()
