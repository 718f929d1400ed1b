"""The board: how many deliveries stand where, and those that are open."""

from collections.abc import Collection, Sequence
from dataclasses import astuple, dataclass
from datetime import datetime

from bot.fleet import Delivery, DeliveryCounts, Page
from bot.texts import order_lines, paging, tables
from bot.texts.callbacks import Verb, mark, press
from bot.texts.dispatcher import lists
from bot.texts.dispatcher.give_out import BACK, give_out_button
from bot.texts.dispatcher.rider_picker import (
    Candidate,
    Caveat,
    asked_before,
    not_active,
    roster_rows,
    waiting,
)
from bot.texts.html import Html, joined
from bot.texts.message import Button, Message, RichForm, Rows, Style
from bot.texts.moments import age, clock_time
from bot.texts.order_lines import order_label
from bot.texts.words import Words, phrase

PER_PAGE = 10
_CHOSEN_SHOWN = 20
_LATE_SHOWN = 5

_LAST_SEEN = phrase("⚠️ The fleet service does not answer: as I last saw it.")
_NOTHING_OPEN = phrase("Nothing is open. New deliveries come to you as cards.")
_HEAD = (phrase("No."), phrase("To"), phrase("From"), phrase("Age"), phrase("Rider"))

TURN, REFRESH = "turn", "refresh"
"""What a button of the board wants: to show another page, or to ask the fleet service first."""


@dataclass(frozen=True, slots=True)
class Counts:
    """How many deliveries stand where; `delivered` and `failed_attempts` are of today."""

    unassigned: int
    for_pickup: int
    accepted: int
    on_the_way: int
    delivered: int
    failed_attempts: int


@dataclass(frozen=True, slots=True)
class Overdue:
    """A delivery that a customer was told would come at a time, which is over."""

    delivery: Delivery
    promised_at: datetime


def _late_lines(say: Words, late: Sequence[Overdue]) -> list[Html]:
    if not late:
        return []
    told = [
        joined(
            [
                Html(f"<b>{say.value(each.delivery.order_number)}</b>"),
                say.value(order_lines.receiver(each.delivery)),
                say("promised {time}", time=clock_time(each.promised_at)),
            ],
            " · ",
        )
        for each in late[:_LATE_SHOWN]
    ]
    return [say("⏰ Late: <b>{count}</b>", count=len(late)), *told]


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
    """Tell in one line what the fleet service itself counts, over all the time of the account."""
    known = [
        say(text, count=count)
        for name, text in _IN_ALL
        if (count := getattr(counts, name)) is not None
    ]
    told = joined(known, " · ")
    return say("The fleet's own count at {time}: {counts}", time=clock_time(told_at), counts=told)


def board(
    say: Words,
    counts: Counts,
    page: Page[Delivery],
    seen_at: datetime,
    *,
    is_fresh: bool,
    in_all: Html | None = None,
    late: Sequence[Overdue] = (),
    table: Page[Delivery] | None = None,
) -> Message:
    """Show the board as of a time; not `is_fresh` if the fleet service could not be asked.

    `in_all` is what the fleet service itself counts, where it does. `late` is what was promised.
    `table` is what stands in the rows of a table, for a reader who has those.
    """
    warning = Html() if is_fresh else say(_LAST_SEEN)
    in_all = in_all or Html()
    return Message.of(
        say("📋 <b>Board</b> · {time}", time=clock_time(seen_at)),
        warning,
        *count_lines(say, counts),
        in_all,
        *_late_lines(say, late),
        *_open(say, page, seen_at),
        paging.page_line(say, page),
        rows=(*lists.order_buttons(page.items), *_turning_rows(say, page)),
        rich=_table(say, counts, table, seen_at, late, warning, in_all) if table else None,
    )


