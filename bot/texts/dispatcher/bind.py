"""What is read of a group that is chosen in private, to get the dispatchers' cards."""

from bot.texts.message import Ask, FixedMessage, Key, Message, Wanted
from bot.texts.words import Words

QUESTION_OVER = FixedMessage("This question is over. /bind asks it again.", ask=Ask.CLOSE)
NOT_IN_THERE = FixedMessage(
    "I am not in that group, or you are not. Nothing was changed. /bind asks again.", ask=Ask.CLOSE
)


def which_group(say: Words, request_id: int) -> Message:
    """Ask for a group; the keys have this number and the next."""
    inside = Key(label=say.label("👥 Choose a group"), wanted=Wanted.GROUP, request_id=request_id)
    outside = Key(
        label=say.label("➕ Add me to a group"),
        wanted=Wanted.NEW_GROUP,
        request_id=request_id + 1,
    )
    return Message.of(
        say("Which group is to get a card of each delivery? Choose it below."),
        say("For one topic of a group, write /bind in that topic instead."),
        ask=Ask.CHOICE,
        keys=(inside, outside),
    )


def bound(say: Words, title: str) -> Message:
    return Message.of(
        say("✅ “{title}” gets a card of each delivery from now on.", title=title), ask=Ask.CLOSE
    )
