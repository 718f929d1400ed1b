"""Invitations out: each is written when it is sent, handed to the mail server, and forgotten."""

import logging
from collections.abc import Callable
from dataclasses import dataclass

from bot.base import jobs
from bot.base.database import Database
from bot.base.jobs import Job
from bot.base.transaction import Transaction
from bot.base.vault import SealBroken, Vault
from bot.service import rules
from bot.service.invitations import invitation_letter, join_url, sealed_for
from bot.service.mail import MailCarrier, MailError, MailRefusedError
from bot.service.store.invitation_rows import WaitingMail, end_mail, find_mail, mail_later
from bot.service.store.outgoing import row_id_in
from bot.service.store.tables import DONE, FAILED

_log = logging.getLogger(__name__)


class MailFault(Exception):
    """A carrier has failed as none should; it tells no more than how."""


@dataclass(frozen=True, slots=True)
class MailSender:
    """Works off the jobs of mails; `business` signs them, links begin with `public_url`."""

    database: Database
    vault: Vault
    carrier: MailCarrier
    business: str
    public_url: Callable[[], str]

    async def send(self, job: Job) -> None:
        """Mail an invitation and settle its job: sent, later, or given up."""
        mail = await self.database.read(find_mail, job)
        if mail is None:
            await self.database.write(jobs.finish, job)
        else:
            jobs.ensure_held(job, self.database.process)
            await self._try(job, mail)

    async def _try(self, job: Job, mail: WaitingMail) -> None:
        try:
            token = self.vault.open(mail.sealed, sealed_for(mail.rider_uuid)).decode()
            await self._hand_over(mail, token)
        except SealBroken:
            _log.error("invitation %s was sealed with another secret", mail.id)
            await self.database.write(_end, job, mail, FAILED)
        except MailRefusedError as error:
            _log.error("invitation %s is given up: %s", mail.id, error)
            await self.database.write(_end, job, mail, FAILED)
        except MailError as error:
            _log.warning("invitation %s was not taken: %s", mail.id, error)
            await self._try_later(job, mail)
        else:
            await self.database.write(_end, job, mail, DONE)

    async def _hand_over(self, mail: WaitingMail, token: str) -> None:
        url = join_url(self.public_url(), mail.environment, token)
        # A hash of the link names it, so that nobody learns that who only sees the name.
        letter = invitation_letter(
            self.business,
            mail.email,
            url,
            mail.expires_at,
            name=mail.digest.hex(),
            now=self.database.clock.now(),
        )
        try:
            await self.carrier.send(letter)
        except MailError:
            raise
        except Exception as fault:  # noqa: BLE001 - its words are logged, and can hold the link
            raise MailFault(type(fault).__name__) from None

    async def _try_later(self, job: Job, mail: WaitingMail) -> None:
        if mail.attempts >= len(rules.MAIL_PAUSES):
            _log.error("invitation %s is given up after %s attempts", mail.id, mail.attempts + 1)
            await self.database.write(_end, job, mail, FAILED)
        else:
            await self.database.write(_later, job, mail)

    async def give_up(self, job: Job) -> None:
        """Write down that an invitation cannot be mailed by a fault of this service."""
        _log.error("invitation %s is given up: this service fails to mail it", row_id_in(job.body))
        mail = await self.database.read(find_mail, job)
        if mail is not None:
            await self.database.write(end_mail, mail, FAILED)


def _later(tx: Transaction, job: Job, mail: WaitingMail) -> None:
    mail_later(tx, mail, rules.MAIL_PAUSES[mail.attempts])
    jobs.finish(tx, job)


def _end(tx: Transaction, job: Job, mail: WaitingMail, outcome: str) -> None:
    end_mail(tx, mail, outcome)
    jobs.finish(tx, job)
