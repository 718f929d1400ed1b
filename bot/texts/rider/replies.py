"""What the bot answers riders."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.domain.limits import GIVEN_UP_AFTER
from bot.texts.callbacks import Verb
from bot.texts.html import Html, heading, joined, plain
from bot.texts.message import Ask, FixedMessage, Message, Rows, column
from bot.texts.moments import clock_time, minutes
from bot.texts.order_lines import order_rows
from bot.texts.reasons import why
from bot.texts.words import Words, phrase

_PROMPTS = {
    "pickup": phrase("🔑 Order {order}: type the <b>pickup code</b> that the sender tells you."),
    "dropoff": phrase(
        "🔑 Order {order}: type the <b>drop-off code</b> that the customer tells you."
    ),
}

_HINTS = {"pickup": phrase("Pickup code"), "dropoff": phrase("Drop-off code")}

_REFUSED = {
    "pickup": phrase("❌ Order {order}: the pickup was not confirmed."),
    "dropoff": phrase("❌ Order {order}: the drop-off was not confirmed."),
}

_ANY = "ANYORDER"

NO_JOBS = FixedMessage("You have no open jobs. I will write to you as soon as there is one.")
HOW_TO_ACCEPT = FixedMessage("Write the order number: <code>/accept 1042</code>")
UNASKED_CODE = FixedMessage(
    "🔑 I removed that in case it was a code; I did not use it.",
    "Tap <b>Picked up</b> or <b>Delivered</b> on the parcel's card, then type it.",
)


def code_prompt(say: Words, order: str, stage: str, *besides: Html) -> Message:
    """Ask for a code, and for what is wanted besides; the reader's keyboard opens by itself."""
    deleted = say("I delete your message at once. /cancel if not now.")
    return _asking(say, stage, say(_PROMPTS[stage], order=order), deleted, *besides)


def asked_code(say: Words, text: str) -> tuple[str, str] | None:
    """Read what a rider is asked who reads this: the `heading` of an order's number, and the stage.

    `None` for any message that does not ask for a code, for the first time or once more.
    """
    for questions in (_PROMPTS, _REFUSED):
        for stage, words in questions.items():
            # The number is what stands between the beginning and the end of the same question.
            before, _, after = heading(plain(say(words, order=_ANY))).partition(_ANY)
            asked = heading(text)
            if asked.startswith(before) and asked.endswith(after):
                return asked[len(before) : len(asked) - len(after)], stage
    return None


def code_asked_again(say: Words, stage: str, refused: Message) -> Message:
    """Ask again for a code, by the message that says why the last one was refused."""
    return _asking(say, stage, refused.html)


def _asking(say: Words, stage: str, *lines: Html) -> Message:
    return Message.of(*lines, ask=Ask.REPLY, hint=say.label(_HINTS[stage]))


def next_at_pickup(say: Words, order: str, delivery: str, *besides: Html) -> Message:
    return Message.of(
        say("📦 Next one here: <b>order {order}</b>", order=order),
        say("🔑 Type its <b>pickup code</b>, or skip it for now."),
        *besides,
        rows=_may_be_skipped(say, delivery),
    )


def next_parcel(say: Words, order: str, delivery: str) -> Message:
    return Message.of(
        say("🚪 Next parcel for the same door: <b>order {order}</b>", order=order),
        say("🔑 Type its <b>drop-off code</b>, or skip it for now."),
        rows=_may_be_skipped(say, delivery),
    )


def parcel_asked_again(say: Words, delivery: str, refused: Message) -> Message:
    return Message.of(refused.html, rows=_may_be_skipped(say, delivery))


def _may_be_skipped(say: Words, delivery: str) -> Rows:
    return ((say.button("Skip", Verb.NEXT_PARCEL, delivery),),)


def code_refused(say: Words, order: str, stage: str, reason: str, left: int) -> Message:
    """Tell that a code was not taken, why, and how many tries are left."""
    tries_left = say.many(
        "<b>{count} try</b> left: ask for the code once more, and type it slowly.",
        "<b>{count} tries</b> left: type it again.",
        count=left,
    )
    return Message.of(
        say(_REFUSED[stage], order=order), joined([why(say, reason), tries_left], " ")
    )


def picked_up_already(say: Words, order: str) -> Message:
    """Tell that no pickup code is needed any more, and what is."""
    return Message.of(
        say("Order {order} is picked up already.", order=order),
        say("At the door, tap <b>Delivered</b> on the job's card, then type the drop-off code."),
    )


@dataclass(frozen=True, slots=True)
class CodesStopped:
    """No code may be typed before `until`; without that, before a dispatcher unlocks."""

    until: datetime | None = None


def codes_paused(say: Words, order: str, until: Html) -> Message:
    return Message.of(
        say("⏸ Order {order}: too many wrong codes.", order=order), _try_again_at(say, until)
    )


def codes_locked(say: Words, order: str) -> Message:
    return Message.of(say("🔒 Order {order}: too many wrong codes.", order=order), _locked(say))


