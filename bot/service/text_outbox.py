"""Texts out: the durable rows, handed to whatever carries them."""

import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from bot.base.database import Database
from bot.base.vault import SealBroken, Vault
from bot.service import rules
from bot.service.sms import SmsError, SmsRefusedError, SmsSender
from bot.service.store.outgoing import Outgoing, finish, give_up, next_outgoing, postpone
from bot.service.store.tables import texts

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TextOutbox:
    """The rows of texts, for an `OutboxWorker`: unsealed, handed to the carrier, wiped."""

    database: Database
    vault: Vault
    carrier: SmsSender
    environments: Collection[str]

    async def waiting(self, busy: Collection[str], limit: int) -> Sequence[Outgoing]:
        """Return the waiting texts to each phone that none goes before.

        A fresh code does not wait for the next attempt at an old one, which can be hours away.
        """
        async with self.database.read() as tx:
            return await next_outgoing(
                tx,
                texts,
                environments=self.environments,
                busy=busy,
                limit=limit,
                strictly=False,
            )

    async def carry_out(self, text: Outgoing) -> None:
        try:
            message = self.vault.open(text.row["sealed"], text.delivery_uuid)
            await self.carrier.send(text.row["phone"], message.decode())
        except SealBroken:
            _log.error("text %s was sealed with another secret and cannot be sent", text.id)
            await self._give_up(text)
        except SmsRefusedError as error:
            _log.error("text %s is given up: %s", text.id, error)
            await self._give_up(text)
        except SmsError as error:
            _log.warning("text %s was not taken: %s", text.id, error)
            await self._try_later(text)
        else:
            async with self.database.write() as tx:
                await finish(tx, texts, text, sealed=None)

    async def _try_later(self, text: Outgoing) -> None:
        if text.attempts >= len(rules.SMS_PAUSES):
            await self._give_up(text)
            return
        async with self.database.write() as tx:
            due_at = tx.now + rules.SMS_PAUSES[text.attempts]
            await postpone(tx, texts, text, due_at)

    async def _give_up(self, text: Outgoing) -> None:
        async with self.database.write() as tx:
            await give_up(tx, texts, text, sealed=None)
