"""An old copy of the bot's database that is put back, and what has followed from it."""

import os
import re
import sqlite3
import subprocess
from contextlib import closing
from datetime import timedelta

import tomlkit

from tests.support import prefork
from tests.support.business import BOLA, SENDER, Business, told
from tests.support.recorder import Recorder

_SINCE = re.compile("\n⏰ Not accepted| since ")
_CHANGES = ("/update_status", "/create", "/assign/")


class Backup:
    """A copy of the bot's database, made while it works."""

    def __init__(self, business: Business) -> None:
        self._business = business
        self._file = business.town.folder / "handover.db"
        self._copy = business.town.folder / "copy.db"

    def make(self) -> None:
        with (
            closing(sqlite3.connect(self._file)) as there,
            closing(sqlite3.connect(self._copy)) as copy,
        ):
            there.backup(copy)

    def put_back(self) -> None:
        for file in self._business.town.folder.glob("handover.db-*"):
            file.unlink()
        self._copy.replace(self._file)

    async def is_put_back(self) -> None:
        """Put it back, and wait until nothing is due any more."""
        await self.begins()
        await self._business.town.idle()

    async def begins(self) -> None:
        """Stop the bot, put the copy in the place of its database, and start it again."""
        await self._business.town.stop_bot()
        self.put_back()
        await self.begins_again()

    async def begins_again(self) -> None:
        """Stop the bot, if it runs, and start it again a while later."""
        town = self._business.town
        await town.stop_bot()
        self._business.clock.advance(timedelta(seconds=10))
        await town.start_bot()


class CommandedBackup(Backup):
    """A backup by `handover backup`, while the bot works, put back by `handover restore`."""

    def make(self) -> None:
        self.file = self._business.town.folder / "backup.zip"
        self.does("backup", str(self.file))

    def put_back(self) -> None:
        self.does("restore", str(self.file))

    def does(self, *arguments: str, **environment: str) -> str:
        """What a command says that succeeds."""
        ended = self.tries(*arguments, **environment)
        assert ended.returncode == 0, ended.stderr
        return ended.stdout

    def tries(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run a command with the settings of the town's bot."""
        return prefork.run("bot", *self.command(*arguments), env={**os.environ, **environment})

    def command(self, *arguments: str) -> list[str]:
        config = self._business.town.folder / "config.toml"
        config.write_text(tomlkit.dumps(self._business.town.settings))
        return [*arguments, "--config", str(config)]


class Since:
    """What was sent to anybody, and asked of the fleet service, since a moment."""

    def __init__(self, business: Business, door: Recorder) -> None:
        self._telegram, self._door = business.town.telegram, door
        self._calls, self._asked = len(self._telegram.calls), len(door.paths)

    @property
    def sent(self) -> list[str]:
        calls = self._telegram.calls[self._calls :]
        said = [c for c in calls if c.method.startswith("send") and c.method != "sendChatAction"]
        return [each.arguments.get("text", "") for each in said]

    @property
    def changes(self) -> list[str]:
        asked = self._door.paths[self._asked :]
        return [path for path in asked if any(word in path for word in _CHANGES)]


def lasting(business: Business) -> list[list[str]]:
    """What stands in the chats, but for how long an order has waited: a copy cannot know."""
    people = (business.owner, business.musa, business.bola)
    return [[_SINCE.split(text)[0] for text in told(person)] for person in people]


async def brought(business: Business, order: str) -> None:
    await business.says(business.musa, f"/pickup {order} {business.code(order, SENDER)}")
    await business.says(business.musa, f"/dropoff {order} {business.code(order, BOLA)}")
