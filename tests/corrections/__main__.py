"""Say the corrections of some languages and print what each did.

python -m tests.corrections en fr [--of FOLDER] [--all]
"""

import asyncio
import sys
import tempfile
from collections import Counter
from pathlib import Path

from bot.demo.certificates import Certificates
from tests.corrections.said import LANGUAGES, corrections
from tests.corrections.trial import Outcome, Verdict, say_all


async def main(arguments: list[str]) -> None:
    wanted = [language for language in LANGUAGES if language in arguments] or list(LANGUAGES)
    of = arguments[arguments.index("--of") + 1] if "--of" in arguments else None
    outcomes: list[Outcome] = []
    with tempfile.TemporaryDirectory() as folder:
        certificates = Certificates.make(Path(folder))
        for language in wanted:
            place = Path(folder) / language
            place.mkdir()
            told = corrections(language, Path(of)) if of else corrections(language)
            found = await say_all(place, certificates, told)
            for outcome in found:
                if outcome.verdict is not Verdict.DONE or "--all" in arguments:
                    sys.stdout.write(f"{outcome}\n")
            outcomes += found
            _write(language, found)
    _write("all", outcomes)


def _write(of: str, outcomes: list[Outcome]) -> None:
    counts = Counter(outcome.verdict for outcome in outcomes)
    told = ", ".join(f"{verdict} {counts[verdict]}" for verdict in Verdict)
    share = counts[Verdict.DONE] / len(outcomes)
    sys.stdout.write(f"{of}: {told}, of {len(outcomes)} ({share:.1%})\n")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
