"""What riders read of cash: an amount that is asked for, what they carry, who took it, and tips."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.domain.cash import Cash, CashEntry, EntryKind, PaidAtDoor
from bot.domain.known_delivery import DeliveryRow
from bot.fleet import Delivery
from bot.texts import order_lines
from bot.texts.callbacks import Verb
from bot.texts.cash import (
    ANY,
    CHANGE,
    TYPED,
    answer_rows,
    change_row,
    for_goods,
    own_account,
    written,
)
from bot.texts.html import Html, dotted, heading, joined, plain
from bot.texts.message import Ask, FixedMessage, Message, Style, column
from bot.texts.pagination import and_more
from bot.texts.words import Words, phrase

_LINES = 25
_BUTTONS = 8

SOMETHING_ELSE_OPEN = FixedMessage(
    "✋ Something else is asked of you and not answered yet.",
    "Answer that first, or leave it with /cancel. Then press <b>Other amount</b> again.",
)
RIGHT, WRONG = "yes", "no"
_TIPS = {
    EntryKind.TIP_IN_CASH: phrase("💝 Order {order}: a tip of <b>{amount}</b> for you, in cash."),
    EntryKind.TIP_BY_TRANSFER: phrase(
        "💝 Order {order}: a tip of <b>{amount}</b> for you, by transfer."
    ),
}
_HOW_MUCH = phrase("💵 Order {order}: how much did you collect?")


@dataclass(frozen=True, slots=True)
class CarriedCash:
    """What a rider carries in one currency: the orders since the last hand-in, and what is older.

    Each order has its delivery, unless that is not kept any more.
    """

    sum: Cash
    orders: Sequence[tuple[Delivery | None, CashEntry]]
    earlier: Cash


def how_much(say: Words, order: str) -> Message:
    """Ask for the amount; the reader's keyboard opens by itself."""
    return Message.of(
        say(_HOW_MUCH, order=order),
        say("Write the amount. /cancel if not now."),
        ask=Ask.REPLY,
        hint=say.label("Amount"),
    )


def asks_how_much(say: Words, order: str, text: str) -> bool:
    """Tell whether a message is this question."""
    return heading(text) == heading(plain(say(_HOW_MUCH, order=order)))


def amount_or_code(say: Words, order: str, delivery: str, message_id: int) -> Message:
    """Ask what a number is that could be the next code as well; it is not repeated."""
    amount = say.button("Yes, the amount", Verb.CASH, delivery, tokens=(TYPED, message_id))
    return Message.of(
        say("Is that what you collected for order {order}? It could be a code, too.", order=order),
        say("I have deleted your message and written nothing down."),
        say("If it is a code, tap <b>Picked up</b> or <b>Delivered</b> on its card and type it."),
        rows=((amount,),),
    )


def choose_again(say: Words, order: str, delivery: str, due: Cash) -> Message:
    """Ask once more what was paid, where it was not said, or was said wrong."""
    return Message.of(
        say("💵 Order {order}: what was paid?", order=order), rows=answer_rows(say, delivery, due)
    )


def told(say: Words, order: str, paid: PaidAtDoor) -> Message:
    """Show what is written down of an order, where that is not on its card."""
    return Message.of(say("<b>Order {order}</b>", order=order), own_account(say, paid))


def written_for(say: Words, name: str, row: DeliveryRow, paid: PaidAtDoor) -> Message:
    """Tell a rider what a dispatcher has written down of one of their doors."""
    head = say("💵 Order {order}: {name} has written down", order=row.order_number, name=name)
    return Message.of(head, own_account(say, paid), rows=(change_row(say, row.uuid),))


def carried(say: Words, sums: Sequence[CarriedCash], untold: Sequence[Delivery]) -> Message:
    """Tell what a rider carries, and of which orders they have not said whether they were paid."""
    numbers = say.listed(each.order_number for each in untold)
    rows = column(
        say.button(
            "💵 {order}",
            Verb.CASH,
            each.uuid,
            tokens=(CHANGE, ANY),
            order=each.order_number,
        )
        for each in untold[:_BUTTONS]
    )
    return Message.of(
        Html() if sums else say("💵 You carry no cash of the business."),
        *(_sum(say, each) for each in sums),
        say("Not told yet what was paid: {orders}", orders=numbers) if untold else Html(),
        rows=rows,
    )


def _sum(say: Words, carried: CarriedCash) -> Html:
    lines = []
    for delivery, entry in carried.orders[-_LINES:]:
        amount = written(say, entry.cash)
        goods = for_goods(say, Cash(entry.goods, entry.currency))
        if delivery is None:
            order = say("An older order: {amount}", amount=amount)
        else:
            # Number and street tell the order apart; more of its receiver is not needed here.
            street = order_lines.place(delivery)
            place = say.value(street) if street else Html()
            order = dotted(order_lines.number(say, delivery), place, amount)
        lines.append(dotted(order, goods))
    left = carried.earlier
    return joined(
        [
            say("💵 <b>You carry {amount}</b>", amount=written(say, carried.sum)),
            *lines,
            and_more(say, len(carried.orders) - _LINES),
            say("From before your last hand-in: {amount}", amount=written(say, left))
            if left.hundredths
            else Html(),
        ]
    )


def is_it_right(say: Words, name: str, cash: Cash, entry: int, reason: str | None) -> Message:
    """Ask a rider whether somebody has taken so much from them; `reason` is why not more."""
    right = say.button("Yes", Verb.CASH_TAKEN, tokens=(entry, RIGHT), style=Style.GOOD)
    wrong = say.button("No, that is wrong", Verb.CASH_TAKEN, tokens=(entry, WRONG), style=Style.BAD)
    return Message.of(
        say(
            "💵 {name} took <b>{amount}</b> from you. Right?",
            name=name or "?",
            amount=written(say, cash),
        ),
        say("Why not all of it: {reason}", reason=reason) if reason else Html(),
        rows=((right, wrong),),
    )


def confirmed(say: Words, name: str, cash: Cash) -> Message:
    return Message.of(
        say(
            "✅ {name} took {amount} from you: you have confirmed it.",
            name=name,
            amount=written(say, cash),
        )
    )


def denied(say: Words, name: str, cash: Cash) -> Message:
    return Message.of(
        say(
            "⚠️ You say that {name} did not take {amount}. The dispatchers know and settle it with"
            " you; until then you carry it.",
            name=name,
            amount=written(say, cash),
        )
    )


def over_the_limit(say: Words, carried: Cash, limit: Cash) -> Message:
    return Message.of(
        say(
            "💰 You carry {amount} now, more than the {limit} that a rider may carry. Please hand"
            " it in soon.",
            amount=written(say, carried),
            limit=written(say, limit),
        )
    )


def told_of_tip(say: Words, order: str, now: CashEntry | None, former: CashEntry | None) -> Message:
    """Tell of a tip, of another one than was told before, or that there is none after all.

    No name of a customer is in it.
    """
    before = say("It was {amount} before.", amount=written(say, former.cash)) if former else Html()
    if now is None:
        return Message.of(say("💝 Order {order}: the tip is taken back.", order=order), before)
    wrong = say.button("I did not get it", Verb.TIP_DENIED, tokens=(now.id,))
    return Message.of(
        say(_TIPS[now.kind], order=order, amount=written(say, now.cash)), before, rows=((wrong,),)
    )


def tip_denied(say: Words, tip: CashEntry) -> Message:
    return Message.of(
        say(
            "⚠️ You did not get the tip of {amount}. The dispatchers know.",
            amount=written(say, tip.cash),
        )
    )
