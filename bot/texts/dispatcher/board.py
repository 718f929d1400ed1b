"""The board: the counts of deliveries by state, and the open deliveries."""

from collections.abc import Sequence
from dataclasses import astuple, dataclass
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import Any

from bot.fleet import Delivery, DeliveryCounts, Page
from bot.texts import order_lines, pagination, tables
from bot.texts.callbacks import Verb, press
from bot.texts.dispatcher import lists
from bot.texts.dispatcher.give_out import LABELS as GROUP_LABELS
from bot.texts.dispatcher.give_out import GroupKind, give_out_button
from bot.texts.html import Html, dotted, joined
from bot.texts.message import Button, Message, RichForm, Rows
from bot.texts.moments import age, clock_time
from bot.texts.order_lines import place, sender
from bot.texts.words import Words, phrase

PER_PAGE = 10
_LATE_SHOWN = 5
_IN_ONE_TABLE = 10
"""The most orders in one table; more are shown in groups that fold."""

_IN_GROUPS = 100
"""The orders on a page of groups; half of them may have their own heading of three blocks."""

_LAST_SEEN = phrase("⚠️ The fleet service does not answer: as I last saw it.")
_LATE = phrase("⏰ Late: <b>{count}</b>")
_NOTHING_OPEN = phrase("Nothing is open. New deliveries come to you as cards.")
_HEAD = (tables.NUMBER, tables.TO, tables.FROM, tables.AGE, tables.RIDER)

TURN, REFRESH = "turn", "refresh"
"""The tokens of the board's buttons: show another page, or ask the fleet service first."""


@dataclass(frozen=True, slots=True)
class Counts:
    """The counts of deliveries by state; `delivered` and `failed_attempts` are of today."""

    unassigned: int
    for_pickup: int
    accepted: int
    on_the_way: int
    delivered: int
    failed_attempts: int


@dataclass(frozen=True, slots=True)
class Overdue:
    """A delivery whose time, as told to its customer, is over."""

    delivery: Delivery
    promised_at: datetime


def count_lines(say: Words, counts: Counts) -> list[Html]:
    return [
        say("🆕 Waiting for a rider: <b>{count}</b>", count=counts.unassigned),
        say("🕓 Waiting for pickup: <b>{count}</b>", count=counts.for_pickup),
        say("👍 Accepted: <b>{count}</b>", count=counts.accepted),
        say("🛵 On the way: <b>{count}</b>", count=counts.on_the_way),
        say("✅ Delivered today: <b>{count}</b>", count=counts.delivered),
        say("⚠️ Failed attempts today: <b>{count}</b>", count=counts.failed_attempts),
    ]


_IN_ALL = (
    ("awaiting_pickup", phrase("🕓 {count} waiting for pickup")),
    ("in_transit", phrase("🛵 {count} on the way")),
    ("delivered", phrase("✅ {count} delivered")),
    ("cancelled", phrase("❌ {count} cancelled")),
)


def in_all(say: Words, counts: DeliveryCounts, told_at: datetime) -> Html:
    """Show the fleet service's own counts, of all the time of the account, in one line."""
    numbers = dotted(*lists.known_counts(say, counts, _IN_ALL))
    time = clock_time(told_at)
    return say("The fleet's own count at {time}: {counts}", time=time, counts=numbers)


