"""What the bot knows of its reader."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from bot.domain.person import Person, Role
from bot.fleet import Delivery
from bot.parsing.phones import masked
from bot.texts.callbacks import Verb
from bot.texts.everyone import folded_away
from bot.texts.everyone.language import language_button, own_name
from bot.texts.everyone.sound import choices_button, sound_button, status
from bot.texts.html import Html
from bot.texts.message import Message
from bot.texts.states import state_label
from bot.texts.words import Words, phrase

_ROLES: Mapping[Role, str] = {
    Role.OWNER: phrase("owner"),
    Role.DISPATCHER: phrase("dispatcher"),
    Role.RIDER: phrase("rider"),
    Role.CUSTOMER: phrase("customer"),
}

_SHOWN = 10


def who_you_are(say: Words, person: Person, followed: Sequence[Delivery], now: datetime) -> Message:
    """Show somebody what is known of them; `followed` is what they follow and is not over."""
    roles = [say(name) for role, name in _ROLES.items() if role in person.roles]
    if person.plain_lists:
        lists = say("📃 Lists come to you as lines.")
        switch = say.button("📊 Lists as tables", Verb.PLAIN_LISTS, tokens=("off",))
    else:
        lists = say("📊 Lists come to you as tables. An old Telegram shows lines only.")
        switch = say.button("📃 Lists as lines", Verb.PLAIN_LISTS, tokens=("on",))
    # Only the cards of dispatchers and riders are folded away; customers keep theirs.
    works_here = person.dispatches or person.rider is not None
    forget = say.button("🗑 Forget me", Verb.FORGET, tokens=("ask",))
    return Message.of(
        say("👤 <b>{name}</b>", name=person.first_name),
        say("Your role here: {roles}.", roles=say.listed(roles))
        if roles
        else say("We have not met yet. /start tells you how to join."),
        say("📞 {phone}", phone=masked(person.phone))
        if person.phone is not None
        else say("📞 No number yet."),
        say("🌐 {language}", language=own_name(person.language)),
        status(say, person, now),
        say("🛌 You are off duty. /duty changes that.") if person.off_duty else Html(),
        folded_away.status(say, person) if works_here else Html(),
        lists if person.dispatches else Html(),
        *_followed(say, followed),
        rows=(
            (sound_button(say), choices_button(say)),
            (language_button(say), forget),
            (folded_away.switch_button(say, person),) if works_here else (),
            (switch,) if person.dispatches else (),
        ),
    )


def _followed(say: Words, followed: Sequence[Delivery]) -> list[Html]:
    if not followed:
        return []
    head = say.many(
        "You follow <b>{count}</b> open delivery:",
        "You follow <b>{count}</b> open deliveries:",
        count=len(followed),
    )
    lines = [
        say("📦 {order} · {state}", order=one.order_number, state=state_label(say, one))
        for one in followed[:_SHOWN]
    ]
    return [head, *lines]
