"""The methods of the Bot API that the local Telegram knows, by theme."""

from collections.abc import Mapping
from typing import NoReturn

from bot.local_telegram.call import Call, Handler
from bot.local_telegram.methods import (
    account,
    answers,
    chat_settings,
    edits,
    file_sends,
    lookups,
    members,
    pins,
    polls,
    profile,
    sends,
    topics,
    updates,
)
from bot.local_telegram.refusals import Refusal

# What bots of the field use, and what this Telegram says plainly that it does not do.
_PAYMENTS = (
    "sendInvoice", "createInvoiceLink", "answerShippingQuery", "answerPreCheckoutQuery",
    "refundStarPayment", "getStarTransactions", "getMyStarBalance",
)  # fmt: skip


def _refuses(refusal: Refusal) -> Handler:
    def refuse(_: Call) -> NoReturn:
        raise refusal.error()

    return refuse


METHODS: Mapping[str, Handler] = {
    **account.METHODS,
    **answers.METHODS,
    **chat_settings.METHODS,
    **edits.METHODS,
    **file_sends.METHODS,
    **lookups.METHODS,
    **members.METHODS,
    **pins.METHODS,
    **polls.METHODS,
    **profile.METHODS,
    **sends.METHODS,
    **topics.METHODS,
    **{method: _refuses(Refusal.NO_PAYMENTS) for method in _PAYMENTS},
    "answerWebAppQuery": _refuses(Refusal.NO_WEB_APPS),
    **updates.METHODS,
}
"""Every method by its documented name."""
