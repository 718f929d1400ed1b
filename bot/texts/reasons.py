"""Reasons for refused changes, in the reader's language if the reason is known.

The contract leaves open how a fleet service words its reasons. The reasons of Handover's own
service are known; any other is shown as it came.
"""

import re
from collections.abc import Mapping

from bot.fleet.errors import NOTHING_THERE, REFUSED_WITHOUT_REASON
from bot.fleet.vocabulary import state_of_label
from bot.texts.html import Html
from bot.texts.states import state_word
from bot.texts.words import Words, phrase

_KNOWN: Mapping[re.Pattern[str], str] = {
    re.compile(pattern): sentence
    for pattern, sentence in (
        (r"The pickup code is not correct\.", phrase("Wrong code.")),
        (r"The drop-?off code is not correct\.", phrase("Wrong code.")),
        (
            r"The (?:pickup|drop-?off) code is void after too many wrong ones; .*",
            phrase("Too many wrong codes: this one is not valid any more. A new one is needed."),
        ),
        (
            r"A delivery that is (?P<state>.+) cannot become .+\.",
            phrase("That is not possible any more. The order’s state is: {state}"),
        ),
        (
            r"Delivery \S+ is (?P<state>.+) and cannot .+\.",
            phrase("That is not possible any more. The order’s state is: {state}"),
        ),
        (r"The delivery has no rider yet\.", phrase("The order has no rider yet.")),
        (r"The rider is not active\.", phrase("The rider is not active.")),
        (r"No rider has this uuid\.", phrase("The rider is not known there any more.")),
        (r"No delivery has this uuid\.", phrase("The order is not known there any more.")),
        (
            r"A rider has the address (?P<address>\S+) already\.",
            phrase("A rider has the address {address} already."),
        ),
        (
            r"The number may be changed, not taken away\.",
            phrase("The phone number can be changed, but not taken away."),
        ),
        (re.escape(REFUSED_WITHOUT_REASON), phrase("No reason was given.")),
        (re.escape(NOTHING_THERE), phrase("It is not known there any more.")),
        (
            r"Nothing is known by the id in the path\.",
            phrase("It is not known there any more."),
        ),
        (r"Not found\.", phrase("It is not known there any more.")),
    )
}
"""The whole sentences of our own service, and what people read instead."""


def why(say: Words, reason: str) -> Html:
    """Return why something was refused; an unknown reason stays as it came."""
    for pattern, sentence in _KNOWN.items():
        match = pattern.fullmatch(reason)
        if match:
            values = match.groupdict()
            # The service names a state in English, by its own label.
            if "state" in values:
                values["state"] = state_word(say, state_of_label(values["state"]))
            return say(sentence, **values)
    return say("The reason given: {reason}", reason=reason)
