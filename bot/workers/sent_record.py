"""What was sent about deliveries, in a file beside the key file, for an old copy of the database.

The database says which messages show what. A copy that is put back knows of none that was sent
after it was made, and Telegram lists no messages to a bot: such a card would stand in its chat for
ever, beside the next one. So each is written down here too, as soon as Telegram has taken it. The
file names chats and deliveries by their numbers and has no words in it; without it such messages
are found when they are pressed.
"""

import asyncio
import os
import threading
from collections.abc import Callable, Collection, Mapping
from datetime import datetime, timedelta
from pathlib import Path

import structlog
from pydantic import ValidationError

from bot.actions.deliveries.found_messages import SentMessage
from bot.base.private_files import replace_file
from bot.store.message_numbers import counted_as

_log = structlog.get_logger(__name__)

KEPT = timedelta(days=2)
"""How old a copy may be that still finds everything here."""


class SentRecord:
    """Writes down what was sent, a line for each message, and reads it again at a start."""

    def __init__(self, key_file: Path) -> None:
        self._file = key_file.with_name(f"{key_file.name}.sent")
        self._writing = threading.Lock()

    @property
    def is_there(self) -> bool:
        """Whether anything was ever recorded: then what is missing here was not sent."""
        return self._file.exists()

    async def note(self, sent: SentMessage) -> None:
        """Write down a message; where that cannot be, only an old copy will miss it."""
        try:
            await asyncio.to_thread(self._append, sent)
        except OSError as error:
            _log.warning("what was sent cannot be recorded beside the key file", error=repr(error))

    async def later_than(self, latest: Mapping[int, int]) -> list[SentMessage]:
        """Return what was sent after the latest messages that a database knows, oldest first."""
        known = await asyncio.to_thread(self._read)
        later = (
            each for each in known if each.message_id > latest.get(counted_as(each.chat_id), 0)
        )
        return sorted(later, key=lambda each: (each.chat_id, each.message_id))

    async def latest_at(self) -> datetime | None:
        """Return when something was sent last, as far as it was recorded."""
        known = await asyncio.to_thread(self._read)
        return max((each.sent_at for each in known), default=None)

    async def private_chats(self) -> set[int]:
        return {each.chat_id for each in await asyncio.to_thread(self._read) if each.chat_id > 0}

    async def forget(self, before: datetime, *, keep_chats: Collection[int]) -> None:
        """Forget what was sent before a moment, and what was sent to other people than these.

        Raises:
            OSError: the file cannot be written.
        """

        def is_kept(sent: SentMessage) -> bool:
            is_known = sent.chat_id < 0 or sent.chat_id in keep_chats
            return sent.sent_at >= before and is_known

        await asyncio.to_thread(self._rewrite, is_kept)

    def _append(self, sent: SentMessage) -> None:
        """Open the file anew for each line: another process may have replaced it.

        What stands before it may have been cut off, and must not take it along.
        """
        with self._writing:
            descriptor = os.open(self._file, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600)
            with os.fdopen(descriptor, "wb", buffering=0) as file:
                file.write(b"\n" + _line(sent))

    def _read(self) -> list[SentMessage]:
        """Read every line that is whole."""
        try:
            lines = self._file.read_bytes().splitlines()
        except OSError:
            return []
        return [sent for line in lines if (sent := _sent(line)) is not None]

    def _rewrite(self, is_kept: Callable[[SentMessage], bool]) -> None:
        with self._writing:
            known = self._read()
            kept = [each for each in known if is_kept(each)]
            if len(kept) < len(known):
                replace_file(self._file, b"".join(map(_line, kept)))


def _line(sent: SentMessage) -> bytes:
    return sent.model_dump_json().encode() + b"\n"


def _sent(line: bytes) -> SentMessage | None:
    try:
        return SentMessage.model_validate_json(line)
    except ValidationError:
        return None
