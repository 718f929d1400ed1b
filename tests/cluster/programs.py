"""The programs that a replicated PostgreSQL is made of, and where they are on this machine.

    python -m tests.cluster.programs

installs what is missing: Debian's packages, as root, and Patroni into an environment of its own,
since what it needs is not a business of the project's.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

_IS_ROOT = os.getuid() == 0
_PATRONI = Path("/opt/handover-patroni") if _IS_ROOT else Path(__file__).parents[2] / ".patroni"
# Root starts it as another user, who may come neither to the project nor to its Python.
_PYTHON = "/usr/bin/python3" if _IS_ROOT else sys.executable
_INSTALLING_SECONDS = 300
_PATRONI_WANTED = "patroni[etcd3,psycopg3]>=4"
_PATH = (*os.environ["PATH"].split(os.pathsep), "/usr/local/sbin", "/usr/sbin", "/sbin")


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A file, the package of Debian that brings it, and the folders in which it may be."""

    package: str
    folders: tuple[str, ...] = _PATH

    def find(self, name: str) -> Path | None:
        """Return the newest, where several versions stand side by side."""
        found: list[Path] = [
            path
            for folder in self.folders
            for path in Path("/").glob(f"{folder.strip('/')}/{name}")
        ]
        return max(found, default=None)


_WANTED: Mapping[str, _Wanted] = MappingProxyType(
    {
        "initdb": _Wanted("postgresql", ("/usr/lib/postgresql/*/bin",)),
        "etcd": _Wanted("etcd-server"),
        "haproxy": _Wanted("haproxy"),
        "pgbouncer": _Wanted("pgbouncer"),
        "libfaketime.so.1": _Wanted("libfaketime", ("/usr/lib/*/faketime",)),
    }
)


class ProgramsMissing(Exception):
    """Something is not installed; the message names it."""


@dataclass(frozen=True, slots=True)
class Programs:
    """Where each is; `postgresql` is the folder of the server's own programs."""

    postgresql: Path
    patroni: Path
    etcd: Path
    haproxy: Path
    pgbouncer: Path
    libfaketime: Path


def find() -> Programs:
    """Find all of them.

    Raises:
        ProgramsMissing: one is not there, or Patroni is too old.
    """
    found = {name: wanted.find(name) for name, wanted in _WANTED.items()}
    missing = [
        f"{name} (Debian: {wanted.package})"
        for name, wanted in _WANTED.items()
        if found[name] is None
    ]
    patroni = _patroni()
    if patroni is None:
        missing.append("Patroni 4 or newer (PyPI: patroni)")
    if missing:
        raise ProgramsMissing(f"not installed: {', '.join(missing)}")
    initdb, etcd, haproxy, pgbouncer, libfaketime = (found[name] or Path() for name in _WANTED)
    return Programs(initdb.parent, patroni or Path(), etcd, haproxy, pgbouncer, libfaketime)


def _patroni() -> Path | None:
    """Find a Patroni that is new enough: 3.0.2 gives the lead back to a frozen primary."""
    on_path = shutil.which("patroni")
    for program in (_PATRONI / "bin" / "patroni", *((Path(on_path),) if on_path else ())):
        if program.exists() and _version(program) >= 4:
            return program
    return None


def _version(patroni: Path) -> int:
    said = subprocess.run([patroni, "--version"], capture_output=True, text=True, check=False)
    found = re.search(r"(\d+)\.\d+", said.stdout)
    return int(found[1]) if found else 0


def install() -> None:
    """Install what is missing.

    Raises:
        ProgramsMissing: it could not be installed.
    """
    for command in _commands():
        try:
            subprocess.run(command, check=True, env=_environment(), timeout=_INSTALLING_SECONDS)
        except (subprocess.SubprocessError, OSError) as error:
            raise ProgramsMissing(f"failed: {' '.join(map(str, command))}") from error
    find()


def _commands() -> Iterator[list[str | Path]]:
    missing = [one.package for name, one in _WANTED.items() if one.find(name) is None]
    needs_patroni = _patroni() is None
    if needs_patroni and _IS_ROOT:
        missing.append("python3-venv")
    if missing:
        if not _IS_ROOT or shutil.which("apt-get") is None:
            raise ProgramsMissing(f"only root can install, with apt-get: {' '.join(missing)}")
        yield ["apt-get", "-qq", "update"]
        yield ["apt-get", "-qq", "install", "-y", "--no-install-recommends", *missing]
    if needs_patroni:
        yield [_PYTHON, "-m", "venv", _PATRONI]
        pip = _PATRONI / "bin" / "pip"
        yield [pip, "install", "--quiet", "--disable-pip-version-check", _PATRONI_WANTED]


def _environment() -> Mapping[str, str]:
    return {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}


if __name__ == "__main__":
    try:
        install()
    except ProgramsMissing as error:
        sys.exit(f"SKIPPED, no replicated PostgreSQL can be started here: {error}")
