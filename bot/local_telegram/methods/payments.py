"""Invoices in a chat, and the bot's answers to payments."""

import secrets
from decimal import Decimal
from typing import Any

from babel.numbers import format_currency, get_currency_precision, is_currency

from bot.local_telegram.attachments import Invoice, Notice
from bot.local_telegram.call import Call, method
from bot.local_telegram.markup import InlineButton, InlineKeyboard
from bot.local_telegram.messages import Content
from bot.local_telegram.queries import PreCheckoutQuery
from bot.local_telegram.refusals import Refusal, bad_request
from bot.local_telegram.world import Toast

STARS = "XTR"
_PAYLOAD_BYTES = range(1, 129)
_AMOUNTS = range(1, 10**12)


@method
def send_invoice(call: Call) -> dict[str, Any]:
    """Send an invoice, with a pay button if the bot gives none."""
    invoice = _invoice(call)
    label = f"Pay {_price(invoice)}"
    pay = InlineButton(label, raw={"text": label, "pay": True})
    return call.post(Content(attachment=invoice), markup=InlineKeyboard(((pay,),)))


@method
def answer_pre_checkout_query(call: Call) -> bool:
    """Complete a payment, or show the person why it is refused."""
    world, is_fine = call.world, call.arguments.flag("ok")
    why_not = "" if is_fine else call.required("error_message")
    query_id = call.arguments.text("pre_checkout_query_id")
    query = world.queries.find(PreCheckoutQuery, query_id, call.bot)
    query.answered = True
    if not is_fine:
        world.show(Toast(why_not, show_alert=True), query.user, query.message)
        return True
    ids = ("telegram_payment_charge_id", "provider_payment_charge_id")
    payment = {**query.invoice.order(), **{name: secrets.token_urlsafe(18) for name in ids}}
    notice = Content(attachment=Notice({"successful_payment": payment}))
    world.post(query.message.chat, query.user, notice)
    return True


def _invoice(call: Call) -> Invoice:
    title, description = call.required("title"), call.required("description")
    payload, currency = call.required("payload"), call.required("currency")
    prices = _prices(call)
    if len(payload.encode()) not in _PAYLOAD_BYTES:
        raise bad_request("INVOICE_PAYLOAD_INVALID")
    if currency == STARS:
        if len(prices) != 1:
            raise bad_request("STARS_INVOICE_INVALID")
    elif not is_currency(currency):
        raise bad_request("CURRENCY_INVALID")
    elif not call.arguments.text("provider_token"):
        raise bad_request("PAYMENT_PROVIDER_INVALID")
    if sum(prices) not in _AMOUNTS:
        raise bad_request("CURRENCY_TOTAL_AMOUNT_INVALID")
    start = call.arguments.text("start_parameter")
    return Invoice(title, description, payload, currency, sum(prices), start)


def _prices(call: Call) -> list[int]:
    call.required("prices")
    parts = call.arguments.parsed("prices")
    if not isinstance(parts, list):
        raise bad_request("expected an Array of labeled prices")
    for part in parts:
        if not isinstance(part, dict):
            raise Refusal.UNREADABLE_PRICE.error("LabeledPrice must be an Object")
        if not isinstance(part.get("label"), str) or not part["label"]:
            raise Refusal.UNREADABLE_PRICE.error("LabeledPrice label must be non-empty")
        if not isinstance(part.get("amount"), int):
            raise Refusal.UNREADABLE_PRICE.error('Can\'t find field "amount"')
    if not parts:
        raise bad_request("there must be at least one price")
    return [part["amount"] for part in parts]


def _price(invoice: Invoice) -> str:
    if invoice.currency == STARS:
        return f"⭐️{invoice.total}"
    units = Decimal(invoice.total).scaleb(-get_currency_precision(invoice.currency))
    return format_currency(units, invoice.currency, locale="en_US")
