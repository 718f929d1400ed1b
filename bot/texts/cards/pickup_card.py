"""The card of a pickup: the parcels to fetch at one place, each with a line and a button."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from bot.domain.cash import Due
from bot.fleet import Delivery, State
from bot.texts import order_lines
from bot.texts.callbacks import TO_STAFF, Verb
from bot.texts.cards import parts
from bot.texts.cards.rider_card import Waiting, address_row, navigate, under_way
from bot.texts.html import Html, folding, joined, plain
from bot.texts.limits import units
from bot.texts.message import MORE, Folded, Message, Rows, Style, in_rows
from bot.texts.pagination import and_more
from bot.texts.rider.late import CAN_BE_LATE, late_button
from bot.texts.rider.replies import CodesStopped, codes_stopped_of
from bot.texts.words import Words, phrase

_LINES = 25
_BUTTONS = 8
_IN_A_ROW = 2
_SHORT_CONTENTS = 40
"""The most characters of a parcel's contents for which its line has room."""

_UNDOABLE_REPORTS = {Verb.PROBLEM, Verb.DECLINE_JOB}

_NOTHING = Html()
_NOTHING_DUE = Due()


class Mark(Enum):
    """The state of one of the jobs, as its line shows it."""

    NEW = phrase("🆕 new")
    ACCEPTING = phrase("⏳ accepting…")
    YOURS = phrase("👍 yours")
    CODE_SAVED = phrase("🔑 code saved, checking…")
    TELLING = phrase("⏳ telling the dispatcher…")
    PROBLEM = phrase("⚠️ problem")
    DECLINED = phrase("🚫 can't take it")
    STOPPED = phrase("⏸ no code now")


@dataclass(frozen=True, slots=True)
class WaitingParcel:
    """One of the jobs, with the request under way for it, as on a separate card.

    `is_declined`: the rider has said that they cannot take it.
    """

    delivery: Delivery
    waiting: Waiting | None = None
    has_problem: bool = False
    is_declined: bool = False
    stopped: CodesStopped | None = None
    ready: Html = _NOTHING
    due: Due = _NOTHING_DUE

    @property
    def mark(self) -> Mark:
        # A request under way comes first, then the rider's report.
        if self.waiting is not None:
            return _UNDER_WAY.get(self.waiting.verb, Mark.TELLING)
        if self.has_problem or self.is_declined:
            return Mark.DECLINED if self.is_declined else Mark.PROBLEM
        if self.is_new:
            return Mark.NEW
        return Mark.STOPPED if self.stopped else Mark.YOURS

    @property
    def is_new(self) -> bool:
        return self.delivery.state is not State.ACCEPTED

    @property
    def is_taken(self) -> bool:
        return self.delivery.state in CAN_BE_LATE

    @property
    def can_be_accepted(self) -> bool:
        return self.mark is Mark.NEW

    @property
    def can_be_fetched(self) -> bool:
        """Whether its code may be typed, which is so even while the job can still be given back."""
        is_taken = self.mark in {Mark.YOURS, Mark.ACCEPTING, Mark.PROBLEM} and not self.stopped
        return is_taken and (not self.is_new or self.mark is Mark.ACCEPTING)


_UNDER_WAY = {Verb.ACCEPT: Mark.ACCEPTING, Verb.PICKUP: Mark.CODE_SAVED}


def pickup_card(
    say: Words,
    pickup: str,
    parcels: Sequence[WaitingParcel],
    *,
    given_until: int,
    added: Sequence[str],
) -> Message:
    """Show the parcels to fetch at one place; `added` are the order numbers that came later.

    `given_until` separates the jobs that the card shows from those that come after it.
    """
    first = parcels[0].delivery
    jobs = say.many("{count} job", "{count} jobs", count=len(parcels))
    lines = []
    for parcel in parcels[:_LINES]:
        contents = parts.contents(say, parcel.delivery)
        line = parts.parcel_line(
            say,
            parcel.delivery,
            parcel.due,
            parcel.ready,
            say(parcel.mark.value),
            contents=contents if units(plain(contents)) <= _SHORT_CONTENTS else Html(),
        )
        lines.append(line)
    return Message.of(
        Html(f"{parts.pickup_place(say, first)}\n<b>{jobs}</b>"),
        say("🆕 New here: {orders}", orders=say.listed(added)) if added else Html(),
        folding(lines),
        and_more(say, len(parcels) - _LINES),
        joined(_status(say, parcels)),
        rows=_rows(say, pickup, parcels, given_until),
        folded=Folded(rows=_more_rows(say, pickup, parcels)),
    )


