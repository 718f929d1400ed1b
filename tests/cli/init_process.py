"""`handover init` as a process at a terminal of its own."""

import asyncio
import os
import pty
import re
import signal
import termios
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from bot.demo.town import Town, free_port
from tests.support import prefork
from tests.support.patience import PATIENCE

ROOT = Path(__file__).parents[2]


def environment(town: Town) -> dict[str, str]:
    """What the settings of a bot in this town have that no person is asked for."""
    port, files = free_port(), town.certificates
    settings = {
        "TELEGRAM__API_URL": town.settings["telegram"]["api_url"],
        "FLEET__CA_FILE": str(files.authority),
        "WEB__PORT": str(port),
        "WEB__PUBLIC_URL": f"https://127.0.0.1:{port}",
        "WEB__TLS_CERT": str(files.certificate),
        "WEB__TLS_KEY": str(files.key),
    }
    overruling = {f"HANDOVER_{name}": value for name, value in settings.items()}
    return {**environment_of_file(), **overruling}


def environment_of_file() -> dict[str, str]:
    """Nothing but what any program has: all settings stand in the file."""
    return {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "200"}


class AtTerminal:
    """The person in front of the terminal: what they read, and what they type."""

    def __init__(self, process: prefork.Program, master: int) -> None:
        self._process = process
        self._master = master
        self._unread = ""
        self._more = asyncio.Event()
        self.shown = ""
        asyncio.get_running_loop().add_reader(master, self._read)

    def _read(self) -> None:
        try:
            some = os.read(self._master, 65_536).decode(errors="replace")
        except OSError:  # it has ended
            some = ""
        if not some:
            asyncio.get_running_loop().remove_reader(self._master)
        self.shown += some
        self._unread += some
        self._more.set()

    async def reads(self, words: str) -> str:
        """Read until these words; return what came until them, and them."""
        try:
            await asyncio.wait_for(self._has_come(words), PATIENCE)
        except TimeoutError:
            raise AssertionError(f"{words!r} never came: {self._unread!r}") from None
        until, words, self._unread = self._unread.partition(words)
        return until + words

    async def _has_come(self, words: str) -> None:
        while words not in self._unread:
            self._more.clear()
            await self._more.wait()

    @property
    def sees_what_they_type(self) -> bool:
        _, _, _, local_modes, *_ = termios.tcgetattr(self._master)
        return bool(local_modes & termios.ECHO)

    def kills(self, number: signal.Signals) -> None:
        self._process.send_signal(number)

    def types(self, text: str) -> None:
        os.write(self._master, text.encode())

    async def answers(self, question: str, answer: str) -> None:
        await self.reads(f"{question}: " if question.endswith(")") else question)
        self.types(f"{answer}\n")

    async def ends(self) -> int:
        async with asyncio.timeout(PATIENCE):
            return await self._process.wait()


@asynccontextmanager
async def init_at_terminal(
    folder: Path, variables: dict[str, str], *arguments: str
) -> AsyncIterator[AtTerminal]:
    master, slave = pty.openpty()
    process = await prefork.start(
        "bot",
        "init",
        *arguments,
        cwd=folder,
        env=variables,
        stdin=slave,
        stdout=slave,
        stderr=slave,
        has_terminal=True,
    )
    os.close(slave)
    person = AtTerminal(process, master)
    try:
        yield person
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
        asyncio.get_running_loop().remove_reader(master)
        os.close(master)


def code_in(shown: str) -> str:
    (code,) = re.findall(r"start=([A-Z2-9]{8}) ", shown)
    return code


async def command(words: str, folder: Path, variables: dict[str, str]) -> tuple[int, str]:
    process = await start(words, folder, variables)
    printed, _ = await process.communicate()
    assert process.returncode is not None
    return process.returncode, printed.decode()


async def start(words: str, folder: Path, variables: dict[str, str]) -> prefork.Program:
    return await prefork.start(
        "bot",
        *words.split(),
        cwd=folder,
        env=variables,
        stdout=prefork.PIPE,
        stderr=prefork.STDOUT,
    )


async def until(town: Town, holds: Callable[[], bool]) -> None:
    """Wait until something holds, which people in the town can see."""
    changed = asyncio.Event()
    town.telegram.listeners.append(lambda _event: changed.set())
    async with asyncio.timeout(PATIENCE):
        while not holds():
            changed.clear()
            await changed.wait()
