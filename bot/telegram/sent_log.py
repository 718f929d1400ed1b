"""A record of the messages sent about deliveries, in a file next to the key file.

The database knows which message shows which card. A restored copy knows no message that was sent
after the copy was made, and a bot cannot ask Telegram for its messages: an unknown card would stay
in its chat for ever beside the next one, and news would be told twice. So this file records each
message, too, as soon as Telegram has accepted it. It names chats and deliveries by their numbers
and news by hashes, and holds no words. Without it, such a message is found only when it is pressed.
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
"""How old a copy may be and still find every later message here."""


class SentWords(BaseModel, frozen=True):
    """News that was told in a chat, known by the hash of its effect's `key`."""

    chat_id: int
    key: str
    sent_at: datetime


_LINE: TypeAdapter[SentMessage | SentWords] = TypeAdapter(SentMessage | SentWords)

_MOST_UNWRITTEN = 1000


class SentRecord:
    """Records what was sent, a line for each message, and reads it again at the next start."""

    def __init__(self, key_file: Path) -> None:
        self._file = key_file.with_name(f"{key_file.name}.sent")
        self._writing = threading.Lock()
        self._unwritten: deque[bytes] = deque(maxlen=_MOST_UNWRITTEN)

    @property
    def is_there(self) -> bool:
        """Whether anything was ever recorded; if so, messages missing here were not sent."""
        return self._file.exists()

    async def note(self, sent: SentMessage | SentWords) -> None:
        """Record a message; if the file cannot be written, record it with the next one.

        Until then, only a restored copy would miss it.
        """
        try:
            await asyncio.to_thread(self._append, sent)
        except OSError as error:
            _log.warning("what was sent cannot be recorded next to the key file", error=error)

    async def later_than(self, latest: Mapping[int, int]) -> list[SentMessage]:
        """Return the messages sent after the latest ones that a database knows, oldest first."""
        records = await asyncio.to_thread(self._read)
        messages = (each for each in records if isinstance(each, SentMessage))
        later = (
            each for each in messages if each.message_id > latest.get(counted_as(each.chat_id), 0)
        )
        return sorted(later, key=lambda each: (each.chat_id, each.message_id))

    async def words(self) -> list[str]:
        """Return the keys of the news that was told."""
        records = await asyncio.to_thread(self._read)
        return [each.key for each in records if isinstance(each, SentWords)]

    async def latest_at(self) -> datetime | None:
        """Return when the last recorded message was sent."""
        records = await asyncio.to_thread(self._read)
        return max((each.sent_at for each in records), default=None)

    async def private_chats(self) -> set[int]:
        return {each.chat_id for each in await asyncio.to_thread(self._read) if each.chat_id > 0}

    async def forget(self, before: datetime, *, keep_chats: Collection[int]) -> None:
        """Forget messages from before a moment, and those to people other than these.

        Raises:
            OSError: the file cannot be written.
        """

        def is_kept(sent: SentMessage | SentWords) -> bool:
            is_known = sent.chat_id < 0 or sent.chat_id in keep_chats
            return sent.sent_at >= before and is_known

        await asyncio.to_thread(self._rewrite, is_kept)

    def _append(self, sent: SentMessage | SentWords) -> None:
        """Append a line; open the file anew each time, as another process may have replaced it.

        A line break comes first, so that a line that was cut off before does not spoil this one.
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
        """Return the records of all lines that are whole."""
        try:
            lines = self._file.read_bytes().splitlines()
        except OSError:
            return []
        records: list[SentMessage | SentWords] = []
        for line in dict.fromkeys(lines):  # a line may be there twice after a partial write
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
