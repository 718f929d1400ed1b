"""The steps of a start, which change nothing: `run` ends at a refusal, `check` takes all."""

from collections.abc import AsyncIterator

from bot.base.settings.loader import ConfigError
from bot.cli.start_steps import fleet, fleet_reads, local, operator_door, telegram, webhooks
from bot.cli.start_steps.result import Finding, Sign, StartStep, When
from bot.config import Settings
from bot.store.probe import probe

STEPS = (
    StartStep(local.time_zone, When.NEVER),
    StartStep(local.seal_key, When.ALWAYS),
    StartStep(local.database, When.ALWAYS),
    StartStep(local.dispatchers, When.NEVER),
    StartStep(local.port, When.ALWAYS),
    StartStep(fleet.authority, When.ALWAYS),
    StartStep(telegram.token, When.FIRST),
    StartStep(telegram.clock, When.NEVER),
    StartStep(telegram.way_of_updates, When.NEVER),
    StartStep(fleet.key, When.FIRST),
    StartStep(fleet_reads.reads, When.NEVER),
    StartStep(operator_door.door, When.NEVER),
    StartStep(webhooks.certificate, When.NEVER),
    StartStep(webhooks.address, When.NEVER),
)


async def findings(settings: Settings) -> AsyncIterator[Finding]:
    """Take one step after the other, and yield each finding as soon as it is known."""
    for step in STEPS:
        finding = await step.look(settings)
        if finding is not None:
            yield finding


async def ready_to_start(settings: Settings) -> None:
    """Take the steps that can refuse this start.

    Raises:
        ConfigError: with the sentence of the first step that refuses.
    """
    for step in STEPS:
        is_due = step.when is When.ALWAYS
        if step.when is When.FIRST:
            is_due = not (await probe(settings.store.url)).is_bound
        if is_due:
            finding = await step.look(settings)
            if finding is not None and finding.sign is Sign.BAD:
                raise ConfigError(finding.sentence)
