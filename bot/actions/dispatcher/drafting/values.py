"""What people type into a form, read into the one form in which it is kept."""

import re
from collections.abc import Callable, Mapping

import phonenumbers
from phonenumbers import NumberParseException

from bot.store.drafts import Blank, DraftItem
from bot.texts.dispatcher.input_errors import InputError, Wrong
from bot.texts.html import clean
from bot.texts.phones import e164
from bot.texts.promises import LONGEST_LINE

_MOST = 10**10
_AMOUNT = re.compile(
    r"[^\d\W]{0,4}\W?\s*(?P<number>\d{1,3}(?:[ ,.\u00a0\u202f]\d{3})+|\d+)(?:[.,]0{1,2})?"
    r"\s*[^\d\W]{0,4}\W?"
)
_SHORTENED = re.compile(r".*\d\s*[km]\W?", re.IGNORECASE)
_NEGATIVE = re.compile(r"\s*[-\u2212\u2013]")
_ITEM = re.compile(
    r"(?:(?P<quantity>\d{1,6})\s*[x×*]\s*)?(?P<description>\S.*?)(?:\s+@?\s*(?P<value>\d[\d.,]*))?"
)


def country_of(phone: str) -> str:
    """Return the dialling code of a number in E.164; "" for what is none."""
    try:
        return str(phonenumbers.parse(phone).country_code)
    except NumberParseException:
        return ""


def read_text(line: str) -> str | None:
    text = clean(line)
    return text if 0 < len(text) <= LONGEST_LINE else None


def read_amount(line: str) -> int | None:
    """Read an amount in whole units, with or without a currency and thousands separators."""
    found = _AMOUNT.fullmatch(clean(line))
    if found is None or _NEGATIVE.match(line) or _SHORTENED.fullmatch(clean(line)):
        return None  # `5k` is 5,000 to whoever writes it, and never 5
    amount = int(re.sub(r"\D", "", found["number"]))
    return amount if amount < _MOST else None


def read_item(line: str) -> DraftItem | None:
    """Read `2 x Jollof rice 3000`; how many and the value of one may be left out."""
    found = _ITEM.fullmatch(clean(line))
    if found is None or len(found["description"]) > LONGEST_LINE:
        return None
    quantity = int(found["quantity"] or 1)
    value = read_amount(found["value"] or "0")
    if quantity == 0 or value is None:
        return None
    return DraftItem(description=found["description"], quantity=quantity, value=value)


def item_line(item: DraftItem) -> str:
    """Write an item as `read_item` reads it."""
    return f"{item.quantity} × {item.description} {item.value}"


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
    Blank.ITEMS: (lambda line, _country: read_item(line), Wrong.ITEM),
    Blank.FEE: (lambda line, _country: read_amount(line), Wrong.AMOUNT),
}


def read(blank: Blank, line: str, country: str) -> object | InputError:
    """Read what is typed into a blank; `country` is the dialling code of numbers without one."""
    reader, wrong = _READERS[blank]
    value = reader(line, country)
    return InputError(line, wrong) if value is None else value
