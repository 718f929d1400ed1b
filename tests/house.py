"""The house as its imports draw it; `python -m tests.house` prints what reads badly."""

import ast
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

BOT = Path(__file__).parent.parent / "bot"
Graph = Mapping[str, set[str]]


def modules() -> dict[str, Path]:
    """Every module of the bot, by its dotted name; migrations are loaded by path."""
    found = {}
    for path in sorted(BOT.rglob("*.py")):
        name = ".".join(path.relative_to(BOT.parent).with_suffix("").parts)
        if "migrations" not in path.parts:
            found[name.removesuffix(".__init__")] = path
    return found


def imports() -> dict[str, set[str]]:
    """Which module imports which, wherever in the file, and for type checkers only as well."""
    known = modules()
    return {name: set(_imported(path, known)) for name, path in known.items()}


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


def _imported(path: Path, known: Mapping[str, Path]) -> Iterator[str]:
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            inside = (f"{node.module}.{alias.name}" for alias in node.names)
            names = [name if name in known else node.module for name in inside]
        else:
            continue
        yield from (name for name in names if name in known)


def cycles() -> list[list[str]]:
    """The packages and modules that import each other, however long the way round is.

    They are looked for in one package at a time: each of its modules stands for itself, each
    package inside it for everything that it holds, and its own name for its `__init__`.
    """
    graph = imports()
    packages = [name for name, path in modules().items() if path.name == "__init__.py"]
    return [knot for package in packages for knot in knots(_siblings(package, graph))]


def _siblings(package: str, graph: Graph) -> dict[str, set[str]]:
    """The imports between what stands directly in a package."""
    seen: dict[str, set[str]] = defaultdict(set)
    for importer, targets in graph.items():
        here = _child(package, importer)
        for target in targets:
            there = _child(package, target)
            if here and there and here != there:
                seen[here].add(there)
    return seen


def _child(package: str, module: str) -> str | None:
    """What stands in the package and holds the module; the package itself for its face."""
    if module == package:
        return package
    if not module.startswith(f"{package}."):
        return None
    return f"{package}.{module.removeprefix(f'{package}.').split('.')[0]}"


def knots(graph: Graph) -> list[list[str]]:
    """The sets of two or more that can all be reached from each other."""
    names = sorted({*graph, *(target for targets in graph.values() for target in targets)})
    reached = {name: _reachable(graph, name) for name in names}
    found = {
        tuple(other for other in names if other in reached[name] and name in reached[other])
        for name in names
        if name in reached[name]
    }
    return [list(knot) for knot in sorted(found)]


def _reachable(graph: Graph, start: str) -> set[str]:
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        for target in graph.get(waiting.pop(), ()):
            if target not in seen:
                seen.add(target)
                waiting.append(target)
    return seen


def classes() -> dict[str, list[str]]:
    """The modules in which a class of each name stands; private ones may be called alike."""
    return _grouped(
        (node.name, name)
        for name, path in modules().items()
        for node in ast.walk(_tree(path))
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )


