"""Which of the possible readings a service takes, found out by asking and remembered."""

import time
from collections.abc import Awaitable, Callable, Mapping
from datetime import timedelta
from typing import TypeVar

from pydantic import field_validator

from bot.fleet.endpoints import Body, Endpoint
from bot.fleet.errors import Refused
from bot.fleet.service_profile import READINGS, ListReading, NoWish, Profile
from bot.fleet.spellings import Spellings, is_spelling
from bot.fleet.values import Frozen

T = TypeVar("T")
Say = Callable[[ListReading], list[Body]]
Ask = Callable[[list[Body]], Awaitable[T]]

SEARCHED_AGAIN_AFTER = 60.0
"""Seconds. A service that has changed is understood again within a minute, and one that refuses
everything gets one request for a question, and all readings of a list at most once a minute."""


LOOKED_AT_AGAIN_AFTER = timedelta(days=1)
"""So old, what was learned is found out once more: a service may take more than it did."""


class Learned(Frozen):
    """The reading of the contract that a service was found to take, as it is kept between two runs.

    `no_wish` is how each list is asked, by its path; the rest is as in `Spellings` and `Readings`.
    """

    no_wish: Mapping[str, NoWish] = {}
    spelt: Mapping[str, Mapping[str, int]] = {}
    page_sizes: Mapping[str, int] = {}
    page_names: Mapping[str, str] = {}
    ids_in_capitals: bool | None = None

    @field_validator("spelt")
    @classmethod
    def _as_known(cls, spelt: Mapping[str, Mapping[str, int]]) -> Mapping[str, Mapping[str, int]]:
        """Pass over what another version of this client has learned."""
        return {
            path: {name: number for name, number in names.items() if is_spelling(name, number)}
            for path, names in spelt.items()
        }


class Readings:
    """The reading of the contract that one service takes; all clients of it share this.

    `found` is how each list is asked, `suspected` what settings the refused changes seem to want;
    both by the path of the endpoint. `ids_in_capitals` is None until an id was seen.
    """

    def __init__(self, profile: Profile, elapsed: Callable[[], float] = time.monotonic) -> None:
        self._fixed = profile.no_wish
        self._elapsed = elapsed
        self._learned_at = elapsed()
        self.found: dict[str, NoWish] = {}
        self._searched_in_vain: dict[str, float] = {}
        self.suspected: dict[str, str] = {}
        self.ids_in_capitals: bool | None = None
        self.spellings = Spellings(profile.page_size)

    @property
    def learned(self) -> Learned:
        spellings = self.spellings
        return Learned(
            no_wish=self.found,
            spelt=spellings.known,
            page_sizes=spellings.page_sizes,
            page_names=spellings.page_names,
            ids_in_capitals=self.ids_in_capitals,
        )

    @learned.setter
    def learned(self, learned: Learned) -> None:
        self._learned_at = self._elapsed()
        self.found = dict(learned.no_wish)
        self.ids_in_capitals = learned.ids_in_capitals
        self.spellings.known = {path: dict(names) for path, names in learned.spelt.items()}
        self.spellings.page_sizes = dict(learned.page_sizes)
        self.spellings.page_names = dict(learned.page_names)

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
        if self._elapsed() - self._learned_at >= LOOKED_AT_AGAIN_AFTER.total_seconds():
            # How ids are written stays: a change that is asked meanwhile would be refused.
            self.learned = Learned(ids_in_capitals=self.ids_in_capitals)
        order = self._order(endpoint.template)
        refused: list[tuple[list[Body], Refused]] = []
        for no_wish in order:
            requests = say(READINGS[no_wish])
            # A question that several readings put alike is asked once.
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
        searched_at = self._searched_in_vain.get(template)
        if searched_at is not None and self._elapsed() - searched_at < SEARCHED_AGAIN_AFTER:
            return [first]
        return [first, *(no_wish for no_wish in READINGS if no_wish is not first)]
