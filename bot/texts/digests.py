"""Digests: many new orders, or alarms of one kind, in one message that lives until it is empty."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.fleet import Delivery
from bot.store.alarms import AlarmKind
from bot.texts import alarms as alarm_texts
from bot.texts import order_lines, tables
from bot.texts.callbacks import Verb
from bot.texts.dispatcher.give_out import board_button, give_out_button
from bot.texts.html import Html
from bot.texts.message import Message, Rows, Style, in_rows
from bot.texts.moments import age
from bot.texts.order_lines import card_button, short_line
from bot.texts.pagination import and_more
from bot.texts.words import Words

_HEAD = (tables.NUMBER, tables.TO, tables.AGE, tables.RIDER)
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
    """An order, and since when it has been in the digest's state."""

    delivery: Delivery
    since: datetime


@dataclass(frozen=True, slots=True)
class DigestReader:
    """A digest's reader, and the time; a digest that many read (`aloud`) has no full names."""

    say: Words
    now: datetime
    aloud: bool


def new_orders(reader: DigestReader, lines: Sequence[DigestLine]) -> Message:
    """List orders that wait for a rider, the oldest first."""
    say, count = reader.say, len(lines)
    heading = say.many(
        "🆕 <b>{count} order waits for a rider</b>",
        "🆕 <b>{count} orders wait for a rider</b>",
        count=count,
    )
    if len(lines) == 1:
        return Message.of(heading, *_lines(reader, lines), rows=_helps(say, lines[0].delivery))
    return _table(reader, heading, lines)


def no_more_new_orders(say: Words) -> Message:
    return Message.of(say("✅ All of these have a rider or are over."))


def alarms(reader: DigestReader, kind: AlarmKind, lines: Sequence[DigestLine]) -> Message:
    """List orders with the same trouble; tell of a single one in whole sentences."""
    say = reader.say
    if len(lines) == 1:
        delivery, since = lines[0].delivery, lines[0].since
        alone = _ALONE[kind](say, delivery, since)
        which = short_line(say, delivery, since, reader.now, aloud=reader.aloud)
        return alone.model_copy(update={"html": Html(f"{alone.html}\n{which}")})
    return _table(reader, alarm_texts.heading(say, kind, len(lines)), lines)


def missed_orders(say: Words, orders: Sequence[str]) -> Message:
    """List orders that went wrong and were found together, without personal data."""
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


def _table(reader: DigestReader, heading: Html, lines: Sequence[DigestLine]) -> Message:
    """List orders in a table, and in lines for readers without tables."""
    say, now, aloud = reader.say, reader.now, reader.aloud
    to = order_lines.for_everybody if aloud else order_lines.receiver_and_place
    cells = [
        (
            card_button(line.delivery),
            to(say, line.delivery),
            age(say, line.since, now),
            order_lines.give_button(say, line.delivery, aloud=aloud),
        )
        for line in lines[: tables.ROWS]
    ]
    if any(line.delivery.rider is None for line in lines):
        helps: Rows = ((give_out_button(say), board_button(say)),)
        rows = helps
    else:
        # These orders have a rider already: the number of each is a button to its card.
        cards = [card_button(line.delivery) for line in lines[:_BUTTONS_SHOWN]]
        helps = ((board_button(say),),)
        rows = (*in_rows(cards, _A_ROW), *helps)
    rich = tables.rich_form(
        say,
        tables.table(say, _HEAD, cells),
        tables.footer(and_more(say, len(lines) - tables.ROWS)),
        rows=helps,
    )
    return Message.of(heading, *_lines(reader, lines), rows=rows, rich=rich)


def _lines(reader: DigestReader, lines: Sequence[DigestLine]) -> list[Html]:
    say = reader.say
    shown = [
        short_line(say, line.delivery, line.since, reader.now, aloud=reader.aloud)
        for line in lines[:_LINES_SHOWN]
    ]
    return [*shown, and_more(say, len(lines) - _LINES_SHOWN)]


def _helps(say: Words, delivery: Delivery) -> Rows:
    """Return the buttons to give an order that is alone in a digest."""
    assign = say.button("Assign", Verb.CHOOSE_RIDER, delivery.uuid, style=Style.MAIN)
    return ((assign,), (say.button("Details", Verb.SHOW, delivery.uuid), board_button(say)))
