"""Digests: many new orders, or alarms of one kind, in one message that lives until it is empty."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.fleet import Delivery
from bot.store.alarms import AlarmKind
from bot.texts import alarms as alarm_texts
from bot.texts.callbacks import Verb
from bot.texts.dispatcher.give_out import board_button, give_out_button
from bot.texts.html import Html
from bot.texts.message import Message, Rows, Style, in_rows
from bot.texts.order_lines import card_button, short_line
from bot.texts.pagination import and_more
from bot.texts.words import Words

_LINES_SHOWN = 20
_NUMBERS_SHOWN = 60
_BUTTONS_SHOWN = 12
_A_ROW = 4

_ALONE: Mapping[AlarmKind, Callable[[Words, Delivery, datetime], Message]] = {
    AlarmKind.NO_RIDER: alarm_texts.no_rider,
    AlarmKind.NOT_ACCEPTED: alarm_texts.not_accepted,
    AlarmKind.LONG_ON_THE_WAY: alarm_texts.long_on_the_way,
    AlarmKind.NOT_HANDED_OVER: alarm_texts.not_handed_over,
}


@dataclass(frozen=True, slots=True)
class DigestLine:
    """An order, and since when it is as the digest tells."""

    delivery: Delivery
    since: datetime


@dataclass(frozen=True, slots=True)
class DigestReader:
    """The reader of a digest, and the time; a digest read `aloud` by many names nobody in full."""

    say: Words
    now: datetime
    aloud: bool


def new_orders(reader: DigestReader, lines: Sequence[DigestLine]) -> Message:
    """Tell of orders that wait for a rider, the oldest first."""
    say, count = reader.say, len(lines)
    heading = say.many(
        "🆕 <b>{count} order waits for a rider</b>",
        "🆕 <b>{count} orders wait for a rider</b>",
        count=count,
    )
    return Message.of(heading, *_lines(reader, lines), rows=_helps(say, lines))


def no_more_new_orders(say: Words) -> Message:
    return Message.of(say("✅ All of these have a rider or are over."))


def alarms(reader: DigestReader, kind: AlarmKind, lines: Sequence[DigestLine]) -> Message:
    """Tell of orders with the same trouble; one alone is told in whole sentences."""
    say = reader.say
    if len(lines) == 1:
        delivery, since = lines[0].delivery, lines[0].since
        alone = _ALONE[kind](say, delivery, since)
        which = short_line(say, delivery, since, reader.now, aloud=reader.aloud)
        return alone.model_copy(update={"html": Html(f"{alone.html}\n{which}")})
    if kind is AlarmKind.NO_RIDER:
        rows = _helps(say, lines)
    else:
        # These orders have a rider already: each has its card to look at, by its number.
        cards = [card_button(line.delivery) for line in lines[:_BUTTONS_SHOWN]]
        rows = (*in_rows(cards, _A_ROW), (board_button(say),))
    heading = alarm_texts.heading(say, kind, len(lines))
    return Message.of(heading, *_lines(reader, lines), rows=rows)


def missed_orders(say: Words, orders: Sequence[str]) -> Message:
    """Tell of orders that went wrong and were found together; nothing personal is in it."""
    heading = say.many(
        "📋 <b>{count} more order was cancelled or failed while I heard nothing</b>",
        "📋 <b>{count} more orders were cancelled or failed while I heard nothing</b>",
        count=len(orders),
    )
    return Message.of(
        heading,
        say.listed(orders[:_NUMBERS_SHOWN]),
        and_more(say, len(orders) - _NUMBERS_SHOWN),
        rows=((board_button(say),),),
    )


def _lines(reader: DigestReader, lines: Sequence[DigestLine]) -> list[Html]:
    say = reader.say
    shown = [
        short_line(say, line.delivery, line.since, reader.now, aloud=reader.aloud)
        for line in lines[:_LINES_SHOWN]
    ]
    return [*shown, and_more(say, len(lines) - _LINES_SHOWN)]


def _helps(say: Words, lines: Sequence[DigestLine]) -> Rows:
    """Offer to give orders to riders."""
    if len(lines) == 1:
        uuid = lines[0].delivery.uuid
        assign = say.button("Assign", Verb.CHOOSE_RIDER, uuid, style=Style.MAIN)
        return ((assign,), (say.button("Details", Verb.SHOW, uuid), board_button(say)))
    return ((give_out_button(say), board_button(say)),)
