"""/invite: riders are invited by e-mail."""

import re

from bot.actions import request_queue
from bot.actions.access import Action
from bot.actions.dispatcher.drafting.values import read_email
from bot.actions.fleet_requests.invite_riders import InviteRiders
from bot.base.database.transaction import Transaction
from bot.chat.handler import Command
from bot.chat.turn import Turn, settled
from bot.texts.dispatcher import invitations as texts
from bot.texts.words import phrase

_BETWEEN = re.compile(r"[\s,;]+")
_NUMBER = re.compile(r"[0-9]{1,6}")
_MOST = 20


async def invite(turn: Turn) -> None:
    words = [word for word in _BETWEEN.split(turn.argument) if word]
    is_typed = len(words) > 1 and _NUMBER.fullmatch(words[-2]) and "@" not in words[-1]
    commission_type = words.pop() if is_typed else "commission"
    commission = int(words.pop()) if words and _NUMBER.fullmatch(words[-1]) else 0
    emails = tuple(dict.fromkeys(word.casefold() for word in words))
    wrong = [word for word in emails if read_email(word) is None]
    if not emails:
        await turn.answer(texts.HOW_TO_INVITE)
    elif wrong:
        await turn.answer(texts.no_addresses(turn.say, wrong))
    elif len(emails) > _MOST:
        await turn.answer(texts.too_many(turn.say, _MOST))
    else:
        await _order(turn, emails, commission, commission_type)


@settled
def _order(
    tx: Transaction, turn: Turn, emails: tuple[str, ...], commission: int, commission_type: str
) -> None:
    request = InviteRiders(
        by=turn.person.user_id,
        emails=emails,
        commission=commission,
        commission_type=commission_type,
    )
    request_queue.enqueue(tx, request, turn.job.key)
    turn.reply(tx, texts.inviting(turn.say, len(emails)))


INVITE = Command(
    "invite",
    Action.INVITE_BY_EMAIL,
    phrase("invite riders by e-mail"),
    invite,
    takes=phrase("<e-mail> [commission] [type]"),
)
