"""The readers of the values that people type into a form."""

import re
from collections.abc import Callable, Mapping
from decimal import Decimal

import phonenumbers
from phonenumbers import NumberParseException

from bot.base.plain_text import clean
from bot.domain.cash import Cash
from bot.domain.draft import Blank, DraftItem
from bot.domain.limits import LONGEST_LINE
from bot.parsing.orders.amounts import read_amount
from bot.parsing.orders.items import read_item
from bot.parsing.phones import e164
from bot.texts.dispatcher.input_errors import InputError, Wrong

_EMAIL = re.compile(r"[^@\s,;]{1,64}@[^@\s,;.]+(?:\.[^@\s,;.]+)+")
_BEGINS_A_NUMBER = re.compile(r"\s*(?:\+|0\d)")
"""The beginning of a phone number, with which no amount begins."""


def country_of(phone: str) -> str:
    """Return the dialling code of a number in E.164; "" if it is no number."""
    try:
        return str(phonenumbers.parse(phone).country_code)
    except NumberParseException:
        return ""


def read_text(line: str) -> str | None:
    text = clean(line)
    return text if 0 < len(text) <= LONGEST_LINE else None


def read_email(line: str) -> str | None:
    """Read one e-mail address; return `None` for a text that does not look like one."""
    text = clean(line)
    return text if len(text) <= LONGEST_LINE and _EMAIL.fullmatch(text) else None


def item_line(item: DraftItem) -> str:
    """Write an item as `read_item` reads it."""
    return f"{item.quantity} × {item.description} {item.value}"


def _read_fee(line: str) -> int | InputError | None:
    """Read an amount in whole units; the delivery system takes no others."""
    amount = None if _BEGINS_A_NUMBER.match(line) else read_amount(line)
    if amount is None:
        return None
    return InputError(line, Wrong.CENTS) if amount % 1 else int(amount)


def read_cash(line: str) -> Decimal | None:
    """Read an amount that is paid at the door, exact to the hundredth; 0 means none."""
    amount = None if _BEGINS_A_NUMBER.match(line) else read_amount(line)
    if amount is None or (amount and Cash.exactly(amount, "") is None):
        return None
    return Decimal(amount)


Reader = Callable[[str, str], object]

_TEXT: tuple[Reader, Wrong] = (lambda line, _country: read_text(line), Wrong.TEXT)
_PHONE: tuple[Reader, Wrong] = (lambda line, country: e164(clean(line), country), Wrong.PHONE)

_READERS: Mapping[Blank, tuple[Reader, Wrong]] = {
    Blank.FROM_NAME: _TEXT,
    Blank.FROM_PHONE: _PHONE,
    Blank.FROM_ADDRESS: _TEXT,
    Blank.TO_NAME: _TEXT,
    Blank.TO_PHONE: _PHONE,
    Blank.TO_ADDRESS: _TEXT,
    Blank.TO_EMAIL: (lambda line, _country: read_email(line), Wrong.EMAIL),
    Blank.FROM_EMAIL: (lambda line, _country: read_email(line), Wrong.EMAIL),
    Blank.NOTE: _TEXT,
    Blank.ITEMS: (lambda line, _country: read_item(line), Wrong.ITEM),
    Blank.FEE: (lambda line, _country: _read_fee(line), Wrong.AMOUNT),
    Blank.GOODS: (lambda line, _country: read_cash(line), Wrong.AMOUNT),
    Blank.PAYS_WITH: (lambda line, _country: read_cash(line), Wrong.AMOUNT),
}


def read(blank: Blank, line: str, country: str) -> object | InputError:
    """Read a line for a blank; `country` is the dialling code for numbers without one."""
    reader, wrong = _READERS[blank]
    value = reader(line, country)
    if isinstance(value, InputError):
        return value
    return InputError(line, wrong) if value is None else value
