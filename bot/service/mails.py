"""Invitations out: each is written when it is sent, handed to the mail server, and forgotten."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.base.database.database import Database
from bot.base.vault import Vault
from bot.service import rules
from bot.service.carrying import Carrying
from bot.service.invitations import invitation_letter, join_url, sealed_for
from bot.service.mail import MailCarrier
from bot.service.metrics import ServiceMetrics
from bot.service.store.invitation_rows import WaitingMail, end_mail, find_mail, mail_later


@dataclass(frozen=True, slots=True)
class MailSender:
    """Writes invitations and hands them on; `business` signs, links begin with `public_url`."""

    database: Database
    vault: Vault
    carrier: MailCarrier
    business: str
    public_url: Callable[[], str]
    metrics: ServiceMetrics

    @property
    def carrying(self) -> Carrying[WaitingMail]:
        return Carrying(
            name="invitation",
            database=self.database,
            pauses=rules.MAIL_PAUSES,
            find=find_mail,
            unseal=self._unseal,
            hand_over=self._hand_over,
            end=end_mail,
            later=mail_later,
            ended=self.metrics.mail_ended,
        )

    def _unseal(self, mail: WaitingMail) -> str:
        return self.vault.open(mail.sealed, sealed_for(mail.rider_uuid)).decode()

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
        await self.carrier.send(letter)