def closed_pickup_card(say: Words) -> Message:
    """Show a pickup where nothing waits any more, without names, phones or addresses."""
    return Message.of(say("📍 Nothing waits for you at this pickup any more."))


def _status(say: Words, parcels: Sequence[WaitingParcel]) -> Iterator[Html]:
    """Show the requests under way, the orders whose codes are stopped, or else the next step."""
    # Show a status that several parcels share only once.
    lines: dict[Html, None] = {}
    for waiting in (parcel.waiting for parcel in parcels):
        if waiting and waiting.can_undo and waiting.verb is Verb.ACCEPT:
            lines[say("👍 You take them: sent in a few seconds.")] = None
        elif waiting and (waiting.can_undo or waiting.held_up):
            lines[under_way(say, waiting)] = None
    for parcel in parcels:
        if parcel.stopped is not None:
            lines[codes_stopped_of(say, parcel.delivery.order_number, parcel.stopped)] = None
    yield from lines
    if any(parcel.can_be_accepted for parcel in parcels):
        yield say("New jobs for you. Tap <b>Accept all</b> if you take them.")
    elif any(parcel.can_be_fetched for parcel in parcels):
        yield say("At the pickup, ask for an order's code and tap that order.")


def _rows(say: Words, pickup: str, parcels: Sequence[WaitingParcel], given_until: int) -> Rows:
    # The button accepts the jobs on the card, and none that is given later.
    accept = say.button(
        "👍 Accept all", Verb.ACCEPT_ALL, pickup, tokens=(given_until,), style=Style.GOOD
    )
    ready = [parcel.delivery for parcel in parcels if parcel.can_be_fetched][:_BUTTONS]
    fetch = [
        say.button(
            "📦 {parcel}",
            Verb.PICKUP,
            delivery.uuid,
            style=Style.GOOD,
            parcel=order_lines.number_and_name(delivery),
        )
        for delivery in ready
    ]
    return (
        (accept,) if any(parcel.can_be_accepted for parcel in parcels) else (),
        *in_rows(fetch, _IN_A_ROW),
        *_undo_rows(say, pickup, parcels),
        (*navigate(say, parcels[0].delivery), MORE),
    )


def _more_rows(say: Words, pickup: str, parcels: Sequence[WaitingParcel]) -> Rows:
    first = parcels[0].delivery
    ask = say.button("📄 Details · ⚠️ Problem", Verb.PICKUP_ORDERS, pickup)
    write = say.button("💬 Dispatcher", Verb.WRITE, first.uuid, tokens=(TO_STAFF,))
    late = (late_button(say, pickup),) if any(each.is_taken for each in parcels) else ()
    return (address_row(say, first), (ask,), (*late, write))


def _undo_rows(say: Words, pickup: str, parcels: Sequence[WaitingParcel]) -> Rows:
    """Offer to take back what is not sent yet: all accepted jobs at once, and each report alone."""
    rows = []
    waiting = [(each.delivery, each.waiting) for each in parcels if each.waiting]
    undoable = [(delivery, wish.verb) for delivery, wish in waiting if wish.can_undo]
    if any(verb is Verb.ACCEPT for _, verb in undoable):
        rows.append((say.button("↩️ Undo", Verb.UNDO_ALL, pickup),))
    for delivery, verb in undoable:
        if verb in _UNDOABLE_REPORTS:
            undo = say.button(
                "↩️ Undo · {order}",
                Verb.UNDO,
                delivery.uuid,
                tokens=(verb,),
                order=delivery.order_number,
            )
            rows.append((undo,))
    return tuple(rows)
