"""Texts out: codes and news of a parcel, in the order in which they were made for a phone."""

from bot.base.database.database import Database
from bot.base.queue.jobs import Job
from bot.base.vault import Vault
from bot.service.metrics import ServiceMetrics
from bot.service.outbox import Carrying
from bot.service.rules.texts import SMS_PAUSES
from bot.service.sms import SmsSender
from bot.service.store.outbox import is_pause
from bot.service.store.text_rows import WaitingText, end_pause, end_text, find_text, pause


class TextSender(Carrying[WaitingText]):
    """Works off the jobs of texts, and of the pauses between two attempts at one."""

    def __init__(
        self, database: Database, vault: Vault, carrier: SmsSender, metrics: ServiceMetrics
    ) -> None:
        super().__init__(
            name="text",
            database=database,
            pauses=SMS_PAUSES,
            find=find_text,
            unseal=lambda text: vault.open(text.sealed, text.delivery_uuid).decode(),
            hand_over=lambda text, message: carrier.send(text.phone, message),
            end=end_text,
            later=pause,
            ended=metrics.text_ended,
        )

    async def send(self, job: Job) -> None:
        """Hand a text to the carrier, or let one whose pause is over stand in its phone's lane."""
        if is_pause(job.key):  # without a look before: texts of one time keep their order
            await self.database.write(end_pause, job)
        else:
            await super().send(job)
