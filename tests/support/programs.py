"""Programs of the machine that some tests run."""

import os
import shutil
from typing import NoReturn

import pytest

NEEDED = "HANDOVER_NEEDS_PROGRAMS"
"""Set where all of them are installed, as by `.ci/run`: then none may be missing."""


def program(name: str, package: str) -> str:
    """Return where a program is; skip the test where it is not, and say how to get it."""
    found = shutil.which(name)
    if found is None:
        lacking(f"There is no {name} here (Debian: {package}).")
    return found


def lacking(words: str) -> NoReturn:
    """Skip the test for want of what it runs; fail it where nothing may be missing."""
    (pytest.fail if NEEDED in os.environ else pytest.skip)(words)
