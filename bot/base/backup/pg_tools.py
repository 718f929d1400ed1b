"""PostgreSQL's own programs, with the address of a database. It needs the extra `postgres`."""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from psycopg.pq import Conninfo
from sqlalchemy import URL, create_engine

from bot.base.backup.archive import CHUNK, Measured
from bot.base.backup.manifest import BackupFailed

_PACKAGE = "install PostgreSQL's client programs (Debian: postgresql-client)"
_LOCK_WAIT_MS = 30_000
_VERSION = re.compile(r"\d+")

Moved = Callable[[int], None]
"""A function that is called with the number of bytes moved so far."""


def program(name: str, server: int = 0) -> str:
    """Find a program of PostgreSQL on the PATH that understands a server of this major version.

    Raises:
        BackupFailed: there is none, or it is older.
    """
    path = shutil.which(name)
    if path is None:
        raise BackupFailed(f"There is no program {name} on the PATH: {_PACKAGE}.")
    answer = subprocess.run(  # noqa: S603 - PostgreSQL's own
        [path, "--version"], capture_output=True, text=True, check=False
    )
    major = _VERSION.search(answer.stdout)
    version = int(major.group()) if major else 0
    if version < server:
        raise BackupFailed(
            f"{path} is of version {version} and the server of version {server}: {_PACKAGE} of"
            f" version {server} or later, first on the PATH."
        )
    return path


def dump(address: URL, server: int, into: Measured, moved: Moved) -> None:
    """Write a dump of a database as it is at one moment.

    Raises:
        BackupFailed: it could not be made.
    """
    command = [program("pg_dump", server), "-Fc", "--no-owner", "--no-privileges"]
    command.append(f"--lock-wait-timeout={_LOCK_WAIT_MS}")
    with _running(command, environment(address), stdout=subprocess.PIPE) as dumping:
        done = 0
        while chunk := dumping.output(CHUNK):
            into.write(chunk)
            done += len(chunk)
            moved(done)
        dumping.must_succeed()


def check_dump(dumped: IO[bytes]) -> None:
    """Check that the content of a dump can be listed, and read the dump to its end.

    Raises:
        BackupFailed: it cannot be.
    """
    listing = [program("pg_restore"), "--list"]
    with _running(listing, os.environ, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as running:
        while chunk := dumped.read(CHUNK):
            with suppress(BrokenPipeError):  # the list is at the beginning
                running.say(chunk)
        running.must_succeed()


def restore(
    address: URL, server: int, dumped: Path, *, before: str, after: str, moved: Moved
) -> None:
    """Run the SQL `before`, restore a dump, and run the SQL `after`, in one transaction.

    Raises:
        BackupFailed: it could not be done, and nothing is changed.
    """
    reading = [
        program("pg_restore", server),
        "--no-owner",
        "--no-privileges",
        "-f",
        "-",
        str(dumped),
    ]
    writing = [program("psql", server), "-X", "-q", "-v", "ON_ERROR_STOP=1", "-1", "-f", "-"]
    with (
        _running(
            writing, environment(address), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
        ) as psql,
        _running(reading, os.environ, stdout=subprocess.PIPE) as script,
    ):
        try:
            psql.say(before.encode())
            done = 0
            while chunk := script.output(CHUNK):
                psql.say(chunk)
                done += len(chunk)
                moved(done)
            script.must_succeed()  # otherwise an incomplete script would be committed
            psql.say(after.encode())
        except BrokenPipeError:  # psql has ended, and says why
            script.kill()
        psql.must_succeed()


def environment(address: URL) -> dict[str, str]:
    """Return the environment in which PostgreSQL's programs find a database.

    Their arguments, unlike the environment, can be seen by every user, and hold a password.
    """
    _, parameters = create_engine(address).dialect.create_connect_args(address)
    environment = dict(os.environ)
    for each in Conninfo.get_defaults():
        value = parameters.get(each.keyword.decode())
        if value is not None and each.envvar:
            environment[each.envvar.decode()] = str(value)
    return environment


class _Program:
    """A running program; its error output goes to a file, which never blocks it."""

    def __init__(self, process: subprocess.Popen[bytes], errors: IO[bytes]) -> None:
        self._process = process
        self._errors = errors

    def output(self, most: int) -> bytes:
        return self._process.stdout.read(most) if self._process.stdout else b""

    def say(self, words: bytes) -> None:
        if self._process.stdin:
            self._process.stdin.write(words)

    def kill(self) -> None:
        self._process.kill()

    def must_succeed(self) -> None:
        """Wait for its end, after its whole input was written.

        Raises:
            BackupFailed: it has failed; says what it said.
        """
        if self._process.stdin:
            with suppress(BrokenPipeError):
                self._process.stdin.close()
        if self._process.wait() == 0:
            return
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").strip().splitlines()
        errors = [line for line in lines if "ERROR" in line or "error:" in line]
        most_telling = (errors or lines or ["it says nothing"])[0].removesuffix(".")
        name = Path(str(self._process.args[0])).name  # type: ignore[index]
        raise BackupFailed(f"{name} has failed: {most_telling}.")


@contextmanager
def _running(
    command: list[str],
    environment: Mapping[str, str],
    *,
    stdin: int = subprocess.DEVNULL,
    stdout: int,
) -> Iterator[_Program]:
    with (
        tempfile.TemporaryFile() as errors,
        subprocess.Popen(  # noqa: S603 - likewise
            command, env=environment, stdin=stdin, stdout=stdout, stderr=errors
        ) as process,
    ):
        try:
            yield _Program(process, errors)
        except BaseException:
            process.kill()  # before its input ends: it must not take the part for the whole
            if process.stdin:
                with suppress(BrokenPipeError):
                    process.stdin.close()
            raise
