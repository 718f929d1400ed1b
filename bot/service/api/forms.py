"""Bracketed form fields to nested data: `a[0][b]`, `a[]`, as the contract's bodies name them."""

import re
from collections.abc import Iterable
from typing import TypeAlias

Node: TypeAlias = "str | list[Node] | dict[str, Node]"

_NAME = re.compile(r"(?P<root>[^\[\]]+)(?P<steps>(?:\[[^\[\]]*\])*)")
_STEP = re.compile(r"\[([^\[\]]*)\]")
_INDEX = re.compile(r"[0-9]{1,9}")

MAX_FIELDS = 5000
MAX_DEPTH = 8


class FormError(ValueError):
    """The fields contradict each other, or there are too many of them."""


class _Group(dict[str, "Node"]):
    """One level of names while it fills; it knows the index that an empty bracket means."""

    next_index = 0

    def key(self, step: str) -> str:
        key = step or str(self.next_index)
        if _INDEX.fullmatch(key):
            self.next_index = max(self.next_index, int(key) + 1)
        return key

    def group(self, step: str) -> "_Group":
        child = self.setdefault(self.key(step), _Group())
        if not isinstance(child, _Group):
            raise FormError("a name is both a value and a group")
        return child

    def put(self, step: str, value: str) -> None:
        key = self.key(step)
        former = self.get(key)
        if isinstance(former, _Group):
            raise FormError("a name is both a value and a group")
        if former is None:
            self[key] = value
        elif isinstance(former, list):
            former.append(value)
        else:
            self[key] = [former, value]


def nest(fields: Iterable[tuple[str, str]]) -> dict[str, Node]:
    """Build nested data from form fields, in the way of PHP, whose notation this is.

    A level whose names are all numbers is a list, in the order of the numbers, whatever gaps they
    have; an empty bracket appends; a name with unbalanced brackets is a plain name. Other than in
    PHP, plain fields of one name are a list: the contract names an array without an empty bracket,
    and none of its values may get lost.

    Raises:
        FormError: a name is both a value and a group, or limits are exceeded.
    """
    tree = _Group()
    for count, (name, value) in enumerate(fields):
        if count == MAX_FIELDS:
            raise FormError("there are too many fields")
        path = [name]
        if bracketed := _NAME.fullmatch(name):
            path = [bracketed["root"], *_STEP.findall(bracketed["steps"])]
        if len(path) > MAX_DEPTH:
            raise FormError("a field is nested too deeply")
        *steps, last = path
        group = tree
        for step in steps:
            group = group.group(step)
        group.put(last, value)
    return {name: _settle(node) for name, node in tree.items()}


def _settle(node: Node) -> Node:
    if not isinstance(node, _Group):
        return node
    if all(_INDEX.fullmatch(key) for key in node):
        return [_settle(node[key]) for key in sorted(node, key=int)]
    return {key: _settle(child) for key, child in node.items()}
