"""Why something was refused is read in one's own language where the reason is known."""

import re

import pytest

from bot.fleet.errors import NOTHING_THERE, REFUSED_WITHOUT_REASON
from bot.service.vocabulary import Stage, State
from bot.texts.catalogues import languages
from bot.texts.reasons import why
from bot.texts.words import Words
from tests.texts.markup import bare

AGAIN = "it has to be sent again."
KNOWN = [
    *(f"The {stage} code is not correct." for stage in Stage),
    *(
        f"The {stage} code is void after too many wrong ones; it has to be sent again."
        for stage in Stage
    ),
    *(f"A delivery that is {state} cannot become {State.DELIVERED}." for state in State),
    *(f"Delivery 1001 is {state} and cannot be assigned." for state in State),
    "The delivery has no rider yet.",
    "The rider is not active.",
    "No rider has this uuid.",
    "No delivery has this uuid.",
    "A rider has the address musa@example.com already.",
    "The number may be changed, not taken away.",
    "Not found.",
    REFUSED_WITHOUT_REASON,
    NOTHING_THERE,
]
UNKNOWN = ["Gate closed.", "The pickup code is not correct. And more.", "", "{state}", "<b>"]


@pytest.mark.parametrize("language", languages()[1:])
@pytest.mark.parametrize("reason", KNOWN)
def test_what_our_own_service_says_is_translated(language: str, reason: str):
    said = bare(why(Words(language), reason))
    assert reason not in said
    assert said != bare(why(Words(), reason))
    assert "{" not in said
    assert not re.search(r"uuid|In Transit|Order Accepted", said)


@pytest.mark.parametrize("reason", UNKNOWN)
def test_any_other_reason_stays_as_it_came(reason: str):
    assert bare(why(Words(), reason)) == f"The reason given: {reason}"


def test_what_a_reason_names_is_told():
    assert bare(why(Words("fr"), "Delivery 1001 is In Transit and cannot be changed.")).endswith(
        "🛵 En route"
    )
    mail = "A rider has the address <b>@x already."
    assert "<b>@x" in bare(why(Words("es"), mail))
