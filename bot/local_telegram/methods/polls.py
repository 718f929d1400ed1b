"""Polls, sent and stopped."""

from dataclasses import replace
from typing import Any

from bot.local_telegram.call import Call, method
from bot.local_telegram.formatting.entities import FormattedText
from bot.local_telegram.messages import Content
from bot.local_telegram.polls import Poll
from bot.local_telegram.refusals import Refusal, bad_request
from bot.local_telegram.words import read_words

_MAX_QUESTION = 300
_MAX_OPTION = 100
_MOST_OPTIONS = 12
_KINDS = frozenset({"regular", "quiz"})


@method
def send_poll(call: Call) -> dict[str, Any]:
    arguments = call.arguments
    kind = arguments.text("type") or "regular"
    if kind not in _KINDS:
        raise bad_request("unsupported poll type specified")
    options = _options(call)
    question = read_words(call, "question")
    if not question.text:
        raise bad_request("poll question must be non-empty")
    if len(question.text) > _MAX_QUESTION:
        raise bad_request(f"poll question length must not exceed {_MAX_QUESTION}")
    right: list[Any] = []
    if kind == "quiz":
        right = arguments.parsed("correct_option_ids")
        if not isinstance(right, list):
            # The older spelling names one correct option.
            right = [arguments.integer("correct_option_id", -1)]
        if not right or any(
            type(each) is not int or each not in range(len(options)) for each in right
        ):
            raise bad_request("wrong correct option ID specified")
    poll = Poll(
        question,
        options,
        kind=kind,
        is_anonymous=not arguments.text("is_anonymous") or arguments.flag("is_anonymous"),
        several=arguments.flag("allows_multiple_answers"),
        right=tuple(right),
        explanation=read_words(call, "explanation"),
        is_closed=arguments.flag("is_closed"),
    )
    return call.post(Content(attachment=poll))


@method
def stop_poll(call: Call) -> dict[str, Any]:
    """Stop a poll of the bot's own, and return its final state."""
    message = call.message(call.chat(), "with poll to stop")
    poll = message.body.attachment
    if not isinstance(poll, Poll):
        raise bad_request("message is not a poll")
    if message.sender is not call.bot:
        raise bad_request("poll can't be stopped")
    if poll.is_closed:
        raise bad_request("poll has already been closed")
    message.inline = call.inline_keyboard(message.chat)
    ended = replace(poll, is_closed=True)
    call.world.put_poll(message, ended)
    return ended.poll_json()


def _options(call: Call) -> tuple[FormattedText, ...]:
    given = call.arguments.parsed("options")
    if not isinstance(given, list):
        raise Refusal.UNREADABLE_LIST.error("options")
    options = tuple(_option(call, each) for each in given)
    if len(options) <= 1:
        raise bad_request("poll must have at least 2 option")
    if len(options) > _MOST_OPTIONS:
        raise bad_request(f"poll can't have more than {_MOST_OPTIONS} options")
    return options


def _option(call: Call, given: object) -> FormattedText:
    """Read an option, an object or in the older spelling a string."""
    fields = given if isinstance(given, dict) else {"text": given}
    names = ("text", "text_parse_mode", "text_entities")
    own = {name.replace("text", "option"): fields.get(name) or None for name in names}
    option = read_words(call.saying(own), "option")
    if not option.text:
        raise bad_request("poll options must be non-empty")
    if len(option.text) > _MAX_OPTION:
        raise bad_request(f"poll options length must not exceed {_MAX_OPTION}")
    return option
