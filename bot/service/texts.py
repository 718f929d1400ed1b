"""Texts out: each is handed to whatever carries them, and wiped."""

import logging
from dataclasses import dataclass

from bot.base import jobs
from bot.base.database import Database
from bot.base.jobs import Job
from bot.base.transaction import Transaction
from bot.base.vault import SealBroken, Vault
from bot.service import rules
from bot.service.metrics import ServiceMetrics
from bot.service.sms import SmsError, SmsRefusedError, SmsSender
from bot.service.store.outgoing import is_pause, row_id_in
from bot.service.store.tables import DONE, FAILED
from bot.service.store.text_rows import (
    WaitingText,
    end_pause,
    end_text,
    find_text,
    pause,
)

_log = logging.getLogger(__name__)


class CarrierFault(Exception):
    """A carrier has failed as none should; it tells no more than how."""


@dataclass(frozen=True, slots=True)
class TextSender:
    """Works off the jobs of texts."""

    database: Database
    vault: Vault
    carrier: SmsSender
    metrics: ServiceMetrics

    async def send(self, job: Job) -> None:
        """Hand a text to the carrier and settle its job: sent, later, or given up."""
        if is_pause(job.key):  # without a look before: texts of one time keep their order
            await self.database.write(end_pause, job)
            return
        text = await self.database.read(find_text, job)
        if text is None:
            await self.database.write(jobs.finish, job)
        else:
            await self._try(job, text)

    async def _try(self, job: Job, text: WaitingText) -> None:
        jobs.ensure_held(job, self.database.process)
        try:
            message = self.vault.open(text.sealed, text.delivery_uuid)
            message_id = await self._hand_over(text.phone, message.decode())
        except SealBroken:
            _log.error("text %s was sealed with another secret and cannot be sent", text.id)
            await self._end(job, text, FAILED)
        except SmsRefusedError as error:
            _log.error("text %s is given up: %s", text.id, error)
            await self._end(job, text, FAILED)
        except SmsError as error:
            _log.warning("text %s was not taken: %s", text.id, error)
            await self._try_later(job, text)
        else:
            await self._end(job, text, DONE, message_id)

    async def _hand_over(self, phone: str, message: str) -> str | None:
        try:
            return await self.carrier.send(phone, message)
        except SmsError:
            raise
        except Exception as fault:  # noqa: BLE001 - its words are logged, and can hold the code
            raise CarrierFault(type(fault).__name__) from None

    async def _try_later(self, job: Job, text: WaitingText) -> None:
        if text.attempts >= len(rules.SMS_PAUSES):
            await self._end(job, text, FAILED)
        else:
            await self.database.write(_pause, job, text)

    async def _end(
        self, job: Job, text: WaitingText, state: str, message_id: str | None = None
    ) -> None:
        await self.database.write(_end, job, text, state, message_id)
        self.metrics.text_ended(state)

    async def give_up(self, job: Job) -> None:
        """Write down that a text cannot be sent by a fault of this service."""
        _log.error("text %s is given up: this service fails to send it", row_id_in(job.body))
        text = await self.database.read(find_text, job)
        if text is not None:
            await self.database.write(end_text, text, FAILED)


def _pause(tx: Transaction, job: Job, text: WaitingText) -> None:
    pause(tx, text, tx.now + rules.SMS_PAUSES[text.attempts])
    jobs.finish(tx, job)


def _end(tx: Transaction, job: Job, text: WaitingText, state: str, message_id: str | None) -> None:
    end_text(tx, text, state, message_id)
    jobs.finish(tx, job)
