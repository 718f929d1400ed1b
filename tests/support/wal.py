"""SQLite's write-ahead log, as its file format describes it: which commits are in it."""

import struct
from pathlib import Path

_HEADER, _FRAME_HEADER = 32, 24


def commits(database: Path) -> int:
    """Count the commits since the last checkpoint (https://www.sqlite.org/fileformat2.html#walformat)."""
    log = Path(f"{database}-wal").read_bytes()
    if len(log) < _HEADER:  # nothing was written yet
        return 0
    _, _, page_size, _, salt_1, salt_2 = struct.unpack(">6I", log[:24])
    count = 0
    for start in range(_HEADER, len(log) - page_size, _FRAME_HEADER + page_size):
        _, pages_after_commit, *salts = struct.unpack(">4I", log[start : start + 16])
        if salts != [salt_1, salt_2]:  # left over from before the last checkpoint
            break
        count += pages_after_commit > 0
    return count
