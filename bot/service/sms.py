"""Text messages out: the seam to whatever carries them, and the durable rows behind it."""

import logging
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Protocol, TextIO

from bot.service import rules
from bot.service.clock import Clock
from bot.service.store.database import Database
from bot.service.store.outgoing import Outgoing, finish, give_up, next_outgoing, postpone
from bot.service.store.tables import texts
from bot.service.vault import SealBrokenError, Vault

_log = logging.getLogger(__name__)


class SmsError(Exception):
    """The carrier did not take a message; it is tried again later."""


class SmsSender(Protocol):
    """A carrier of text messages."""

    async def send(self, phone: str, text: str) -> None:
        """Hand over one message to `phone` (E.164), or raise `SmsError`."""


@dataclass(frozen=True, slots=True)
class Sms:
    """One message that was sent."""

    phone: str
    text: str


class OutboxSms:
    """Keeps the messages, and shows each to whoever listens: for demonstrations and tests."""

    def __init__(self) -> None:
        self.messages: list[Sms] = []
        self.on_message: list[Callable[[Sms], None]] = []

    async def send(self, phone: str, text: str) -> None:
        """Keep one message and call the listeners, in their order."""
        message = Sms(phone, text)
        self.messages.append(message)
        for listener in self.on_message:
            listener(message)


class ConsoleSms:
    """Writes the messages to a stream, for a service that is tried out by hand."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    async def send(self, phone: str, text: str) -> None:
        """Write one message on a line of its own."""
        self._stream.write(f"SMS to {phone}: {text}\n")
        self._stream.flush()


class SmsErrands:
    """The rows of texts, for a `Worker`: unsealed, handed to the carrier, wiped."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        vault: Vault,
        carrier: SmsSender,
        environments: Collection[str],
    ) -> None:
        self._database = database
        self._clock = clock
        self._vault = vault
        self._carrier = carrier
        self._environments = environments

    async def waiting(self, busy: Collection[str], limit: int) -> Sequence[Outgoing]:
        """Return the first waiting text to each phone."""
        async with self._database.read() as connection:
            return await next_outgoing(
                connection, texts, environments=self._environments, busy=busy, limit=limit
            )

    async def carry_out(self, text: Outgoing) -> None:
        """Send one text and write down how it went."""
        try:
            message = self._vault.unseal(text.row["sealed"], context=text.delivery_uuid)
            await self._carrier.send(text.row["phone"], message)
        except SealBrokenError:
            _log.error("text %s was sealed with another secret and cannot be sent", text.id)
            await self._give_up(text)
        except SmsError as error:
            _log.warning("text %s was not taken: %s", text.id, error)
            await self._try_later(text)
        else:
            async with self._database.write() as connection:
                await finish(connection, texts, text, self._clock.now(), sealed=None)

    async def _try_later(self, text: Outgoing) -> None:
        if text.attempts >= len(rules.SMS_PAUSES):
            await self._give_up(text)
            return
        due_at = self._clock.now() + rules.SMS_PAUSES[text.attempts]
        async with self._database.write() as connection:
            await postpone(connection, texts, text, due_at)

    async def _give_up(self, text: Outgoing) -> None:
        async with self._database.write() as connection:
            await give_up(connection, texts, text, self._clock.now(), sealed=None)
