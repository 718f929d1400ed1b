"""Texts about tips for the customers who give them: the amount, the way, the record."""

from bot.domain.cash import Cash, CashEntry, EntryKind
from bot.fleet import Delivery
from bot.texts.callbacks import Verb
from bot.texts.cash import ANY, written
from bot.texts.html import heading, plain
from bot.texts.message import Ask, FixedMessage, Message, Row
from bot.texts.names import rider_name
from bot.texts.words import Words, phrase

AMOUNT, NONE, IN_CASH, BY_TRANSFER = "amount", "none", "cash", "transfer"
"""Answers of a button: the amount is asked for, the tip is taken back, or how it was given."""

NO_TIP = FixedMessage("No tip is written down.")
TOO_LATE = FixedMessage("The tip stays as it is after a day.")
TOO_OFTEN = FixedMessage("✋ The tip was changed often enough today. It stays as it is.")

_HOW_MUCH = phrase("💝 Order {order}: how much is the tip for {name}?")
_GIVEN = {
    EntryKind.TIP_IN_CASH: phrase("💝 Your tip for {name}: {amount} in cash. Thank you!"),
    EntryKind.TIP_BY_TRANSFER: phrase("💝 Your tip for {name}: {amount} by transfer. Thank you!"),
}


def tip_row(say: Words, delivery: Delivery) -> Row:
    """Return the button that asks for a tip."""
    name = _name(delivery)
    tokens = (AMOUNT, ANY)
    return (say.button("💝 A tip for {name}", Verb.TIP, delivery.uuid, tokens=tokens, name=name),)


def _name(delivery: Delivery) -> str:
    return rider_name(delivery) or "?"


def how_much(say: Words, delivery: Delivery, given: CashEntry | None) -> Message:
    """Ask for the amount; a tip that was told before can be taken back."""
    none = say.button("No tip after all", Verb.TIP, delivery.uuid, tokens=(NONE, ANY))
    # A message has buttons or opens the keyboard for a reply; Telegram takes only one of the two.
    if given is not None:
        return Message.of(
            say(_HOW_MUCH, order=delivery.order_number, name=_name(delivery)),
            say("So far: {amount}", amount=written(say, given.cash)),
            say("Write the amount. /cancel if not now."),
            rows=((none,),),
        )
    return Message.of(
        say(_HOW_MUCH, order=delivery.order_number, name=_name(delivery)),
        say("Write the amount. /cancel if not now."),
        ask=Ask.REPLY,
        hint=say.label("Amount"),
    )


def asks_how_much(say: Words, order: str, name: str, text: str) -> bool:
    """Tell whether a message is this question."""
    return heading(text) == heading(plain(say(_HOW_MUCH, order=order, name=name)))


def which_way(say: Words, delivery: Delivery, amount: Cash) -> Message:
    """Ask how the tip is given: the bot moves no money."""
    number = amount.hundredths
    cash = say.button("💵 In cash", Verb.TIP, delivery.uuid, tokens=(IN_CASH, number))
    transfer = say.button("💳 By transfer", Verb.TIP, delivery.uuid, tokens=(BY_TRANSFER, number))
    tip = written(say, amount)
    return Message.of(
        say("💝 {amount} for {name}. How do you give it?", amount=tip, name=_name(delivery)),
        say("I write it down and tell {name}. The money goes from you.", name=_name(delivery)),
        rows=((cash, transfer),),
    )


def given(say: Words, delivery: Delivery, kind: EntryKind, amount: Cash) -> Message:
    change = say.button("✏️ Change", Verb.TIP, delivery.uuid, tokens=(AMOUNT, ANY))
    tip = written(say, amount)
    return Message.of(say(_GIVEN[kind], name=_name(delivery), amount=tip), rows=((change,),))
