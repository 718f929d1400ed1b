"""What can go wrong with a piece of code: a sign turned, a condition left out, a step forgotten."""

import ast
import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

_COMPARISONS: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_OPERATORS: Mapping[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
_NAMES = {
    name: other
    for one, two in [
        ("min", "max"),
        ("any", "all"),
        ("and_", "or_"),
    ]
    for name, other in [(one, two), (two, one)]
}
_CONDITIONS = frozenset({"where", "and_", "or_"})
# Without one of what a statement is given it is refused in every test, which tells nothing.
_STATEMENTS = frozenset({"run", "all", "one", "_held"})
_LONGEST = 90
_Item = TypeVar("_Item")


class Slip(NamedTuple):
    """What stands there instead, and how that is told."""

    node: ast.AST
    told: str


def slips(node: ast.AST) -> Iterator[Slip]:
    """Everything that may stand in the place of a node."""
    for kind, ways in _WAYS.items():
        if isinstance(node, kind):
            for way in ways:
                yield from way(node)


def _changed(node: ast.AST, **fields: object) -> ast.AST:
    changed = copy.copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed


def _short(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _turned(node: ast.AST, new: ast.AST) -> Slip:
    return Slip(new, f"`{_short(node)}` becomes `{_short(new)}`")


def _less(items: Sequence[_Item], index: int) -> list[_Item]:
    return [*items[:index], *items[index + 1 :]]


def _comparison(node: ast.Compare) -> Iterator[Slip]:
    if len(node.ops) == 1 and type(node.ops[0]) in _COMPARISONS:
        yield _turned(node, _changed(node, ops=[_COMPARISONS[type(node.ops[0])]()]))


def _choice(node: ast.BoolOp) -> Iterator[Slip]:
    other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    yield _turned(node, _changed(node, op=other))
    for index, left_out in enumerate(node.values):
        rest = _less(node.values, index)
        new = rest[0] if len(rest) == 1 else _changed(node, values=rest)
        yield Slip(new, f"`{_short(node)}` without `{_short(left_out)}`")


def _sign(node: ast.UnaryOp) -> Iterator[Slip]:
    yield _turned(node, node.operand)


def _sum(node: ast.BinOp) -> Iterator[Slip]:
    if type(node.op) in _OPERATORS:
        yield _turned(node, _changed(node, op=_OPERATORS[type(node.op)]()))


def _value(node: ast.Constant) -> Iterator[Slip]:
    if isinstance(node.value, bool):
        yield _turned(node, ast.Constant(not node.value))
    elif isinstance(node.value, int | float):
        yield _turned(node, ast.Constant(node.value + 1))


def _other_name(node: ast.Call) -> Iterator[Slip]:
    func = node.func
    if isinstance(func, ast.Name) and func.id in _NAMES:
        yield _turned(node, _changed(node, func=ast.Name(_NAMES[func.id], ast.Load())))


def _condition_left_out(node: ast.Call) -> Iterator[Slip]:
    name = _name_of(node)
    for index, condition in enumerate(node.args if name in _CONDITIONS else ()):
        rest = _less(node.args, index)
        told = f"{name}() without `{_short(condition)}`"
        if rest:
            yield Slip(_changed(node, args=rest), told)
        elif isinstance(node.func, ast.Attribute):
            yield Slip(node.func.value, told)


def _name_of(call: ast.Call) -> str:
    return ast.unparse(call.func).split(".")[-1]


def _argument_left_out(node: ast.Call) -> Iterator[Slip]:
    if _name_of(node) in _STATEMENTS:
        return
    for index, keyword in enumerate(node.keywords):
        new = _changed(node, keywords=_less(node.keywords, index))
        yield Slip(new, f"{_short(node.func)}() without `{_short(keyword)}`")


def _entry(node: ast.Dict) -> Iterator[Slip]:
    """An entry is forgotten, or has got the value of the one behind it."""
    for index, (key, value) in enumerate(zip(node.keys, node.values, strict=True)):
        told = f"`{_short(key)}: {_short(value)}`" if key else f"`**{_short(value)}`"
        rest = _changed(node, keys=_less(node.keys, index), values=_less(node.values, index))
        yield Slip(rest, f"without {told}")
        other = next((each for each in node.values[index + 1 :] if _differ(each, value)), None)
        if key and other:
            values = [*node.values[:index], other, *node.values[index + 1 :]]
            yield Slip(_changed(node, values=values), f"{told} becomes `{_short(other)}`")


def _differ(one: ast.AST, other: ast.AST) -> bool:
    return ast.dump(one) != ast.dump(other)


def _test(node: ast.If | ast.While | ast.IfExp) -> Iterator[Slip]:
    """Comparisons, choices and `not` are turned by themselves."""
    if not isinstance(node.test, ast.Compare | ast.BoolOp | ast.UnaryOp):
        new = _changed(node, test=ast.UnaryOp(ast.Not(), node.test))
        yield Slip(new, f"`if {_short(node.test)}` becomes `if not {_short(node.test)}`")


def _filter(node: ast.comprehension) -> Iterator[Slip]:
    for index, condition in enumerate(node.ifs):
        yield Slip(_changed(node, ifs=_less(node.ifs, index)), f"without `if {_short(condition)}`")


def _step(node: ast.stmt) -> Iterator[Slip]:
    yield Slip(ast.Pass(), f"without `{_short(node)}`")


def _kept(node: ast.Assign) -> Iterator[Slip]:
    if any(isinstance(target, ast.Attribute | ast.Subscript) for target in node.targets):
        yield from _step(node)


def _counted(node: ast.AugAssign) -> Iterator[Slip]:
    if type(node.op) in _OPERATORS:
        yield _turned(node, _changed(node, op=_OPERATORS[type(node.op)]()))


def _answer(node: ast.Return) -> Iterator[Slip]:
    """Answers that a sign inside turns are turned there."""
    if isinstance(node.value, ast.Name | ast.Attribute | ast.Call | ast.Await):
        yield Slip(_changed(node, value=ast.Constant(None)), f"`{_short(node)}` answers nothing")


_Way = Callable[..., Iterator[Slip]]
_WAYS: Mapping[type[ast.AST] | tuple[type[ast.AST], ...], tuple[_Way, ...]] = {
    ast.Compare: (_comparison,),
    ast.BoolOp: (_choice,),
    ast.UnaryOp: (_sign,),
    ast.BinOp: (_sum,),
    ast.Constant: (_value,),
    ast.Call: (_other_name, _condition_left_out, _argument_left_out),
    ast.Dict: (_entry,),
    (ast.If, ast.While, ast.IfExp): (_test,),
    ast.comprehension: (_filter,),
    (ast.Expr, ast.Raise, ast.Delete): (_step,),
    ast.Assign: (_kept,),
    ast.AugAssign: (_counted,),
    ast.Return: (_answer,),
}
