"""Every command that lasts is told to stop, at every moment of its first three seconds.

`python -m tests.cli.interrupts` tries each with both signals every 50 ms, and prints what it finds.
Times are counted from the first line of the program, where it is held until it is watched: before
that, Python itself is told.
"""

import asyncio
import json
import os
import pty
import signal
import socket
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import tomlkit

from bot.demo.town import Town, free_port
from tests.support import prefork
from tests.support.patience import PATIENCE

SIGNALS = (signal.SIGINT, signal.SIGTERM)
_BALLAST = 30 * 2**20
"""Bytes in the database: a backup of nothing would be over before anybody could stop it."""

_LOOK_SECONDS = 0.01

_HELD = """
import os, runpy, signal, sys

class Hold:
    def find_spec(self, name, *_):
        if name == "bot.cli":
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGSTOP)

sys.meta_path.insert(0, Hold())
runpy.run_module("bot", run_name="__main__", alter_sys=True)
"""
"""The program, which holds still once it catches signals, before it has come any further."""


@dataclass(frozen=True)
class Lasting:
    """A command that lasts; `{folder}` in its words is where it works."""

    words: str
    runs_until_stopped: bool = False
    at_a_terminal: bool = False


COMMANDS = {
    "run": Lasting("run --config {folder}/config.toml", runs_until_stopped=True),
    "service run": Lasting("service run", runs_until_stopped=True),
    "demo": Lasting("demo"),
    "demo's page": Lasting("demo --port 0", runs_until_stopped=True, at_a_terminal=True),
    "check": Lasting("check --config {folder}/config.toml"),
    "backup": Lasting("backup {folder}/backups --config {folder}/config.toml"),
    "restore": Lasting("restore {folder}/backup.zip --config {folder}/config.toml"),
}


@dataclass
class Ended:
    """How it ended: `faults` says what must not be."""

    code: int
    faults: list[str] = field(default_factory=list)


class Grounds:
    """A town, its bot's settings with a database and a backup, and a folder for each attempt."""

    def __init__(self, town: Town, folder: Path) -> None:
        self._town = town
        self._folder = folder
        self._attempts = 0

    async def interrupted(self, name: str, how: signal.Signals, seconds: float) -> Ended:
        """Run a command, tell it to stop after some time, and look at what it leaves."""
        self._attempts += 1
        lasting, folder = COMMANDS[name], self._folder / str(self._attempts)
        ports = self._prepared(name, folder)
        command = [sys.executable, "-c", _HELD, *lasting.words.format(folder=folder).split()]
        environment = {
            **os.environ,
            "TMPDIR": str(folder / "tmp"),
            "HANDOVER_SERVICE__WEB__PORT": str(ports[-1]),
        }
        code, errors = await _told_to_stop(command, folder, environment, lasting, how, seconds)
        # It is killed by the signal, which says the same, where Python itself is ending already.
        usual = {0, 128 + how, -how}
        ended = Ended(code, [] if code in usual else [f"ends with {code}"])
        ended.faults += _said_too_much(errors) + _left_behind(folder) + _taken(ports)
        if not lasting.runs_until_stopped and code == 0 and name != "check":
            ended.faults += _not_done(name, folder)
        return ended

    def _prepared(self, name: str, folder: Path) -> tuple[int, ...]:
        """Make the folder in which it works; return the ports on which it may listen."""
        for each in (folder, folder / "tmp", folder / "backups"):
            each.mkdir()
        port = free_port()
        settings = self._town.settings
        url = f"https://127.0.0.1:{port}"
        settings["web"] = {**settings["web"], "port": port, "public_url": url}
        has_database = name in {"backup", "restore"}
        settings["store"] = {
            "url": f"sqlite+aiosqlite:///{folder}/handover.db",
            # A start without a database would be refused next to the key file of another one.
            "key_file": f"{self._town.folder if has_database else folder}/handover.key",
        }
        (folder / "config.toml").write_text(tomlkit.dumps(settings))
        if has_database:
            os.link(self._folder / "backup.zip", folder / "backup.zip")
            (folder / "handover.db").write_bytes((self._folder / "whole.db").read_bytes())
        return (port, free_port())


