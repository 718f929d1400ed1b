"""`handover telegram`: a Telegram on this machine, for authors of bots."""

import asyncio
import re
from contextlib import AsyncExitStack
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from bot import logs
from bot.base.http.server import PortTaken, Server, server_on
from bot.cli.endings import refuse, refuse_port, run_until_stopped
from bot.local_telegram import ApiCall, diversion
from bot.local_telegram.standalone import NamedBot, StandaloneTelegram

_LOOPBACK = {"127.0.0.1", "localhost", "::1"}
_BOT = re.compile(r"([1-9]\d{0,14}:[A-Za-z0-9_-]+):@?([A-Za-z]\w{1,28}[Bb][Oo][Tt])")


def telegram(
    port: Annotated[
        int, typer.Option(min=0, max=65_535, help="The port of everything; 0 is any free port.")
    ] = 8081,
    host: Annotated[
        str, typer.Option(help="The address to listen on; any other one lets others in, too.")
    ] = "127.0.0.1",
    no_limits: Annotated[
        bool, typer.Option("--no-limits", help="Let bots send as fast as they like.")
    ] = False,
    no_rich: Annotated[
        bool, typer.Option("--no-rich", help="Know no rich messages, as before Bot API 10.1.")
    ] = False,
    empty: Annotated[bool, typer.Option("--empty", help="Begin without people.")] = False,
    bot: Annotated[
        list[str] | None,
        typer.Option(help="TOKEN:username of a bot; any other token makes a bot, too."),
    ] = None,
    only_these: Annotated[
        bool, typer.Option("--only-these", help="Refuse each token that --bot does not name.")
    ] = False,
    divert: Annotated[
        Path | None,
        typer.Option(help="A folder for files that lead programs for api.telegram.org here."),
    ] = None,
    quiet: Annotated[
        bool, typer.Option("--quiet", help="Print no line for each call of a bot.")
    ] = False,
) -> None:
    """Serve a Telegram on this machine: the Bot API, a page with phones, and people over HTTP.

    Any bot, in any language, with any library; no account, no network. Ctrl-C ends it.
    It speaks Bot API 10.3. docs/local-telegram.md says where the list of gaps stands.

    Example: handover telegram --port 8090 --bot 1234:secret:my_bot
    """
    console = Console(highlight=False)
    logs.configure("WARNING", as_json=False, secrets=[])
    bots = []
    for text in bot or ():
        parts = _BOT.fullmatch(text)
        if parts is None:
            refuse(
                "Give --bot as TOKEN:username, such as 1234:secret:my_bot; a bot's name ends in"
                " “bot”."
            )
        bots.append(NamedBot(*parts.groups()))
    if only_these and not bots:
        refuse("Name a bot with --bot, such as 1234:secret:my_bot: --only-these lets no other in.")

    def show(call: ApiCall) -> None:
        at = f"{datetime.now():%H:%M:%S}"  # noqa: DTZ005 - in the reader's time zone
        answer = "ok" if call.error is None else str(call.error)
        console.print(f"{at} {call.method} @{call.bot.as_json()['username']}: {answer}")

    served = StandaloneTelegram(
        limits=not no_limits,
        knows_rich=not no_rich,
        empty=empty,
        bots=bots,
        only_these=only_these,
        any_name=host not in _LOOPBACK,
        on_call=None if quiet else show,
    )
    try:
        run_until_stopped(_serve(console, served, host, port, divert), forever=True)
    except PortTaken as taken:
        refuse_port(taken.port, taken.free, "handover telegram")


async def _serve(
    console: Console, served: StandaloneTelegram, host: str, port: int, divert: Path | None
) -> None:
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(server_on(served, host=host, port=port))
        if divert is not None:
            files = diversion.prepare(divert)
            diverted = await stack.enter_async_context(
                Server(served, certfile=files.certificate, keyfile=files.key)
            )
            diversion.lead_to(diverted.port, divert)
        await stack.enter_async_context(served)
        console.print(Text(f"Open {server.url}/ in a browser; Ctrl-C ends it.", style="bold"))
        lines = ["\nAny token makes a bot, such as 1234:secret, the bot @a1234_bot:\n"]
        if served.only_these:
            lines = ["\nThe bots that are named are let in, and no others:\n"]
        lines += [
            f"  curl {server.url}/bot1234:secret/getMe",
            f'  ApplicationBuilder().token("1234:secret").base_url("{server.url}/bot")\n',
        ]
        if divert is not None:
            lines.append(f"Programs for api.telegram.org: PYTHONPATH={divert} python bot.py\n")
        console.print("\n".join(lines), soft_wrap=True)
        await asyncio.Event().wait()
