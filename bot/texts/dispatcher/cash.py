"""Texts for dispatchers about the cash that riders carry and hand in."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.domain.cash import Cash
from bot.fleet import Page
from bot.identifiers import RiderUuid
from bot.store.cash import HandIn
from bot.texts import pagination
from bot.texts.callbacks import Verb, press
from bot.texts.cash import written
from bot.texts.html import Html, dotted
from bot.texts.message import Ask, FixedMessage, Message, Style, column
from bot.texts.moments import clock_time
from bot.texts.money import amounts
from bot.texts.names import first_name
from bot.texts.words import Words, phrase

OTHER = "other"
"""The token in place of an amount: the dispatcher is asked for it."""

_UNKNOWN = "-"
"""The token of an unknown currency."""

NOT_FROM_YOURSELF = FixedMessage("✋ You cannot take cash from yourself. Somebody else must do it.")


@dataclass(frozen=True, slots=True)
class RidersCash:
    """The cash that one rider carries, an amount for each currency."""

    rider: RiderUuid
    name: str
    sums: Sequence[Cash]


@dataclass(frozen=True, slots=True)
class TakenCash:
    """A hand-in: the names of the taker and of the rider, and the rider's answer about it."""

    hand_in: HandIn
    rider: str
    taker: str


def code_of(currency: str) -> str:
    """Return a currency as a button's token, which has no capital letters."""
    return currency.casefold() or _UNKNOWN


def currency_of(token: str) -> str:
    return "" if token == _UNKNOWN else token.upper()


def overview(
    say: Words, page: Page[RidersCash], together: Sequence[Cash], taken: Sequence[TakenCash]
) -> Message:
    """List the riders who carry cash, and the latest hand-ins with the riders' answers."""
    turn = pagination.page_buttons(
        say, page, lambda number: press(Verb.CASH_CARRIED, tokens=(number,))
    )
    receive = [
        say.button(
            "Received from {name}…", Verb.RECEIVE_CASH, each.rider, name=first_name(each.name)
        )
        for each in page.items
        if any(cash.hundredths > 0 for cash in each.sums)
    ]
    return Message.of(
        say("💵 <b>With the riders: {amount}</b>", amount=_listed(say, together))
        if together
        else say("💵 No rider carries cash of the business."),
        *(dotted(say.value(each.name), _listed(say, each.sums)) for each in page.items),
        pagination.page_line(say, page),
        say("<b>Handed in</b>") if taken else Html(),
        *(_hand_in(say, each) for each in taken),
        rows=(*column(receive), *turn),
    )


def _listed(say: Words, sums: Sequence[Cash]) -> Html:
    return amounts(say, (each.money for each in sums))


def _hand_in(say: Words, taken: TakenCash) -> Html:
    hand_in = taken.hand_in
    handed_in = say(
        "{rider} → {taker}, {time}: {amount}",
        rider=taken.rider,
        taker=taken.taker or "?",
        time=clock_time(hand_in.entry.at),
        amount=written(say, hand_in.entry.cash),
    )
    name = first_name(taken.rider)
    if hand_in.word is None:
        word = say("⏳ not confirmed by {name}", name=name)
    elif hand_in.is_denied:
        time = clock_time(hand_in.word.at)
        word = say("❌ {name} says no, {time}: it does not count", name=name, time=time)
    else:
        time = clock_time(hand_in.word.at)
        word = say("✅ confirmed by {name}, {time}", name=name, time=time)
    reason = say.value(hand_in.reason) if hand_in.reason else Html()
    return dotted(handed_in, word, reason)


