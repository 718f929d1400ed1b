"""A client that openapi-python-client generates from a page, with a generator of its own.

The generator wants other versions of libraries than this project does, so it is installed into a
folder apart. What it generates needs httpx and attrs alone, which are here anyway.
"""

import os
import subprocess
import sys
from pathlib import Path

from tests.support.programs import lacking

_PIP = (sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")


def install_generator(folder: Path) -> Path:
    """Return the folder that the generator is installed in."""
    told = _run(*_PIP, "--target", folder, "openapi-python-client>=0.29,<1", at=folder.parent)
    if told.returncode:
        lacking(f"The index of packages does not answer: {told.stderr.strip()[-500:]}")
    return folder


def generate(generator: Path, page: Path, package: Path) -> str:
    """Generate `package` from the page in a file; return what the generator says of it."""
    told = _run(
        *(sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none"),
        *("--path", page, "--output-path", package),
        at=package.parent,
        PYTHONPATH=str(generator),
        PATH=os.pathsep.join((str(generator / "bin"), os.environ["PATH"])),
    )
    assert told.returncode == 0, told.stdout + told.stderr
    return told.stdout + told.stderr


def _run(*command: str | Path, at: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=at,
        env=os.environ | variables,
        capture_output=True,
        text=True,
        check=False,
    )
