"""The spellings of request parameters that one service takes.

The contract names no values for flags, shows two forms of a date, and no largest page (Endpoints,
1, 5, 8 and 10). The fields that a service's refusals name show which of them it wants.
"""

import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from copy import deepcopy
from typing import TypeVar

from bot.fleet.endpoints import Body, Endpoint
from bot.fleet.errors import Refused, Unreadable
from bot.fleet.pagination import Listed

T = TypeVar("T")
Spelling = Callable[[str], str | None]
"""Returns another spelling of a value; None if there is no other one."""

_ISO_DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)")


def _day_first(value: str) -> str | None:
    match = _ISO_DATE.fullmatch(value)
    return f"{match[3]}-{match[2]}-{match[1]}" if match else None


_WORDS = {"1": "true", "0": "false"}.get
_YES_OR_NO = {"1": "yes", "0": "no"}.get
_ACTIVE_OR_NOT = {"1": "active", "0": "inactive", "": "all"}.get
_ALL = {"": "all"}.get
_FLAGS = (
    "paginate",
    "active",
    "get_ongoing_deliveries",
    "pending_invites",
    "scheduled",
    "search_all_locations",
    "delivery_in_all_locations",
)
_SPELLINGS: Mapping[str, tuple[Spelling, ...]] = {
    **dict.fromkeys(_FLAGS, (_WORDS, _YES_OR_NO)),
    "active": (_WORDS, _YES_OR_NO, _ACTIVE_OR_NOT),
    "rider_id": (_ALL,),
    **dict.fromkeys(("start_date", "end_date", "schedule_date", "creation_date"), (_day_first,)),
}
_EXAMPLES = ("1", "", "2026-03-01")
_SMALLER_PAGES = (25, 10, 5)
_SMALL_PAGE, _UNNAMED_FROM = 10, 50
"""Page sizes: if a refusal names no field, a small page is tried once instead of a large one."""


def is_spelling(name: str, number: int) -> bool:
    """Tell whether a parameter has a spelling of this number."""
    return 0 <= number < len(_SPELLINGS.get(name, ()))


class Spellings:
    """The spellings that one service is known to take; all clients of it share this.

    `known` has which spelling of a parameter is taken, by path and by name. `page_sizes` and
    `page_names` are by the path of a list: how many records it gives at most, and the parameter
    that its links turn pages by.
    """

    def __init__(self, page_size: int | None = None) -> None:
        self._usual_size = page_size
        self.known: dict[str, dict[str, int]] = {}
        self._guessed: set[str] = set()
        self.page_sizes: dict[str, int] = {}
        self.page_names: dict[str, str] = {}

    @property
    def examples(self) -> Mapping[str, str]:
        """The parameters whose spelling differs from the client's own, each with an example."""
        examples = {}
        for _, spelt in sorted(self.known.items()):
            for name, number in sorted(spelt.items()):
                spelling = _SPELLINGS[name][number]
                spellings = (spelling(example) for example in _EXAMPLES)
                examples[name] = next(each for each in spellings if each is not None)
        return examples

    async def ask(self, endpoint: Endpoint, body: Body, ask: Callable[[Body], Awaitable[T]]) -> T:
        """Ask, and ask again if a refusal names a field that can be spelt otherwise.

        Raises:
            Refused: it names no such field, or all its spellings were tried in vain.
        """
        before = deepcopy(self.known)
        requests = [self._spelt(endpoint, body)]
        while True:
            try:
                return await ask(requests[-1])
            except Refused as refused:
                if not self._learn(endpoint, body, refused, requests):
                    self.known = before
                    raise
            requests.append(self._spelt(endpoint, body))

    def _spelt(self, endpoint: Endpoint, body: Body) -> Body:
        request = dict(body)
        for name, number in self.known.get(endpoint.template, {}).items():
            value = body.get(name)
            if isinstance(value, str):
                request[name] = _SPELLINGS[name][number](value) or value
        return request

    def _learn(self, endpoint: Endpoint, body: Body, refused: Refused, tried: list[Body]) -> bool:
        """Choose a spelling of each refused field that none of these requests had."""
        is_new = False
        for name in roots(refused.fields):
            value = body.get(name)
            for number, spelling in enumerate(_SPELLINGS.get(name, ())):
                other = spelling(value) if isinstance(value, str) else None
                if other is not None and all(other != former[name] for former in tried):
                    self.known.setdefault(endpoint.template, {})[name] = number
                    is_new = True
                    break
        return is_new

    async def page_of(
        self, endpoint: Endpoint, wanted: int, ask: Callable[[int], Awaitable[T]]
    ) -> T:
        """Ask for a page of so many records, or of fewer if their number is refused.

        Raises:
            Refused: the refusal has another reason, or no page is small enough.
        """
        usual = min(wanted, self.page_sizes.get(endpoint.template, self._usual_size or wanted))
        size = usual
        while True:
            try:
                answer = await ask(size)
            except Refused as refused:
                smaller = self._smaller(endpoint, size, refused)
                if smaller is None:
                    raise
                size = smaller
            else:
                if size < usual:
                    self.page_sizes[endpoint.template] = size
                return answer

    async def turned(
        self,
        endpoint: Endpoint,
        body: Body,
        ask: Callable[[Body, int], Awaitable[Listed]],
        number: int,
    ) -> Listed:
        """Ask for one page; the link in the first one shows the parameter that turns pages.

        The parameter is not in the contract but in the links that a list returns, so it is sent
        only where it is needed.
        """
        name = self.page_names.get(endpoint.template)
        numbered = {**body, name or "page": str(number)} if number > 1 else body
        try:
            listed = await ask(numbered, number)
        except (Refused, Unreadable):
            if number == 1 or name is not None:
                raise
            await self.turned(endpoint, body, ask, 1)
            if self.page_names.get(endpoint.template, "page") == "page":
                raise
            return await self.turned(endpoint, body, ask, number)
        if listed.page.turned_by:
            self.page_names[endpoint.template] = listed.page.turned_by
        return listed

    def _smaller(self, endpoint: Endpoint, size: int, refused: Refused) -> int | None:
        """Return the next size to try, if a page may have been refused for its size."""
        named = {*roots(refused.fields)}
        if "per_page" in named:
            return next((each for each in _SMALLER_PAGES if each < size), None)
        if named or size < _UNNAMED_FROM or endpoint.template in self._guessed:
            return None
        self._guessed.add(endpoint.template)
        return _SMALL_PAGE


def roots(fields: tuple[str, ...]) -> Iterator[str]:
    """Yield the names of fields without what is inside them: `receivers.0.items`, `riders[]`."""
    return (name.partition(".")[0].partition("[")[0] for name in fields)