def board(
    say: Words,
    counts: Counts,
    open_now: Sequence[Delivery],
    number: int,
    seen_at: datetime,
    *,
    is_fresh: bool,
    in_all: Html | None = None,
    late: Sequence[Overdue] = (),
) -> Message:
    """Show a page of the board as of a time; not `is_fresh` if the fleet service did not answer.

    `in_all` are the fleet service's own counts, if it has any. `late` are the overdue deliveries.
    """
    page = pagination.cut(open_now, number, PER_PAGE)
    warning = Html() if is_fresh else say(_LAST_SEEN)
    in_all = in_all or Html()
    late_lines = [
        dotted(
            order_lines.number(say, each.delivery),
            say.value(order_lines.receiver(each.delivery)),
            say("promised {time}", time=clock_time(each.promised_at)),
        )
        for each in late[:_LATE_SHOWN]
    ]
    head = say("<b>Open</b>, the oldest first") if page.items else say(_NOTHING_OPEN)
    return Message.of(
        say("📋 <b>Board</b> · {time}", time=clock_time(seen_at)),
        warning,
        *count_lines(say, counts),
        in_all,
        say(_LATE, count=len(late)) if late else Html(),
        *late_lines,
        head,
        *lists.lines(say, page.items, seen_at),
        pagination.page_line(say, page),
        rows=(*lists.order_buttons(page.items), *_turning_rows(say, page)),
        rich=_in_tables(say, counts, open_now, number, seen_at, late, warning, in_all),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Group:
    """Orders that fold under one heading; with `one_shop`, no row names its shop."""

    head: Html
    orders: Sequence[Delivery]
    is_open: bool = False
    one_shop: bool = False


def _groups(say: Words, open_now: Sequence[Delivery], late: Sequence[Overdue]) -> list[_Group]:
    """Group the open orders: the late ones first, then by shop, or by place if there is one shop.

    The group with the oldest order comes first; orders that are alone in a group come together.
    """
    overdue = [each.delivery for each in late]
    late_uuids = {each.uuid for each in overdue}
    in_time = [each for each in open_now if each.uuid not in late_uuids]
    if len(open_now) <= _IN_ONE_TABLE:
        return [_Group(Html(), [*overdue, *in_time])] if open_now else []
    groups = []
    if overdue:
        groups.append(_Group(say(_LATE, count=len(overdue)), overdue, is_open=True))
    one_shop = len({sender(each) for each in open_now}) == 1
    name_of, kind = (place, GroupKind.PLACE) if one_shop else (sender, GroupKind.PICKUP)
    by_name: dict[str, list[Delivery]] = {}
    for each in in_time:
        by_name.setdefault(name_of(each), []).append(each)
    others = []
    for name, orders in by_name.items():
        if not name or len(orders) == 1:
            others += orders
        else:
            groups.append(_Group(_head(say, kind, name, orders), orders, one_shop=True))
    if others:
        head = _head(say, kind, say.label("The rest"), others)
        groups.append(_Group(head, others, one_shop=one_shop))
    return groups


def _head(say: Words, kind: GroupKind, name: str, orders: Sequence[Delivery]) -> Html:
    """Return a group's heading: its name, the count of orders, and how many have no rider."""
    free = sum(each.rider is None for each in orders)
    group = say(GROUP_LABELS[kind], name=name, count=len(orders))
    return dotted(group, Html(f"🆕 {free}") if free else Html())


def _in_tables(
    say: Words,
    counts: Counts,
    open_now: Sequence[Delivery],
    number: int,
    now: datetime,
    late: Sequence[Overdue],
    warning: Html,
    in_all: Html,
) -> RichForm:
    """Show the board as tables: each row has an order, and a button that gives it to a rider."""
    promised = {each.delivery.uuid: each.promised_at for each in late}
    groups = _groups(say, open_now, late)
    orders = [(group, each) for group in groups for each in group.orders]
    page = pagination.cut(orders, number, _IN_GROUPS)
    listed = []
    for group, members in groupby(page.items, key=itemgetter(0)):
        rows = [
            _row(say, each, promised.get(each.uuid), now, group.one_shop) for _, each in members
        ]
        head = [name for name in _HEAD if not (group.one_shop and name == tables.FROM)]
        inside = tables.table(say, head, rows)
        is_open = group.is_open
        listed.append(tables.details(group.head, inside, is_open=is_open) if group.head else inside)
    # All counts share one line here, so leave out those that are zero.
    counted = zip(count_lines(say, counts), astuple(counts), strict=True)
    return tables.rich_form(
        say,
        tables.paragraph(warning),
        tables.paragraph(dotted(*(line for line, count in counted if count))),
        *(listed or [tables.paragraph(say(_NOTHING_OPEN))]),
        tables.footer(joined([in_all, pagination.page_line(say, page)], "<br>")),
        rows=_turning_rows(say, page),
    )


def _row(
    say: Words,
    delivery: Delivery,
    promised_at: datetime | None,
    now: datetime,
    one_shop: bool,
) -> tuple[tables.Cell, ...]:
    from_whom = () if one_shop else (say.value(sender(delivery)),)
    if promised_at:
        since = Html(f"⏰ {clock_time(promised_at)}")
    else:
        since = age(say, delivery.created_at, now) if delivery.created_at else Html()
    return (
        order_lines.card_button(delivery),
        order_lines.receiver_and_place(say, delivery),
        *from_whom,
        since,
        order_lines.give_button(say, delivery),
    )


def rests(say: Words) -> Message:
    """Replace a board that is no longer kept up to date, because there is a newer one."""
    return Message.of(say("📋 <b>Board</b> · the current one is further down."))


def _turning_rows(say: Words, page: Page[Any]) -> Rows:
    refresh = Button(label=say.label("🔄 Refresh"), data=_press(page.number, REFRESH))
    turns = pagination.page_buttons(say, page, lambda number: _press(number, TURN))
    return (*turns, (refresh, give_out_button(say)) if page.items else (refresh,))


def _press(number: int, wish: str) -> str:
    return press(Verb.BOARD, tokens=(number, wish))
