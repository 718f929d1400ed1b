"""What is read of somebody who is invited by being chosen, and of that invitation."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.domain.limits import STAFF_LINK_LASTS
from bot.texts.callbacks import Verb
from bot.texts.dispatcher.links import copy_button, share_by_telegram
from bot.texts.html import Html
from bot.texts.message import Ask, Button, FixedMessage, Message, Row, Style
from bot.texts.moments import hours
from bot.texts.words import Words, phrase

YOURSELF = FixedMessage("That is you. Nobody was invited.", ask=Ask.CLOSE)
NOT_YOURS = FixedMessage("You may not invite anybody for that any more.", ask=Ask.CLOSE)
NOTHING_TO_WITHDRAW = FixedMessage("This invitation was used, withdrawn, or has run out.")

_INVITED: Mapping[str, str] = {
    "dispatcher": phrase("✅ <b>{name}</b> is invited as a dispatcher, for {span}."),
    "rider": phrase("✅ <b>{name}</b> is invited as a rider, for {span}."),
}
_LINES: Mapping[str, str] = {
    "dispatcher": phrase("⏳ {name} · invited as a dispatcher"),
    "rider": phrase("⏳ {name} · invited as a rider"),
}


@dataclass(frozen=True, slots=True)
class OpenInvitation:
    """Somebody who is invited and has not opened the bot since."""

    user_id: int
    name: str
    role: str


def already_in(say: Words, name: str) -> Message:
    return Message.of(say("{name} has that role here already.", name=name), ask=Ask.CLOSE)


def invited(say: Words, name: str, role: str) -> Message:
    return Message.of(
        say(_INVITED[role], name=name, span=hours(say, STAFF_LINK_LASTS)),
        say("Nobody else can use that. /team withdraws it."),
        ask=Ask.CLOSE,
    )


def tell_them(say: Words, name: str, link: str, business: str) -> Message:
    """Hand out words and a link for an invited person, ready to be sent; the link opens the bot."""
    text = (
        say.label("{business}: please open this chat and tap Start.", business=business)
        if business
        else say.label("Please open this chat and tap Start.")
    )
    share = share_by_telegram(link, text)
    return Message.of(
        say("Send this to {name}, who is in as soon as they open it:", name=name),
        Html(f"{say.value(text)}\n{link}"),
        rows=(
            (Button(label=say.label("Telegram: {name}", name=name), url=share),),
            (copy_button(say, link),),
        ),
    )


def line(say: Words, invitation: OpenInvitation) -> Html:
    return say(_LINES[invitation.role], name=invitation.name)


def withdrawal(say: Words, invitation: OpenInvitation) -> Row:
    return (
        say.button(
            "Withdraw the invitation of {name}",
            Verb.WITHDRAW_INVITATION,
            tokens=(invitation.user_id, invitation.role),
            style=Style.BAD,
            name=invitation.name,
        ),
    )


def withdrawn(say: Words, name: str) -> Message:
    return Message.of(say("👋 {name} is not invited any more.", name=name))
