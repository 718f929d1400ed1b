"""What owners read when another program takes their bot's messages."""

from datetime import datetime

from bot.domain.limits import POLLING_SHARED_FOR
from bot.texts.html import Html
from bot.texts.message import Message
from bot.texts.moments import day_and_time
from bot.texts.words import Words


def other_poller(say: Words) -> Message:
    minutes = round(POLLING_SHARED_FOR.total_seconds() / 60)
    return Message.of(
        say(
            "⚠️ <b>Another program takes messages of this bot</b>: it has the same token. Each"
            " message reaches only one of the two, so either misses some."
        ),
        say(
            "Please stop the other one; or get a new token from @BotFather and put it into the"
            " config of the one that stays (telegram.token)."
        ),
        say(
            "If both go on for {minutes} minutes, the one that began later stops taking messages,"
            " until it is started again.",
            minutes=minutes,
        ),
    )


def in_health(say: Words, since: datetime) -> Html:
    return say(
        "⚠️ Messages: another program with the same token takes some, since {time}. Stop it.",
        time=day_and_time(since),
    )
