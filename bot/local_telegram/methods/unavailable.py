"""What bots of the field use, and what this Telegram says plainly that it does not do."""

from collections.abc import Mapping
from typing import NoReturn

from bot.local_telegram.call import Call, Handler
from bot.local_telegram.refusals import Refusal

_PAYMENTS = (
    "sendInvoice", "createInvoiceLink", "answerShippingQuery", "answerPreCheckoutQuery",
    "refundStarPayment", "getStarTransactions", "getMyStarBalance",
)  # fmt: skip


def _refuses(refusal: Refusal) -> Handler:
    def refuse(_: Call) -> NoReturn:
        raise refusal.error()

    return refuse


METHODS: Mapping[str, Handler] = {
    **{method: _refuses(Refusal.NO_PAYMENTS) for method in _PAYMENTS},
    "answerWebAppQuery": _refuses(Refusal.NO_WEB_APPS),
}
