"""The fleet service as a program, with its clock in somebody else's hand.

It speaks JSON, a line for each thing. It says `{"url": …}` when it takes requests, and `{"text":
…}` for every text message. Told `{"advance": seconds}` it lets that time pass, does what has
become due, and says `{"now": …}`. Without `--now` it goes by the machine's clock.
"""

import asyncio
import json
import sys
from datetime import datetime, timedelta
from pathlib import Path
from typing import Annotated, Any

import typer
import uvloop

from bot.base.clock import Clock, SystemClock
from bot.service.app import make_server
from bot.service.sms import Sms
from tests.service.fleet import Fleet, running, settings_at
from tests.support.clock import ManualClock


def main(
    folder: Annotated[Path, typer.Argument(help="Where the database and the certificates are.")],
    webhook: Annotated[str, typer.Option(help="Where webhooks go.")] = "",
    now: Annotated[str, typer.Option(help="The time that it is and stays until told.")] = "",
) -> None:
    """Run until standard input ends."""
    clock = ManualClock(datetime.fromisoformat(now)) if now else SystemClock()
    uvloop.run(_run(folder, webhook, clock))


async def _run(folder: Path, webhook: str, clock: Clock) -> None:
    async with running(settings_at(folder, folder), clock, url=webhook) as fleet:
        fleet.sms.on_message.append(_say_text)
        async with make_server(fleet.service.asgi) as server:
            fleet.service.public_url = server.url
            _say(url=server.url)
            await _obey(fleet)


async def _obey(fleet: Fleet) -> None:
    reader = asyncio.StreamReader()
    protocol = asyncio.StreamReaderProtocol(reader)
    await asyncio.get_running_loop().connect_read_pipe(lambda: protocol, sys.stdin)
    async for line in reader:
        fleet.clock.advance(timedelta(seconds=json.loads(line)["advance"]))
        await fleet.service.idle()
        _say(now=fleet.clock.now().isoformat())


def _say_text(sms: Sms) -> None:
    _say(text=sms.text)


def _say(**what: Any) -> None:
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    typer.run(main)
