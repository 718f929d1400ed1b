"""`handover service run`."""

import typer

from bot import logs
from bot.cli.endings import refuse, run_until_stopped
from bot.cli.service.operation import ConfigFile, service_config, told
from bot.service.operations.keys import current_key
from bot.service.server import serving
from bot.service.settings import ENVIRONMENTS


def run(config: ConfigFile = None) -> None:
    """Run the fleet service until it is stopped (Ctrl-C, or SIGTERM).

    Without a config file it keeps its data in `fleet.db` and its secret in
    `fleet.key`, both in this folder and made at the first start, answers on
    http://127.0.0.1:8080, and shows text messages here.
    Each environment has its own base URL, ending in /api/v1, and its own API key
    (contract: Authentication); as long as it has no key it answers 401 to everything.

    Example: handover service run --config service.toml
    """
    settings = service_config(config)
    logs.configure(
        settings.log.level, as_json=settings.log.format == "json", secrets=settings.secrets
    )

    async def serve() -> None:
        async with serving(settings) as service:
            for environment in ENVIRONMENTS:
                base_url = f"{service.public_url}/{environment}/api/v1"
                typer.echo(f"{environment}: {base_url} (OpenAPI: {base_url}/docs)")
                if await current_key(service.environment(environment)) is None:
                    typer.echo(
                        f"{environment} has no API key yet; "
                        f"make one with `handover service key new {environment}`."
                    )
            await service.until_its_file_is_lost()

    with told():
        try:
            run_until_stopped(serve(), forever=True)
        except OSError as error:
            refuse(f"The service cannot start: {error}.")
