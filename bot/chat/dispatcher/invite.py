"""/invite: riders are invited by e-mail."""

import re

from bot.actions import request_queue
from bot.actions.access import Action
from bot.actions.dispatcher.drafts.values import read_email
from bot.actions.fleet_requests.invite_riders import InviteRiders
from bot.base.database.transaction import Transaction
from bot.chat.handler import Command
from bot.chat.turn import Turn, settled
from bot.texts.dispatcher import invitations as texts
from bot.texts.words import phrase

_BETWEEN = re.compile(r"[\s,;]+")
_NUMBER = re.compile(r"[0-9]{1,6}")
_MOST = 20


@settled
def invite(tx: Transaction, turn: Turn) -> None:
    words = [word for word in _BETWEEN.split(turn.argument) if word]
    # The last word behind a number is the commission's type, unless it is an address.
    is_typed = len(words) > 1 and _NUMBER.fullmatch(words[-2]) and "@" not in words[-1]
    commission_type = words.pop() if is_typed else "commission"
    commission = int(words.pop()) if words and _NUMBER.fullmatch(words[-1]) else 0
    emails = tuple(dict.fromkeys(word.casefold() for word in words))
    wrong = [word for word in emails if read_email(word) is None]
    if not emails:
        turn.reply(tx, texts.HOW_TO_INVITE)
    elif wrong:
        turn.reply(tx, texts.no_addresses(turn.say, wrong))
    elif len(emails) > _MOST:
        turn.reply(tx, texts.too_many(turn.say, _MOST))
    else:
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
