"""Lines broken by hand, each in a way that a reader could overlook, and the test that sees it.

The file `listed.toml` holds them. Each line, or part of one, stands exactly once in its module.
"""

import tomllib
from dataclasses import dataclass
from pathlib import Path

from tests.mutation.changes import Mutant

FILE = Path(__file__).with_name("listed.toml")
_ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class BrokenLine:
    """A `line` of a file, what stands in its place when it is `broken`, and the test `seen_by`."""

    area: str
    file: str
    line: str
    broken: str
    seen_by: str

    def __str__(self) -> str:
        return f"{self.area}: {self.file}: {self.line.strip()!r} becomes {self.broken.strip()!r}"

    def mutant(self) -> Mutant:
        """Return the module with the line broken.

        Raises:
            ValueError: the line does not stand exactly once in its file.
        """
        path = _ROOT / self.file
        source = path.read_text()
        if source.count(self.line) != 1:
            raise ValueError(f"{self.file}: {self.line!r} stands {source.count(self.line)} times")
        number = source[: source.index(self.line)].count("\n") + 1
        code = compile(source.replace(self.line, self.broken), str(path), "exec", dont_inherit=True)
        module = self.file.removesuffix(".py").replace("/", ".")
        return Mutant(module, number, str(self), code)


def broken_lines(file: Path = FILE) -> list[BrokenLine]:
    """Return the lines of a list, in its order."""
    return [BrokenLine(**entry) for entry in tomllib.loads(file.read_text())["broken"]]
