"""Where examples come from: the libraries' own source packages, fetched and never kept here."""

import re
import subprocess
import sys
import tarfile
from pathlib import Path

_TOKEN_PLACES = re.compile(
    r"""(["'])(?:TOKEN|token|<TOKEN>|<api_token>|<your_token>)\1|(?<=new Bot\()""(?=\))"""
)
_QUICK_START = re.compile(r"^```ts\n(const \{ Bot \} = require.*?)^```", re.MULTILINE | re.DOTALL)
_PIP = (sys.executable, "-m", "pip", "download", "--quiet", "--no-deps")


class Unreachable(Exception):
    """The index of packages does not answer, or does not have it."""


def fetch_python(package: str, folder: Path) -> Path:
    """Return the folder of a library's examples, from its source package."""
    _run(*_PIP, "--no-binary", package, "--dest", str(folder), package, folder=folder)
    [archive] = folder.glob(f"{package.replace('-', '?')}-*.tar.gz".lower())
    with tarfile.open(archive) as files:
        files.extractall(folder, filter="data")
    return next(folder.glob("*/examples"))


def fetch_grammy(folder: Path) -> Path:
    """Install grammY with npm; write down the quick start of its own page next to it."""
    _run("npm", "install", "--silent", "--no-audit", "--no-fund", "grammy", folder=folder)
    page = (folder / "node_modules" / "grammy" / "README.md").read_text()
    [code] = _QUICK_START.findall(page)
    (folder / "bot.js").write_text(code)
    return folder


def with_token(example: Path, token: str) -> Path:
    """Put the token where an example says that it belongs; nothing else is changed.

    Where it asks its environment for one, the file stays as it is.
    """
    words = example.read_text()
    changed = _TOKEN_PLACES.sub(lambda _: f'"{token}"', words)
    made = example.with_name(f"with_token_{example.name}")
    made.write_text(changed)
    return made


def _run(*command: str, folder: Path) -> None:
    told = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if told.returncode:
        raise Unreachable(told.stderr.strip()[-500:])
