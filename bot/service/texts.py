"""Texts out: codes and news of a parcel, in the order in which they were made for a phone."""

from dataclasses import dataclass

from bot.base.database.database import Database
from bot.base.queue.jobs import Job
from bot.base.vault import Vault
from bot.service import rules
from bot.service.carrying import Carrying
from bot.service.metrics import ServiceMetrics
from bot.service.sms import SmsSender
from bot.service.store.outgoing import is_pause
from bot.service.store.text_rows import WaitingText, end_pause, end_text, find_text, pause


@dataclass(frozen=True, slots=True)
class TextSender:
    """Works off the jobs of texts, and of the pauses between two attempts at one."""

    database: Database
    vault: Vault
    carrier: SmsSender
    metrics: ServiceMetrics

    async def send(self, job: Job) -> None:
        """Hand a text to the carrier, or let one whose pause is over stand in its phone's lane."""
        if is_pause(job.key):  # without a look before: texts of one time keep their order
            await self.database.write(end_pause, job)
        else:
            await self._carrying.send(job)

    async def give_up(self, job: Job) -> None:
        await self._carrying.give_up(job)

    @property
    def _carrying(self) -> Carrying[WaitingText]:
        return Carrying(
            name="text",
            database=self.database,
            pauses=rules.SMS_PAUSES,
            find=find_text,
            unseal=self._unseal,
            hand_over=self._hand_over,
            end=end_text,
            later=pause,
            ended=self.metrics.text_ended,
        )

    def _unseal(self, text: WaitingText) -> str:
        return self.vault.open(text.sealed, text.delivery_uuid).decode()

    async def _hand_over(self, text: WaitingText, message: str) -> str | None:
        return await self.carrier.send(text.phone, message)
