"""Have the reader of written orders read the pastes of some countries, and print what was missed.

python -m tests.pastes ng fr
python -m tests.pastes --file another.toml
"""

import sys
from pathlib import Path

from tests.pastes.pastes import COUNTRIES, Paste, pastes, pastes_of
from tests.pastes.trial import Figures, read_all


def main(arguments: list[str]) -> None:
    if "--file" in arguments:
        path = Path(arguments[arguments.index("--file") + 1])
        _try(path.stem, pastes_of(path))
        return
    for country in [each for each in COUNTRIES if each in arguments] or COUNTRIES:
        _try(country, pastes(country))


def _try(name: str, told: list[Paste]) -> None:
    outcomes = read_all(told)
    for outcome in outcomes:
        if not outcome.is_perfect:
            sys.stdout.write(f"{outcome}\n")
    sys.stdout.write(f"{name}: {Figures.of(outcomes)}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
