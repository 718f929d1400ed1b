"""`python -m tests.local_telegram.other_bots`: every story with every example, and what came."""

from pathlib import Path
from tempfile import TemporaryDirectory

import typer

from bot.local_telegram.pytest_plugin.people import Telegram
from bot.local_telegram.pytest_plugin.program import started_server
from tests.local_telegram.other_bots.examples import Unreachable
from tests.local_telegram.other_bots.playing import fetch, play
from tests.local_telegram.other_bots.stories import STORIES

_LONGEST = 60


def main() -> int:
    typer.echo("| library | example | what was said | what came |\n|---|---|---|---|")
    failed: list[str] = []
    with TemporaryDirectory() as name:
        folder = Path(name)
        diversion = folder / "diversion"
        with started_server("--divert", str(diversion)) as server:
            places: dict[str, Path] = {}
            for story in STORIES:
                try:
                    if story.library not in places:
                        places[story.library] = fetch(story.library, folder / story.library)
                    with Telegram(server.url()) as telegram:
                        telegram.reset()
                        came = play(story, places[story.library], telegram, diversion)
                except (AssertionError, ValueError, Unreachable, FileNotFoundError) as trouble:
                    failed.append(f"{story.library} {story.file}: {trouble}")
                    came = "✗"
                words = " ".join(came.split())[:_LONGEST]
                typer.echo(f"| {story.library} | {story.file} | {story.said} | {words} |")
    typer.echo("\n\n".join(failed), err=True)
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