def _table(
    say: Words,
    counts: Counts,
    page: Page[Delivery],
    now: datetime,
    late: Sequence[Overdue],
    warning: Html,
    in_all: Html,
) -> RichForm:
    """Show the same as a table, an order in each row with what gives it to a rider."""
    promised = {each.delivery.uuid: each.promised_at for each in late}
    listed = [_row(say, each, promised.get(each.uuid), now) for each in page.items]
    return tables.rich_form(
        say,
        tables.paragraph(warning),
        tables.paragraph(joined(_counted(say, counts), " · ")),
        tables.table(map(say, _HEAD), listed) if listed else tables.paragraph(say(_NOTHING_OPEN)),
        tables.footer(joined([in_all, paging.page_line(say, page)], "<br>")),
        rows=_turning_rows(say, page),
    )


def _counted(say: Words, counts: Counts) -> list[Html]:
    """Count in one line what there is, and nothing that there is not."""
    lines = zip(count_lines(say, counts), astuple(counts), strict=True)
    return [line for line, count in lines if count]


def _row(
    say: Words, delivery: Delivery, promised_at: datetime | None, now: datetime
) -> tuple[tables.Cell, ...]:
    shop = order_lines.sender(delivery)
    waits = age(say, delivery.created_at, now) if delivery.created_at else Html()
    late = Html(f"⏰ {clock_time(promised_at)}") if promised_at else waits
    rider = order_lines.rider(delivery)
    label = rider or say.label("Give")
    give = Button(label=label, data=press(Verb.CHOOSE_RIDER, delivery.uuid))
    return (
        order_lines.card_button(delivery),
        order_lines.receiver_and_place(say, delivery),
        say.value(shop) if shop else Html(),
        late,
        give,
    )


def rests(say: Words) -> Message:
    """Stand in place of a board that is kept current no more, since there is another one."""
    return Message.of(say("📋 <b>Board</b> · the current one is further down."))


def _open(say: Words, page: Page[Delivery], now: datetime) -> list[Html]:
    if not page.items:
        return [say(_NOTHING_OPEN)]
    return [say("<b>Open</b>, the oldest first"), *lists.lines(say, page.items, now)]


def _turning_rows(say: Words, page: Page[Delivery]) -> Rows:
    refresh = Button(label=say.label("🔄 Refresh"), data=_press(page.number, REFRESH))
    turns = paging.page_buttons(say, page, lambda number: _press(number, TURN))
    return (*turns, (refresh, give_out_button(say)) if page.items else (refresh,))


def _press(number: int, wish: str) -> str:
    return press(Verb.BOARD, tokens=(number, wish))


def choose_many(
    say: Words, page: Page[Delivery], ticked: Collection[str], now: datetime
) -> Message:
    ticks = tuple(
        (
            Button(
                label=_tick(say, delivery, is_ticked=delivery.uuid in ticked),
                data=press(Verb.TICK, delivery.uuid, tokens=(page.number,)),
            ),
        )
        for delivery in page.items
    )
    back = say.button("Back", Verb.GIVE_OUT, tokens=(BACK,))
    return Message.of(
        say("Tap the deliveries that one rider takes together."),
        say.many("<b>{count}</b> is ticked.", "<b>{count}</b> are ticked.", count=len(ticked)),
        *lists.lines(say, page.items, now),
        paging.page_line(say, page),
        rows=(
            *ticks,
            *paging.page_buttons(
                say, page, lambda number: press(Verb.CHOOSE_MANY, tokens=(number,))
            ),
            *_go_on(say, ticked),
            (back,),
        ),
    )


def _tick(say: Words, delivery: Delivery, *, is_ticked: bool) -> str:
    if is_ticked:
        return say.label("☑️ {order}", order=order_label(delivery))
    return say.label("⬜ {order}", order=order_label(delivery))


def _go_on(say: Words, ticked: Collection[str]) -> Rows:
    if not ticked:
        return ()
    choose = say.button(
        "Choose the rider", Verb.CHOOSE_RIDER_FOR_MANY, tokens=(1,), style=Style.MAIN
    )
    return ((choose,),)


