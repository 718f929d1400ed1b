"""Processes that tests start: the server, and bots."""

import os
import re
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

_ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+")
_KEPT_LINES = 40
_STARTS_WITHIN = 60.0
_ENDS_WITHIN = 5.0


class Program:
    """A process whose output is read, and whose last lines are kept."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        self.command = list(command)
        self._lines: deque[str] = deque(maxlen=_KEPT_LINES)
        self._first_address = threading.Event()
        self._address = ""
        self._process = subprocess.Popen(  # noqa: S603 - the test says what it starts
            self.command,
            env={**os.environ, "PYTHONUNBUFFERED": "1", **environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def url(self) -> str:
        """Wait for the first address that it prints, and return it."""
        self._first_address.wait(_STARTS_WITHIN)
        if not self._address:
            raise RuntimeError(f"the server does not start:\n{self.output}")
        return self._address

    @property
    def output(self) -> str:
        """The last lines that it has printed."""
        return "".join(self._lines)

    @property
    def end(self) -> int | None:
        """The exit code, None while it runs."""
        return self._process.poll()

    def stop(self) -> None:
        """Terminate the process, and kill it if it does not end in time."""
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(_ENDS_WITHIN)
            except subprocess.TimeoutExpired:
                self._process.kill()
        self._process.wait()
        self._reader.join()

    def _read(self) -> None:
        assert self._process.stdout is not None  # noqa: S101 - it is a pipe
        with self._process.stdout as lines:
            for line in lines:
                self._lines.append(line)
                found = _ADDRESS.search(line)
                # The first printed address is that of the server.
                if found and not self._address:
                    self._address = found[0]
                    self._first_address.set()
        self._first_address.set()


@contextmanager
def started_server(*options: str) -> Iterator[Program]:
    """Run `handover telegram` without limits or people on a free port."""
    # -P: modules in the current folder must not shadow those of the server.
    command = [sys.executable, "-P", "-m", "bot", "telegram", "--port", "0", "--quiet"]
    # On PYTHONPATH, since the tested project may have a package called `bot` too.
    folders = Path(__file__).resolve().parents
    home = next(folder for folder in folders if (folder / "bot" / "__main__.py").is_file())
    server = Program([*command, "--empty", "--no-limits", *options], {"PYTHONPATH": str(home)})
    try:
        server.url()
        yield server
    finally:
        server.stop()
