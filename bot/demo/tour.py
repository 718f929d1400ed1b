"""The story at a human pace, for a person who watches and may take over at any moment."""

import asyncio
from contextlib import suppress
from datetime import timedelta
from typing import Any, Literal

from bot.base.clock import Clock
from bot.demo.story import Cast, Step, Story, StoryBroken
from bot.demo.town import Town
from bot.local_telegram.control import EventLog
from bot.texts.words import phrase

TourState = Literal["playing", "paused", "waiting", "done", "taken_over", "broken"]
TourCommand = Literal["play", "pause", "next", "stop", "again"]

_READY = phrase("The tour plays one delivery to its door, its cash, and twenty orders at once.")
_DONE = phrase(
    "Your turn. Press “An order” Backstage, paste one of your own at the dispatcher’s phone, or ask"
    " there: who is free?"
)
_TAKEN_OVER = phrase("The tour has stopped: go on by hand, or play it again with a new order.")


class Tour:
    """Plays the story on command, as often as asked; each change becomes an event of `log`.

    `clock` measures the rests before the steps.
    """

    def __init__(self, town: Town, people: Cast, log: EventLog, clock: Clock) -> None:
        self._town = town
        self._people = people
        self._log = log
        self._clock = clock
        self._playing: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()
        self._may_step = False
        self._shown: dict[str, Any] = {}
        self._show("waiting", phrase("Ready"), _READY, step=0, steps=0)

    def state(self) -> dict[str, Any]:
        return self._shown

    async def obey(self, command: TourCommand) -> None:
        """Carry out a command of a person who watches."""
        match command:
            case "play":
                await self.play()
            case "pause" if self._state == "playing":
                self._set_state("paused")
            case "next":
                # Take the next step at once; a paused tour then waits before the one after it.
                if self._playing is None:
                    await self._begin()
                    self._set_state("paused")
                self._may_step = True
                self._changed.set()
            case "stop" if self._playing is not None:
                await self.close()
                self._show("taken_over", phrase("It is your turn"), _TAKEN_OVER)
            case "again":
                await self._begin()

    async def play(self) -> None:
        """Go on after a pause; if nothing is playing, begin with a new order."""
        if self._state == "paused":
            self._set_state("playing")
        elif self._playing is None:
            await self._begin()

    async def close(self) -> None:
        """Stop playing, and wait until the story has ended."""
        playing, self._playing = self._playing, None
        if playing is not None:
            playing.cancel()
            with suppress(asyncio.CancelledError):
                await playing

    async def before(self, step: Step, number: int, of: int) -> None:
        """Show a step, and wait until there was time to look, or until a person asks to go on."""
        state: TourState = "paused" if self._state == "paused" else "playing"
        self._show(state, step.title, step.words, step=number, steps=of)
        until = self._clock.now() + timedelta(seconds=step.seconds)
        while not self._may_step and (self._state == "paused" or self._clock.now() < until):
            self._changed.clear()
            await self._clock.wait(self._changed, None if self._state == "paused" else until)
        self._may_step = False

    @property
    def _state(self) -> TourState:
        state: TourState = self._shown["state"]
        return state

    async def _begin(self) -> None:
        """Stop what is playing, and play from the beginning with a new order."""
        await self.close()
        self._may_step = False
        self._set_state("playing")
        self._playing = asyncio.create_task(self._play(), name="tour")

    async def _play(self) -> None:
        try:
            await Story(self._town, self._people, self).play()
        except StoryBroken as broken:
            self._show("broken", phrase("Something is broken"), str(broken))
        else:
            self._show("done", phrase("What now?"), _DONE)
        self._playing = None

    def _set_state(self, state: TourState) -> None:
        self._show(state, self._shown["title"], self._shown["words"])

    def _show(
        self,
        state: TourState,
        title: str,
        words: str,
        *,
        step: int | None = None,
        steps: int | None = None,
    ) -> None:
        before = self._shown
        self._shown = {
            "state": state,
            "step": before["step"] if step is None else step,
            "steps": before["steps"] if steps is None else steps,
            "title": title,
            "words": words,
            "values": self._people.names,
        }
        self._log.add("tour", self._shown)
        self._changed.set()
