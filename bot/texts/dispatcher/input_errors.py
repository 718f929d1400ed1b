"""Errors in lines that people type into a form, and the texts about them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from bot.domain.limits import LONGEST_LINE
from bot.texts.html import Html, joined
from bot.texts.words import Words, phrase


class Wrong(StrEnum):
    PHONE = "phone"
    AMOUNT = "amount"
    CENTS = "cents"
    CURRENCY = "currency"
    ITEM = "item"
    TEXT = "text"
    CHOICE = "choice"
    RIDER = "rider"
    LABEL = "label"
    TOO_MANY = "too_many"
    DAY = "day"
    EMAIL = "email"


@dataclass(frozen=True, slots=True)
class InputError:
    """A line that was left out, as it was typed, and why."""

    line: str
    wrong: Wrong


_SENTENCES: Mapping[Wrong, str] = {
    Wrong.PHONE: phrase(
        "⚠️ “{line}” is not a phone number. Write it with the country's code, such as"
        " <code>+234 803 000 0001</code>."
    ),
    Wrong.AMOUNT: phrase("⚠️ “{line}” is not an amount. Write a whole number, such as 1500."),
    Wrong.CENTS: phrase(
        "⚠️ “{line}” has cents. The delivery system takes whole amounts only, such as 1500."
    ),
    Wrong.CURRENCY: phrase(
        "⚠️ “{line}” is in another currency than the deliveries here. Write the amount in yours."
    ),
    Wrong.ITEM: phrase(
        "⚠️ I cannot read “{line}”. Write how many, what, and what one is worth:"
        " <code>2 x Jollof rice 3000</code>"
    ),
    Wrong.TEXT: phrase("⚠️ “{line}” is empty or too long. {most} characters fit."),
    Wrong.CHOICE: phrase("⚠️ “{line}” is neither yes nor no."),
    Wrong.RIDER: phrase("⚠️ No single active rider is called “{line}”. Choose one below."),
    Wrong.LABEL: phrase("⚠️ I do not know what “{line}” is. Begin the line with its name."),
    Wrong.DAY: phrase(
        "⚠️ “{line}” is not a day to come. Write <code>tomorrow</code> or a date, such as"
        " <code>2026-12-31</code>."
    ),
    Wrong.EMAIL: phrase("⚠️ “{line}” is not an e-mail address."),
    Wrong.TOO_MANY: phrase("⚠️ “{line}” is one too many for a single form."),
}


def problem_lines(say: Words, problems: Iterable[InputError]) -> Html:
    return joined(
        say(_SENTENCES[problem.wrong], line=problem.line, most=LONGEST_LINE) for problem in problems
    )
