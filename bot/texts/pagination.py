"""Long lists, a page at a time: turned by buttons, in one message."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from bot.fleet import Page
from bot.texts.html import Html
from bot.texts.message import Button, Rows
from bot.texts.words import Words

T = TypeVar("T")

_MOST = 9999


def asked(token: str) -> int:
    """Read the number of the page that a button asks for; take the first page for anything else."""
    return min(int(token), _MOST) if token.isdecimal() and int(token) else 1


def cut(items: Sequence[T], number: int, size: int) -> Page[T]:
    """Return a page of a whole list; a number past the end returns the last page."""
    # Round the number of pages up; an empty list has one page, too.
    last = max(1, -(-len(items) // size))
    number = min(number, last)
    shown = tuple(items[(number - 1) * size : number * size])
    return Page[T](items=shown, number=number, last_page=last, total=len(items))


def and_more(say: Words, count: int) -> Html:
    """Return the line that counts what a list leaves out; empty if it leaves out nothing."""
    return say.many("and {count} more", "and {count} more", count=count) if count > 0 else Html()


def page_line(say: Words, page: Page[T]) -> Html:
    """Return the line with the number of the page, unless there is only one."""
    if page.last_page == 1:
        return Html()
    return say("Page {number} of {last}", number=page.number, last=page.last_page)


def page_buttons(say: Words, page: Page[T], turn: Callable[[int], str]) -> Rows:
    """Make the buttons that turn the page; `turn` makes the data of the one for a page."""
    back = (say.label("‹ Back"), page.number - 1)
    on = (say.label("Next ›"), page.number + 1)
    wanted = [way for way in (back, on) if 1 <= way[1] <= page.last_page]
    row = tuple(Button(label=label, data=turn(number)) for label, number in wanted)
    return (row,) if row else ()
