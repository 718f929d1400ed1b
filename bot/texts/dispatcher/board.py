"""The board: how many deliveries stand where, and those that are open."""

from collections.abc import Collection, Sequence
from dataclasses import astuple, dataclass
from datetime import datetime

from bot.fleet import Delivery, DeliveryCounts, Page
from bot.texts import order_lines, pagination, tables
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
from bot.texts.html import Html, dotted, joined
from bot.texts.message import Button, Message, RichForm, Rows, Style, column
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
    numbers = dotted(*lists.known_counts(say, counts, _IN_ALL))
    time = clock_time(told_at)
    return say("The fleet's own count at {time}: {counts}", time=time, counts=numbers)


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
        say("⏰ Late: <b>{count}</b>", count=len(late)) if late else Html(),
        *late_lines,
        head,
        *lists.lines(say, page.items, seen_at),
        pagination.page_line(say, page),
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
    """Show the board as a table: each row has an order, and a button that gives it to a rider."""
    promised = {each.delivery.uuid: each.promised_at for each in late}
    listed = [_row(say, each, promised.get(each.uuid), now) for each in page.items]
    # All counts stand in one line here, so what there is none of is left out.
    counted = zip(count_lines(say, counts), astuple(counts), strict=True)
    return tables.rich_form(
        say,
        tables.paragraph(warning),
        tables.paragraph(dotted(*(line for line, count in counted if count))),
        tables.table(map(say, _HEAD), listed) if listed else tables.paragraph(say(_NOTHING_OPEN)),
        tables.footer(joined([in_all, pagination.page_line(say, page)], "<br>")),
        rows=_turning_rows(say, page),
    )


def _row(
    say: Words, delivery: Delivery, promised_at: datetime | None, now: datetime
) -> tuple[tables.Cell, ...]:
    shop = order_lines.sender(delivery)
    if promised_at:
        since = Html(f"⏰ {clock_time(promised_at)}")
    else:
        since = age(say, delivery.created_at, now) if delivery.created_at else Html()
    label = order_lines.rider(delivery) or say.label("Give")
    return (
        order_lines.card_button(delivery),
        order_lines.receiver_and_place(say, delivery),
        say.value(shop) if shop else Html(),
        since,
        Button(label=label, data=press(Verb.CHOOSE_RIDER, delivery.uuid)),
    )


def rests(say: Words) -> Message:
    """Stand in place of a board that is kept current no more, since there is another one."""
    return Message.of(say("📋 <b>Board</b> · the current one is further down."))


def _turning_rows(say: Words, page: Page[Delivery]) -> Rows:
    refresh = Button(label=say.label("🔄 Refresh"), data=_press(page.number, REFRESH))
    turns = pagination.page_buttons(say, page, lambda number: _press(number, TURN))
    return (*turns, (refresh, give_out_button(say)) if page.items else (refresh,))


def _press(number: int, wish: str) -> str:
    return press(Verb.BOARD, tokens=(number, wish))


def choose_many(
    say: Words, page: Page[Delivery], ticked: Collection[str], now: datetime
) -> Message:
    ticks = column(
        say.button(
            phrase("☑️ {order}") if delivery.uuid in ticked else phrase("⬜ {order}"),
            Verb.TICK,
            delivery.uuid,
            tokens=(page.number,),
            order=order_label(delivery),
        )
        for delivery in page.items
    )
    turn = pagination.page_buttons(
        say, page, lambda number: press(Verb.CHOOSE_MANY, tokens=(number,))
    )
    choose = say.button(
        "Choose the rider", Verb.CHOOSE_RIDER_FOR_MANY, tokens=(1,), style=Style.MAIN
    )
    back = say.button("Back", Verb.GIVE_OUT, tokens=(BACK,))
    return Message.of(
        say("Tap the deliveries that one rider takes together."),
        say.many("<b>{count}</b> is ticked.", "<b>{count}</b> are ticked.", count=len(ticked)),
        *lists.lines(say, page.items, now),
        pagination.page_line(say, page),
        rows=(*ticks, *turn, (choose,) if ticked else (), (back,)),
    )


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
    # Orders and riders that are left out are named even where nothing can be given.
    left_out = (gone, *(not_active(say, name) for name in inactive))
    if not gifts:
        return Message.of(*left_out)
    numbers: dict[str, list[str]] = {}
    for gift in gifts:
        numbers.setdefault(gift.name, []).append(gift.order)
    questions = [
        say("Give {orders} to <b>{name}</b>?", orders=say.listed(orders), name=name)
        for name, orders in numbers.items()
    ]
    if is_one:
        rider, name = gifts[0].rider, gifts[0].name
        give = [say.button("Give to {name}", Verb.ASSIGN_MANY, rider, style=Style.GOOD, name=name)]
    else:
        give = [
            say.button(
                "{order} to {name}",
                Verb.ASSIGN,
                gift.delivery,
                gift.rider,
                tokens=(mark(gift.former),),
                style=Style.GOOD,
                order=gift.order,
                name=gift.name,
            )
            for gift in gifts
        ]
    cancel = say.button("Cancel", Verb.CANCEL)
    return Message.of(*questions, *left_out, rows=column([*give, cancel]))


def which_rider_for_many(
    say: Words,
    chosen: Sequence[Delivery],
    page: Page[Candidate],
    now: datetime,
    invited: Sequence[str] = (),
) -> Message:
    """Let a dispatcher choose who gets several; `invited` cannot be chosen yet."""
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
            count=len(chosen),
        ),
        *lists.lines(say, chosen[:_CHOSEN_SHOWN], now),
        pagination.and_more(say, len(chosen) - _CHOSEN_SHOWN),
        pagination.page_line(say, page),
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
