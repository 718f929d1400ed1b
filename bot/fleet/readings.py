"""Which of the possible readings a service takes, found out by asking and remembered."""

from collections.abc import Awaitable, Callable, Iterator
from typing import TypeVar

from bot.fleet.endpoints import Body, Endpoint
from bot.fleet.errors import Refused
from bot.fleet.service_profile import READINGS, ListReading, NoWish, Profile

T = TypeVar("T")
Say = Callable[[ListReading], list[Body]]
Ask = Callable[[list[Body]], Awaitable[T]]


class Readings:
    """What is known of how one service reads the contract; all clients of it share this.

    `found` is how each list is asked, `suspected` what settings the refused changes seem to want;
    both by the path of the endpoint.
    """

    def __init__(self, profile: Profile) -> None:
        self._fixed = profile.no_wish
        self.found: dict[str, NoWish] = {}
        self._refused_since: set[str] = set()
        self.suspected: dict[str, str] = {}

    def known(self, endpoint: Endpoint) -> NoWish | None:
        """Return the reading that a list is known to take."""
        return self._fixed or self.found.get(endpoint.template)

    async def ask(self, endpoint: Endpoint, say: Say, ask: Ask[T]) -> T:
        """Ask in the reading that is known, or in one after the other until one is taken.

        `say` gives the requests of the question in a reading, and `ask` makes them. Only a refusal
        leads to the next that says it differently. Where one that was taken is refused, the others
        are tried once: a service may have changed, and a question that none takes shall not cost as
        many requests each time.

        Raises:
            Refused: no reading is taken; it is the first that was refused.
        """
        refused: list[tuple[list[Body], Refused]] = []
        for no_wish in self._order(endpoint.template):
            requests = say(READINGS[no_wish])
            if any(requests == former for former, _ in refused):
                continue
            try:
                answer = await ask(requests)
            except Refused as refusal:
                refused.append((requests, refusal))
            else:
                self._take(endpoint.template, no_wish)
                return answer
        if endpoint.template in self.found:
            self._refused_since.add(endpoint.template)
        _, first = refused[0]
        raise first

    def _order(self, template: str) -> Iterator[NoWish]:
        if self._fixed is not None:
            yield self._fixed
            return
        found = self.found.get(template)
        if found is not None:
            yield found
        if template not in self._refused_since:
            yield from (no_wish for no_wish in READINGS if no_wish is not found)

    def _take(self, template: str, no_wish: NoWish) -> None:
        if self.found.get(template) is not no_wish:
            self.found[template] = no_wish
            self._refused_since.discard(template)
