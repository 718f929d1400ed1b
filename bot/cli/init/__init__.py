"""`handover init`: questions that make or mend a config file, with each answer tried at once."""

import signal
import sys
from typing import Annotated

import typer

from bot import logs
from bot.base.settings.loader import ConfigError
from bot.cli.endings import INTERRUPTED, STOP_SIGNALS, refuse
from bot.cli.init.interview import make, mend
from bot.cli.init.own_service import SetUp, hindrance
from bot.cli.init.terminal import Terminal
from bot.cli.settings import CONFIG_FILE, ConfigFile


def init(
    config: ConfigFile = CONFIG_FILE,
    own_service: Annotated[
        bool,
        typer.Option(
            "--own-service",
            help="Also set up a fleet service on this machine, in this folder, with webhooks that"
            " work at once and a first order to try.",
        ),
    ] = False,
) -> None:
    """Make the config file, or mend it, by questions; each answer is tried at once.

    The owner is found by a code that they send to the bot. A file that is there already keeps its
    comments and its order; only what is missing, wrong or refused is asked for, and the former file
    is kept as `.bak`. Ctrl-C at any question leaves everything as it was.

    Exit codes: 2 if something stays wrong, 130 after Ctrl-C, otherwise 0.

    Example: handover init --config config.toml
    """
    if not sys.stdin.isatty():
        refuse(
            "handover init asks questions, and there is no terminal: run it in one, or copy"
            " config.example.toml to the config file and fill it in; `handover check` looks at it."
        )
    set_up: SetUp | None = None
    if own_service:
        # Imported only here, and before the first question: it needs the extra `service`.
        from bot.cli.init import service_maker  # noqa: PLC0415

        set_up = service_maker.set_up
        reason = hindrance(config)
        if reason is not None:
            refuse(reason)
    logs.configure("CRITICAL", as_json=False)
    terminal = Terminal()
    # As an exception, a signal also restores the echo of a terminal that asks for a secret.
    for each in STOP_SIGNALS:
        signal.signal(each, signal.default_int_handler)
    try:
        if config.exists():
            mend(config, terminal)
        else:
            make(config, terminal, set_up)
    except ConfigError as error:
        refuse(str(error))
    except (KeyboardInterrupt, typer.Abort):
        terminal.tell(f"\nStopped: {config} is as it was.")
        raise typer.Exit(INTERRUPTED) from None
