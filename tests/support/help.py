"""The examples that /help shows, as people would write them."""

import re

from bot.texts.everyone.help import EXAMPLES
from bot.texts.words import Words
from tests.support.business import INVISIBLE

_EXAMPLE = re.compile("<code>(.*?)</code>")


def written_examples(language: str, role: int, order: str, rider: str) -> list[str]:
    """Return the examples for one role, the dispatchers' first, with an order and a rider."""
    say = Words(language)
    told = (str(say(one, order=order, rider=rider)) for one in list(EXAMPLES.values())[role])
    return [found.translate(INVISIBLE) for one in told for found in _EXAMPLE.findall(one)]