def codes_stopped_of(say: Words, order: str, stopped: CodesStopped) -> Html:
    """Tell on a card of several jobs for which of them codes are stopped."""
    if stopped.until is None:
        return codes_locked(say, order).html
    return codes_paused(say, order, clock_time(stopped.until)).html


def codes_stopped(say: Words, stopped: CodesStopped) -> Html:
    """Tell on a job's card why the button for a code is missing, and until when."""
    if stopped.until is None:
        return joined([say("🔒 Too many wrong codes."), _locked(say)])
    until = clock_time(stopped.until)
    return joined([say("⏸ Too many wrong codes."), _try_again_at(say, until)])


def _try_again_at(say: Words, until: Html) -> Html:
    return say("You can try again at {until}. The dispatcher knows and can help.", until=until)


def _locked(say: Words) -> Html:
    return say("The dispatcher knows and can unlock it: please call.")


def ask_code_again(say: Words, order: str, stage: str) -> Message:
    return Message.of(
        say(_REFUSED[stage], order=order),
        say(
            "No connection for {span}, so I deleted the code. Tap the button on the card again.",
            span=minutes(say, GIVEN_UP_AFTER),
        ),
    )


def code_lost(say: Words, order: str, stage: str) -> Message:
    return Message.of(
        say(_REFUSED[stage], order=order),
        say("The code got lost here, sorry. Tap the button on the card and type it again."),
    )


def not_yours_any_more(say: Words, order: str) -> Message:
    return Message.of(
        say("Order {order} is not an open job of yours any more. Nothing was changed.", order=order)
    )


def accept_refused(say: Words, order: str, reason: str) -> Message:
    return Message.of(
        say("❌ Order {order} was not accepted.", order=order),
        why(say, reason),
    )


def your_jobs(say: Words, count: int) -> Message:
    return Message.of(
        say.many(
            "You have <b>{count}</b> open job:",
            "You have <b>{count}</b> open jobs, in the order of your work:",
            count=count,
        )
    )


def how_to_type_code(say: Words, command: str) -> Message:
    return Message.of(
        say(
            "Write the order number and the code: <code>/{command} 1042 4821</code>",
            command=Html(command),
        )
    )


def not_among_your_jobs(say: Words, order: str) -> Message:
    """Answer alike for an order of others and for one that does not exist."""
    return Message.of(
        say("I find no order {order} among your open jobs. /jobs shows them all.", order=order)
    )


_WHICH = {
    "pickup": (phrase("📦 Which one have you picked up?"), Verb.PICKUP),
    "dropoff": (phrase("🏁 Which one have you delivered?"), Verb.DROPOFF),
}


def which_is_done(say: Words, stage: str, orders: Sequence[tuple[str, str]]) -> Message:
    """Ask which of several orders it is whose code is next: (uuid, order number)."""
    question, verb = _WHICH[stage]
    return Message.of(say(question), rows=order_rows(say, verb, orders))


def which_order(say: Words, orders: Sequence[tuple[str, str]]) -> Message:
    """Ask which order of a pickup is to be shown in full: (uuid, order number)."""
    return Message.of(
        say("📄 Which order? <b>⋯</b> on its card has <b>Problem</b> and <b>Can't take it</b>."),
        rows=order_rows(say, Verb.SHOW_JOB, orders),
    )


_DOUBTS = {
    "WHICH_ORDER": phrase("🔑 Which order is this code for?"),
    "LENGTH": phrase("🔑 Codes here are usually longer or shorter. Is that the code?"),
    "ORDER_NUMBER": phrase("🔑 That is the number of the order. Is it the code, too?"),
    "TYPED_BEFORE": phrase("🔑 You have typed that number today already. Is it this order's code?"),
    "IN_A_SENTENCE": phrase("🔑 Is the number in your message the code?"),
    "ONE_BY_ONE": phrase(
        "🔑 There are not as many codes as parcels. Which order is the first code for?"
    ),
}


def is_it_the_code(
    say: Words,
    doubt: str,
    orders: Sequence[tuple[str, str]],
    message_id: int,
    verb: Verb = Verb.USE_CODE,
    *,
    is_deleted: bool = True,
) -> Message:
    """Ask before a code is sent, and for which order: (uuid, order number). It is not repeated.

    What stands under a picture is not deleted.
    """
    label = phrase("Order {order}") if len(orders) > 1 else phrase("Yes, for order {order}")
    rows = column(
        say.button(label, verb, uuid, tokens=(message_id,), order=order) for uuid, order in orders
    )
    return Message.of(
        say(_DOUBTS[doubt]),
        say("I have deleted your message and sent nothing yet; no try was counted.")
        if is_deleted
        else say("I have sent nothing yet; no try was counted."),
        rows=rows,
    )


def is_word_the_code(say: Words, order: str, delivery: str, message_id: int) -> Message:
    """Ask whether a word without a digit is to be sent; it is not repeated, it may be the code."""
    send = say.button("Yes, send it", Verb.USE_CODE, delivery, tokens=(message_id,))
    return Message.of(
        say("Is that word the code? It has no digit, so I have not sent it yet."),
        say(
            "Type only the code when you have it; <code>/problem {order}</code> if something is"
            " wrong.",
            order=order,
        ),
        rows=((send,),),
    )
