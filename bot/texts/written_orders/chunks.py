"""A label with its text, and the lines below that have none."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.texts.written_orders.labels import Label
from bot.texts.written_orders.segments import Segment, segments_of


@dataclass(slots=True)
class Chunk:
    """A label with its text, and the lines below that have none."""

    segment: Segment
    more: list[str] = field(default_factory=list)
    begins: bool = False

    @property
    def label(self) -> Label | None:
        return self.segment.label

    @property
    def lines(self) -> list[str]:
        return [line for line in (self.segment.text, *self.more) if line]


def chunks_of(lines: Sequence[str], country: str) -> list[Chunk]:
    """Put each label together with what belongs to it; an empty line ends what was begun."""
    chunks: list[Chunk] = []
    is_open = False
    for line in lines:
        if not line:
            is_open = is_open and bool(chunks) and not chunks[-1].lines
            continue
        for segment in segments_of(line, country):
            if segment.label is None and is_open:
                chunks[-1].more.append(segment.text)
            else:
                chunks.append(Chunk(segment, begins=not is_open))
            is_open = True
    return chunks
