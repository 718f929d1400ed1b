"""A small disk for what the bot remembers, which can be filled to the last byte."""

import os
import subprocess
from contextlib import suppress
from pathlib import Path

_MEGABYTES = 48
_PIECES = (2**20, 2**12, 1)


class SmallDisk:
    """A file system of a few megabytes at `folder`, where this process may mount one.

    `is_small` tells whether it could; otherwise the folder is one like any other.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        folder.chmod(0o711)
        self._folder = folder
        self._filler = folder / "filler"
        options = ["-o", f"size={_MEGABYTES}m,mode=711"]
        self.is_small = os.getuid() == 0 and _succeeds(
            ["mount", "-t", "tmpfs", *options, "tmpfs", str(folder)]
        )

    def fill(self) -> None:
        """Leave no room for another byte."""
        with self._filler.open("wb", buffering=0) as file:
            for size in _PIECES:
                with suppress(OSError):
                    while True:
                        file.write(bytes(size))

    def clear(self) -> None:
        self._filler.unlink(missing_ok=True)

    def close(self) -> None:
        """Give it back, with all that is on it."""
        self.clear()
        if self.is_small:
            # Whoever still has a file open there has been killed, and is about to be gone.
            _succeeds(["umount", "--lazy", str(self._folder)])


def _succeeds(command: list[str]) -> bool:
    with suppress(OSError):
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    return False
