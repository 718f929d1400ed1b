"""What dispatchers read when they move a delivery on for its rider."""

from bot.fleet import Delivery, State
from bot.texts.callbacks import Verb, mark
from bot.texts.message import FixedMessage, Message, column
from bot.texts.words import Words, phrase

STEPS = {
    "accepted": (State.ACCEPTED, phrase("👍 The rider accepts")),
    "pickup": (State.IN_TRANSIT, phrase("📦 Picked up, with the code")),
    "dropoff": (State.DELIVERED, phrase("🏁 Delivered, with the code")),
}
"""What can be chosen: where it leads, and what its button says."""


def which_status(say: Words, delivery: Delivery) -> Message:
    """Let a dispatcher choose what comes next; what is behind the delivery is not offered."""
    if delivery.rider is None:
        return Message.of(
            say("Order {order} has no rider yet. Assign it first.", order=delivery.order_number)
        )
    whose = mark(delivery.rider.uuid)
    steps = [
        say.button(label, Verb.SET_STATUS, delivery.uuid, tokens=(step, whose))
        for step, (state, label) in STEPS.items()
        if state.rank > delivery.state.rank
    ]
    leave = (say.button("No, keep", Verb.CANCEL),)
    return Message.of(
        say(
            "What has happened to <b>order {order}</b>, with {rider}?",
            order=delivery.order_number,
            rider=delivery.rider.name,
        ),
        rows=(*column(steps), leave),
    )


def has_other_rider(say: Words, order: str) -> Message:
    return Message.of(
        say("Order {order} has another rider now, so I have changed nothing.", order=order)
    )


def over(say: Words, order: str) -> Message:
    return Message.of(say("Order {order} is over. Nothing was changed.", order=order))


_GO_ON = phrase("Type only the code when you have it. /cancel if not now.")

WORDS_ARE_NO_CODE = FixedMessage(
    phrase("That is not a code. I have sent nothing, and no try was counted."), _GO_ON
)


def is_word_the_code(say: Words, delivery: str, message_id: int) -> Message:
    """Ask whether a word without a digit is to be sent; it is not repeated, it may be the code."""
    send = say.button("Yes, send it", Verb.SEND_STATUS_WORD, delivery, tokens=(message_id,))
    return Message.of(
        say("Is that word the code? It has no digit, so I have not sent it yet."),
        say(_GO_ON),
        rows=((send,),),
    )
