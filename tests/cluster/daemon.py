"""A program of the cluster: it runs in a session of its own, and never as root."""

import asyncio
import os
import pwd
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

_USER = "postgres"
"""Debian's package makes it; PostgreSQL refuses to run as root."""

_END_SECONDS = 20.0


def give_away(folder: Path) -> None:
    """Let the user of the programs own a folder, where they run as another one than we."""
    folder.chmod(0o700)
    if os.getuid() == 0:
        shutil.chown(folder, _USER, _USER)


class Daemon:
    """A program with its log in a folder. It can be started again after it was killed."""

    def __init__(self, name: str, folder: Path, *command: str | Path) -> None:
        self.name = name
        self._folder = folder
        self._command = command
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with (self._folder / f"{self.name}.log").open("ab") as log:
            self._process = subprocess.Popen(
                self._command,
                cwd=self._folder,
                env={"PATH": os.environ["PATH"], "HOME": str(self._folder), "LANG": "C.UTF-8"},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                **_not_root(),
            )

    async def kill(self) -> None:
        """End it with SIGKILL."""
        if self._process is not None:
            tell([self._process.pid], signal.SIGKILL)
            await asyncio.to_thread(self._process.wait, _END_SECONDS)


def tell(pids: list[int], number: signal.Signals) -> None:
    """Send a signal to processes; those that have ended do not hear it."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, number)


def family(pid: int) -> Iterator[int]:
    """Return a process and all that it has started, and these."""
    yield pid
    with suppress(OSError):
        for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
            yield from family(int(child))


def _not_root() -> dict[str, Any]:
    if os.getuid() != 0:
        return {}
    user = pwd.getpwnam(_USER)
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
