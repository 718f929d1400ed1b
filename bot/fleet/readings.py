"""Which of the possible readings a service takes, found out by asking and remembered."""

import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

from bot.fleet.endpoints import Body, Endpoint
from bot.fleet.errors import Refused
from bot.fleet.service_profile import READINGS, ListReading, NoWish, Profile
from bot.fleet.spellings import Spellings

T = TypeVar("T")
Say = Callable[[ListReading], list[Body]]
Ask = Callable[[list[Body]], Awaitable[T]]

SEARCHED_AGAIN_AFTER = 60.0
"""Seconds. A service that has changed is understood again within a minute, and one that refuses
everything gets one request for a question, and all readings of a list at most once a minute."""


class Readings:
    """What is known of how one service reads the contract; all clients of it share this.

    `found` is how each list is asked, `suspected` what settings the refused changes seem to want;
    both by the path of the endpoint. `ids_in_capitals` is None until an id was seen.
    """

    def __init__(self, profile: Profile, elapsed: Callable[[], float] = time.monotonic) -> None:
        self._fixed = profile.no_wish
        self._elapsed = elapsed
        self.found: dict[str, NoWish] = {}
        self._searched_in_vain: dict[str, float] = {}
        self.suspected: dict[str, str] = {}
        self.ids_in_capitals: bool | None = None
        self.spellings = Spellings(profile.page_size)

    def known(self, endpoint: Endpoint) -> NoWish | None:
        """Return the reading that a list is known to take."""
        return self._fixed or self.found.get(endpoint.template)

    async def ask(self, endpoint: Endpoint, say: Say, ask: Ask[T]) -> T:
        """Ask in the reading that is known, or in one after the other until one is taken.

        `say` gives the requests of the question in a reading, and `ask` makes them. Only a refusal
        leads to the next that says it differently. Where none is taken, only the first is asked in
        for a while: the question itself may be wrong, and shall not cost as many requests each
        time. Then all are tried once more, for a service may have changed.

        Raises:
            Refused: no reading is taken; it is the first that was refused.
        """
        order = self._order(endpoint.template)
        refused: list[tuple[list[Body], Refused]] = []
        for no_wish in order:
            requests = say(READINGS[no_wish])
            if any(requests == former for former, _ in refused):
                continue
            try:
                answer = await ask(requests)
            except Refused as refusal:
                refused.append((requests, refusal))
            else:
                self.found[endpoint.template] = no_wish
                return answer
        if len(order) > 1:
            self._searched_in_vain[endpoint.template] = self._elapsed()
        _, first = refused[0]
        raise first

    def _order(self, template: str) -> list[NoWish]:
        if self._fixed is not None:
            return [self._fixed]
        first = self.found.get(template, next(iter(READINGS)))
        if self._has_just_searched(template):
            return [first]
        return [first, *(no_wish for no_wish in READINGS if no_wish is not first)]

    def _has_just_searched(self, template: str) -> bool:
        searched_at = self._searched_in_vain.get(template)
        return searched_at is not None and self._elapsed() - searched_at < SEARCHED_AGAIN_AFTER
