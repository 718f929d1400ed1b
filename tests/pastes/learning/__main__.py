"""Have the taggers learn from known orders and invented ones, and keep what they have learned.

python -m tests.pastes.learning [words] [anchors]
"""

import sys
import time
from collections.abc import Collection, Iterator
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Schooling:
    """What one tagger learns from: how many examples of each language are from templates and in
    composed layouts, and how often each known order comes as it was written and with other words.
    The files of orders that it is taught `without` made it read others worse.
    """

    invented: int
    composed: int
    as_written: int
    varied: int
    iterations: int
    without: frozenset[str] = frozenset()


_LATER = frozenset({"tenth", "eleventh", "twelfth", "thirteenth"})
_SCHOOLING = {
    Evidence.WORDS: Schooling(650, 1000, 3, 5, 80, without=_LATER),
    Evidence.ANCHORS: Schooling(200, 300, 2, 3, 50),
}
_SEED = 20261123
_SETTINGS = {"c1": 0.4, "c2": 0.05, "feature.minfreq": 3}


def known_examples(without: Collection[str] = ()) -> list[Example]:
    """Return the orders of which it is known what a dispatcher enters."""
    known = [paste for country in COUNTRIES for paste in pastes(country)]
    files = [file for file in sorted(_MORE.glob("*.toml")) if file.stem not in without]
    more = [paste for file in files for paste in pastes_of(file)]
    return [aligned(paste) for paste in (*known, *more)]


def examples(schooling: Schooling) -> Iterator[Example]:
    """Yield all that is learned from, the same each time."""
    random, words, said = Random(_SEED), vocabularies(), phrases()
    for language, lists in words.items():
        yield from (invented(random, language, lists) for _ in range(schooling.invented))
        yield from (
            composed(random, language, lists, said[language]) for _ in range(schooling.composed)
        )
    for known in known_examples(schooling.without):
        for _ in range(schooling.as_written):
            yield known
        fitting = languages_of(known.country, known.text)
        for _ in range(schooling.varied if fitting else 0):
            yield varied(random, known, words[random.choice(fitting)])


def learn(evidence: Evidence) -> None:
    """Have one of the two learn, and say how long that took and how large it is."""
    trainer = Trainer(verbose=False)
    schooling = _SCHOOLING[evidence]
    trainer.set_params({**_SETTINGS, "max_iterations": schooling.iterations})
    began = time.monotonic()
    for each in examples(schooling):
        trainer.append(FEATURES[evidence](each.tokens), each.tags)
    model = _FOLDER / f"{evidence}.crfsuite"
    trainer.train(str(model))
    took = time.monotonic() - began
    sys.stdout.write(f"{model.name}: {took:.0f} s, {model.stat().st_size // 1024} KiB\n")


if __name__ == "__main__":
    for evidence in map(Evidence, sys.argv[1:] or Evidence):
        learn(evidence)
