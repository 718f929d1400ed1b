"""The small changes that somebody could make by a slip of the pen, each as a program of its own.

Not changed is what no test could or should notice: texts (those for people, SQL in strings, what is
logged), annotations, decorators and the names of tasks.
"""

import ast
import copy
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType

from tests.mutation.slips import slips

_UNTOUCHED = frozenset({"annotation", "returns", "decorator_list", "type_params"})
_LOGS = frozenset({"_log"})


@dataclass(frozen=True)
class Mutant:
    """A module with one change. `what` names it inside its module, whatever line it stands in."""

    module: str
    line: int
    what: str
    code: CodeType


@dataclass(frozen=True)
class _Spot:
    """Where something stands in the tree, and in which function, class or table that is."""

    holder: ast.AST
    field: str
    index: int | None
    place: str

    @property
    def node(self) -> ast.AST:
        held = getattr(self.holder, self.field)
        found: ast.AST = held if self.index is None else held[self.index]
        return found

    @property
    def line(self) -> int:
        """The line, or that of what holds it: not everything in a tree has one."""
        line: int = getattr(self.node, "lineno", getattr(self.holder, "lineno", 0))
        return line

    def put(self, node: ast.AST) -> None:
        if self.index is None:
            setattr(self.holder, self.field, node)
        else:
            getattr(self.holder, self.field)[self.index] = node


def mutants(module: str, source: str, path: str = "<module>") -> Iterator[Mutant]:
    """Every change of a module, each with what it does said in a line."""
    tree = ast.parse(source)
    seen: Counter[str] = Counter()
    for spot in list(_spots(tree, "")):
        node = spot.node
        for slip in slips(node):
            name = f"{spot.place}: {slip.told}"
            seen[name] += 1
            what = name if seen[name] == 1 else f"{name} ({seen[name]})"
            spot.put(_placed(slip.node, node))
            code = compile(tree, path, "exec", dont_inherit=True)
            spot.put(node)
            yield Mutant(module, spot.line, what, code)


def _placed(new: ast.AST, old: ast.AST) -> ast.AST:
    return ast.fix_missing_locations(ast.copy_location(copy.copy(new), old))


def _spots(node: ast.AST, place: str) -> Iterator[_Spot]:
    for name, value in ast.iter_fields(node):
        if name in _UNTOUCHED:
            continue
        children = enumerate(value) if isinstance(value, list) else [(None, value)]
        for index, child in children:
            if isinstance(child, ast.AST) and not _is_text(child):
                inside = _place_of(child, place)
                yield _Spot(node, name, index, inside)
                yield from _spots(child, inside)


def _place_of(node: ast.AST, place: str) -> str:
    """Functions and classes name what is inside them, and so do the tables of a module."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return f"{place}.{node.name}" if place else node.name
    if place or not isinstance(node, ast.Assign | ast.AnnAssign):
        return place
    return ast.unparse(node.targets[0] if isinstance(node, ast.Assign) else node.target)


def _is_text(node: ast.AST) -> bool:
    """Docstrings, what is logged, and the names of tasks."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True
    if isinstance(node, ast.keyword) and node.arg == "name":
        return isinstance(node.value, ast.JoinedStr)
    call = node.value if isinstance(node, ast.Expr) else node
    return isinstance(call, ast.Call) and ast.unparse(call.func).split(".")[0] in _LOGS
