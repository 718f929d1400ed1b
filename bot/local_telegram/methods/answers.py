"""Answers to pressed buttons, inline searches and messages."""

from collections.abc import Mapping

from telegram.constants import ReactionEmoji

from bot.local_telegram.call import Call, Handler
from bot.local_telegram.methods.inline_results import check_button, check_next_offset, read_results
from bot.local_telegram.queries import CallbackQuery, InlineQuery
from bot.local_telegram.refusals import Refusal
from bot.local_telegram.world import Toast

MAX_ANSWER = 200
"""Characters of the answer to a pressed button."""


def answer_callback_query(call: Call) -> bool:
    query = call.world.queries.find(call.arguments.text("callback_query_id"), call.bot)
    if not isinstance(query, CallbackQuery):
        raise Refusal.QUERY_TOO_OLD.error()
    text = call.arguments.text("text")
    if len(text) > MAX_ANSWER:
        raise Refusal.ANSWER_TOO_LONG.error()
    call.world.queries.close(query)
    toast = Toast(text, call.arguments.flag("show_alert"), call.arguments.text("url"))
    call.world.show(toast, query.user)
    if toast.text:
        call.world.tell(query.message, "toast", query.user, toast)
    return True


def answer_inline_query(call: Call) -> bool:
    query = call.world.queries.find(call.arguments.text("inline_query_id"), call.bot)
    if not isinstance(query, InlineQuery):
        raise Refusal.QUERY_TOO_OLD.error()
    results = read_results(call)
    check_button(call)
    check_next_offset(call)
    query.results = results
    query.answer = dict(call.arguments.fields)
    call.world.queries.close(query)
    return True


_REACTIONS = frozenset(ReactionEmoji)


def set_message_reaction(call: Call) -> bool:
    """Put a picture under a message, or take it away; a bot has at most one there."""
    message = call.message(call.chat(), Refusal.REACTED_NOT_FOUND)
    pictures = tuple(str(each.get("emoji", "")) for each in call.arguments.objects("reaction"))
    if len(pictures) > 1:
        raise Refusal.TOO_MANY_REACTIONS.error()
    if not _REACTIONS.issuperset(pictures):
        raise Refusal.REACTION_INVALID.error()
    call.world.react(message, pictures, call.bot)
    return True


METHODS: Mapping[str, Handler] = {
    "answerCallbackQuery": answer_callback_query,
    "answerInlineQuery": answer_inline_query,
    "setMessageReaction": set_message_reaction,
}