def how_much(say: Words, riders: RidersCash, as_of: Mapping[str, int]) -> Message:
    """Offer to take all that a rider carries, or another amount.

    `as_of` is the last hand-in by currency: a button is valid only for the next one after it.
    """
    carried = [each for each in riders.sums if each.hundredths > 0]
    buttons = []
    for each in carried:
        code, before = code_of(each.currency), as_of[each.currency]
        all_of_it = say.button(
            "✅ All: {amount}",
            Verb.CASH_RECEIVED,
            riders.rider,
            tokens=(code, each.hundredths, before),
            style=Style.GOOD,
            amount=written(say, each),
        )
        other = say.button(
            phrase("Another amount · {currency}") if each.currency else phrase("Another amount"),
            Verb.CASH_RECEIVED,
            riders.rider,
            tokens=(code, OTHER, before),
            currency=each.currency,
        )
        buttons += [all_of_it, other]
    name = first_name(riders.name)
    return Message.of(
        say("💵 {name} carries {amount}.", name=name, amount=_listed(say, riders.sums)),
        say("What have you received?") if carried else Html(),
        rows=column(buttons),
    )


def which_amount(say: Words, name: str, carried: Cash) -> Message:
    """Ask for the amount; the reader's keyboard opens by itself."""
    amount = written(say, carried)
    return Message.of(
        say("💵 {name} carries {amount}. How much have you received?", name=name, amount=amount),
        ask=Ask.REPLY,
        hint=say.label("Amount"),
    )


def why_not_all(say: Words, amount: Cash, carried: Cash) -> Message:
    """Ask for the reason of a difference; nothing is recorded before the answer."""
    received, all_of_it = written(say, amount), written(say, carried)
    return Message.of(
        say("💵 {amount} of {carried}. Why not all of it?", amount=received, carried=all_of_it),
        ask=Ask.REPLY,
        hint=say.label("Reason"),
    )


def too_much(say: Words, name: str, amount: Cash, carried: Cash) -> Message:
    return Message.of(
        say(
            "⚠️ {name} carries {carried}, not {amount}. Nothing is written down.",
            name=name,
            carried=written(say, carried),
            amount=written(say, amount),
        )
    )


def taken_meanwhile(say: Words, name: str, carried: Cash) -> Message:
    return Message.of(
        say(
            "✋ Something was taken from {name} meanwhile: {carried} are left. /cash shows it.",
            name=name,
            carried=written(say, carried),
        )
    )


def reason_too_long(say: Words, most: int) -> Message:
    return Message.of(say("⚠️ Please say it in at most {most} characters.", most=most))


def received(say: Words, name: str, amount: Cash, *, is_asked: bool) -> Message:
    """Tell that the hand-in is recorded, and whether the rider is asked to confirm it."""
    asked = (
        say("Until {name} has confirmed it, it stands as not confirmed.", name=name)
        if is_asked
        else say("⚠️ {name} cannot be asked here to confirm it.", name=name)
    )
    taken = written(say, amount)
    return Message.of(
        say("✅ You have received {amount} from {name}.", amount=taken, name=name), asked
    )


def confirmed(say: Words, name: str, amount: Cash) -> Message:
    taken = written(say, amount)
    return Message.of(say("✅ {name} confirms: you took {amount}.", name=name, amount=taken))


def denied(say: Words, name: str, taker: str, amount: Cash) -> Message:
    return Message.of(
        say(
            "⚠️ {name} says that {taker} did not take {amount}. It does not count as handed in."
            " Please settle it with both.",
            name=name,
            taker=taker or "?",
            amount=written(say, amount),
        )
    )


def tip_denied(say: Words, name: str, order: str, amount: Cash) -> Message:
    return Message.of(
        say(
            "⚠️ Order {order}: {name} has not got the tip of {amount} that the customer told of. It"
            " does not count.",
            order=order,
            name=name,
            amount=written(say, amount),
        )
    )


def over_the_limit(say: Words, name: str, carried: Cash, limit: Cash) -> Message:
    return Message.of(
        say(
            "💰 {name} carries {amount} now, more than the {limit} that a rider may carry."
            " /cash takes it in.",
            name=name,
            amount=written(say, carried),
            limit=written(say, limit),
        )
    )
