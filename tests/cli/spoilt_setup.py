"""A town that stays, and the settings files of its bot, each spoilt by a mistake."""

import asyncio
import json
import os
import signal
import socket
import sqlite3
from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Thread, Timer
from typing import Any

import tomlkit
import trustme
from cryptography.hazmat.primitives import serialization
from typer.testing import CliRunner, Result

from bot.base.clock import SystemClock
from bot.base.database.database import Database
from bot.base.vault import Vault, key_from
from bot.cli import app
from bot.demo.town import Town, free_port
from bot.store import meta, seals
from bot.store.meta import Owner
from bot.store.schema import SCHEMA
from tests.cli.mistakes import CANARY, Mistake
from tests.support.patience import PATIENCE
from tests.support.photo_door import WITHOUT_DOOR

Tables = dict[str, dict[str, Any]]


@contextmanager
def standing_town(folder: Path) -> Iterator[Town]:
    """A town without its bot, which goes on in a thread while commands run in this one."""
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever, daemon=True)
    thread.start()

    def done(work: Any) -> Any:
        future: Future[Any] = asyncio.run_coroutine_threadsafe(work, loop)
        return future.result(timeout=PATIENCE)

    async def build() -> Town:
        return await Town(folder, mode="polling").__aenter__()

    town = done(build())
    try:
        yield town
    finally:
        done(town.__aexit__(None, None, None))
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


class Setup:
    """The settings of a bot in a folder of its own, which a mistake spoils."""

    def __init__(self, town: Town, folder: Path, taken: int) -> None:
        self._town = town
        self._taken = taken
        self.folder = folder
        self.config = folder / "config.toml"
        port = free_port()
        self.door = {f"fleet.{name}": town.settings["fleet"][name] for name in WITHOUT_DOOR}
        web = {"port": port, "public_url": f"https://127.0.0.1:{port}"}
        self.settings: Tables = {
            **town.settings,
            "fleet": {**town.settings["fleet"], **WITHOUT_DOOR},
            "web": {**town.settings["web"], **web},
            "store": {
                "url": f"sqlite+aiosqlite:///{folder}/handover.db",
                "key_file": str(folder / "handover.key"),
            },
        }

    def says(self, text: str) -> str:
        """Fill in what `<words>` stand for."""
        for words, stands in self._words().items():
            text = text.replace(f"<{words}>", stands)
        return text

    def _words(self) -> Mapping[str, str]:
        town = self._town
        return {
            "folder": str(self.folder),
            "file": str(self.config),
            "fleet": f"https://127.0.0.1:{town.fleet_port}",
            "telegram": town.settings["telegram"]["api_url"],
            "bot id": str(town.account.id),
            "taken": str(self._taken),
            "service's database": f"{town.folder}/fleet.db",
            "another key": f"{town.folder}/other-key.pem",
            "locked key": f"{town.folder}/locked-key.pem",
        }

    def spoil(self, mistake: Mistake) -> None:
        changed: Tables = json.loads(json.dumps(self.settings))
        for section, values in mistake.change.items():
            if values is None:
                del changed[section]
                continue
            inner = changed.setdefault(section, {})
            inner.update(json.loads(self.says(json.dumps(dict(values)))))
            changed[section] = {key: held for key, held in inner.items() if held is not None}
        raw = mistake.raw or (mistake.text + tomlkit.dumps(changed)).encode()
        self.config.write_bytes(raw)
        if mistake.before:
            getattr(self, mistake.before)()

    def runs(self, mistake: Mistake) -> Result:
        """What becomes of `handover run`; where it refuses nothing, it is stopped after a while."""
        stop = Timer(PATIENCE, os.kill, (os.getpid(), signal.SIGTERM))
        stop.start()
        try:
            return self.command("run", mistake)
        finally:
            stop.cancel()

    def command(self, name: str, mistake: Mistake) -> Result:
        variables = {f"HANDOVER_{key}": held for key, held in mistake.environment.items()}
        command = [name, "--config", str(self.config)]
        return CliRunner().invoke(app, command, env=variables)

    @property
    def secrets(self) -> list[str]:
        return [self._town.account.token, self._town.api_key, CANARY, "the-demo-needs-no-better"]

    def files(self) -> list[str]:
        return sorted(path.name for path in self.folder.iterdir())

    def make_it_a_folder(self) -> None:
        self.config.unlink()
        self.config.mkdir()

    def take_it_away(self) -> None:
        self.config.unlink()

    def open_the_key_file(self) -> None:
        Vault(key_from(self.folder / "handover.key"))
        (self.folder / "handover.key").chmod(0o644)

    def make_a_later_database(self) -> None:
        with closing(sqlite3.connect(self.folder / "handover.db")) as later:
            later.execute("CREATE TABLE people (user_id INTEGER)")
            later.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
            later.execute("INSERT INTO alembic_version VALUES ('9999')")
            later.commit()

    def make_a_database_of_another_key(self) -> None:
        asyncio.run(self.make_database(key="another-key"))

    def make_a_database_of_production(self) -> None:
        asyncio.run(self.make_database(environment="production"))

    def make_a_database_of_another_bot(self) -> None:
        asyncio.run(self.make_database(bot="5"))

    def make_a_database_of_another_key_file(self) -> None:
        asyncio.run(self.make_database())
        (self.folder / "handover.key").write_bytes(os.urandom(32))

    async def make_database(self, **facts: str) -> None:
        """Make the bot's database, bound to whom the settings name but for these facts."""
        fleet = self.settings["fleet"]
        usual = {
            "bot": str(self._town.account.id),
            "environment": fleet["environment"],
            "key": fleet["api_key"],
        }
        vault = Vault(key_from(self.folder / "handover.key"))
        database = Database(self.settings["store"]["url"], SCHEMA, vault, SystemClock())
        await database.open()
        await database.write(meta.bind, Owner(**{**usual, **facts}))
        await database.write(seals.check)
        await database.close()


def make_keys(town: Town) -> None:
    """Put next to the town's files a key of another certificate, and its own under a password."""
    own = serialization.load_pem_private_key(town.certificates.key.read_bytes(), None)
    (town.folder / "locked-key.pem").write_bytes(
        own.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.BestAvailableEncryption(CANARY.encode()),
        )
    )
    other = trustme.CA().issue_cert("127.0.0.1")
    other.private_key_pem.write_to_path(str(town.folder / "other-key.pem"))


@contextmanager
def taken_port() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        yield taken.getsockname()[1]
