"""Have the taggers learn from known orders and invented ones, and keep what they have learned.

python -m tests.pastes.learning
"""

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from pycrfsuite import Trainer

from bot.parsing import orders
from bot.parsing.orders.tagger import FEATURES, Evidence
from tests.pastes.learning.aligned import aligned
from tests.pastes.learning.composed import composed, phrases
from tests.pastes.learning.example import Example
from tests.pastes.learning.invented import invented, languages_of, varied, vocabularies
from tests.pastes.pastes import COUNTRIES, pastes, pastes_of

_FOLDER = Path(orders.__path__[0])
_MORE = Path(__file__).parent / "orders"
_INVENTED = 650
"""Examples of each language from templates."""

_COMPOSED = 1000
"""Examples of each language in composed layouts."""

_AS_WRITTEN = 3
"""How often each known order is learned as it was written."""

_VARIED = 5
"""Examples from each known order with other words in it."""

_SEED = 20261123
_SETTINGS = {"c1": 0.4, "c2": 0.05, "max_iterations": 80, "feature.minfreq": 3}


def known_examples() -> list[Example]:
    """Return the orders of which it is known what a dispatcher enters."""
    known = [paste for country in COUNTRIES for paste in pastes(country)]
    more = [paste for file in sorted(_MORE.glob("*.toml")) for paste in pastes_of(file)]
    return [aligned(paste) for paste in (*known, *more)]


def examples() -> Iterator[Example]:
    """Yield all that is learned from, the same each time."""
    random, words, said = Random(_SEED), vocabularies(), phrases()
    for language, lists in words.items():
        yield from (invented(random, language, lists) for _ in range(_INVENTED))
        yield from (composed(random, language, lists, said[language]) for _ in range(_COMPOSED))
    for known in known_examples():
        for _ in range(_AS_WRITTEN):
            yield known
        fitting = languages_of(known.country, known.text)
        for _ in range(_VARIED if fitting else 0):
            yield varied(random, known, words[random.choice(fitting)])


def learn(evidence: Evidence) -> None:
    """Have one of the two learn, and say how long that took and how large it is."""
    trainer = Trainer(verbose=False)
    trainer.set_params(_SETTINGS)
    began = time.monotonic()
    for each in examples():
        trainer.append(FEATURES[evidence](each.tokens), each.tags)
    model = _FOLDER / f"{evidence}.crfsuite"
    trainer.train(str(model))
    took = time.monotonic() - began
    sys.stdout.write(f"{model.name}: {took:.0f} s, {model.stat().st_size // 1024} KiB\n")


if __name__ == "__main__":
    for evidence in Evidence:
        learn(evidence)
