"""Files that were sent: kept in memory, found by id or by path."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from bot.demo.telegram.refusals import Refusal

MAX_DOWNLOAD = 20 * 1024 * 1024
"""Bytes of the largest file that `getFile` hands out."""

# Kinds that Telegram converts; documents keep the suffix of their name.
_SUFFIXES: Mapping[str, str] = {"photo": ".jpg", "voice": ".oga", "sticker": ".webp"}


@dataclass(frozen=True, slots=True)
class StoredFile:
    """One file and the ids under which bots use it again."""

    file_id: str
    file_unique_id: str
    kind: str
    name: str
    path: str
    content: bytes

    def as_json(self) -> dict[str, Any]:
        return {
            "file_id": self.file_id,
            "file_unique_id": self.file_unique_id,
            "file_size": len(self.content),
        }


class FileStore:
    def __init__(self) -> None:
        self._by_id: dict[str, StoredFile] = {}
        self._by_path: dict[str, StoredFile] = {}
        self.web: dict[str, bytes] = {}
        """What can be fetched by its address, in place of the web."""

    def add(self, kind: str, name: str, content: bytes) -> StoredFile:
        """Keep a file; its kind names the method that may send it again ("photo", …)."""
        suffix = _SUFFIXES.get(kind) or PurePosixPath(name).suffix
        path = f"{kind}s/file_{len(self._by_path)}{suffix}"
        file_id = f"AgAC{secrets.token_urlsafe(32)}"
        stored = StoredFile(file_id, secrets.token_urlsafe(9), kind, name, path, content)
        self._by_id[file_id] = self._by_path[path] = stored
        return stored

    def by_id(self, file_id: str) -> StoredFile:
        stored = self._by_id.get(file_id)
        if stored is None:
            raise Refusal.WRONG_FILE_ID.error()
        return stored

    def from_web(self, kind: str, url: str) -> StoredFile:
        content = self.web.get(url)
        if content is None:
            raise Refusal.NO_WEB_FILES.error()
        return self.add(kind, PurePosixPath(url).name, content)

    def by_path(self, path: str) -> StoredFile | None:
        return self._by_path.get(path)
