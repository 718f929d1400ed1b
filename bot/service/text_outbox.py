"""Texts out: the durable rows, handed to whatever carries them."""

import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from bot.base.database import Database
from bot.base.transaction import Transaction
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
        return await self.database.read(
            next_outgoing,
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
            await self.database.write(finish, texts, text, sealed=None)

    async def _try_later(self, text: Outgoing) -> None:
        if text.attempts >= len(rules.SMS_PAUSES):
            await self._give_up(text)
        else:
            await self.database.write(_postpone, text)

    async def _give_up(self, text: Outgoing) -> None:
        await self.database.write(give_up, texts, text, sealed=None)


def _postpone(tx: Transaction, text: Outgoing) -> None:
    postpone(tx, texts, text, tx.now + rules.SMS_PAUSES[text.attempts])
