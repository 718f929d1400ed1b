"""A copy of the project in which a recipe of `bot/README.md` is followed to the letter.

What a test does in the copy is what somebody would do who follows the recipe: new files, a line
here and there, and the commands that it names. Then the copy's own programs and tests are run, and
the files that were touched are compared with the files that the recipe names.
"""

import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
HOUSE = ROOT / "bot" / "README.md"

_PARTS = (
    "bot",
    "tests",
    "README.md",
    "docs",
    "pyproject.toml",
    "config.example.toml",
    "service.example.toml",
)
_NO_CACHES = shutil.ignore_patterns("__pycache__", ".hypothesis")
_PATH = re.compile(r"`((?:[\w<>]+/)*[\w<>.]+\.(?:py|po|md|toml))`")
_BLANK = re.compile(r"<\w+>")


class Project:
    """A copy that can be changed and run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for part in _PARTS:
            source = ROOT / part
            if source.is_dir():
                shutil.copytree(source, folder / part, ignore=_NO_CACHES)
            else:
                shutil.copy(source, folder / part)

    def add(self, path: str, text: str) -> None:
        """Write a file that was not there."""
        file = self.folder / path
        assert not file.exists(), f"{path} is there already"
        file.write_text(text)

    def insert(self, path: str, line: str, *, before: str) -> None:
        """Put a line before the one place where a text stands."""
        self.replace(path, before, f"{line}{before}")

    def replace(self, path: str, old: str, new: str) -> None:
        """Write something else in the one place where a text stands."""
        file = self.folder / path
        text = file.read_text()
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {path}"
        file.write_text(text.replace(old, new))

    def python(self, *arguments: str) -> str:
        """Run Python in the copy; what it prints is returned, and it must end well."""
        ended = self._run(arguments)
        assert ended.returncode == 0, f"{ended.stdout}\n{ended.stderr}"
        return ended.stdout

    def fails(self, *arguments: str) -> str:
        """Run Python in the copy, which must end badly; all that it prints is returned."""
        ended = self._run(arguments)
        assert ended.returncode != 0, f"{ended.stdout}\n{ended.stderr}"
        return ended.stdout + ended.stderr

    def _run(self, arguments: Sequence[str]) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
        )

    def tests(self, *which: str) -> None:
        """Run some of the copy's tests."""
        self.python("-m", "pytest", "-q", "-p", "no:cacheprovider", "-n0", *which)

    def translate(self, sentences: dict[str, str]) -> None:
        """Do what the tool asks for: translate into every language what is not yet."""
        self.python("-m", "tests.texts.sentences")
        for catalogue in (self.folder / "bot" / "texts" / "languages").glob("*.po"):
            for sentence, translated in sentences.items():
                path = str(catalogue.relative_to(self.folder))
                self.replace(
                    path, f'msgid "{sentence}"\nmsgstr ""', _translated(sentence, translated)
                )

    def touched(self) -> set[str]:
        """Return the files that are not as they were, or that are new."""
        found = set()
        for file in self.folder.rglob("*"):
            path = file.relative_to(self.folder)
            if not file.is_file() or {"__pycache__", ".hypothesis", ".pytest_cache"} & {
                *path.parts
            }:
                continue
            before = ROOT / path
            if not before.exists() or before.read_bytes() != file.read_bytes():
                found.add(path.as_posix())
        return found


def _translated(sentence: str, translated: str) -> str:
    return f'msgid "{sentence}"\nmsgstr "{translated}"'


def named_in(recipe: str) -> list[str]:
    """Return the files that a recipe names, `<...>` standing for a name of one's own."""
    section = re.search(
        rf"^### {re.escape(recipe)}\n(.*?)(?=^##|\Z)", HOUSE.read_text(), re.MULTILINE | re.DOTALL
    )
    assert section is not None, f"bot/README.md has no recipe for {recipe}"
    return _PATH.findall(section[1])


def assert_true_to_the_letter(project: Project, *recipes: str) -> None:
    """Compare what was touched with what the recipes name: no file more, and none less."""
    named = {path: re.compile(_pattern(path)) for recipe in recipes for path in named_in(recipe)}
    touched = project.touched()
    unnamed = {path for path in touched if not any(p.fullmatch(path) for p in named.values())}
    untouched = {name for name, p in named.items() if not any(map(p.fullmatch, touched))}
    assert (unnamed, untouched) == (set(), set()), f"touched {sorted(touched)}"


def _pattern(path: str) -> str:
    return "[^/]+".join(map(re.escape, _BLANK.split(path)))
