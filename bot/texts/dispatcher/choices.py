"""Texts about keys to choose a group or a person, and about the group that was bound."""

from bot.texts.message import Ask, FixedMessage, Key, Message, Wanted
from bot.texts.words import Words

CHOICE_OVER = FixedMessage(
    "This question is over. /team, /bind or /shop asks it again.", ask=Ask.CLOSE
)
NOT_IN_THERE = FixedMessage(
    "I am not in that group, or you are not. Nothing was changed.", ask=Ask.CLOSE
)


def group_keys(say: Words, request_id: int) -> tuple[Key, Key]:
    """Make the keys for a group that the bot is in, and, by the next number, for any other."""
    inside, outside = say.label("👥 Choose a group"), say.label("➕ Add me to a group")
    return (
        Key(label=inside, wanted=Wanted.GROUP, request_id=request_id),
        Key(label=outside, wanted=Wanted.NEW_GROUP, request_id=request_id + 1),
    )


def which_group(say: Words, request_id: int) -> Message:
    """Ask which group shall get the dispatchers' cards."""
    return Message.of(
        say("Which group is to get a card of each delivery? Choose it below."),
        say("For one topic of a group, write /bind in that topic instead."),
        ask=Ask.CHOICE,
        keys=group_keys(say, request_id),
    )


def bound(say: Words, title: str) -> Message:
    return Message.of(
        say("✅ “{title}” gets a card of each delivery from now on.", title=title), ask=Ask.CLOSE
    )


def which_person(say: Words, request_id: int) -> Message:
    key = Key(label=say.label("👤 Choose a person"), wanted=Wanted.PERSON, request_id=request_id)
    return Message.of(
        say("If they have Telegram, choose the person below: then no link is needed."),
        ask=Ask.CHOICE,
        keys=(key,),
    )
