"""What is read about who works here: the list, invitations and farewells."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.domain.limits import STAFF_LINK_LASTS
from bot.domain.person import Standing
from bot.fleet import Page
from bot.texts import pagination
from bot.texts.callbacks import Verb, press
from bot.texts.dispatcher import invited_people
from bot.texts.dispatcher.invited_people import OpenInvitation
from bot.texts.dispatcher.links import copy_button
from bot.texts.dispatcher.rider_info import RiderInfo, label
from bot.texts.dispatcher.rider_picker import STANDINGS
from bot.texts.html import Html, dotted
from bot.texts.message import Button, FixedMessage, Message, Style, column
from bot.texts.moments import hours
from bot.texts.words import Words, phrase

RIDERS_SHOWN = 20

_ROLES: Mapping[str, str] = {
    "owner": phrase("owner"),
    "dispatcher": phrase("dispatcher"),
    "rider": phrase("rider"),
}

_REMOVE: Mapping[str, str] = {
    "dispatcher": phrase("Remove {name} as a dispatcher"),
    "rider": phrase("Remove {name} as a rider"),
}

_QUESTIONS: Mapping[str, str] = {
    "dispatcher": phrase(
        "Remove <b>{name}</b> as a dispatcher? They see no delivery here any more, at once."
    ),
    "rider": phrase(
        "Remove <b>{name}</b> as a rider from this chat? Their jobs stay theirs at the fleet"
        " service until you give them to somebody else."
    ),
}

_REMOVED: Mapping[str, str] = {
    "dispatcher": phrase("👋 {name} does not dispatch here any more."),
    "rider": phrase("👋 {name} gets no jobs in this chat any more."),
}

_FAREWELLS: Mapping[str, str] = {
    "dispatcher": phrase("You do not dispatch here any more. Thank you for your work!"),
    "rider": phrase("You do not get jobs in this chat any more. Thank you for your work!"),
}

CANNOT_REMOVE = FixedMessage("There is nobody to remove any more. /team shows who works here.")


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody who works here; `removable` are those of their roles that the reader may end.

    Nothing is said of a `standing` by which what is written to them reaches them and rings.
    """

    user_id: int
    name: str
    roles: tuple[str, ...]
    removable: tuple[str, ...] = ()
    standing: Standing = Standing.READY


def team(
    say: Words,
    page: Page[Member],
    invitations: Sequence[OpenInvitation] = (),
    *,
    is_owner: bool,
) -> Message:
    """Show who works here, and who is invited by name; `is_owner` can invite dispatchers, too."""
    invite_rider = Button(label=say.label("Invite a rider"), data=_which_rider(1))
    invite_dispatcher = say.button("Invite a dispatcher", Verb.INVITE_DISPATCHER)
    lines = []
    for member in page.items:
        roles = say.listed(say(_ROLES[role]) for role in member.roles)
        is_ready = member.standing is Standing.READY
        standing = Html() if is_ready else say(STANDINGS[member.standing])
        lines.append(dotted(say.value(member.name), roles, standing))
    # Each role is ended by itself: somebody may dispatch and ride.
    removals = [
        _remove(say, _REMOVE[role], member.user_id, role, "ask", name=member.name)
        for member in page.items
        for role in member.removable
    ]
    turn = pagination.page_buttons(say, page, lambda number: press(Verb.TEAM, tokens=(number,)))
    return Message.of(
        say("<b>Team</b>"),
        *lines,
        pagination.page_line(say, page),
        *(invited_people.line(say, each) for each in invitations),
        rows=(
            (invite_rider,),
            (invite_dispatcher,) if is_owner else (),
            *column(removals),
            *(invited_people.withdrawal(say, each) for each in invitations),
            *turn,
        ),
    )


def _remove(say: Words, label: str, user_id: int, role: str, step: str, **values: str) -> Button:
    return say.button(
        label, Verb.REMOVE_STAFF, tokens=(user_id, role, step), style=Style.BAD, **values
    )


def ask_to_remove(say: Words, user_id: int, name: str, role: str) -> Message:
    yes = _remove(say, phrase("Remove"), user_id, role, "yes")
    no = say.button("Leave it", Verb.CANCEL)
    return Message.of(say(_QUESTIONS[role], name=name), rows=((yes, no),))


def removed(say: Words, name: str, role: str) -> Message:
    return Message.of(say(_REMOVED[role], name=name), say("A link from /team lets them in again."))


def farewell(say: Words, role: str) -> Message:
    return Message.of(say(_FAREWELLS[role]))


def which_rider_to_invite(say: Words, page: Page[RiderInfo]) -> Message:
    if not page.items:
        return Message.of(
            say("The fleet service knows no rider yet. /invite asks one by e-mail to join.")
        )
    buttons = column(
        Button(label=label(say, one), data=press(Verb.INVITE_RIDER, one.rider.uuid))
        for one in page.items
    )
    return Message.of(
        say("Which rider do you want to invite?"),
        pagination.page_line(say, page),
        rows=(*buttons, *pagination.page_buttons(say, page, _which_rider)),
    )


def _which_rider(number: int) -> str:
    return press(Verb.INVITE_WHICH_RIDER, tokens=(number,))


def rider_link(say: Words, name: str, link: str) -> Message:
    span = hours(say, STAFF_LINK_LASTS)
    head = say(
        "Send this link to <b>{name}</b>. It works once, within {span}:", name=name, span=span
    )
    return Message.of(head, Html(link), rows=((copy_button(say, link),),))


def dispatcher_link(say: Words, link: str) -> Message:
    span = hours(say, STAFF_LINK_LASTS)
    head = say("Send this link to the new dispatcher. It works once, within {span}:", span=span)
    return Message.of(head, Html(link), rows=((copy_button(say, link),),))
