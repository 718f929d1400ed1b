"""Texts about cash for several kinds of readers: payments at a door, and wrong amounts."""

from bot.domain.cash import Cash, CashEntry, EntryKind, PaidAtDoor
from bot.texts.callbacks import Verb
from bot.texts.html import Html, dotted, joined
from bot.texts.message import Row, Rows, Style
from bot.texts.money import amount
from bot.texts.words import Words, phrase

ALL, TRANSFER, UNPAID, OTHER, CHANGE = "all", "transfer", "unpaid", "other", "change"
"""Answers of a rider's buttons about a door: all was collected, or something else."""

TYPED = "typed"
"""The answer that a typed number, which may be a code, is the amount."""

ANY = "any"
"""Stands in a button in place of an amount."""

_SAID_BY_RIDER = {
    EntryKind.COLLECTED: phrase("💵 Paid {amount} in cash to {name}"),
    EntryKind.TRANSFER: phrase("💳 Paid {amount} by transfer, says {name}"),
    EntryKind.UNPAID: phrase("⚠️ Not paid: {amount}, says {name}"),
}
_SAID_TO_RIDER = {
    EntryKind.COLLECTED: phrase("💵 Collected: {amount}"),
    EntryKind.TRANSFER: phrase("💳 Paid by transfer: {amount}"),
    EntryKind.UNPAID: phrase("⚠️ Not paid: {amount}"),
}


def written(say: Words, cash: Cash) -> Html:
    return amount(say, cash.money)


def for_goods(say: Words, goods: Cash) -> Html:
    """Tell how much of an amount is for the goods, if any of it is."""
    return (
        say("of it {amount} for the goods", amount=written(say, goods))
        if goods.hundredths
        else Html()
    )


def receipt(say: Words, entry: CashEntry, name: str) -> Html:
    """Tell people other than the rider what was paid at the door; `name` is the rider's."""
    paid = say(_SAID_BY_RIDER[entry.kind], amount=written(say, entry.cash), name=name or "?")
    return dotted(paid, for_goods(say, Cash(entry.goods, entry.currency)))


def own_receipt(say: Words, entry: CashEntry) -> Html:
    """Tell the rider their own answer about a door."""
    paid = say(_SAID_TO_RIDER[entry.kind], amount=written(say, entry.cash))
    return dotted(paid, for_goods(say, Cash(entry.goods, entry.currency)))


def with_correction(say: Words, paid: PaidAtDoor, told: Html) -> Html:
    """Add the earlier answer, if there was one and it was corrected."""
    if paid.corrected is None:
        return told
    before = say("✏️ corrected, before it was: {before}", before=own_receipt(say, paid.corrected))
    return joined([told, before])


def own_account(say: Words, paid: PaidAtDoor) -> Html:
    """Tell the rider their own answer about a door, and their earlier one."""
    return with_correction(say, paid, own_receipt(say, paid.entry))


def what_was_paid(say: Words, due: Cash) -> Html:
    return say("💵 {amount} to collect: what did you get?", amount=written(say, due))


def answer_rows(say: Words, delivery: str, due: Cash) -> Rows:
    """Return the buttons with which a rider says what was paid at a door."""
    # The button carries the amount that is shown, and is out of date once that has changed.
    all_of_it = say.button(
        "✅ Collected {amount}",
        Verb.CASH,
        delivery,
        tokens=(ALL, due.hundredths),
        style=Style.GOOD,
        amount=written(say, due),
    )
    other = say.button("Other amount", Verb.CASH, delivery, tokens=(OTHER, ANY))
    transfer = say.button("By transfer", Verb.CASH, delivery, tokens=(TRANSFER, ANY))
    unpaid = say.button("Not paid", Verb.CASH, delivery, tokens=(UNPAID, ANY))
    return ((all_of_it,), (other, transfer), (unpaid,))


def change_row(say: Words, delivery: str) -> Row:
    return (say.button("✏️ Change", Verb.CASH, delivery, tokens=(CHANGE, ANY)),)


def no_amount(say: Words, text: str) -> Html:
    return say(
        "⚠️ “{text}” is not an amount that I can take. Write in digits how much it is.", text=text
    )


def other_currency(say: Words, text: str, currency: str) -> Html:
    return say(
        "⚠️ “{text}” is another currency than {currency}. Write the amount in {currency}.",
        text=text,
        currency=currency,
    )
