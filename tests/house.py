"""The house as its imports draw it; `python -m tests.house` prints what is no good in it."""

import ast
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
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


def basenames() -> dict[str, list[str]]:
    """The modules of each basename."""
    return _grouped((path.name, name) for name, path in modules().items())


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


def common_basenames(most: int = 3) -> dict[str, list[str]]:
    """The basenames that more modules have than a traceback can be read with."""
    return {
        base: names
        for base, names in sorted(basenames().items())
        if len(names) > most and base != "__init__.py"
    }


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


def report() -> str:
    """What is no good, as text."""
    lines = ["Packages and modules that import each other:"]
    lines += [f"   {' <-> '.join(cycle)}" for cycle in cycles()]
    lines += ["Basenames used more than three times:"]
    lines += [f"   {name}: {', '.join(names)}" for name, names in common_basenames().items()]
    lines += ["Class names used more than once:"]
    lines += [f"   {name}: {', '.join(names)}" for name, names in common_classes().items()]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.stdout.write(report() + "\n")
