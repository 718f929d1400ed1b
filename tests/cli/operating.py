"""The operator's commands in one process, on a database that no service works on."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

from typer.testing import CliRunner, Result

from bot.cli import app
from bot.service.config import load
from bot.service.environment import Environment, operated
from bot.service.operations.create import create_deliveries
from bot.service.records import Delivery
from bot.service.request_bodies.new_delivery import NewDelivery
from tests.service.fleet import order

T = TypeVar("T")


class Operator:
    """Gives commands, all with the same config file."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.config = folder / "service.toml"
        self.config.write_text(
            f"[store]\n"
            f'url = "sqlite+aiosqlite:///{folder}/fleet.db"\n'
            f'key_file = "{folder}/fleet.key"\n'
            f"[codes]\nlength = 10\n"
        )

    def says(self, settings: str) -> None:
        """Add to the config file."""
        with self.config.open("a") as config:
            config.write(f"{settings}\n")

    def command(self, *arguments: str, answer: str = "", **environment: str) -> Result:
        whole = ["service", *arguments, "--config", str(self.config)]
        return CliRunner().invoke(app, whole, input=answer, env=environment)

    def does(self, *arguments: str) -> str:
        """What a command prints that succeeds."""
        result = self.command(*arguments)
        assert result.exit_code == 0, (result.output, result.exception)
        return result.stdout.removesuffix("\n")

    async def does_meanwhile(self, *arguments: str) -> str:
        """What a command prints while this event loop goes on."""
        return await asyncio.to_thread(self.does, *arguments)

    async def does_meanwhile_or_not(self, *arguments: str) -> Result:
        return await asyncio.to_thread(self.command, *arguments)

    def rows(self, *arguments: str) -> list[list[str]]:
        """What a command lists, without the columns' names."""
        return [line.split("\t") for line in self.does(*arguments).split("\n")[1:]]

    def fields(self, *arguments: str) -> dict[str, str]:
        """What a command shows of one thing."""
        return dict(self.rows(*arguments))

    def cannot(self, *arguments: str, code: int) -> str:
        """The one sentence of a command that fails with this exit code."""
        result = self.command(*arguments)
        assert result.exit_code == code, result.output
        assert result.stdout == ""
        assert result.stderr.count("\n") == 1
        assert result.stderr.endswith(".\n")
        return result.stderr.strip()

    def operate(self, work: Callable[[Environment], Awaitable[T]]) -> T:
        async def done() -> T:
            async with operated(load(self.config).settings()) as environments:
                return await work(environments["development"])

        return asyncio.run(done())

    def creates(self, **changes: Any) -> Delivery:
        """Let a delivery be created, as the API would."""
        body = NewDelivery.model_validate(order(**changes))
        created = self.operate(lambda environment: create_deliveries(environment, body))
        return created[0]
