"""Texts about several orders for one rider: ticked one by one, offered by name, and given."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.fleet import Delivery, Page
from bot.texts import order_lines, pagination, tables
from bot.texts.callbacks import Verb, bound_to, mark, press
from bot.texts.dispatcher import lists
from bot.texts.dispatcher.give_out import BACK
from bot.texts.dispatcher.rider_picker import (
    Candidate,
    Caveat,
    asked_before,
    not_active,
    roster_rows,
    waiting,
)
from bot.texts.html import Html
from bot.texts.message import Button, Message, Rows, Style, column
from bot.texts.moments import age
from bot.texts.order_lines import number_label, order_label
from bot.texts.words import Words

PER_PAGE = 10
_CHOSEN_SHOWN = 20
_HEAD = (tables.NUMBER, tables.TO, tables.FROM, tables.AGE, tables.RIDER)


def choose_many(
    say: Words,
    page: Page[Delivery],
    ticked: Collection[str],
    now: datetime,
    table: Page[Delivery] | None = None,
) -> Message:
    """Let a dispatcher tick several orders; `table` is the page for a reader with tables."""
    table = table or page
    ticks = column(_tick(delivery, order_label(delivery), ticked, page) for delivery in page.items)
    cells = [
        (
            _tick(delivery, number_label(delivery), ticked, table),
            order_lines.receiver_and_place(say, delivery),
            say.value(order_lines.sender(delivery)),
            age(say, delivery.created_at, now) if delivery.created_at else Html(),
            say.value(order_lines.rider(delivery)) if delivery.rider else Html(),
        )
        for delivery in table.items
    ]
    give = say.button(
        "Give {count} to …",
        Verb.CHOOSE_RIDER_FOR_MANY,
        tokens=(1,),
        style=Style.MAIN,
        count=len(ticked),
    )
    back = say.button("Back", Verb.GIVE_OUT, tokens=(BACK,))
    ends: Rows = ((give,) if ticked else (), (back,))
    return Message.of(
        say("Tap the deliveries that one rider takes together."),
        *lists.lines(say, page.items, now),
        pagination.page_line(say, page),
        rows=(*ticks, *_turns(say, page), *ends),
        rich=tables.rich_form(
            say,
            tables.table(say, _HEAD, cells),
            tables.footer(pagination.page_line(say, table)),
            rows=(*_turns(say, table), *ends),
        ),
    )


def _tick(delivery: Delivery, label: str, ticked: Collection[str], page: Page[Delivery]) -> Button:
    box = "☑" if delivery.uuid in ticked else "☐"
    return Button(
        label=f"{box} {label}", data=press(Verb.TICK, delivery.uuid, tokens=(page.number,))
    )


def _turns(say: Words, page: Page[Delivery]) -> Rows:
    return pagination.page_buttons(
        say, page, lambda number: press(Verb.CHOOSE_MANY, tokens=(number,))
    )


@dataclass(frozen=True, slots=True)
class Gift:
    """An order that may be given to a named rider, and the rider that it had at that moment."""

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
    """Offer to give the named orders; `is_one`: all of them to one rider at once.

    `missing` are orders that are not open, `inactive` are riders who get nothing.
    """
    gone = say("Not open any more: {orders}", orders=say.listed(missing)) if missing else Html()
    # Name the orders and riders that are left out even if nothing can be given.
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
        tokens = (mark_of_chosen(gift.delivery for gift in gifts),)
        give = [
            say.button(
                "Give to {name}",
                Verb.ASSIGN_MANY,
                rider,
                tokens=tokens,
                style=Style.GOOD,
                name=name,
            )
        ]
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


def mark_of_chosen(deliveries: Iterable[str]) -> str:
    """Return what binds a button to the deliveries that its message names, and to no others."""
    return bound_to(*sorted(deliveries))


def which_rider_for_many(
    say: Words,
    chosen: Sequence[Delivery],
    page: Page[Candidate],
    now: datetime,
    invited: Sequence[str] = (),
) -> Message:
    """Let a dispatcher choose who gets several; `invited` cannot be chosen yet."""
    tokens = (mark_of_chosen(each.uuid for each in chosen),)
    rows = roster_rows(
        say,
        page,
        lambda rider: press(Verb.ASSIGN_MANY, rider, tokens=tokens),
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


def ask_before_many(say: Words, caveat: Caveat, chosen: str) -> Message:
    """Ask before giving several orders to a rider whom no message reaches."""
    anyway = say.button(
        "Assign anyway", Verb.ASSIGN_MANY_ANYWAY, caveat.rider.uuid, tokens=(chosen,)
    )
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
