"""Texts about moving the work of one rider to another."""

from collections.abc import Sequence
from datetime import datetime

from bot.fleet import Delivery, Page
from bot.texts import pagination
from bot.texts.callbacks import NOBODY, Verb, press
from bot.texts.dispatcher import lists
from bot.texts.dispatcher.rider_picker import (
    Candidate,
    Caveat,
    not_active,
    roster_rows,
    waiting,
    warning,
)
from bot.texts.html import Html
from bot.texts.message import Button, Message, Style
from bot.texts.words import Words, phrase

_SHOWN = 20


def from_whom(say: Words, page: Page[Candidate], to: str | None) -> Message:
    if not page.items:
        return Message.of(say("No rider has open work. There is nothing to move."))
    rows = roster_rows(
        say, page, lambda rider: _press(rider, to, 1), lambda number: _press(None, to, number)
    )
    return Message.of(
        say("Whose work goes to somebody else?"),
        pagination.page_line(say, page),
        rows=(*rows, _leave(say)),
    )


def to_whom(
    say: Words,
    page: Page[Candidate],
    former: Candidate,
    invited: Sequence[str] = (),
    named: str = "",
) -> Message:
    """Let a dispatcher choose; `invited` riders and a `named` one cannot be chosen."""
    if not page.items:
        return Message.of(say("There is no other active rider who could take the work over."))
    rows = roster_rows(
        say,
        page,
        lambda rider: _press(former.uuid, rider, 1),
        lambda number: _press(former.uuid, None, number),
    )
    return Message.of(
        not_active(say, named) if named else Html(),
        say("Who takes over from <b>{name}</b>?", name=former.name),
        pagination.page_line(say, page),
        waiting(say, invited),
        rows=(*rows, _leave(say)),
    )


def preview(
    say: Words,
    work: Sequence[Delivery],
    former: Candidate,
    rider: Candidate,
    now: datetime,
    caveat: Caveat | None = None,
) -> Message:
    """Show the work to move; a `caveat` says that no message about it reaches the new rider."""
    is_asked = caveat is not None and caveat.must_be_asked
    label = phrase("Move it all anyway") if is_asked else phrase("Move it all")
    move = say.button(label, Verb.MOVE_NOW, former.uuid, rider.uuid, style=Style.MAIN)
    # The former rider's uuid as the new rider's means that one is still to be chosen.
    another = Button(label=say.label("Choose another"), data=_press(former.uuid, former.uuid, 1))
    return Message.of(
        say.many(
            "Move <b>{count} delivery</b> from {former} to {rider}?",
            "Move <b>{count} deliveries</b> from {former} to {rider}?",
            count=len(work),
            former=former.name,
            rider=rider.name,
        ),
        *lists.lines(say, work[:_SHOWN], now),
        pagination.and_more(say, len(work) - _SHOWN),
        *(warning(say, caveat) if caveat else ()),
        rows=((move,), (another,) if is_asked else (), _leave(say)),
    )


def nothing_to_move(say: Words, name: str) -> Message:
    return Message.of(say("{name} has no open work. There is nothing to move.", name=name))


def _press(former: str | None, rider: str | None, number: int) -> str:
    return press(Verb.MOVE, former or NOBODY, rider or NOBODY, tokens=(number,))


def _leave(say: Words) -> tuple[Button, ...]:
    return (say.button("No, keep", Verb.CANCEL),)
