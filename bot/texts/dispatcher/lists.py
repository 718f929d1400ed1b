"""Lists of deliveries, each with a button that brings its card."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from bot.base.plain_text import clean
from bot.fleet import Delivery, Page
from bot.identifiers import RiderUuid
from bot.texts import order_lines, pagination, tables
from bot.texts.callbacks import NOBODY, Verb, press
from bot.texts.dispatcher.filters import Criterion, Filters, name
from bot.texts.dispatcher.rider_picker import Candidate, open_jobs, roster_rows
from bot.texts.html import Html, shown
from bot.texts.message import Button, FixedMessage, Message, Rows, column, in_rows
from bot.texts.order_lines import order_label, order_line
from bot.texts.words import Words, phrase

_HEAD = (tables.NUMBER, tables.TO, tables.STATE, tables.RIDER)
_A_ROW = 2
_CARRIED_SHOWN = 10


_OTHER_DAYS = phrase(
    "For other days write, for example, <code>/deliveries delivered yesterday</code>."
)

HOW_TO_ASK = FixedMessage(
    "Write <code>/deliveries</code> and the days, such as <code>/deliveries today</code>,"
    " <code>/deliveries delivered yesterday</code>, <code>/deliveries scheduled tomorrow</code> or"
    " <code>/deliveries created 2026-02-01 to 2026-02-07</code>."
)


def delivery_list(
    say: Words, page: Page[Delivery], filters: Filters, rider: str, now: datetime
) -> Message:
    """List deliveries under filters, newest first; `rider` is the name of the rider meant."""
    # Name only the filters that are set.
    names = [
        name(say, filters, criterion, rider)
        for criterion in Criterion
        if name(say, filters, criterion, rider) != name(say, Filters(), criterion, "")
    ]
    if not page.items:
        return _none_listed(say, filters, names, rider)
    filtered = say("🔎 {filters}", filters=say.listed(names)) if names else Html()
    turning = (
        *pagination.page_buttons(say, page, lambda number: _press(filters, number)),
        *_filter_buttons(say, filters, rider),
    )
    cells = [
        (
            order_lines.card_button(each),
            order_lines.receiver_and_place(say, each),
            order_lines.state_and_time(say, each, now),
            say.value(order_lines.rider(each)) if each.rider else Html(),
        )
        for each in page.items
    ]
    return Message.of(
        say("<b>Deliveries</b>, newest first"),
        filtered,
        *lines(say, page.items, now),
        pagination.page_line(say, page),
        rows=(*order_buttons(page.items), *turning),
        rich=tables.rich_form(
            say,
            tables.paragraph(filtered),
            tables.table(say, _HEAD, cells),
            tables.footer(pagination.page_line(say, page)),
            rows=turning,
        ),
    )


def _none_listed(say: Words, filters: Filters, names: Sequence[str], rider: str) -> Message:
    if not names:
        return Message.of(say("There are no deliveries yet. /new makes the first one."))
    clear = Button(label=say.label("Clear the filter"), data=_press(Filters()))
    return Message.of(
        say("No delivery fits this filter: {filters}.", filters=say.listed(names)),
        rows=((clear,), *_filter_buttons(say, filters, rider)),
    )


def _filter_buttons(say: Words, filters: Filters, rider: str) -> Rows:
    buttons = [
        Button(
            label=shown(name(say, filters, criterion, rider)),
            data=_press_filter(filters, criterion),
        )
        for criterion in Criterion
    ]
    return in_rows(buttons, _A_ROW)


def choose_filter(say: Words, filters: Filters, criterion: Criterion) -> Message:
    buttons = [
        Button(label=name(say, choice, criterion, ""), data=_press(choice))
        for choice in filters.choices(criterion)
    ]
    return Message.of(
        say("Which deliveries do you want to see?"),
        say(_OTHER_DAYS) if criterion is Criterion.DAY else Html(),
        rows=in_rows(buttons, _A_ROW),
    )


def choose_rider_filter(say: Words, filters: Filters, page: Page[Candidate]) -> Message:
    anyone = Button(label=say.label("Any rider"), data=_press(replace(filters, rider=None)))
    rows = roster_rows(
        say,
        page,
        lambda rider: _press(replace(filters, rider=rider)),
        lambda number: _press_filter(filters, Criterion.RIDER, number),
    )
    return Message.of(
        say("Whose deliveries do you want to see?"),
        pagination.page_line(say, page),
        rows=((anyone,), *rows),
    )


def _press(filters: Filters, number: int = 1) -> str:
    return press(Verb.LIST, filters.rider or NOBODY, tokens=(filters.token, number))


def _press_filter(filters: Filters, criterion: Criterion, number: int = 1) -> str:
    tokens = (filters.token, criterion, number)
    return press(Verb.LIST_FILTER, filters.rider or NOBODY, tokens=tokens)


@dataclass(frozen=True, slots=True)
class RiderWork:
    """A rider found by a search, and their open work, the oldest first."""

    uuid: RiderUuid
    name: str
    open: Sequence[Delivery]


def found(
    say: Words,
    text: str,
    page: Page[Delivery],
    now: datetime,
    riders: Sequence[RiderWork] = (),
) -> Message:
    """List a search's hits: riders of that name with their work, then the other deliveries.

    The search words are formatted as code, from which turning the page reads them back.
    """
    if not page.items and not riders:
        return Message.of(
            say("Nothing found for “{text}”.", text=text),
            say("Try a part of a name or of a number, or see /deliveries."),
        )
    carried = [delivery for rider in riders for delivery in rider.open]
    in_hand = carried[:_CARRIED_SHOWN]
    # The search may also find an order that a listed rider carries: list it once.
    uuids_in_hand = {each.uuid for each in in_hand}
    others = [one for one in page.items if one.uuid not in uuids_in_hand]
    rider_lines, rider_buttons = [], []
    for rider in riders:
        load = open_jobs(say, len(rider.open))
        rider_lines.append(say("🛵 <b>{name}</b> · {load}", name=rider.name, load=load))
        label = f"🛵 {clean(rider.name) or '?'}"
        rider_buttons.append(Button(label=label, data=press(Verb.RIDER, rider.uuid)))
    return Message.of(
        say("Found for “<code>{text}</code>”:", text=text),
        *rider_lines,
        *lines(say, in_hand, now),
        pagination.and_more(say, len(carried) - _CARRIED_SHOWN),
        *lines(say, others, now),
        pagination.page_line(say, page),
        rows=(
            *column(rider_buttons),
            *order_buttons([*in_hand, *others]),
            *pagination.page_buttons(say, page, lambda number: press(Verb.FOUND, tokens=(number,))),
        ),
    )


def lines(say: Words, deliveries: Iterable[Delivery], now: datetime) -> list[Html]:
    return [order_line(say, delivery, now) for delivery in deliveries]


def known_counts(say: Words, source: object, names: Iterable[tuple[str, str]]) -> list[Html]:
    """Show the numbers that a source has for these names; leave out missing ones."""
    numbers = [(text, getattr(source, name)) for name, text in names]
    return [say(text, count=number) for text, number in numbers if number is not None]


def order_buttons(deliveries: Iterable[Delivery]) -> Rows:
    """Make a button for each delivery that brings its card, one below the other."""
    return column(
        Button(label=order_label(delivery), data=press(Verb.SHOW, delivery.uuid))
        for delivery in deliveries
    )
