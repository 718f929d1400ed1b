"""Say the sentences of some languages and print what was missed.

python -m tests.listening en fr [--by rider] [--of FOLDER]
"""

import asyncio
import sys
import tempfile
from pathlib import Path

from bot.demo.certificates import Certificates
from tests.listening.sentences import LANGUAGES, Sentence, sentences
from tests.listening.trial import say_all


async def main(arguments: list[str]) -> None:
    wanted = [language for language in LANGUAGES if language in arguments] or list(LANGUAGES)
    role, of = _after("--by", arguments), _after("--of", arguments)
    with tempfile.TemporaryDirectory() as folder:
        certificates = Certificates.make(Path(folder))
        for language in wanted:
            told = sentences(language, Path(of)) if of else sentences(language)
            told = [each for each in told if role in {None, each.by}]
            await _try(Path(folder) / language, certificates, language, told)


def _after(option: str, arguments: list[str]) -> str | None:
    return arguments[arguments.index(option) + 1] if option in arguments else None


async def _try(
    folder: Path, certificates: Certificates, language: str, told: list[Sentence]
) -> None:
    outcomes = []
    for by in dict.fromkeys(each.by for each in told):
        place = folder / by
        place.mkdir(parents=True)
        said = [each for each in told if each.by == by]
        outcomes += await say_all(place, certificates, language, said)
    missed = [outcome for outcome in outcomes if outcome.missed]
    for outcome in outcomes:
        if outcome.missed or outcome.was_counted or outcome.was_lost:
            sys.stdout.write(f"{outcome}\n")
    right = len(outcomes) - len(missed)
    counted = sum(outcome.was_counted for outcome in outcomes)
    lost = sum(outcome.was_lost for outcome in outcomes)
    share = right / len(outcomes)
    sys.stdout.write(
        f"{language}: {right} of {len(outcomes)} ({share:.1%}); counted {counted}; lost {lost}\n"
    )


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
