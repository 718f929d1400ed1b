"""The cards of several parcels on their way: a round, and the parcels to take over for it.

A round shows its next stop in full, and each other stop with a line and a button.
"""

from collections import Counter
from collections.abc import Sequence

from bot.domain.cash import Cash, Due
from bot.fleet import Delivery
from bot.store.handovers import StreetHandover
from bot.texts import order_lines
from bot.texts.callbacks import Verb
from bot.texts.cards import parts
from bot.texts.html import Html, folding, joined
from bot.texts.message import Button, Message, in_rows
from bot.texts.money import amounts
from bot.texts.pagination import and_more
from bot.texts.rider.handovers import find_holder, several_to_take, take_all_row
from bot.texts.rider.places import next_stop, way_through
from bot.texts.words import Words

_LINES = 25
_BUTTONS = 8
_IN_A_ROW = 2


def round_card(
    say: Words,
    job: Message,
    first: Delivery,
    following: Sequence[Delivery],
    said: Sequence[Html],
    dues: Sequence[Due],
) -> Message:
    """Add the following stops, and the total to collect, to the card of the `first` stop.

    `dues` are the amounts to collect at all doors, the first one included. `said` is the outcome
    that the rider has told for each following stop: again later, back to the shop, left.
    """
    stops = say.many("{count} more stop", "{count} more stops", count=len(following))
    lines = [
        parts.parcel_line(say, each, due, words)
        for each, due, words in zip(following, dues[1:], said, strict=True)
    ]
    later = say.button("⏭ Later", Verb.STOP_LATER, first.uuid)
    link = way_through([next_stop(each) for each in (first, *following)])
    whole_way = (Button(label=say.label("🗺 All stops"), url=link),) if link else ()
    to_be_next = [
        say.button("▶️ {stop}", Verb.STOP_NEXT, each.uuid, stop=order_lines.number_and_name(each))
        for each in following[:_BUTTONS]
    ]
    return Message.of(
        job.html,
        # The empty line sets the next door apart for people who read in the rain.
        joined([Html(f"\n<b>{stops}</b>"), folding(lines[:_LINES])]),
        and_more(say, len(following) - _LINES),
        _to_collect_in_all(say, dues),
        rows=(*job.rows, (later, *whole_way), *in_rows(to_be_next, _IN_A_ROW)),
        folded=job.folded,
    )


def handover_card(
    say: Words, handover: StreetHandover, parcels: Sequence[Delivery], dues: Sequence[Due]
) -> Message:
    """Show a rider the parcels that another one has for them; one tap takes all of them."""
    first = parcels[0]
    lines = [parts.parcel_line(say, each, due) for each, due in zip(parcels, dues, strict=True)]
    buttons = [
        say.button("🤝 {stop}", Verb.TAKE_PARCEL, each.uuid, stop=order_lines.number_and_name(each))
        for each in parcels[:_BUTTONS]
    ]
    return Message.of(
        several_to_take(say, handover, len(parcels)),
        folding(lines[:_LINES]),
        and_more(say, len(parcels) - _LINES),
        _to_collect_in_all(say, dues),
        # The first parcel stands for the whole hand-over behind these two buttons.
        rows=(
            take_all_row(say, first.uuid, len(parcels)),
            (find_holder(say, first, handover),),
            *in_rows(buttons, _IN_A_ROW),
        ),
    )


def closed_round_card(say: Words) -> Message:
    """Show a round without open stops, without names, phones or addresses."""
    return Message.of(say("🏁 You have no parcel with you any more."))


def _to_collect_in_all(say: Words, dues: Sequence[Due]) -> Html:
    """Show the total to collect at several doors, each currency by itself.

    Leave a sum out if one of its amounts is not a number.
    """
    totals = [due.total for due in dues if due.is_something]
    # A single amount is in its own line already.
    if len(totals) <= 1:
        return Html()
    sums = Counter[str]()
    for cash in totals:
        if cash is None:
            return Html()
        sums[cash.currency] += cash.hundredths
    total = amounts(say, (Cash(each, currency).money for currency, each in sums.items()))
    return say("💵 To collect in all: <b>{amount}</b>", amount=total)
