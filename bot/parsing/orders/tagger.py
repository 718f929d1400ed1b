"""The tagger, which labels each token of a text with a part of an order and a certainty.

The models are conditional random fields (CRFsuite), trained with `python -m tests.pastes.learning`
on orders as people write them. `words.crfsuite` uses all features. `anchors.crfsuite` uses no
letters of words, only the lexicon, numbers, signs and places, and gives a second reading.
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
    from pycrfsuite import Tagger  # loaded only when somebody pastes an order


class PartKind(StrEnum):
    """The kind of a part of an order."""

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
    """The features that a tagger uses, which is also the name of its model file."""

    WORDS = "words"
    ANCHORS = "anchors"


FEATURES = {Evidence.WORDS: features_of, Evidence.ANCHORS: anchors_of}

SENDER = (PartKind.SENDER_NAME, PartKind.SENDER_PHONE, PartKind.SENDER_ADDRESS)
RECEIVER = (PartKind.RECEIVER_NAME, PartKind.RECEIVER_PHONE, PartKind.RECEIVER_ADDRESS)
_OF_THE_OTHER = dict(zip((*SENDER, *RECEIVER), (*RECEIVER, *SENDER), strict=True))

OUTSIDE = "O"
BEGINS, GOES_ON = "B:", "I:"
"""Prefixes of a kind in a tag: the part begins with this token, or goes on."""


@dataclass(frozen=True, slots=True)
class Tag:
    """The tag of a token; `kind` is `None` outside all parts. `certainty` is from 0 to 1.

    `either_certainty` adds the certainty of the same kind for the other party.
    """

    kind: PartKind | None
    begins: bool
    certainty: float
    either_certainty: float


def tags_of(tokens: Sequence[Token], evidence: Evidence) -> list[Tag]:
    """Return the tag of each token. All threads share one model, which reads one text at a time."""
    if not tokens:
        return []
    model, busy, _ = _model(evidence)
    features = FEATURES[evidence](tokens)
    tags: list[Tag] = []
    with busy:
        # The model knows certainties only for the last text, so keep the lock until they are read.
        for at, name in enumerate(model.tag(features)):
            kind = None if name == OUTSIDE else PartKind(name[len(BEGINS) :])
            other = _OF_THE_OTHER.get(kind) if kind else None
            certainty = model.marginal(name, at)
            of_other = model.marginal(name.replace(kind, other), at) if kind and other else 0
            tags.append(Tag(kind, name.startswith(BEGINS), certainty, certainty + of_other))
    return tags


@cache
def _model(evidence: Evidence) -> tuple["Tagger", Lock, bytes]:
    """Return the model, its lock, and its bytes, which must live as long as the model."""
    from pycrfsuite import Tagger  # noqa: PLC0415

    learned = resources.files(__package__).joinpath(f"{evidence}.crfsuite").read_bytes()
    model = Tagger()
    model.open_inmemory(learned)
    return model, Lock(), learned
