"""Files with people's data: nobody but their owner reads them."""

import os
import stat
from pathlib import Path

from sqlalchemy.engine import URL

_BESIDE = ("", "-wal", "-shm", "-journal", ".lock")
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def keep_private(url: URL) -> None:
    """Make a SQLite file readable for its owner alone; what stands beside it takes after it.

    Raises:
        OSError: it cannot be made, or is somebody else's and open to others.
    """
    if url.get_backend_name() != "sqlite" or url.database in {None, "", ":memory:"}:
        return
    os.close(os.open(str(url.database), os.O_CREAT | os.O_RDWR, 0o600))
    for end in _BESIDE:
        file = Path(f"{url.database}{end}")
        if file.exists() and is_open_to_others(file):
            file.chmod(0o600)


def is_open_to_others(file: Path) -> bool:
    return bool(file.stat().st_mode & _OTHERS)
