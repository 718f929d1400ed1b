"""All request variants: every row, and where it has a body, every encoding."""

from dataclasses import dataclass

from tests.contract.reads import READS
from tests.contract.rows import Encoding, Row
from tests.contract.writes import WRITES


@dataclass(frozen=True)
class Variant:
    """One row in one encoding; reads have none."""

    row: Row
    encoding: Encoding | None = None

    def __str__(self) -> str:
        return f"{self.row} as {self.encoding}" if self.encoding else str(self.row)


READ_VARIANTS = [Variant(row) for row in READS]
WRITE_VARIANTS = [Variant(row, encoding) for row in WRITES for encoding in row.encodings]
VARIANTS = [*READ_VARIANTS, *WRITE_VARIANTS]
