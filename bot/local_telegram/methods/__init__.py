"""The methods of the Bot API that the local Telegram knows, by theme."""

from typing import NoReturn

from bot.local_telegram.call import METHODS, Call, Handler
from bot.local_telegram.methods import (  # noqa: F401 - each fills METHODS with its own
    account,
    answers,
    chats,
    edits,
    file_sends,
    members,
    polls,
    sends,
    updates,
)
from bot.local_telegram.refusals import Refusal

__all__ = ["METHODS"]

# What bots of the field use, and what this Telegram says plainly that it does not do.
_PAYMENTS = (
    "sendInvoice", "createInvoiceLink", "answerShippingQuery", "answerPreCheckoutQuery",
    "refundStarPayment", "getStarTransactions", "getMyStarBalance",
)  # fmt: skip


def _refuses(refusal: Refusal) -> Handler:
    def refuse(_: Call) -> NoReturn:
        raise refusal.error()

    return refuse


METHODS.update(dict.fromkeys(_PAYMENTS, _refuses(Refusal.NO_PAYMENTS)))
METHODS["answerWebAppQuery"] = _refuses(Refusal.NO_WEB_APPS)
