"""Invitations out: each is written when it is sent, handed to the mail server, and forgotten."""

from collections.abc import Callable

from bot.base.database.database import Database
from bot.base.vault import Vault
from bot.service.invitations import invitation_letter, join_url, sealed_for
from bot.service.mail import MailCarrier
from bot.service.metrics import ServiceMetrics
from bot.service.outbox import Carrying
from bot.service.rules.riders import MAIL_PAUSES
from bot.service.store.invitation_rows import WaitingMail, end_mail, find_mail, mail_later


def mail_sender(
    database: Database,
    vault: Vault,
    carrier: MailCarrier,
    business: str,
    public_url: Callable[[], str],
    metrics: ServiceMetrics,
) -> Carrying[WaitingMail]:
    """Make what writes invitations and hands them on; `business` signs them."""

    async def hand_over(mail: WaitingMail, token: str) -> None:
        url = join_url(public_url(), mail.environment, token)
        # A hash of the link names it, so that nobody learns that who only sees the name.
        letter = invitation_letter(
            business,
            mail.email,
            url,
            mail.expires_at,
            name=mail.digest.hex(),
            now=database.clock.now(),
        )
        await carrier.send(letter)

    return Carrying(
        name="invitation",
        database=database,
        pauses=MAIL_PAUSES,
        find=find_mail,
        unseal=lambda mail: vault.open(mail.sealed, sealed_for(mail.rider_uuid)).decode(),
        hand_over=hand_over,
        end=end_mail,
        later=mail_later,
        ended=metrics.mail_ended,
    )
