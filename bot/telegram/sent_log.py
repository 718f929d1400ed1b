"""A record of what was sent about deliveries, in a file next to the key file.

The database says which messages show what. A copy that is put back knows of none that was sent
after it was made, and Telegram lists no messages to a bot: such a card would stand in its chat for
ever, together with the next one, and news would be told twice. So each is written down here too,
as soon as Telegram has taken it. The file names chats and deliveries by their numbers, and news by
hashes; it has no words in it. Without it such messages are found when they are pressed.
"""

import asyncio
import errno
import os
import threading
from collections import deque
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

from pydantic import BaseModel, TypeAdapter, ValidationError

from bot.actions.cards.found_messages import SentMessage
from bot.base.log import Logger
from bot.base.private_files import replace_file
from bot.store.message_numbers import counted_as

_log = Logger(__name__)

KEPT = timedelta(days=2)
"""How old a copy may be that still finds everything here."""


class SentWords(BaseModel, frozen=True):
    """News that were told in a chat, known by the hash of their effect's `key`."""

    chat_id: int
    key: str
    sent_at: datetime


_LINE: TypeAdapter[SentMessage | SentWords] = TypeAdapter(SentMessage | SentWords)

_MOST_UNWRITTEN = 1000


class SentRecord:
    """Writes down what was sent, a line for each message, and reads it again at a start."""

    def __init__(self, key_file: Path) -> None:
        self._file = key_file.with_name(f"{key_file.name}.sent")
        self._writing = threading.Lock()
        self._unwritten: deque[bytes] = deque(maxlen=_MOST_UNWRITTEN)

    @property
    def is_there(self) -> bool:
        """Whether anything was ever recorded: then what is missing here was not sent."""
        return self._file.exists()

    async def note(self, sent: SentMessage | SentWords) -> None:
        """Write down a message; where that cannot be, it is written with the next one.

        Until then only an old copy would miss it.
        """
        try:
            await asyncio.to_thread(self._append, sent)
        except OSError as error:
            _log.warning("what was sent cannot be recorded next to the key file", error=error)

    async def later_than(self, latest: Mapping[int, int]) -> list[SentMessage]:
        """Return what was sent after the latest messages that a database knows, oldest first."""
        records = await asyncio.to_thread(self._read)
        messages = (each for each in records if isinstance(each, SentMessage))
        later = (
            each for each in messages if each.message_id > latest.get(counted_as(each.chat_id), 0)
        )
        return sorted(later, key=lambda each: (each.chat_id, each.message_id))

    async def words(self) -> list[str]:
        """Return the keys of the news that were told."""
        records = await asyncio.to_thread(self._read)
        return [each.key for each in records if isinstance(each, SentWords)]

    async def latest_at(self) -> datetime | None:
        """Return when something was sent last, as far as it was recorded."""
        records = await asyncio.to_thread(self._read)
        return max((each.sent_at for each in records), default=None)

    async def private_chats(self) -> set[int]:
        return {each.chat_id for each in await asyncio.to_thread(self._read) if each.chat_id > 0}

    async def forget(self, before: datetime, *, keep_chats: Collection[int]) -> None:
        """Forget what was sent before a moment, and what was sent to other people than these.

        Raises:
            OSError: the file cannot be written.
        """

        def is_kept(sent: SentMessage | SentWords) -> bool:
            is_known = sent.chat_id < 0 or sent.chat_id in keep_chats
            return sent.sent_at >= before and is_known

        await asyncio.to_thread(self._rewrite, is_kept)

    def _append(self, sent: SentMessage | SentWords) -> None:
        """Open the file again for each line: another process may have replaced it.

        What stands before it may have been cut off, and must not take it along.
        """
        with self._writing:
            self._unwritten.append(b"\n" + _line(sent))
            descriptor = os.open(self._file, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600)
            whole = b"".join(self._unwritten)
            with os.fdopen(descriptor, "wb", buffering=0) as file:
                if file.write(whole) < len(whole):
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), self._file)
            self._unwritten.clear()

    def _read(self) -> list[SentMessage | SentWords]:
        """Read every line that is whole."""
        try:
            lines = self._file.read_bytes().splitlines()
        except OSError:
            return []
        records: list[SentMessage | SentWords] = []
        for line in dict.fromkeys(lines):  # what was written in part is written once more
            with suppress(ValidationError):
                records.append(_LINE.validate_json(line))
        return records

    def _rewrite(self, is_kept: Callable[[SentMessage | SentWords], bool]) -> None:
        with self._writing:
            records = self._read()
            kept = [each for each in records if is_kept(each)]
            if len(kept) < len(records):
                replace_file(self._file, b"".join(map(_line, kept)))


def _line(sent: SentMessage | SentWords) -> bytes:
    return _LINE.dump_json(sent) + b"\n"
