"""How much there is to read."""

import re
from pathlib import Path

from tests.counted.kept import Figures

ROOT = Path(__file__).parents[2]
_DEFINES = re.compile(r"^ *(?:async )?def \w", re.MULTILINE)


async def count() -> Figures:
    """Count the lines, files and functions in Python of the program and of its tests."""
    return {(name,): _counted(ROOT / name) for name in ("bot", "tests")}


def _counted(folder: Path) -> dict[str, int]:
    texts = [path.read_text() for path in folder.rglob("*.py")]
    lines = sum(text.count("\n") for text in texts)
    functions = sum(len(_DEFINES.findall(text)) for text in texts)
    return {
        "files": len(texts),
        "lines": lines,
        "functions for 1,000 lines": round(1000 * functions / lines),
    }
