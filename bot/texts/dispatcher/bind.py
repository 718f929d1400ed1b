"""What is read of a group that is chosen in private, to get the dispatchers' cards."""

from bot.texts.dispatcher.choices import group_keys
from bot.texts.message import Ask, Message
from bot.texts.words import Words


def which_group(say: Words, request_id: int) -> Message:
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
