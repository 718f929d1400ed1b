"""The card of a pickup: what a rider fetches at one place, a line and a button each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from bot.domain.cash import Due
from bot.fleet import Delivery, State
from bot.texts import order_lines
from bot.texts.callbacks import TO_STAFF, Verb
from bot.texts.cards import parts
from bot.texts.cards.rider_card import Waiting, under_way, way
from bot.texts.html import Html, joined, plain
from bot.texts.limits import units
from bot.texts.message import Button, Message, Row, Rows, Style, in_rows
from bot.texts.rider.late import CAN_BE_LATE, late_button
from bot.texts.rider.replies import CodesStopped, codes_stopped_of
from bot.texts.words import Words, phrase

_LINES = 25
_BUTTONS = 8
_IN_A_ROW = 2
_SHORT_CONTENTS = 40
"""Characters of what is in a parcel that have room in its line."""

_UNDOABLE_REPORTS = {Verb.PROBLEM, Verb.DECLINE_JOB}


_NOTHING = Html()
_NOTHING_DUE = Due()


class Mark(Enum):
    """How things are with one of the jobs."""

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
    """One of the jobs, with what is under way for it, as on a card of its own.

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
        """Whether its code may be typed: also while it can still be given back."""
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
    """Show what is to be fetched at one place; `added` are the numbers that came later.

    `given_until` tells what is shown from what will come after it.
    """
    first = parcels[0].delivery
    jobs = say.many("{count} job", "{count} jobs", count=len(parcels))
    return Message.of(
        Html(f"{parts.pickup_place(say, first)}\n<b>{jobs}</b>"),
        say("🆕 New here: {orders}", orders=say.listed(added)) if added else Html(),
        joined([_line(say, parcel) for parcel in parcels[:_LINES]]),
        _and_more(say, len(parcels) - _LINES),
        joined(_status(say, parcels)),
        rows=_rows(say, pickup, parcels, given_until),
    )


def closed_pickup_card(say: Words) -> Message:
    """Show a pickup where nothing waits any more: no name, phone or address is left in it."""
    return Message.of(say("📍 Nothing waits for you at this pickup any more."))


def _line(say: Words, parcel: WaitingParcel) -> Html:
    delivery = parcel.delivery
    told = (order_lines.receiver(delivery), order_lines.place(delivery))
    return joined(
        [
            Html(f"<b>{say.value(delivery.order_number)}</b>"),
            *(say.value(text) for text in told if text),
            _short_contents(say, delivery),
            parts.due_in_line(say, parcel.due),
            Html("📝") if delivery.note else Html(),
            parcel.ready,
            say(parcel.mark.value),
        ],
        " · ",
    )


def _short_contents(say: Words, delivery: Delivery) -> Html:
    contents = parts.contents(say, delivery)
    return contents if units(plain(contents)) <= _SHORT_CONTENTS else Html()


def _and_more(say: Words, count: int) -> Html:
    return say.many("and {count} more", "and {count} more", count=count) if count > 0 else Html()


def _status(say: Words, parcels: Sequence[WaitingParcel]) -> Iterator[Html]:
    """Tell what is under way, which codes are stopped, or else what to do next."""
    waiting = [each.waiting for each in parcels if each.waiting]
    told = {_under_way(say, each): None for each in waiting if each.can_undo or each.held_up}
    for parcel in parcels:
        if parcel.stopped is not None:
            told[codes_stopped_of(say, parcel.delivery.order_number, parcel.stopped)] = None
    yield from told
    if _offers_any(parcels):
        yield say("New jobs for you. Tap <b>Accept all</b> if you take them.")
    elif any(parcel.can_be_fetched for parcel in parcels):
        yield say("At the pickup, ask for an order's code and tap that order.")


def _under_way(say: Words, waiting: Waiting) -> Html:
    if waiting.can_undo and waiting.verb is Verb.ACCEPT:
        return say("👍 You take them: sent in a few seconds.")
    return under_way(say, waiting)


def _rows(say: Words, pickup: str, parcels: Sequence[WaitingParcel], given_until: int) -> Rows:
    first = parcels[0].delivery
    ask = say.button("📄 Details · ⚠️ Problem", Verb.PICKUP_ORDERS, pickup)
    write = say.button("💬 Dispatcher", Verb.WRITE, first.uuid, tokens=(TO_STAFF,))
    late = (late_button(say, pickup),) if any(each.is_taken for each in parcels) else ()
    return (
        _accept_all(say, pickup, given_until) if _offers_any(parcels) else (),
        *_fetched(say, parcels),
        _undo_all(say, pickup, parcels),
        *_undo_reports(say, parcels),
        way(say, first),
        (ask,),
        (*late, write),
    )


def _offers_any(parcels: Sequence[WaitingParcel]) -> bool:
    return any(parcel.can_be_accepted for parcel in parcels)


def _accept_all(say: Words, pickup: str, given_until: int) -> Row:
    label, until = phrase("👍 Accept all"), (given_until,)
    return (say.button(label, Verb.ACCEPT_ALL, pickup, tokens=until, style=Style.GOOD),)


def _fetched(say: Words, parcels: Sequence[WaitingParcel]) -> Rows:
    """Return a button for each of those which can be fetched next."""
    ready = [parcel.delivery for parcel in parcels if parcel.can_be_fetched][:_BUTTONS]
    return in_rows([_fetch(say, delivery) for delivery in ready], _IN_A_ROW)


def _fetch(say: Words, delivery: Delivery) -> Button:
    label = order_lines.number_and_name(delivery)
    return say.button("📦 {parcel}", Verb.PICKUP, delivery.uuid, style=Style.GOOD, parcel=label)


def _undo_all(say: Words, pickup: str, parcels: Sequence[WaitingParcel]) -> Row:
    asked = [parcel.waiting for parcel in parcels if parcel.mark is Mark.ACCEPTING]
    if not any(each and each.can_undo for each in asked):
        return ()
    return (say.button("↩️ Undo", Verb.UNDO_ALL, pickup),)


def _undo_reports(say: Words, parcels: Sequence[WaitingParcel]) -> Rows:
    return tuple(
        (
            say.button(
                "↩️ Undo · {order}",
                Verb.UNDO,
                parcel.delivery.uuid,
                tokens=(parcel.waiting.verb,),
                order=parcel.delivery.order_number,
            ),
        )
        for parcel in parcels
        if parcel.waiting and parcel.waiting.can_undo and parcel.waiting.verb in _UNDOABLE_REPORTS
    )
