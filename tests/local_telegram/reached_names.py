"""The words that a function can read: its own, and those of all functions that it reaches."""

from collections.abc import Iterator, Mapping
from types import CodeType, FunctionType
from typing import Any

from bot.local_telegram.arguments import Arguments
from bot.local_telegram.call import Call

_OURS = "bot.local_telegram"


def reached_names(function: FunctionType) -> set[str]:
    """Return every string that stands in a function or in what it reaches in this room.

    A method of `Call` and `Arguments` is reached by its name; other classes read no arguments.
    """
    found: set[str] = set()
    seen: set[int] = set()
    waiting: list[Any] = [function]
    while waiting:
        each = waiting.pop()
        if id(each) in seen:
            continue
        seen.add(id(each))
        if isinstance(each, str):
            found.add(each)
        elif isinstance(each, FunctionType):
            if each.__module__.startswith(_OURS):
                waiting += _parts(each)
        elif isinstance(each, Mapping):
            waiting += [*each.keys(), *each.values()]
        elif isinstance(each, tuple | list | frozenset):
            waiting += each
    return found


def _parts(function: FunctionType) -> Iterator[Any]:
    yield from (cell.cell_contents for cell in function.__closure__ or ())
    yield from function.__defaults__ or ()
    for code in _codes(function.__code__):
        yield from (const for const in code.co_consts if not isinstance(const, CodeType))
        for name in code.co_names:
            yield function.__globals__.get(name)
            yield vars(Call).get(name)
            yield vars(Arguments).get(name)


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from _codes(const)
