"""The steps of a start: `run` goes until one refuses, `check` takes all. Nothing is changed."""

from collections.abc import AsyncIterator

from bot.base.settings_source import ConfigError
from bot.cli.start_steps import fleet, listening, local, telegram, webhooks
from bot.cli.start_steps.finding import Finding, Sign, Step, When
from bot.config import Settings
from bot.store.probe import probe

STEPS = (
    Step(local.time_zone, When.NEVER),
    Step(local.seal_key, When.ALWAYS),
    Step(local.database, When.ALWAYS),
    Step(local.dispatchers, When.NEVER),
    Step(listening.port, When.ALWAYS),
    Step(fleet.authority, When.ALWAYS),
    Step(telegram.token, When.FIRST),
    Step(telegram.clock, When.NEVER),
    Step(telegram.way_of_updates, When.NEVER),
    Step(fleet.key, When.FIRST),
    Step(webhooks.address, When.NEVER),
)


async def findings(settings: Settings) -> AsyncIterator[Finding]:
    """Take one step after the other, and tell of each as soon as it is known."""
    for step in STEPS:
        yield await step.look(settings)


async def ready_to_start(settings: Settings) -> None:
    """Take those steps by which this start can be refused.

    Raises:
        ConfigError: the sentence of the first that refuses.
    """
    for step in STEPS:
        if step.when is When.ALWAYS or (step.when is When.FIRST and await _is_first(settings)):
            finding = await step.look(settings)
            if finding.sign is Sign.BAD:
                raise ConfigError(finding.sentence)


async def _is_first(settings: Settings) -> bool:
    return not (await probe(settings.store.url)).is_bound
