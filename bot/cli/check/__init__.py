"""`handover check`: whether everything that the bot needs is there, step by step."""

from pathlib import Path

import typer
import uvloop

from bot import logs
from bot.base.settings_source import ConfigError
from bot.cli.check import fleet, local, telegram, webhooks
from bot.cli.check.finding import Finding, Sign, Step
from bot.cli.settings import CONFIG_FILE, ConfigFile
from bot.config import Settings, load

STEPS: tuple[Step, ...] = (
    local.time_zone,
    local.seal_key,
    local.database,
    local.dispatchers,
    telegram.token,
    telegram.clock,
    telegram.way_of_updates,
    fleet.key,
    webhooks.address,
)


def check(config: ConfigFile = CONFIG_FILE) -> None:
    """Check the config file and everything that it names; nothing is changed, no secret is shown.

    Each line says with ✅, ⚠️ or ❌ how something stands, and what to do. Exit code 1 if anything
    is ❌. It may run beside the bot.
    """
    settings = _settings(config)
    logs.configure("CRITICAL", as_json=False, secrets=settings.secrets)
    signs = uvloop.run(_walk(settings))
    raise typer.Exit(1 if Sign.BAD in signs else 0)


def _settings(config: Path) -> Settings:
    try:
        settings = load(config)
    except ConfigError as error:
        _show(Finding(Sign.BAD, "config", str(error)))
        raise typer.Exit(1) from error
    _show(Finding(Sign.GOOD, "config", f"{config} is complete."))
    return settings


async def _walk(settings: Settings) -> set[Sign]:
    """Take one step after the other, so that each line appears when it is known."""
    signs = set()
    for step in STEPS:
        finding = await step(settings)
        _show(finding)
        signs.add(finding.sign)
    return signs


def _show(finding: Finding) -> None:
    typer.echo(f"{finding.sign} {finding.about}: {finding.sentence}")
