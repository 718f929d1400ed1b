"""`handover check`: a check, step by step, of everything that the bot needs."""

from typing import Annotated

import typer
import uvloop

from bot import logs
from bot.base.settings.loader import ConfigError
from bot.cli.endings import BAD_SETUP, FAILED
from bot.cli.settings import CONFIG_FILE, ConfigFile
from bot.cli.start_steps import findings
from bot.cli.start_steps.result import Finding, Sign
from bot.config import Settings, load, shadows

EXPLAIN = typer.Option(help="Say of each parameter how the fleet service is asked.")


def check(config: ConfigFile = CONFIG_FILE, *, explain: Annotated[bool, EXPLAIN] = False) -> None:
    """Check the config file and everything that it names; nothing is changed, no secret is shown.

    Each line says how something stands, and what to do: ✅ it is right; ⚠️ worth knowing; ❗ it is
    wrong outside, and the bot starts and waits for it; ❌ with this `handover run` does not start,
    and says the same sentence. It may run while the bot runs.

    Exit codes: 2 if anything is ❌, otherwise 1 if anything is ❗, otherwise 0.

    Example: handover check --config config.toml
    """
    try:
        settings = load(config)
        overruling = shadows(config)
    except ConfigError as error:
        for sentence in error.sentences:
            _show(Finding(Sign.BAD, "config", sentence))
        raise typer.Exit(BAD_SETUP) from error
    for variable in overruling:
        sentence = f"{variable} in the environment overrules what {config} says."
        _show(Finding(Sign.NOTE, "config", sentence))
    _show(Finding(Sign.GOOD, "config", f"{config} is complete."))
    logs.configure("CRITICAL", as_json=False, secrets=settings.secrets)
    signs = uvloop.run(_walk(settings, explain=explain))
    raise typer.Exit(BAD_SETUP if Sign.BAD in signs else FAILED if Sign.OUTSIDE in signs else 0)


async def _walk(settings: Settings, *, explain: bool) -> set[Sign]:
    """Print each finding as soon as it is known, and return all their signs."""
    signs = set()
    async for finding in findings(settings):
        _show(finding)
        for detail in finding.details if explain else ():
            typer.echo(f"   {detail}")
        signs.add(finding.sign)
    return signs


def _show(finding: Finding) -> None:
    typer.echo(f"{finding.sign} {finding.about}: {finding.sentence}")
