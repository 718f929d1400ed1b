"""What dispatchers read of a delivery that they have asked for."""

import html
from collections.abc import Sequence

from bot.domain.draft import Draft
from bot.texts.callbacks import Verb
from bot.texts.dispatcher.form import as_form
from bot.texts.dispatcher.give_out import give_out_button
from bot.texts.dispatcher.replies import stopped_trying
from bot.texts.html import Html, joined
from bot.texts.message import FixedMessage, Message
from bot.texts.order_lines import order_rows
from bot.texts.reasons import why
from bot.texts.words import Words

OVER = FixedMessage("This form is over. /new begins another one.")
DISCARDED = FixedMessage("🗑 Nothing was created.")
CREATING = FixedMessage("⏳ Creating, not confirmed yet.")


def created(say: Words, orders: Sequence[str]) -> Message:
    return Message.of(
        say.many(
            "✅ Order {orders} was created.",
            "✅ {count} orders were created: {orders}.",
            count=len(orders),
            orders=say.listed(orders),
        ),
        rows=((give_out_button(say),),) if len(orders) > 1 else (),
    )


def refused(say: Words, reason: str) -> Html:
    """Tell that the fleet service did not make it, above the form to put right."""
    head = say("❌ Nothing was created. {reason}", reason=why(say, reason))
    return joined([head, say("Change what is wrong, then try again:")])


def lost(say: Words) -> Html:
    """Tell that nobody knows whether it was made: no answer came, and nothing is there."""
    head = say("⚠️ The fleet service did not answer, and I find no such delivery there.")
    return joined(
        [head, say("Most likely nothing was created. If /deliveries does not show it, try again:")]
    )


def not_shown(say: Words, reason: str) -> Html:
    """Tell that nobody knows whether it was made, because the question was refused."""
    head = say("⚠️ I cannot see whether this was created. {reason}", reason=why(say, reason))
    return joined([head, say("If /deliveries does not show it, send this form again:")])


def given_up(say: Words) -> Html:
    head = stopped_trying(say)
    return joined(
        [head, say("If /deliveries does not show the delivery later, send this form again:")]
    )


def form_again(say: Words, draft: Draft, above: Html) -> Message:
    # A form is copied and sent back, so nothing may be added to its values.
    form = html.escape(as_form(say, draft), quote=False)
    return Message.of(above, Html(f"<pre>{form}</pre>"))


def unclear(say: Words, found: Sequence[tuple[str, str]], wanted: int) -> Message:
    """Tell that what is there is not exactly what was asked for: (order number, uuid)."""
    return Message.of(
        say("⚠️ The fleet service did not answer when I asked it to create this."),
        say.many(
            "{count} delivery like it has appeared since; it should have been {wanted}.",
            "{count} deliveries like it have appeared since; it should have been {wanted}.",
            count=len(found),
            wanted=wanted,
        ),
        say("Please look at them before you create anything again."),
        rows=order_rows(say, Verb.SHOW, [(uuid, order) for order, uuid in found]),
    )
