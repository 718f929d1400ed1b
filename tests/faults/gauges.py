"""The bot's own figures, as it shows them to operators."""

import ssl

import httpx
from prometheus_client.parser import text_string_to_metric_families

from bot.demo.town import Town

OPEN = frozenset({"waiting", "running"})
DEAD = frozenset({"dead"})


async def count_jobs(town: Town, states: frozenset[str]) -> int | None:
    """Return how many jobs are in these states; `None` if the bot does not answer."""
    context = ssl.create_default_context(cafile=town.certificates.authority)
    url = f"https://127.0.0.1:{town.bot_port}/metrics"
    async with httpx.AsyncClient(verify=context, trust_env=False) as client:
        try:
            page = (await client.get(url)).text
        except httpx.HTTPError:
            return None
    return sum(
        int(sample.value)
        for family in text_string_to_metric_families(page)
        for sample in family.samples
        if sample.name == "handover_jobs" and sample.labels["state"] in states
    )
