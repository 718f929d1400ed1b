"""What `import` of each half loads: counted in an interpreter of its own."""

import ast
import asyncio
import json
import sys
from collections.abc import Collection, Iterator
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

from packaging.utils import canonicalize_name

from tests import house
from tests.counted.installation import required
from tests.counted.kept import PYTHON, Figures

HALVES = ("bot.app", "bot.service.app", "bot.fleet", "bot.cli")

_PROGRAM = """
import importlib, json, sys
importlib.import_module(sys.argv[1])
status = open("/proc/self/status").read()
there = (name for name, module in sys.modules.items() if module)
print(json.dumps([sorted(there), int(status.partition("VmRSS:")[2].split()[0])]))
"""


async def count() -> Figures:
    """Import each half, and count the modules that are there then, and the memory."""
    found = await asyncio.gather(*map(_imported, HALVES))
    major, minor = sys.version_info[:2]
    halves = {(half,): figures for half, figures in zip(HALVES, found, strict=True)}
    return {(): {PYTHON: f"{major}.{minor}"}, **halves}


async def _imported(half: str) -> dict[str, int | list[str]]:
    program = (sys.executable, "-c", _PROGRAM, half)
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*program, stdout=pipe, cwd=house.BOT.parent)
    said, _ = await process.communicate()
    modules, kilobytes = json.loads(said)
    ours = {name: path for name, path in house.modules().items() if name in modules}
    return {
        "modules": len(modules),
        "modules of ours": len(ours),
        "MB": round(kilobytes / 1024),
        "packages": sorted(_of_others(modules)),
        "imported by ours": sorted({name for path in ours.values() for name in _imports(path)}),
    }


def _of_others(modules: Collection[str]) -> Iterator[str]:
    """Go through the packages that come with what is required; Python's own are its to change."""
    names = {name.split(".")[0] for name in modules}
    known = required()
    for name, distributions in _packages().items():
        if name in names and any(canonicalize_name(each) in known for each in distributions):
            yield name


_packages = cache(packages_distributions)


@cache
def _imports(path: Path) -> frozenset[str]:
    """Return the names of all that a module of ours imports of others when it is loaded."""
    return frozenset(_imported_by(ast.parse(path.read_text()).body))


def _imported_by(body: Collection[ast.AST]) -> Iterator[str]:
    for node in body:
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or _is_for_checkers(node):
            continue
        else:
            yield from _imported_by([*ast.iter_child_nodes(node)])
            continue
        yield from (name.split(".")[0] for name in names if name.split(".")[0] != "bot")


def _is_for_checkers(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
