"""Bot and fleet service log once with what they start, and once how they have ended."""

import asyncio
import io
import json
import signal
from pathlib import Path
from typing import Any

import httpx
import tomlkit

from bot import __version__, logs
from bot.demo.town import Town, free_port
from tests.cli.operating import Operator
from tests.cli.service_process import service_running
from tests.service.fleet import order
from tests.support import prefork
from tests.support.http_proxy import HttpProxy, http_proxy
from tests.support.patience import PATIENCE


def lines_of(logged: str, event: str) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in logged.splitlines() if line.startswith("{")]
    return [line for line in lines if line["event"] == event]


async def test_the_bot_says_with_what_it_starts_and_by_which_signal_it_ends(tmp_path: Path):
    async with Town(tmp_path, mode="polling") as town:
        (tmp_path / "config.toml").write_text(tomlkit.dumps(town.settings))
        process = await prefork.start(
            "bot", "run", "--config", str(tmp_path / "config.toml"), stderr=prefork.PIPE
        )
        assert process.stderr is not None
        async with asyncio.timeout(PATIENCE):
            logged = ""
            while '"reconciled"' not in logged:
                logged += (await process.stderr.readline()).decode()
            process.send_signal(signal.SIGTERM)
            logged += (await process.stderr.read()).decode()
            assert await process.wait() == 0
    (start,) = lines_of(logged, "starting")
    assert (start["program"], start["version"], start["database"]) == ("bot", __version__, "sqlite")
    assert (start["owners"], start["mode"], start["environment"]) == (1, "polling", "development")
    assert start["public_url"] == f"https://127.0.0.1:{town.bot_port}"
    assert (start["proxy"], start["timezone"]) == ([], "UTC")
    assert (start["process_id"], start["migration"].isdigit()) == (process.pid, True)
    (looked,) = lines_of(logged, "reconciled")
    assert (looked["deliveries"], looked["missed"]) == (0, 0)
    (end,) = lines_of(logged, "stopped")
    assert end["why"] == "SIGTERM"
    assert end["ran_seconds"] >= 0


async def test_the_service_says_it_too_and_what_the_next_start_goes_on_with(operator: Operator):
    key = await operator.does_meanwhile("key", "new", "development")
    nowhere = f"https://127.0.0.1:{free_port()}"
    await operator.does_meanwhile("webhook", "set", "development", nowhere)
    async with service_running(operator.folder) as service:
        url = await service.base_url("development")
        async with httpx.AsyncClient(base_url=url, headers={"x-api-key": key}) as http:
            assert (await http.post("/deliveries/create", json=order())).status_code == 200
        _code, logged = await service.stop(signal.SIGINT)
    (start,) = lines_of(logged, "starting")
    assert (start["program"], start["text_messages"]) == ("fleet service", "console")
    assert url.startswith(start["address"])
    (end,) = lines_of(logged, "stopped")
    assert end["why"] == "SIGINT"
    assert end["waiting"]["webhook"] == 1


async def test_no_secret_is_among_it_even_where_nothing_is_blotted_out(tmp_path: Path):
    written = io.StringIO()
    logs.configure(stream=written)
    async with http_proxy() as proxy:
        secrets = {
            "telegram": {"proxy": proxy.url(), "webhook_secret": "canary"},
            "fleet": {"proxy": proxy.url(), "former_api_key": "canary"},
            "web": {"metrics_token": "canary"},
        }
        async with Town(tmp_path, changed_settings=secrets) as town:
            await town.start_bot()
            await town.stop_bot()
    (start,) = lines_of(written.getvalue(), "starting")
    assert start["proxy"] == ["telegram", "fleet"]
    for line in (start, *lines_of(written.getvalue(), "stopped")):
        for secret in ("canary", town.api_key, town.account.token, HttpProxy.credentials):
            assert secret not in json.dumps(line)