def _grouped(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for key, value in pairs:
        found[key].append(value)
    return dict(found)


def common_classes() -> dict[str, list[str]]:
    """The class names that are in use more than once."""
    return {name: where for name, where in sorted(classes().items()) if len(where) > 1}


def words_of_errors_in_logs() -> list[str]:
    """Where a line of the log is given an error's own words, and not the error: file and line."""
    return [
        f"{path.relative_to(BOT.parent)}:{call.lineno}"
        for path in modules().values()
        for call in ast.walk(_tree(path))
        if isinstance(call, ast.Call) and _is_of_log(call.func)
        for value in [*call.args, *(keyword.value for keyword in call.keywords)]
        if any(map(_quotes_error, ast.walk(value)))
    ]


def _is_of_log(called: ast.expr) -> bool:
    return isinstance(called, ast.Attribute) and ast.unparse(called.value).endswith("_log")


def _quotes_error(node: ast.AST) -> bool:
    is_call = isinstance(node, ast.Call) and ast.unparse(node.func) in ("repr", "str", "format")
    return is_call or (isinstance(node, ast.FormattedValue) and "error" in ast.unparse(node.value))


@dataclass(frozen=True, slots=True)
class Measure:
    """What a reader stumbles over: how much there is of it, how much is allowed, and the goal.

    `most` is what there was when it was last written down: it may fall, and not rise. `worst` are
    the places with the most of it.
    """

    name: str
    value: float
    most: float
    goal: float
    worst: Sequence[str]

    def __str__(self) -> str:
        places = "".join(f"\n      {place}" for place in self.worst)
        return f"   {self.name}: {self.value:g} (most {self.most:g}, goal {self.goal:g}){places}"


_LONG_FILE, _SHORT_FILE = 400, 40
_NOUNS = {"booking", "coalescing", "formatting", "housekeeping", "keyring", "pacing", "parsing",
          "pricing", "rendering", "tracking", "warning"}  # fmt: skip
"""Words of the field that end as a gerund does, and name a thing."""
_WORST = 5


def measures() -> list[Measure]:
    """Measure how the house reads; modules of tests are not looked at."""
    lines = {name: path.read_text().splitlines() for name, path in modules().items()}
    total = sum(map(len, lines.values()))
    functions = {name: _functions(path) for name, path in modules().items()}
    count = sum(map(len, functions.values()))
    once = {name: _used_once(path) for name, path in modules().items()}
    imports_of = {name: _import_lines(path) for name, path in modules().items()}
    comments = sum(line.lstrip().startswith("#") for each in lines.values() for line in each)
    long = {name: len(each) for name, each in lines.items() if len(each) > _LONG_FILE}
    short = {name: len(each) for name, each in lines.items() if 1 < len(each) < _SHORT_FILE}
    gerunds = {name: 1 for name in lines if _is_gerund(name.rpartition(".")[2])}
    by_once = {name: len(found) for name, found in once.items()}
    by_function = {name: len(found) for name, found in functions.items()}
    once_of_100 = 100 * sum(by_once.values()) / count
    imports_of_100 = 100 * sum(imports_of.values()) / total
    found = (
        Measure("functions in 1,000 lines", 1000 * count / total, 63.5, 55, _most(by_function)),
        Measure("functions used once, of 100", once_of_100, 13, 10, _most(by_once)),
        Measure("lines for each comment", total / comments, 78, 33, ()),
        Measure("lines of imports, of 100", imports_of_100, 10.3, 8, _most(imports_of)),
        Measure(f"files over {_LONG_FILE} lines", len(long), 0, 0, _most(long)),
        Measure(f"files under {_SHORT_FILE} lines", len(short), 93, 60, _most(short)),
        Measure("modules called by a gerund", len(gerunds), 0, 0, _most(gerunds)),
    )
    return [replace(measure, value=round(measure.value, 1)) for measure in found]


def _is_gerund(module: str) -> bool:
    last = module.rpartition("_")[2]
    return last.endswith("ing") and last not in _NOUNS


def _most(by: Mapping[str, int]) -> list[str]:
    ordered = sorted(by, key=lambda name: (-by[name], name))
    return [f"{name}: {by[name]}" for name in ordered[:_WORST]]


def _functions(path: Path) -> list[str]:
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return [node.name for node in ast.walk(_tree(path)) if isinstance(node, kinds)]


def _used_once(path: Path) -> list[str]:
    """The private functions of a module that stand in exactly one other place of it."""
    names = [name for name in _functions(path) if name.startswith("_") and name[1:2] != "_"]
    used = Counter(
        node.id if isinstance(node, ast.Name) else node.attr
        for node in ast.walk(_tree(path))
        if isinstance(node, ast.Name | ast.Attribute)
    )
    return [name for name in names if used[name] == 1]


def _import_lines(path: Path) -> int:
    kinds = (ast.Import, ast.ImportFrom)
    found = (node for node in ast.walk(_tree(path)) if isinstance(node, kinds))
    return sum((node.end_lineno or node.lineno) - node.lineno + 1 for node in found)


def report() -> str:
    """What reads badly, as text, and how the house reads."""
    lines = ["Packages and modules that import each other:"]
    lines += [f"   {' <-> '.join(cycle)}" for cycle in cycles()]
    lines += ["Class names used more than once:"]
    lines += [f"   {name}: {', '.join(names)}" for name, names in common_classes().items()]
    lines += ["How it reads:", *map(str, measures())]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.stdout.write(report() + "\n")