@dataclass(frozen=True, slots=True)
class Gift:
    """An order that may be given to a rider, by name, and who had it when that was said."""

    order: str
    delivery: str
    former: str | None
    rider: str
    name: str


def give_these(
    say: Words,
    gifts: Sequence[Gift],
    missing: Sequence[str],
    inactive: Sequence[str] = (),
    *,
    is_one: bool,
) -> Message:
    """Offer what was said to be given; `is_one`: all to one rider at once.

    `missing` are orders that are not open any more, `inactive` riders who get nothing.
    """
    gone = say("Not open any more: {orders}", orders=say.listed(missing)) if missing else Html()
    left_out = (gone, *(not_active(say, name) for name in inactive))
    if not gifts:
        return Message.of(*left_out)
    cancel = say.button("Cancel", Verb.CANCEL)
    return Message.of(
        *_what_is_given(say, gifts), *left_out, rows=(*_give_buttons(say, gifts, is_one), (cancel,))
    )


def _what_is_given(say: Words, gifts: Sequence[Gift]) -> list[Html]:
    names = dict.fromkeys(gift.name for gift in gifts)
    orders = {name: [gift.order for gift in gifts if gift.name == name] for name in names}
    return [
        say("Give {orders} to <b>{name}</b>?", orders=say.listed(numbers), name=name)
        for name, numbers in orders.items()
    ]


def _give_buttons(say: Words, gifts: Sequence[Gift], is_one: bool) -> Rows:
    if is_one:
        first = gifts[0]
        label = phrase("Give to {name}")
        give = say.button(label, Verb.ASSIGN_MANY, first.rider, style=Style.GOOD, name=first.name)
        return ((give,),)
    return tuple(
        (
            say.button(
                "{order} to {name}",
                Verb.ASSIGN,
                gift.delivery,
                gift.rider,
                tokens=(mark(gift.former),),
                style=Style.GOOD,
                order=gift.order,
                name=gift.name,
            ),
        )
        for gift in gifts
    )


def which_rider_for_many(
    say: Words,
    chosen: Sequence[Delivery],
    page: Page[Candidate],
    now: datetime,
    invited: Sequence[str] = (),
) -> Message:
    """Let a dispatcher choose who gets several; `invited` cannot be chosen yet."""
    count, more = len(chosen), len(chosen) - _CHOSEN_SHOWN
    rows = roster_rows(
        say,
        page,
        lambda rider: press(Verb.ASSIGN_MANY, rider),
        lambda number: press(Verb.CHOOSE_RIDER_FOR_MANY, tokens=(number,)),
    )
    back = say.button("Back", Verb.CHOOSE_MANY, tokens=(1,))
    return Message.of(
        say.many(
            "Who takes the <b>{count} delivery</b>?",
            "Who takes the <b>{count} deliveries</b>?",
            count=count,
        ),
        *lists.lines(say, chosen[:_CHOSEN_SHOWN], now),
        *([say.many("and {count} more", "and {count} more", count=more)] if more > 0 else []),
        paging.page_line(say, page),
        waiting(say, invited),
        rows=(*rows, (back,)),
    )


def ask_before_many(say: Words, caveat: Caveat) -> Message:
    """Ask before several are given to somebody whom nothing reaches."""
    anyway = say.button("Assign anyway", Verb.ASSIGN_MANY_ANYWAY, caveat.rider.uuid)
    another = say.button("Choose another", Verb.CHOOSE_RIDER_FOR_MANY, tokens=(1,))
    return asked_before(say, caveat, anyway, another)


def giving_many(say: Words, count: int, rider: str) -> Message:
    return Message.of(
        say.many(
            "⏳ Giving {count} delivery to {rider}. I will tell you how it went.",
            "⏳ Giving {count} deliveries to {rider}. I will tell you how each went.",
            count=count,
            rider=rider,
        )
    )
