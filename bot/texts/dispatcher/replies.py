"""What the bot answers dispatchers and owners."""

from bot.domain.limits import CODE_PAUSE, GIVEN_UP_AFTER, HELD_UP_AFTER
from bot.texts.callbacks import Verb
from bot.texts.html import Html
from bot.texts.message import FixedMessage, Message, Style
from bot.texts.moments import minutes
from bot.texts.reasons import why
from bot.texts.words import Words

HOW_TO_FIND = FixedMessage("Write what to look for, a name or a number: <code>/find Bola</code>")
KEY_REFUSED = FixedMessage(
    "🔑 <b>The fleet service refuses our API key.</b>",
    "Nothing is lost: changes wait until the key in the config (fleet.api_key) is right.",
)
OPERATOR_KEY_REFUSED = FixedMessage(
    "🔑 <b>The fleet service refuses the key of its operator's door.</b>",
    "Nothing is lost: photos and new riders wait until the key in the config"
    " (fleet.operator_key) is right.",
)


def setting_suspected(say: Words, setting: str) -> Message:
    return Message.of(
        say("🔧 <b>The fleet service refuses what should be right.</b>"),
        say("It seems to want this in the config: <code>{setting}</code>.", setting=setting),
    )


def assign_refused(say: Words, order: str, reason: str) -> Message:
    return Message.of(
        say("❌ Order {order} was not assigned.", order=order),
        why(say, reason),
    )


def cancel_refused(say: Words, order: str, reason: str) -> Message:
    return Message.of(
        say("❌ Order {order} was not cancelled.", order=order),
        why(say, reason),
    )


def how_to_name_order(say: Words, command: str) -> Message:
    return Message.of(
        say("Write the order number: <code>/{command} 1042</code>", command=Html(command))
    )


def no_such_order(say: Words, order: str) -> Message:
    return Message.of(say("I find no order {order}. /find looks for names, too.", order=order))


def codes_stopped(say: Words, order: str, rider: str, delivery: str, *, locked: bool) -> Message:
    state = (
        say("locked until you unlock it")
        if locked
        else say("paused for {span}", span=minutes(say, CODE_PAUSE))
    )
    unlock = say.button("Unlock", Verb.UNLOCK, delivery, style=Style.MAIN)
    return Message.of(
        say("🔒 Order {order}: too many codes of {rider} were refused.", order=order, rider=rider),
        say("It is {state}. Call the rider and the customer before you unlock.", state=state),
        rows=((unlock,),),
    )


def stopped_trying(say: Words) -> Html:
    return say(
        "⚠️ The fleet service has not answered for {span}: I have stopped trying.",
        span=minutes(say, GIVEN_UP_AFTER),
    )


def codes_unlocked(say: Words, order: str) -> Message:
    return Message.of(say("🔓 Order {order}: codes can be typed again.", order=order))


def code_held_up(say: Words, order: str, rider: str) -> Message:
    return Message.of(
        say("⏳ Order {order}: {rider} has typed a code.", order=order, rider=rider),
        say(
            "The fleet service has not answered for {span}. I keep trying, up to {most}.",
            span=minutes(say, HELD_UP_AFTER),
            most=minutes(say, GIVEN_UP_AFTER),
        ),
    )