@asynccontextmanager
async def grounds(folder: Path) -> AsyncIterator[Grounds]:
    town_folder, attempts = folder / "town", folder / "attempts"
    town_folder.mkdir()
    attempts.mkdir()
    async with Town(town_folder, mode="polling") as town:
        await (await town.start_bot()).idle()
        await town.stop_bot()
        with closing(sqlite3.connect(town_folder / "handover.db")) as database:
            database.execute("CREATE TABLE ballast (heavy)")
            database.execute("INSERT INTO ballast VALUES (randomblob(?))", (_BALLAST,))
            database.commit()
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        (attempts / "whole.db").write_bytes((town_folder / "handover.db").read_bytes())
        (town_folder / "config.toml").write_text(tomlkit.dumps(town.settings))
        made = await prefork.start(
            "bot",
            *("backup", str(attempts / "backup.zip")),
            *("--config", str(town_folder / "config.toml")),
            stdout=prefork.DEVNULL,
        )
        assert await made.wait() == 0
        yield Grounds(town, attempts)


async def _told_to_stop(
    command: list[str],
    folder: Path,
    environment: dict[str, str],
    lasting: Lasting,
    how: signal.Signals,
    seconds: float,
) -> tuple[int, str]:
    ours, theirs = pty.openpty()
    with (
        os.fdopen(ours, "rb"),
        os.fdopen(theirs, "wb") as terminal,
        (folder / "errors").open("wb") as errors,
    ):
        out = terminal if lasting.at_a_terminal else asyncio.subprocess.DEVNULL
        process = await asyncio.create_subprocess_exec(
            *command, cwd=folder, env=environment, stdin=out, stdout=out, stderr=errors
        )
        await _first_line(process)
        if seconds:
            process.send_signal(signal.SIGCONT)
            await asyncio.sleep(seconds)
        if process.returncode is None:
            process.send_signal(how)
            process.send_signal(signal.SIGCONT)
        async with asyncio.timeout(PATIENCE):
            code = await process.wait()
    return code, (folder / "errors").read_text()


async def _first_line(process: asyncio.subprocess.Process) -> None:
    """Wait until the program holds still."""
    status = Path(f"/proc/{process.pid}/status")
    while process.returncode is None:
        if "State:\tT" in status.read_text():
            return
        await asyncio.sleep(_LOOK_SECONDS)


def _said_too_much(errors: str) -> list[str]:
    said = [line for line in errors.splitlines() if line and not _is_logged(line)]
    return [f"says: {errors}"] if len(said) > 1 or "Traceback" in errors else []


def _is_logged(line: str) -> bool:
    try:
        return json.loads(line)["level"] in {"info", "warning"}
    except (ValueError, TypeError, KeyError):
        return False


def _left_behind(folder: Path) -> list[str]:
    left = [*(folder / "tmp").iterdir(), *folder.rglob(".handover*")]
    left += [each for each in (folder / "backups").iterdir() if each.suffix != ".zip"]
    faults = [f"leaves {each.name}" for each in left]
    for database in folder.glob("*.db"):
        with closing(sqlite3.connect(database)) as opened:
            found = opened.execute("PRAGMA integrity_check").fetchone()
        if found != ("ok",):
            faults.append(f"leaves {database.name} broken: {found}")
    return faults


def _taken(ports: tuple[int, ...]) -> list[str]:
    faults = []
    for port in ports:
        try:
            socket.create_server(("127.0.0.1", port)).close()
        except OSError:
            faults.append(f"holds port {port}")
    return faults


def _not_done(name: str, folder: Path) -> list[str]:
    """Tell where it says that all is well, and is not."""
    if name == "backup" and not list((folder / "backups").iterdir()):
        return ["has made no backup"]
    if name == "restore" and not list(folder.glob("*.before-*")):
        return ["has put nothing back"]
    return []


def _say(what: str) -> None:
    sys.stdout.write(f"{what}\n")
    sys.stdout.flush()


async def _sweep() -> int:
    with TemporaryDirectory() as folder:
        async with grounds(Path(folder)) as ground:
            faulty = 0
            for name in COMMANDS:
                codes: dict[int, int] = {}
                for step in range(61):
                    for how in SIGNALS:
                        ended = await ground.interrupted(name, how, step * 0.05)
                        codes[ended.code] = codes.get(ended.code, 0) + 1
                        faulty += bool(ended.faults)
                        for fault in ended.faults:
                            _say(f"{name}, {how.name} after {step * 50} ms: {fault}")
                _say(f"{name}: {codes}")
    _say(f"{faulty} ended badly.")
    return min(faulty, 1)


if __name__ == "__main__":
    sys.exit(asyncio.run(_sweep()))
