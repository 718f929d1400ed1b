"""Files with people's data, which only their owner can read."""

import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from sqlalchemy.engine import URL

_BESIDE = ("", "-wal", "-shm", "-journal", ".lock")
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def keep_private(url: URL) -> None:
    """Make a SQLite file readable for its owner alone; SQLite gives its other files the same mode.

    Raises:
        OSError: it cannot be made, or belongs to another user and is open to others.
    """
    if url.get_backend_name() != "sqlite" or url.database in {None, "", ":memory:"}:
        return
    os.close(os.open(str(url.database), os.O_CREAT | os.O_RDWR, 0o600))
    for end in _BESIDE:
        file = Path(f"{url.database}{end}")
        if file.exists() and is_open_to_others(file):
            file.chmod(0o600)


def replace_file(
    file: Path, content: bytes, *, on_disk: bool = False, group: int | None = None
) -> None:
    """Replace the content of a file in one step, so that it is never half written.

    Only its owner can read it, and the owner stays the same even if root replaces it. With
    `on_disk` this also holds if the machine loses power. A `group`, by number, may read it, too.

    Raises:
        OSError: it cannot be written.
    """
    with being_replaced(file, on_disk=on_disk, group=group) as opened:
        opened.write(content)


@contextmanager
def being_replaced(
    file: Path, *, on_disk: bool = False, group: int | None = None
) -> Iterator[BinaryIO]:
    """Do the same with content that is written bit by bit; if that fails, nothing of it stays.

    Raises:
        OSError: it cannot be written.
    """
    # In the same folder: only inside one file system can a file replace another in one step.
    descriptor, new = tempfile.mkstemp(prefix=f"{file.name}.", dir=file.parent)
    try:
        with os.fdopen(descriptor, "wb") as opened:
            yield opened
            if os.geteuid() == 0 and file.exists():
                os.fchown(descriptor, file.stat().st_uid, -1)
            if group is not None:
                os.fchown(descriptor, -1, group)
                os.fchmod(descriptor, 0o640)
            if on_disk:
                opened.flush()
                os.fsync(opened.fileno())
        Path(new).replace(file)
    except BaseException:
        Path(new).unlink(missing_ok=True)
        raise


def reading_group(file: Path) -> int | None:
    """Return the number of the group that may read a file which is closed to everybody else."""
    status = file.stat()
    is_for_group = status.st_mode & stat.S_IRGRP and not status.st_mode & stat.S_IRWXO
    return status.st_gid if is_for_group else None


def is_open_to_others(file: Path) -> bool:
    return bool(file.stat().st_mode & _OTHERS)
