"""The search by words, by phone numbers in every form, and by the names of riders."""

import re

import phonenumbers
from phonenumbers import NumberParseException, PhoneNumberFormat

from bot.actions.context import Context
from bot.actions.dispatcher import lookup
from bot.actions.order_numbers import ascii_digits
from bot.actions.snapshots import oldest_first, snapshot
from bot.base.database.transaction import Transaction
from bot.base.phone_numbers import e164, is_one
from bot.base.phone_numbers import line as line_of
from bot.base.text_folds import folded
from bot.fleet import Delivery, Page
from bot.store import deliveries
from bot.texts.dispatcher.lists import RiderWork

MOST_REQUESTS = 4
"""The most forms of one phone number for which the fleet service is asked."""

_FEWEST_DIGITS, _MOST_DIGITS = 7, 15
_PHONE = re.compile(r"\+?[\d\s().\-/]+")
_RIDERS_SHOWN = 3


async def found(
    context: Context,
    text: str,
    number: int = 1,
    *,
    per_page: int = lookup.PAGE,
    most_requests: int = MOST_REQUESTS,
) -> Page[Delivery]:
    """Return a page of the deliveries found for some words, newest first.

    The fleet service may match only literal parts of its texts. So ask it for each form of a phone
    number until one is found, and at last search the deliveries that are known here.

    Raises:
        FleetError: the fleet service did not answer.
    """
    page = Page[Delivery](items=())
    for form in forms(text)[:most_requests]:
        page = await lookup.found(context, form, number, per_page=per_page)
        if page.total or page.items:
            return page
    matching = await context.database.read(_known, text)
    return Page(items=matching[:per_page], total=len(matching)) if matching else page


async def work_of_riders(context: Context, text: str) -> list[RiderWork]:
    """Return the riders whose name has these words, with their open jobs as last seen.

    Raises:
        FleetError: the fleet service did not answer.
    """
    if not any(char.isalpha() for char in text):
        return []
    words = folded(text).split()
    called = []
    for rider in await context.riders.everyone():
        names = folded(rider.name).split()
        if all(any(name.startswith(word) for name in names) for word in words):
            called.append(rider)

    def work(tx: Transaction) -> list[RiderWork]:
        listed = []
        for rider in called[:_RIDERS_SHOWN]:
            rows = deliveries.open_of_rider(tx, rider.uuid)
            listed.append(RiderWork(rider.uuid, rider.name, oldest_first(map(snapshot, rows))))
        return listed

    return await context.database.read(work)


def _known(tx: Transaction, text: str) -> tuple[Delivery, ...]:
    number = _national(ascii_digits(text.strip()))
    if number:
        return tuple(map(snapshot, deliveries.with_phone_ending(tx, number)))
    wanted = folded(text).strip()
    if not wanted:
        return ()
    matching = []
    for delivery in map(snapshot, deliveries.newest(tx)):
        people = [*delivery.receivers, *filter(None, [delivery.sender])]
        written = "\n".join(f"{one.name}\n{one.address}" for one in people)
        if wanted in folded(written):
            matching.append(delivery)
    return tuple(matching)


def forms(text: str) -> tuple[str, ...]:
    """Return the texts to ask a literal search for, the likeliest first.

    The end of a phone number, without country and leading zero, is part of every form that is
    written without gaps.
    """
    line = ascii_digits(text.strip())
    national = _national(line)
    if national is None:
        # A service may find words only with their accents as written, or only without them.
        has_accents = line.casefold() != folded(line)
        return (line, folded(line)) if has_accents else (line,)
    number = _international(line)
    in_groups = ""
    if number is not None:
        # The groups of digits as its country writes them, without the country code.
        written = phonenumbers.format_number(number, PhoneNumberFormat.INTERNATIONAL)
        in_groups = written.partition(" ")[2]
    wanted = (national, in_groups, line, _digits(line))
    return tuple(dict.fromkeys(filter(None, wanted)))


def _national(line: str) -> str | None:
    """Return a phone number's digits without country and zeros; `None` if it is no number."""
    digits = _digits(line)
    if not _PHONE.fullmatch(line) or not _FEWEST_DIGITS <= len(digits) <= _MOST_DIGITS:
        return None
    number = _international(line)
    national = _without_country(e164(number)) if number else digits
    # Of a number's two ways of writing take the shorter one, if the other one contains it.
    short = _without_country(line_of(e164(number))) if number else digits
    return (short if national.endswith(short) else national).lstrip("0") or None


def _without_country(number: str) -> str:
    return phonenumbers.national_significant_number(phonenumbers.parse(number))


def _international(line: str) -> phonenumbers.PhoneNumber | None:
    """Read a number that begins with its country code, with or without the plus."""
    digits = _digits(line)
    has_sign = line.startswith(("+", "00", "(+"))
    if digits.startswith("0") and not has_sign:
        return None
    try:
        number = phonenumbers.parse(f"+{digits.removeprefix('00')}")
    except NumberParseException:
        return None
    # Digits without a sign may be anything, so accept only a number that can exist.
    reads = is_one if has_sign else phonenumbers.is_valid_number
    return number if reads(number) else None


def _digits(line: str) -> str:
    return "".join(char for char in line if char.isdecimal())
