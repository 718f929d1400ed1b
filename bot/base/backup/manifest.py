"""The manifest of a backup, which describes it; nothing in it is secret."""

import hmac
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict
from sqlalchemy import URL, Connection

from bot.base.database.schema import Schema
from bot.base.vault import Vault

Backend = Literal["sqlite", "postgresql"]

Report = Callable[[str, int, int], None]
"""Reports progress: the current step, its bytes done, and its bytes in all (0 if unknown)."""


class BackupFailed(Exception):
    """A backup cannot be made or put back, and nothing was changed; the message is a sentence."""


class Manifest(BaseModel):
    """The content of a backup. `belongs_to` is the owner that the database itself names.

    `size` is that of the database in the backup, in bytes, and `sha256` its hash. `signature`
    proves, with the key file, that none of these values was changed since.
    """

    model_config = ConfigDict(frozen=True)

    program: str
    version: str
    backend: Backend
    revision: str
    made_at: datetime
    belongs_to: Mapping[str, str]
    size: int
    sha256: str
    signature: str = ""

    def signed(self, vault: Vault) -> Self:
        return self.model_copy(update={"signature": self._signature(vault)})

    def is_signed_with(self, vault: Vault) -> bool:
        return hmac.compare_digest(self.signature.encode(), self._signature(vault).encode())

    def _signature(self, vault: Vault) -> str:
        return vault.keyed_hash("backup", self.model_dump_json(exclude={"signature"}))


@dataclass(frozen=True, slots=True)
class KeptDatabase:
    """A program's database, wherever it is. `facts` reads whose it is.

    `own_table` is a table that the program has had since its first version, and no other has.
    `vault` signs backups and checks signatures; without it, nothing is signed or checked.
    """

    schema: Schema
    address: URL
    own_table: str
    facts: Callable[[Connection], Mapping[str, str]]
    vault: Vault | None

    @property
    def backend(self) -> Backend:
        return "sqlite" if self.address.get_backend_name() == "sqlite" else "postgresql"

    @property
    def place(self) -> str:
        """Name it for a person, without its password."""
        if self.backend == "sqlite":
            return str(self.address.database)
        return self.address.render_as_string(hide_password=True)
