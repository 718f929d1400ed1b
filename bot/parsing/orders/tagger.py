"""The tagger: what each token of a text is, and how sure that is.

A conditional random field (CRFsuite) that has learned from orders as people write them, with
`python -m tests.pastes.learning`; `words.crfsuite` is what it has learned. `anchors.crfsuite` has
learned the same without the words that the lexicon does not know: it is a second reading, by
numbers, money, labels and what stands where.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib import resources
from threading import Lock
from typing import TYPE_CHECKING

from bot.parsing.orders.features import anchors_of, features_of
from bot.parsing.orders.tokens import Token

if TYPE_CHECKING:
    from pycrfsuite import Tagger  # only who pastes an order loads it


class PartKind(StrEnum):
    """What a part of a text is."""

    SENDER_NAME = "sender_name"
    SENDER_PHONE = "sender_phone"
    SENDER_ADDRESS = "sender_address"
    RECEIVER_NAME = "receiver_name"
    RECEIVER_PHONE = "receiver_phone"
    RECEIVER_ADDRESS = "receiver_address"
    OTHER_PHONE = "other_phone"
    ITEM = "item"
    FEE = "fee"
    NOTE = "note"


class Evidence(StrEnum):
    """What a tagger goes by."""

    WORDS = "words"
    ANCHORS = "anchors"


FEATURES = {Evidence.WORDS: features_of, Evidence.ANCHORS: anchors_of}

_SIDES = (
    (PartKind.SENDER_NAME, PartKind.RECEIVER_NAME),
    (PartKind.SENDER_PHONE, PartKind.RECEIVER_PHONE),
    (PartKind.SENDER_ADDRESS, PartKind.RECEIVER_ADDRESS),
)
_OF_THE_OTHER = dict(_SIDES) | {receiver: sender for sender, receiver in _SIDES}

OUTSIDE = "O"
BEGINS, GOES_ON = "B:", "I:"
"""What stands before a kind in a tag: it begins with this token, or goes on."""


@dataclass(frozen=True, slots=True)
class Tag:
    """What a token is; `kind` is `None` for what is no part. `certainty` is from 0 to 1.

    `either_certainty` is that it is this of either party.
    """

    kind: PartKind | None
    begins: bool
    certainty: float
    either_certainty: float


def tags_of(tokens: Sequence[Token], evidence: Evidence) -> list[Tag]:
    """Tell what each token is. The model is one for all threads, and reads one text at a time."""
    if not tokens:
        return []
    model, busy, _ = _model(evidence)
    features = FEATURES[evidence](tokens)
    tags: list[Tag] = []
    with busy:
        # The model says how sure a tag is only of the text that it was given last.
        for at, name in enumerate(model.tag(features)):
            kind = None if name == OUTSIDE else PartKind(name[len(BEGINS) :])
            other = _OF_THE_OTHER.get(kind) if kind else None
            certainty = model.marginal(name, at)
            of_other = model.marginal(name.replace(kind, other), at) if kind and other else 0
            tags.append(Tag(kind, name.startswith(BEGINS), certainty, certainty + of_other))
    return tags


@cache
def _model(evidence: Evidence) -> tuple["Tagger", Lock, bytes]:
    """Return the model, a lock of it, and the memory from which it reads while it is used."""
    from pycrfsuite import Tagger  # noqa: PLC0415

    learned = resources.files(__package__).joinpath(f"{evidence}.crfsuite").read_bytes()
    model = Tagger()
    model.open_inmemory(learned)
    return model, Lock(), learned
